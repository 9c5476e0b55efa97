import CalendarIntervals
import HealthModel
import RandomTesting
import Testing

/// Laws that apply to every schedule.
@Suite("Laws of bucket schedules")
struct ScheduleLawTests {
    /// Returns schedules of all intervals and grids, in zones with all kinds of unusual days, with a range near a clock change.
    private static func cases(seed: UInt64, count: Int) throws -> [(BucketSchedule, Range<Instant>)] {
        var random = SplitMix64(standardSeed: seed)
        let names = [
            "UTC", "America/New_York", "America/Sao_Paulo", "America/St_Johns", "America/Havana", "Asia/Kathmandu", "Asia/Tehran",
            "Africa/Casablanca", "Antarctica/Casey", "Antarctica/Troll", "Australia/Lord_Howe", "Europe/Dublin", "Pacific/Apia",
            "Pacific/Kwajalein",
        ]
        let instants: Range<Int64> = 0..<4_000_000_000
        return try (0..<count).map { _ in
            let zone = try zone(names[.random(in: names.indices, using: &random)])
            let period = CalendarPeriod.allCases[.random(in: CalendarPeriod.allCases.indices, using: &random)]
            let interval = IntervalComponents(.random(in: period < .day ? 5...50 : 1...5, using: &random), period)
            let anchor = CivilDateTime(localMilliseconds: .random(in: instants, using: &random) * 1000)
            let grid = BucketGrid.allCases[.random(in: 0...1, using: &random)]
            let schedule = BucketSchedule(interval: interval, anchor: anchor, zone: zone, grid: grid)
            let changes = zone.changes(inside: CalendarAgreementTests.years).map(\.instant)
            let centre = changes.randomElement(using: &random) ?? Instant(seconds: .random(in: instants, using: &random))
            let length = min(interval.approximateMilliseconds * 20, 86_400_000 * 400)
            let start = centre.advanced(byMilliseconds: -.random(in: 0...length, using: &random))
            return (schedule, start..<start.advanced(byMilliseconds: .random(in: 1...length * 2, using: &random)))
        }
    }

    @Test("S3.1 The edges of a range are the edges k in order, without duplicates, and they cover the range")
    func tiling() throws {
        for (schedule, range) in try Self.cases(seed: 31, count: 400) {
            let edges = schedule.edges(covering: range)
            let first = schedule.index(of: range.lowerBound)
            let one = (first...first + schedule.bucketCount(covering: range)).map { schedule.edge($0).milliseconds }
            let bounds = [range.lowerBound.milliseconds, range.upperBound.milliseconds]
            try #require(edges.count >= 2, "\(schedule)")
            #expect(one == one.sorted(), "\(schedule)")
            #expect(edges == Set(one).sorted(), "\(schedule)")
            #expect(edges[0] <= bounds[0] && bounds[0] < edges[1], "\(schedule)")
            #expect(edges[edges.count - 2] < bounds[1] && bounds[1] <= edges[edges.count - 1], "\(schedule)")
        }
    }

    @Test("S3.4 The bucket that contains an instant starts at or before it and ends after it")
    func indexOfInstant() throws {
        for (schedule, range) in try Self.cases(seed: 34, count: 100) {
            for edge in schedule.edges(covering: range).prefix(100) {
                for instant in [edge - 1, edge, edge + 1].map(Instant.init(milliseconds:)) {
                    let k = schedule.index(of: instant)
                    let bucket = schedule.bucket(holding: instant)
                    #expect(bucket == schedule.edge(k)..<schedule.edge(k + 1), "\(schedule)")
                    #expect(bucket.contains(instant), "\(schedule) \(instant)")
                    #expect(schedule.floor(instant) == bucket.lowerBound)
                    #expect(schedule.ceiling(instant) == (instant == bucket.lowerBound ? instant : bucket.upperBound))
                }
            }
        }
    }
}
