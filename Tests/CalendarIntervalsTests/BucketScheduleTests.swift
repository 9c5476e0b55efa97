import CalendarIntervals
import HealthModel
import Testing

/// Tests the rules of buckets, S3.1 to S3.8, with their examples.
@Suite("Bucket schedules")
struct BucketScheduleTests {
    // MARK: S3.1 edges from the anchor

    @Test("S3.1 Monthly edges from 31 January are the last days of shorter months, and the 31st in longer ones")
    func monthEndAnchor() throws {
        let months = try schedule("month", from: "2025-01-31", "UTC")
        #expect(
            edges(months, -3...4) == [
                "2024-10-31T00:00:00Z", "2024-11-30T00:00:00Z", "2024-12-31T00:00:00Z", "2025-01-31T00:00:00Z",
                "2025-02-28T00:00:00Z", "2025-03-31T00:00:00Z", "2025-04-30T00:00:00Z", "2025-05-31T00:00:00Z",
            ])
    }

    @Test("S3.1 Daily edges at 02:30 move to 03:30 on a day without 02:30, and back on the next day")
    func anchorInGap() throws {
        let days = try schedule("day", from: "2025-03-08T02:30", "America/Los_Angeles")
        #expect(
            edges(days, 0...2) == [
                "2025-03-08T02:30:00-08:00", "2025-03-09T03:30:00-07:00", "2025-03-10T02:30:00-07:00",
            ])
    }

    // MARK: S3.2 calendar and elapsed periods

    @Test("S3.2 Days with a clock change are single day buckets with 23 or 25 hour buckets")
    func hoursOfShortAndLongDays() throws {
        for (day, next, hourCount) in [("2025-03-09", "2025-03-10", 23), ("2025-11-02", "2025-11-03", 25)] {
            let range = try range(day, next, "America/Los_Angeles")
            let hours = try schedule("hour", from: day, "America/Los_Angeles").edges(covering: range)
            #expect(hours.count - 1 == hourCount)
            let days = try schedule("day", from: "2025-01-01", "America/Los_Angeles").edges(covering: range)
            #expect(days == [range.lowerBound.milliseconds, range.upperBound.milliseconds])
        }
    }

    @Test("S3.2 A repeated hour is two buckets with different offsets")
    func repeatedHour() throws {
        let hours = try schedule("hour", from: "2025-11-02", "America/Los_Angeles")
        #expect(
            edges(hours, 1...3) == [
                "2025-11-02T01:00:00-07:00", "2025-11-02T01:00:00-08:00", "2025-11-02T02:00:00-08:00",
            ])
    }

    // MARK: S3.3 elapsed and clock grids

    @Test("S3.3 Six-hour buckets shift in local time with grid elapsed, and keep local time with grid clock")
    func grids() throws {
        let elapsed = try schedule("6h", from: "2025-03-09", "America/Los_Angeles")
        #expect(
            edges(elapsed, 0...2) == [
                "2025-03-09T00:00:00-08:00", "2025-03-09T07:00:00-07:00", "2025-03-09T13:00:00-07:00",
            ])
        let clock = try schedule("6h", from: "2025-03-09", "America/Los_Angeles", grid: .clock)
        #expect(
            edges(clock, 0...2) == [
                "2025-03-09T00:00:00-08:00", "2025-03-09T06:00:00-07:00", "2025-03-09T12:00:00-07:00",
            ])
        let autumn = try schedule("6h", from: "2025-11-02", "America/Los_Angeles", grid: .clock)
        #expect(edges(autumn, 0...1) == ["2025-11-02T00:00:00-07:00", "2025-11-02T06:00:00-08:00"])
    }

    @Test("S3.3 An elapsed grid drifts at a clock change inside the range; a clock grid and whole hours never do")
    func drift() throws {
        let zone = "America/Los_Angeles"
        let spring = try range("2025-03-01", "2025-04-01", zone)
        let sixHours = try schedule("6h", from: "2025-03-01", zone)
        #expect(sixHours.firstDrift(inside: spring) == (try instant("2025-03-09T03:00", zone)))
        #expect(sixHours.firstDrift(inside: try range("2025-03-10", "2025-04-01", zone)) == nil)
        #expect(try schedule("6h", from: "2025-03-01", zone, grid: .clock).firstDrift(inside: spring) == nil)
        #expect(try schedule("hour", from: "2025-03-01", zone).firstDrift(inside: spring) == nil)
        #expect(try schedule("day", from: "2025-03-01", zone).firstDrift(inside: spring) == nil)
    }

    @Test("S3.3 Whole hours drift by the half-hour clock change of Lord Howe Island")
    func halfHourDrift() throws {
        let zone = "Australia/Lord_Howe"
        let hours = try schedule("hour", from: "2025-04-06", zone)
        let day = try range("2025-04-06", "2025-04-07", zone)
        #expect(hours.firstDrift(inside: day) == (try instant("2025-04-06T02:00+10:30", zone)).advanced(byMilliseconds: -1_800_000))
        #expect(
            edges(hours, 1...3) == [
                "2025-04-06T01:00:00+11:00", "2025-04-06T01:30:00+10:30", "2025-04-06T02:30:00+10:30",
            ])
        let clock = try schedule("hour", from: "2025-04-06", zone, grid: .clock)
        #expect(
            edges(clock, 1...3) == [
                "2025-04-06T01:00:00+11:00", "2025-04-06T02:00:00+10:30", "2025-04-06T03:00:00+10:30",
            ])
    }

    @Test("S3.3 A clock grid with buckets shorter than the gap has no bucket inside it")
    func clockGridInsideGap() throws {
        let quarters = try schedule("45min", from: "2025-03-09", "America/Los_Angeles", grid: .clock)
        let night = try range("2025-03-09T01:30", "2025-03-09T03:45", "America/Los_Angeles")
        #expect(
            texts(quarters.edges(covering: night), quarters.zone) == [
                "2025-03-09T01:30:00-08:00", "2025-03-09T03:00:00-07:00", "2025-03-09T03:45:00-07:00",
            ])
    }

    // MARK: S3.4 half-open

    @Test("S3.4 An instant on an edge belongs to the later bucket")
    func edgeBelongsToLater() throws {
        let days = try schedule("day", from: "2025-03-01", "UTC")
        let edge = try instant("2025-03-05", "UTC")
        #expect(days.index(of: edge) == 4)
        #expect(days.index(of: edge.advanced(byMilliseconds: -1)) == 3)
        #expect(days.floor(edge) == edge)
        #expect(days.ceiling(edge) == edge)
        #expect(days.ceiling(edge.advanced(byMilliseconds: 1)) == (try instant("2025-03-06", "UTC")))
        #expect(days.edges(covering: edge..<edge).isEmpty)
        #expect(days.edges(covering: edge..<edge.advanced(byMilliseconds: 1)).count == 2)
    }

    // MARK: S3.5 default anchors

    @Test(
        "S3.5 Buckets are anchored at midnight, Monday, the 1st and 1 January",
        arguments: [
            ("hour", "2024-05-16"), ("15min", "2024-05-16"), ("day", "2024-05-16"), ("2 days", "2024-05-16"),
            ("week", "2024-05-13"), ("2 weeks", "2024-05-13"), ("month", "2024-05-01"), ("quarter", "2024-01-01"),
            ("year", "2024-01-01"),
        ])
    func defaultAnchors(interval: String, expected: String) throws {
        let zone = try zone("America/New_York")
        // In New York, 02:00 UTC is still Thursday the 16th.
        let start = try instant("2024-05-17T02:00Z", "UTC")
        let anchor = AnchorRule().anchor(of: try components(interval), holding: start, zone: zone)
        #expect(ISO8601.text(of: anchor) == expected + "T00:00:00")
    }

    @Test("S3.5 The week setting and the anchor's fields move the anchor back to a bucket that contains the start")
    func anchorFields() throws {
        let start = try instant("2024-05-16T01:00", "UTC")  // Thursday
        func anchor(_ rule: AnchorRule, _ interval: String) throws -> String {
            ISO8601.text(of: rule.anchor(of: try components(interval), holding: start, zone: .utc))
        }
        #expect(try anchor(AnchorRule(weekStart: .sunday), "week") == "2024-05-12T00:00:00")
        #expect(try anchor(AnchorRule(millisecondOfDay: 10_800_000), "day") == "2024-05-15T03:00:00")
        #expect(try anchor(AnchorRule(weekStart: .thursday, millisecondOfDay: 10_800_000), "week") == "2024-05-09T03:00:00")
        // April starts on the 30th, but its anchor keeps the 31st for the other months.
        #expect(try anchor(AnchorRule(dayOfMonth: 31), "month") == "2024-03-31T00:00:00")
        #expect(try anchor(AnchorRule(millisecondOfDay: 10_800_000), "5h") == "2024-05-16T03:00:00")
        #expect(try anchor(AnchorRule(dayOfMonth: 15), "year") == "2024-01-15T00:00:00")
    }

    @Test(
        "S3.5 The day of an anchor is cut to the length of each month and never carried over",
        arguments: [
            (31, "month", "2024-04-30T00:00:00 2024-05-31T00:00:00 2024-06-30T00:00:00 2024-07-31T00:00:00"),
            (30, "month", "2024-04-30T00:00:00 2024-05-30T00:00:00 2024-06-30T00:00:00 2024-07-30T00:00:00"),
            (31, "2 months", "2024-04-30T00:00:00 2024-06-30T00:00:00 2024-08-31T00:00:00 2024-10-31T00:00:00"),
            (31, "quarter", "2024-04-30T00:00:00 2024-07-31T00:00:00 2024-10-31T00:00:00 2025-01-31T00:00:00"),
            (31, "year", "2024-01-31T00:00:00 2025-01-31T00:00:00 2026-01-31T00:00:00 2027-01-31T00:00:00"),
        ])
    func dayOfEachMonth(day: Int, interval: String, expected: String) throws {
        let interval = try components(interval)
        let start = try instant("2024-05-16T01:00", "UTC")
        let anchor = AnchorRule(dayOfMonth: day).anchor(of: interval, holding: start, zone: .utc)
        let schedule = BucketSchedule(interval: interval, anchor: anchor, zone: .utc)
        let first = schedule.index(of: start)
        let edges = (first...first + 3).map { ISO8601.text(of: Zone.utc.civil(at: schedule.edge($0))) }
        #expect(edges.joined(separator: " ") == expected)
    }

    @Test("S3.5 Twelve months from a February keep the leap day, also from a year without it")
    func leapDays() throws {
        let interval = try components("12 months")
        let start = try instant("2023-03-10T00:00", "UTC")
        let anchor = AnchorRule(dayOfMonth: 31).anchor(of: interval, holding: start, zone: .utc)
        #expect(ISO8601.text(of: anchor) == "2020-02-29T00:00:00")
        let schedule = BucketSchedule(interval: interval, anchor: anchor, zone: .utc)
        #expect(ISO8601.text(of: Zone.utc.civil(at: schedule.floor(start))) == "2023-02-28T00:00:00")
    }

    @Test("S3.5 A day that has begun does not end when the clocks go back to the previous evening")
    func anchorAtTurnedBackMidnight() throws {
        // In 2010, the clocks in St John's went back from 00:01 to 23:01.
        let start = try instant("2010-11-06T23:30-03:30", "UTC")
        let anchor = AnchorRule().anchor(of: IntervalComponents(2, .day), holding: start, zone: try zone("America/St_Johns"))
        #expect(ISO8601.text(of: anchor) == "2010-11-07T00:00:00")
    }

    @Test("S3.5 Only the phase of an anchor matters")
    func phase() throws {
        let zone = "Europe/Berlin"
        let year = try range("2024-01-01", "2025-01-01", zone)
        let near = try schedule("2 weeks", from: "2024-01-01", zone).edges(covering: year)
        #expect(try schedule("2 weeks", from: "1970-01-12", zone).edges(covering: year) == near)
        #expect(try schedule("2 weeks", from: "2099-11-23", zone).edges(covering: year) == near)
    }

    // MARK: S3.6 odd days

    @Test("S3.6 A day without midnight starts at 01:00")
    func dayWithoutMidnight() throws {
        let days = try schedule("day", from: "2018-11-01", "America/Sao_Paulo")
        #expect(
            edges(days, 2...4) == [
                "2018-11-03T00:00:00-03:00", "2018-11-04T01:00:00-02:00", "2018-11-05T00:00:00-02:00",
            ])
    }

    @Test("S3.6 A skipped day does not have a bucket")
    func skippedDay() throws {
        let days = try schedule("day", from: "2011-12-01", "Pacific/Apia")
        let range = try range("2011-12-29", "2012-01-01", "Pacific/Apia")
        #expect(
            texts(days.edges(covering: range), days.zone) == [
                "2011-12-29T00:00:00-10:00", "2011-12-31T00:00:00+14:00", "2012-01-01T00:00:00+14:00",
            ])
        #expect(days.bucketCount(covering: range) == 3)
        let skipped = try instant("2011-12-30", "Pacific/Apia")
        #expect(ISO8601.text(of: skipped, in: days.zone) == "2011-12-31T00:00:00+14:00")
        #expect(days.index(of: skipped) == 30)
    }

    @Test("S3.6 Hours in a zone at +05:45 start on local full hours")
    func quarterHourZone() throws {
        let hours = try schedule("hour", from: "2024-05-16", "Asia/Kathmandu")
        #expect(edges(hours, 0...1) == ["2024-05-16T00:00:00+05:45", "2024-05-16T01:00:00+05:45"])
    }

    // MARK: S3.7 wall clock readings that occur twice

    @Test("S3.7 An anchor time that occurs twice is its first occurrence, from either side")
    func repeatedReading() throws {
        for anchor in ["2025-10-30T01:30", "2025-11-05T01:30"] {
            let days = try schedule("day", from: anchor, "America/Los_Angeles")
            let range = try range("2025-11-02T01:30", "2025-11-03T01:30", "America/Los_Angeles")
            #expect(texts(days.edges(covering: range), days.zone) == ["2025-11-02T01:30:00-07:00", "2025-11-03T01:30:00-08:00"])
        }
    }
}
