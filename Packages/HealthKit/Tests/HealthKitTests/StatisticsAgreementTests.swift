import Foundation
import HealthKit
import Testing

/// A statistics query and a collection query of the same day (decision 0092).
@Suite("Agreement of statistics")
struct StatisticsAgreementTests {
    private static let (start, end) = (date("2026-03-02T00:00:00Z"), date("2026-03-03T00:00:00Z"))
    private static let queryOptions: [HKQueryOptions] = [[], .strictStartDate, .strictEndDate, [.strictStartDate, .strictEndDate]]
    private static let cumulative: [HKStatisticsOptions] = [.cumulativeSum, .mostRecent, .duration, .separateBySource]
    private static let discrete: [HKStatisticsOptions] = [
        .discreteAverage, .discreteMin, .discreteMax, .mostRecent, .duration, .separateBySource,
    ]

    /// Returns all sets of some of the options.
    private static func sets(of options: [HKStatisticsOptions]) -> [HKStatisticsOptions] {
        (0..<(1 << options.count)).map { bits in
            HKStatisticsOptions(options.indices.filter { bits & (1 << $0) != 0 }.map { options[$0] })
        }
    }

    private func day() -> DateComponents {
        var day = DateComponents(day: 1)
        day.timeZone = TimeZone(identifier: "UTC")
        return day
    }

    private func both(
        _ store: HKHealthStore, _ type: HKQuantityType, _ options: HKStatisticsOptions, _ chosen: HKQueryOptions
    ) async throws -> (HKStatistics?, HKStatisticsCollection) {
        let predicate = HKQuery.predicateForSamples(withStart: Self.start, end: Self.end, options: chosen)
        let samples = HKSamplePredicate.quantitySample(type: type, predicate: predicate)
        let single = try await HKStatisticsQueryDescriptor(predicate: samples, options: options).result(for: store)
        let collection = try await HKStatisticsCollectionQueryDescriptor(
            predicate: samples, options: options, anchorDate: Self.start, intervalComponents: day()
        ).result(for: store)
        return (single, collection)
    }

    /// All numbers, of all sources and of each.
    private func numbers(_ statistics: HKStatistics?, _ unit: HKUnit) -> [String: String] {
        var found: [String: String] = [:]
        func add(_ name: String, _ quantity: HKQuantity?, in unit: HKUnit) {
            found[name] = quantity.map { String(format: "%.9g", $0.doubleValue(for: unit)) }
        }
        for source in [nil] + (statistics?.sources ?? []).map(Optional.some) {
            let name = source?.name ?? ""
            func number(_ all: HKQuantity?, _ own: (HKSource) -> HKQuantity?) -> HKQuantity? { source.map(own) ?? all }
            add("sum \(name)", number(statistics?.sumQuantity()) { statistics?.sumQuantity(for: $0) }, in: unit)
            add("average \(name)", number(statistics?.averageQuantity()) { statistics?.averageQuantity(for: $0) }, in: unit)
            add("minimum \(name)", number(statistics?.minimumQuantity()) { statistics?.minimumQuantity(for: $0) }, in: unit)
            add("maximum \(name)", number(statistics?.maximumQuantity()) { statistics?.maximumQuantity(for: $0) }, in: unit)
            add("latest \(name)", number(statistics?.mostRecentQuantity()) { statistics?.mostRecentQuantity(for: $0) }, in: unit)
            add("duration \(name)", number(statistics?.duration()) { statistics?.duration(for: $0) }, in: .second())
        }
        return found
    }

    @Test("Both give the same numbers of a day whose samples are inside it, with all options and with watch and phone at once")
    func inside() async throws {
        let store = HKHealthStore.inMemory()
        try store.load(
            """
            add 600 count steps from "Watch" at 2026-03-02T07:30:00Z for 1h
            add 100 count steps from "iPhone" at 2026-03-02T07:45:00Z for 30min
            add 400 count steps from "iPhone" at 2026-03-02T08:00:00Z for 1h
            add 50 count steps from "iPhone" at 2026-03-02T00:00:00Z for 10min
            add 30 count steps from "Watch" at 2026-03-02T23:00:00Z to 2026-03-02T23:59:59Z
            add 999 count steps from "Watch" at 2026-03-01T12:00:00Z for 1h
            add 60 count/min heartRate from "Watch" at 2026-03-02T07:30:00Z for 1h
            add 90 count/min heartRate from "Strap" at 2026-03-02T08:00:00Z for 20min
            add 120 count/min heartRate from "Strap" at 2026-03-02T00:00:00Z
            add 72 count/min heartRate from "Watch" at 2026-03-02T23:59:00Z for 30s
            add 200 count/min heartRate from "Watch" at 2026-03-03T12:00:00Z
            """)
        let perMinute = HKUnit.count().unitDivided(by: .minute())
        for (type, unit, options) in [(steps, HKUnit.count(), Self.cumulative), (heartRate, perMinute, Self.discrete)] {
            for set in Self.sets(of: options) {
                for chosen in Self.queryOptions {
                    let (single, collection) = try await both(store, type, set, chosen)
                    #expect(collection.statistics().count == 1)
                    #expect(numbers(single, unit) == numbers(collection.statistics(for: Self.start), unit), "\(set) \(chosen)")
                }
            }
        }
    }

    @Test("Of a sample over midnight, a single statistic has all and the day of a collection its share, as in S4.1 and S4.2")
    func overMidnight() async throws {
        let store = HKHealthStore.inMemory()
        try store.load(
            """
            add 600 count steps from "Watch" at 2026-03-01T23:30:00Z for 1h
            add 400 count steps from "Watch" at 2026-03-02T08:00:00Z for 1h
            add 80 count steps from "Watch" at 2026-03-02T23:45:00Z for 1h
            """)
        func sum(_ statistics: HKStatistics?) -> Double? { statistics?.sumQuantity()?.doubleValue(for: .count()) }
        let expected: [(options: HKQueryOptions, single: Double, buckets: [Double])] = [
            ([], 1080, [300, 300 + 400 + 20, 60]), (.strictStartDate, 480, [420, 60]), (.strictEndDate, 1000, [300, 700]),
            ([.strictStartDate, .strictEndDate], 400, [400]),
        ]
        for (options, single, buckets) in expected {
            let (found, collection) = try await both(store, steps, .cumulativeSum, options)
            #expect(sum(found) == single)
            #expect(collection.statistics().map(sum) == buckets)
            // Nothing is lost: the buckets add up to the single statistic.
            #expect(buckets.reduce(0, +) == single)
            // The Health app shows the day as the bucket of a query that chooses by overlap.
            if options.isEmpty { #expect(sum(collection.statistics(for: Self.start)) == 720) }
            // An enumeration that ends before the end of the range has no bucket with only the rest of a sample.
            var visited: [Double?] = []
            unsafe collection.enumerateStatistics(from: Self.start, to: Self.end - 0.001) { statistics, _ in visited.append(sum(statistics))
            }
            #expect(visited.count == 1 && visited[0] == sum(collection.statistics(for: Self.start)))
        }
    }
}
