import ReferenceEngine
import Testing

@Suite("Bucket edges and slots (S3)")
struct CalendarVectors {
    private func calendar(_ zone: String) throws -> ReferenceCalendar { try #require(ReferenceCalendar(zone: zone)) }

    private func hoursOfBuckets(_ zone: String, day: (Int, Int, Int), count: Int, period: ReferencePeriod) throws -> [Double] {
        let calendar = try calendar(zone)
        let start = calendar.instant(day.0, day.1, day.2)
        let range = ReferenceInterval(start, calendar.instant(day.0, day.1, day.2 + count))
        return calendar.buckets(meeting: range, anchor: start, period: period).map { $0.pieces[0].seconds / 3600 }
    }

    @Test("S3.1: edges count from the anchor, not from the previous edge")
    func fromAnchor() throws {
        let angeles = try calendar("America/Los_Angeles")
        let january = angeles.instant(2025, 1, 31)
        #expect(
            (1...3).map { angeles.edge($0, anchor: january, period: .month) }
                == [angeles.instant(2025, 2, 28), angeles.instant(2025, 3, 31), angeles.instant(2025, 4, 30)])
        let gap = angeles.instant(2025, 3, 8, 2, 30)
        #expect(angeles.edge(1, anchor: gap, period: .day) == angeles.instant(2025, 3, 9, 3, 30))
        #expect(angeles.edge(2, anchor: gap, period: .day) == angeles.instant(2025, 3, 10, 2, 30))
        #expect(angeles.edge(-1, anchor: gap, period: .day) == angeles.instant(2025, 3, 7, 2, 30))
    }

    @Test("S3.2: days of 23 and 25 hours are single buckets; hours are elapsed time")
    func transitionDays() throws {
        #expect(try hoursOfBuckets("America/Los_Angeles", day: (2025, 3, 9), count: 1, period: .day) == [23])
        #expect(try hoursOfBuckets("America/Los_Angeles", day: (2025, 11, 2), count: 1, period: .day) == [25])
        #expect(try hoursOfBuckets("America/Los_Angeles", day: (2025, 3, 9), count: 1, period: .hour).count == 23)
        #expect(try hoursOfBuckets("America/Los_Angeles", day: (2025, 11, 2), count: 1, period: .hour).count == 25)
    }

    @Test("S3.6: a day without midnight starts at 01:00; a skipped day does not have a bucket; half-hour changes work")
    func oddDays() throws {
        let paulo = try calendar("America/Sao_Paulo")
        let before = paulo.instant(2018, 11, 3)
        #expect(paulo.edge(1, anchor: before, period: .day) == paulo.instant(2018, 11, 4, 1))
        #expect(try hoursOfBuckets("America/Sao_Paulo", day: (2018, 11, 3), count: 3, period: .day) == [24, 23, 24])
        #expect(try hoursOfBuckets("Pacific/Apia", day: (2011, 12, 28), count: 5, period: .day) == [24, 24, 24, 24])
        #expect(try hoursOfBuckets("Australia/Lord_Howe", day: (2025, 10, 5), count: 1, period: .day) == [23.5])
        #expect(try hoursOfBuckets("Australia/Lord_Howe", day: (2025, 4, 6), count: 1, period: .day) == [24.5])
        #expect(try hoursOfBuckets("Asia/Kathmandu", day: (2025, 4, 6), count: 2, period: .day) == [24, 24])
    }

    @Test("S3.3: a clock grid keeps local time, and the bucket with the change is shorter or longer")
    func clockGrid() throws {
        let york = try calendar("America/New_York")
        func hours(_ month: Int, _ day: Int) -> [Double] {
            let start = york.instant(2024, month, day)
            let range = ReferenceInterval(start, york.instant(2024, month, day + 1))
            return york.buckets(meeting: range, anchor: start, count: 6, period: .hour, keepsWallClock: true).map {
                $0.pieces[0].seconds / 3600
            }
        }
        #expect(hours(3, 10) == [5, 6, 6, 6])
        #expect(hours(11, 3) == [7, 6, 6, 6])
    }

    @Test("S3.5: the default anchor is the midnight, Monday, 1st or 1 January at or before the start")
    func defaultAnchor() throws {
        let berlin = try calendar("Europe/Berlin")
        let start = berlin.instant(2024, 5, 16, 14, 30)  // a Thursday
        #expect(berlin.defaultAnchor(start: start, period: .hour) == berlin.instant(2024, 5, 16))
        #expect(berlin.defaultAnchor(start: start, period: .week) == berlin.instant(2024, 5, 13))
        #expect(berlin.defaultAnchor(start: start, period: .week, firstWeekday: 7) == berlin.instant(2024, 5, 12))
        #expect(berlin.defaultAnchor(start: start, period: .month) == berlin.instant(2024, 5, 1))
        #expect(berlin.defaultAnchor(start: start, period: .quarter) == berlin.instant(2024, 1, 1))
    }

    @Test("Except for the exceptions of S3.7, the local-time rule and Foundation agree on edges after the anchor")
    func foundation() throws {
        for zone in ["America/New_York", "Europe/Berlin", "Asia/Kathmandu", "Australia/Lord_Howe", "UTC"] {
            let calendar = try calendar(zone)
            let anchor = calendar.instant(2023, 1, 15, 12)
            for period in ReferencePeriod.allCases {
                for index in stride(from: 0, through: 30, by: 3) {
                    let (ours, theirs) = (
                        calendar.edge(index, anchor: anchor, period: period), calendar.foundationEdge(index, anchor: anchor, period: period)
                    )
                    #expect(ours == theirs, "\(zone) \(period) \(index)")
                }
            }
        }
    }

    @Test("Profile slots follow local time")
    func slots() throws {
        let berlin = try calendar("Europe/Berlin")
        let instant = berlin.instant(2024, 12, 31, 22, 15)  // Tuesday of ISO week 1 of 2025
        // The last two are the evening, the fourth part of the day, and a day that is not on a weekend.
        #expect(ReferenceProfile.allCases.map { berlin.slot($0, at: instant) } == [22, 2, 46, 31, 1, 12, 3, 0])
        let sunday = berlin.instant(2024, 12, 29, 23)
        #expect(berlin.slot(.hourOfWeek, at: sunday) == 167)
    }

    @Test("S3.8: a bucket is partial if it is not entirely in the range or not over")
    func partial() {
        let bucket = ReferenceBucket(0, 10)
        #expect(!bucket.isPartial(in: ReferenceInterval(0, 10), now: 10))
        #expect(bucket.isPartial(in: ReferenceInterval(1, 10), now: 10))
        #expect(bucket.isPartial(in: ReferenceInterval(0, 9), now: 10))
        #expect(bucket.isPartial(in: ReferenceInterval(0, 10), now: 9))
    }
}
