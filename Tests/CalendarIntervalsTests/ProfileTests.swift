import CalendarIntervals
import Foundation
import HealthModel
import RandomTesting
import Testing

@Suite("Profiles")
struct ProfileTests {
    private func pieces(_ grid: ProfileGrid, _ zone: Zone) -> [String] {
        zip(texts(grid.edges, zone), grid.slots).map { "\($0) \($1)" }
    }

    @Test("A 23-hour day does not have a bucket for the skipped hour")
    func shortDay() throws {
        let range = try range("2025-03-09", "2025-03-10", "America/New_York")
        let grid = ProfileGrid([.hourOfDay], zone: try zone("America/New_York"), range: range)
        #expect(grid.slots == [0, 1] + (3..<24).map(Int32.init))
        #expect(grid.edges.count == 24)
        #expect(grid.slotCount == 24)
    }

    @Test("A repeated hour is one bucket of two hours")
    func longDay() throws {
        let zone = try zone("America/New_York")
        let grid = ProfileGrid([.hourOfDay], zone: zone, range: try range("2025-11-02", "2025-11-02T03:00", "America/New_York"))
        #expect(pieces(grid, zone) == ["2025-11-02T00:00:00-04:00 0", "2025-11-02T01:00:00-04:00 1", "2025-11-02T02:00:00-05:00 2"])
    }

    @Test("On Lord Howe Island, the hour of the clock change is 1.5 or 0.5 hours long")
    func halfHourShift() throws {
        let zone = try zone("Australia/Lord_Howe")
        let autumn = ProfileGrid([.hourOfDay], zone: zone, range: try range("2025-04-06T01:00", "2025-04-06T03:00", zone.identifier))
        #expect(pieces(autumn, zone) == ["2025-04-06T01:00:00+11:00 1", "2025-04-06T02:00:00+10:30 2"])
        let spring = ProfileGrid([.hourOfDay], zone: zone, range: try range("2025-10-05T01:00", "2025-10-05T04:00", zone.identifier))
        #expect(pieces(spring, zone) == ["2025-10-05T01:00:00+10:30 1", "2025-10-05T02:30:00+11:00 2", "2025-10-05T03:00:00+11:00 3"])
    }

    @Test("Ends between edges are kept, and adjacent buckets with the same slot are combined")
    func rangeEnds() throws {
        let range = try range("2024-01-15T10:20", "2024-03-02T05:00", "UTC")
        let grid = ProfileGrid([.monthOfYear], zone: .utc, range: range)
        #expect(pieces(grid, .utc) == ["2024-01-15T10:20:00Z 0", "2024-02-01T00:00:00Z 1", "2024-03-01T00:00:00Z 2"])
        #expect(grid.edges.last == range.upperBound.milliseconds)
        let empty = ProfileGrid([.weekday], zone: .utc, range: range.lowerBound..<range.lowerBound)
        #expect(empty.edges.isEmpty && empty.slots.isEmpty)
    }

    @Test("Slots of two profiles are numbered like digits, with the first as the most significant")
    func combined() throws {
        let range = try range("2024-05-16T22:30", "2024-05-17T00:30", "UTC")  // Thursday to Friday
        let grid = ProfileGrid([.weekday, .hourOfDay], zone: .utc, range: range)
        #expect(grid.slotCount == 168)
        #expect(grid.slots == [94, 95, 96])  // Thursday is day 3: 3 × 24 + 22
        #expect(ProfileGrid([.hourOfWeek], zone: .utc, range: range).slots == grid.slots)
        #expect(ProfileGrid([.hourOfDay, .weekday], zone: .utc, range: range).slots == [157, 164, 4])  // 22 × 7 + 3
    }

    @Test("Slots have their usual names and numbers")
    func labels() {
        #expect(Profile.weekday.label(ofSlot: 0) == "monday")
        #expect(Profile.hourOfDay.label(ofSlot: 23) == "23")
        #expect(Profile.dayOfMonth.label(ofSlot: 0) == "1")
        #expect(Profile.monthOfYear.label(ofSlot: 11) == "12")
        #expect(Profile.allCases.map(\.slotCount) == [24, 7, 168, 31, 53, 12, 4, 2])
        #expect(Profile.partOfDay.slotNames == ["night", "morning", "afternoon", "evening"])
        #expect(Profile.weekdayOrWeekend.label(ofSlot: 1) == "weekend")
    }

    @Test("Every instant of a bucket has the slot that Calendar computes", arguments: Profile.allCases)
    func oracle(profile: Profile) throws {
        var random = SplitMix64(standardSeed: 93)
        for name in [
            "UTC", "America/New_York", "America/St_Johns", "Australia/Lord_Howe", "Asia/Kathmandu", "Pacific/Apia", "Africa/Casablanca",
        ] {
            var calendar = Calendar(identifier: .iso8601)
            calendar.timeZone = try #require(TimeZone(identifier: name))
            let range = try range("2010-10-20T11:17", "2012-02-03T04:05", name)
            let grid = ProfileGrid([profile], zone: try zone(name), range: range)
            #expect(grid.edges.first == range.lowerBound.milliseconds)
            #expect(grid.edges.last == range.upperBound.milliseconds)
            for index in (0..<300).map({ _ in grid.slots.indices.randomElement(using: &random) ?? 0 }) {
                let bucket = grid.edges[index]..<grid.edges[index + 1]
                for instant in [bucket.lowerBound, bucket.upperBound - 1, .random(in: bucket, using: &random)] {
                    let parts = calendar.dateComponents(
                        [.hour, .weekday, .day, .weekOfYear, .month], from: Date(timeIntervalSince1970: Double(instant) / 1000))
                    let weekday = (try #require(parts.weekday) + 5) % 7
                    let expected =
                        switch profile {
                        case .hourOfDay: parts.hour
                        case .weekday: weekday
                        case .hourOfWeek: parts.hour.map { weekday * 24 + $0 }
                        case .dayOfMonth: parts.day.map { $0 - 1 }
                        case .weekOfYear: parts.weekOfYear.map { $0 - 1 }
                        case .monthOfYear: parts.month.map { $0 - 1 }
                        case .partOfDay: parts.hour.map { $0 / 6 }
                        case .weekdayOrWeekend: weekday > 4 ? 1 : 0
                        }
                    #expect(Int(grid.slots[index]) == expected, "\(name) \(ISO8601.text(of: Instant(milliseconds: instant), in: .utc))")
                }
            }
        }
    }
}
