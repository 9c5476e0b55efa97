import CalendarIntervals
import Foundation
import HealthModel
import RandomTesting
import Testing

/// Tests S3.7 with `Foundation.Calendar` as the oracle.
@Suite("Agreement with Foundation's Calendar")
struct CalendarAgreementTests {
    static let years = Instant(seconds: 0)..<Instant(seconds: 4_133_980_800)  // 1970 to 2100

    @Test("S3.7 Edges agree with Calendar in a random sample of zones, intervals and anchors")
    func sample() throws {
        var random = SplitMix64(standardSeed: 20_250_309)
        let periods: [CalendarPeriod] = [.day, .day, .week, .month, .quarter, .year]
        var tally = Tally()
        for _ in 0..<150 {
            let zone = try zone(try #require(TimeZone.knownTimeZoneIdentifiers.randomElement(using: &random)))
            let interval = IntervalComponents(.random(in: 1...3, using: &random), try #require(periods.randomElement(using: &random)))
            let start = Instant(seconds: .random(in: 0..<4_000_000_000, using: &random))
            let minute = Bool.random(using: &random) ? 0 : Int.random(in: 0..<1440, using: &random)
            let anchor = CivilDateTime(date: zone.date(at: start), millisecondOfDay: minute * 60_000)
            let schedule = BucketSchedule(interval: interval, anchor: anchor, zone: zone)
            let changes = zone.changes(inside: Self.years).map(\.instant).shuffled(using: &random).prefix(8)
            let anywhere = (0..<8).map { _ in Instant(seconds: .random(in: 0..<4_133_980_800, using: &random)) }
            let oracle = CalendarOracle(zone.identifier)
            for instant in changes + anywhere {
                let k = schedule.index(of: instant)
                for near in k - 1...k + 2 { tally.count(oracle.judge(near, of: schedule)) }
            }
        }
        #expect(tally.failures.isEmpty, "\(tally.failures.prefix(20).joined(separator: "\n"))")
        #expect(tally.agreements > 5000)
    }

    @Test("S3.7 Hours are elapsed time in Calendar, too, even near clock changes")
    func hours() throws {
        for name in ["America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "Pacific/Apia", "Africa/Casablanca"] {
            let disagreements = try hourDisagreements(name)
            #expect(disagreements == [])
        }
    }

    @Test(
        "S3.7 All edges in all zones from 1970 to 2100 agree with Calendar, with known exceptions",
        .enabled(if: runsSlowTests),
        arguments: [
            ("day", "1970-01-05T00:00"), ("day", "2000-06-01T02:30"), ("day", "2100-12-20T00:00"),
            ("week", "1970-01-05T00:00"), ("week", "2100-12-20T00:00"), ("2 weeks", "2024-01-07T03:00"),
            ("month", "1970-01-01T00:00"), ("month", "2000-01-31T00:00"), ("month", "2100-12-15T18:00"),
            ("quarter", "1970-01-01T00:00"), ("quarter", "2100-11-30T00:00"),
            ("year", "1970-01-01T00:00"), ("year", "2000-02-29T01:30"),
        ])
    func allZones(interval: String, anchor: String) throws {
        var tally = Tally()
        for name in TimeZone.knownTimeZoneIdentifiers {
            let schedule = try schedule(interval, from: anchor, name)
            let oracle = CalendarOracle(name)
            for k in schedule.index(of: Self.years.lowerBound)...schedule.index(of: Self.years.upperBound) {
                tally.count(oracle.judge(k, of: schedule))
            }
        }
        print("\(interval) from \(anchor): \(tally)")
        #expect(tally.failures.isEmpty, "\(tally.failures.prefix(50).joined(separator: "\n"))")
        #expect(tally.agreements > 50_000)
    }

    @Test("S3.7 Hours in all zones agree with Calendar near all clock changes from 1970 to 2100", .enabled(if: runsSlowTests))
    func allZonesHours() throws {
        for name in TimeZone.knownTimeZoneIdentifiers {
            let disagreements = try hourDisagreements(name)
            #expect(disagreements == [])
        }
    }

    /// Returns the edges of hours within three hours of clock changes that differ from Calendar's.
    private func hourDisagreements(_ name: String) throws -> [String] {
        let schedule = try schedule("hour", from: "2000-01-01", name)
        let oracle = CalendarOracle(name)
        let anchor = oracle.rule.meaning(schedule.anchor.localMilliseconds / 1000).edge
        return schedule.zone.changes(inside: Self.years).flatMap { change in
            let k = schedule.index(of: change.instant)
            return (k - 3...k + 3).filter {
                oracle.edge($0, schedule.interval, anchor: anchor) != schedule.edge($0).milliseconds / 1000
            }
        }.map { "\(name) \(ISO8601.text(of: schedule.edge($0), in: schedule.zone))" }
    }

    private struct Tally: CustomStringConvertible {
        var agreements = 0
        var exceptions: [CalendarOracle.Exception: Int] = [:]
        var failures: [String] = []

        mutating func count(_ verdict: CalendarOracle.Verdict) {
            switch verdict {
            case .agreement: agreements += 1
            case .exception(let exception): exceptions[exception, default: 0] += 1
            case .failure(let text): failures.append(text)
            }
        }

        var description: String {
            "\(agreements) edges agree, \(failures.count) fail"
                + CalendarOracle.Exception.allCases.compactMap { kind in exceptions[kind].map { "; \($0) \(kind.rawValue)" } }.joined()
        }
    }
}
