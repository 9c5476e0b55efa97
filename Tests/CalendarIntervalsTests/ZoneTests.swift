import CalendarIntervals
import Foundation
import HealthModel
import RandomTesting
import Testing

@Suite("Zones")
struct ZoneTests {
    private static let known = Instant(seconds: -5_000_000_000)..<Instant(seconds: 4_417_977_600)  // 1811 to 2110

    @Test("Every zone has the same offset as TimeZone at all instants, and at and just before its changes")
    func offsets() throws {
        var random = SplitMix64(standardSeed: 7)
        for name in TimeZone.knownTimeZoneIdentifiers {
            let zone = try zone(name)
            let rule = WallClockRule(timeZone: try #require(TimeZone(identifier: name)))
            let changes = zone.changes(inside: Self.known).map { $0.instant.milliseconds / 1000 }
            let anywhere = (0..<40).map { _ in Int64.random(in: -5_000_000_000..<4_417_977_600, using: &random) }
            let wrong = (anywhere + changes + changes.map { $0 - 1 }).filter {
                Int64(zone.offsetSeconds(at: Instant(seconds: $0))) != rule.offset($0)
            }
            #expect(wrong == [], "\(name)")
        }
    }

    @Test("The time around an instant is one hour on the clocks, and ends at the next hour or change")
    func hours() throws {
        var random = SplitMix64(standardSeed: 11)
        for name in ["UTC", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "Pacific/Apia", "Europe/Dublin"] {
            let zone = try zone(name)
            let changes = zone.changes(inside: Self.known).map(\.instant.milliseconds)
            let anywhere = (0..<200).map { _ in Int64.random(in: -5_000_000_000_000..<4_417_977_600_000, using: &random) }
            func hour(_ instant: Int64) -> CivilDateTime {
                let civil = zone.civil(at: Instant(milliseconds: instant))
                return CivilDateTime(date: civil.date, millisecondOfDay: civil.hour * 3_600_000)
            }
            for instant in anywhere + changes + changes.map({ $0 - 1 }) {
                let range = zone.hour(holding: instant)
                #expect(range.contains(instant) && range.count <= 3_600_000, "\(name) \(instant)")
                #expect([range.lowerBound, range.upperBound - 1].allSatisfy { hour($0) == hour(instant) }, "\(name) \(instant)")
                for edge in [range.lowerBound, range.upperBound] {
                    #expect(hour(edge) != hour(edge - 1) || changes.contains(edge), "\(name) \(instant)")
                }
            }
        }
    }

    @Test("The day around an instant has one date and one offset, and ends at the next date or change")
    func days() throws {
        var random = SplitMix64(standardSeed: 12)
        for name in ["UTC", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "Pacific/Apia", "Europe/Dublin"] {
            let zone = try zone(name)
            let changes = zone.changes(inside: Self.known).map(\.instant.milliseconds)
            let anywhere = (0..<200).map { _ in Int64.random(in: -5_000_000_000_000..<4_417_977_600_000, using: &random) }
            func day(_ instant: Int64) -> [Int] {
                let instant = Instant(milliseconds: instant)
                return [zone.date(at: instant).dayNumber, zone.offsetSeconds(at: instant)]
            }
            for instant in anywhere + changes + changes.map({ $0 - 1 }) {
                let range = zone.day(holding: instant)
                #expect(range.contains(instant) && range.count <= 86_400_000, "\(name) \(instant)")
                #expect([range.lowerBound, range.upperBound - 1].allSatisfy { day($0) == day(instant) }, "\(name) \(instant)")
                for edge in [range.lowerBound, range.upperBound] {
                    #expect(day(edge) != day(edge - 1) || changes.contains(edge), "\(name) \(instant)")
                }
                let local = zone.localMilliseconds(at: Instant(milliseconds: instant))
                #expect(
                    zone.repeats(localMilliseconds: local) == (zone.instants(ofLocalMilliseconds: local).count > 1), "\(name) \(instant)")
            }
        }
    }

    @Test("Around 2010, before which changes are only read when a time asks for them, every zone has all its changes")
    func earlyChanges() throws {
        let edge = 1_262_304_000 as Int64
        for name in TimeZone.knownTimeZoneIdentifiers {
            let zone = try zone(name)
            let rule = WallClockRule(timeZone: try #require(TimeZone(identifier: name)))
            let hours = (-72...72).map { edge + $0 * 3600 }
            // Every 30 days from 2008 to 2012, because few zones have a change in the days around the edge.
            let months = (-24...24).map { edge + $0 * 30 * 86_400 }
            for seconds in hours + [edge - 1, edge + 1] + months {
                let instant = Instant(seconds: seconds)
                #expect(Int64(zone.offsetSeconds(at: instant)) == rule.offset(seconds), "\(name) \(seconds)")
                let local = zone.localMilliseconds(at: instant)
                #expect(zone.instants(ofLocalMilliseconds: local).contains(instant), "\(name) \(seconds)")
                let day = zone.day(holding: instant.milliseconds)
                let dates = [day.lowerBound - 1, day.lowerBound, day.upperBound - 1, day.upperBound].map {
                    Int64($0 + rule.offset(Int64(($0 / 1000))) * 1000) / 86_400_000
                }
                #expect(dates[1] == dates[2] && day.contains(instant.milliseconds), "\(name) \(seconds)")
            }
            let changes = zone.changes(inside: Instant(seconds: edge - 63_072_000)..<Instant(seconds: edge + 63_072_000))
            for (instant, shift) in changes {
                let seconds = instant.milliseconds / 1000
                #expect(rule.offset(seconds) - rule.offset(seconds - 1) == shift / 1000, "\(name) \(seconds)")
            }
        }
    }

    @Test("The tables contain all changes of all zones, checked every six hours", .enabled(if: runsSlowTests))
    func completeness() throws {
        for name in TimeZone.knownTimeZoneIdentifiers {
            let zone = try zone(name)
            let rule = WallClockRule(timeZone: try #require(TimeZone(identifier: name)))
            let wrong = stride(from: Int64(-5_000_000_000), to: 4_417_977_600, by: 21_600).filter {
                Int64(zone.offsetSeconds(at: Instant(seconds: $0))) != rule.offset($0)
            }
            #expect(wrong == [], "\(name)")
        }
    }

    @Test(
        "Offsets include seconds before standard time, quarter hours and half-hour clock changes",
        arguments: [
            ("Europe/Berlin", "1890-01-01T00:00Z", 3208), ("Asia/Kathmandu", "1980-01-01T00:00Z", 19_800),
            ("Asia/Kathmandu", "2024-01-01T00:00Z", 20_700), ("Australia/Lord_Howe", "2024-01-01T00:00Z", 39_600),
            ("Australia/Lord_Howe", "2024-07-01T00:00Z", 37_800), ("Africa/Casablanca", "2024-03-20T00:00Z", 0),
            ("America/New_York", "9999-01-01T00:00Z", -18_000), ("UTC", "2024-01-01T00:00Z", 0),
        ])
    func knownOffsets(name: String, time: String, seconds: Int) throws {
        #expect(try zone(name).offsetSeconds(at: try instant(time, "UTC")) == seconds)
    }

    @Test("A local time occurs never, once or twice")
    func readings() throws {
        func times(_ reading: String, _ name: String) throws -> [String] {
            let zone = try zone(name)
            let local = try #require(ISO8601.read(reading)).civil.localMilliseconds
            return zone.instants(ofLocalMilliseconds: local).map { ISO8601.text(of: $0, in: zone) }
        }
        #expect(try times("2025-03-09T02:30", "America/New_York") == [])
        #expect(try times("2025-03-09T03:00", "America/New_York") == ["2025-03-09T03:00:00-04:00"])
        #expect(try times("2025-11-02T01:30", "America/New_York") == ["2025-11-02T01:30:00-04:00", "2025-11-02T01:30:00-05:00"])
        #expect(try times("2025-11-02T02:00", "America/New_York") == ["2025-11-02T02:00:00-05:00"])
        #expect(try times("2011-12-30T12:00", "Pacific/Apia") == [])
        #expect(try times("2025-04-06T01:45", "Australia/Lord_Howe") == ["2025-04-06T01:45:00+11:00", "2025-04-06T01:45:00+10:30"])
    }

    @Test("A local time that occurs converts back to itself in every zone")
    func roundTrip() throws {
        var random = SplitMix64(standardSeed: 11)
        for name in Zone.knownIdentifiers {
            let zone = try zone(name)
            for _ in 0..<20 {
                let instant = Instant(seconds: .random(in: -5_000_000_000..<4_400_000_000, using: &random))
                let local = zone.localMilliseconds(at: instant)
                let instants = zone.instants(ofLocalMilliseconds: local)
                #expect(instants.contains(instant), "\(name) \(instant)")
                #expect(instants.first == zone.instant(ofLocalMilliseconds: local), "\(name) \(instant)")
            }
        }
    }

    @Test(
        "Names match in any case, under old and new names", arguments: ["europe/berlin", "EUROPE/BERLIN", "Europe/Berlin"])
    func names(name: String) throws {
        #expect(try zone(name).identifier == "Europe/Berlin")
        #expect(try zone("asia/kolkata").offsetSeconds(at: Instant(seconds: 0)) == 19_800)
        #expect(try zone("US/Eastern").offsetSeconds(at: Instant(seconds: 0)) == -18_000)
    }

    @Test(
        "UTC and fixed offsets are zones",
        arguments: [
            ("utc", "UTC", 0), ("Z", "UTC", 0), ("GMT", "UTC", 0), ("+00:00", "UTC", 0), ("+05:45", "+05:45", 20_700),
            ("-0330", "-03:30", -12_600), ("UTC+2", "+02:00", 7200), ("gmt-11", "-11:00", -39_600),
        ])
    func fixedOffsets(name: String, identifier: String, seconds: Int) throws {
        #expect(try zone(name).identifier == identifier)
        #expect(try zone(name).offsetSeconds(at: Instant(seconds: 0)) == seconds)
    }

    @Test(
        "Abbreviations, impossible offsets and invented names are not zones",
        arguments: ["CST", "PST", "IST", "", "+", "+24:00", "+5:4", "+05:60", "+1:2:3", "+०५", "UTC5", "Europe/Atlantis", " UTC"])
    func refusedNames(name: String) {
        #expect(Zone.named(name) == nil)
    }

    @Test("Known identifiers are sorted, and all are zones")
    func identifiers() {
        #expect(Zone.knownIdentifiers.count > 400)
        #expect(Zone.knownIdentifiers == Set(Zone.knownIdentifiers).sorted())
        #expect(Zone.knownIdentifiers.filter { Zone.named($0)?.identifier != $0 } == ["GMT"])
    }

    @Test("Moving keeps local time over days, and elapsed time over hours")
    func moving() throws {
        let zone = try zone("America/New_York")
        let start = try instant("2025-03-08T02:30", "America/New_York")
        func moved(_ count: Int, _ period: CalendarPeriod) -> String { ISO8601.text(of: zone.moving(start, by: count, period), in: zone) }
        #expect(moved(1, .day) == "2025-03-09T03:30:00-04:00")
        #expect(moved(2, .day) == "2025-03-10T02:30:00-04:00")
        #expect(moved(48, .hour) == "2025-03-10T03:30:00-04:00")
        #expect(moved(-1, .quarter) == "2024-12-08T02:30:00-05:00")
        #expect(moved(-1, .year) == "2024-03-08T02:30:00-05:00")
        let repeated = try instant("2025-11-02T01:30-05:00", "UTC")
        #expect(zone.moving(repeated, by: 0, .day) == repeated)
    }
}
