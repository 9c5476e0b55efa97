import Foundation
import HealthKit
import Testing

/// Rules about statistics that are easy to get wrong. The numbers are computed by hand.
@Suite("Rules of statistics")
struct StatisticsRuleTests {
    private static let allOptions: HKStatisticsOptions = [.cumulativeSum, .mostRecent, .duration, .separateBySource]

    private func day() -> DateComponents {
        var day = DateComponents(day: 1)
        day.calendar = Calendar(identifier: .gregorian)
        day.timeZone = TimeZone(identifier: "UTC")
        return day
    }

    private func collection(
        _ store: HKHealthStore, _ options: HKStatisticsOptions, type: HKQuantityType = steps, anchor: String = "2026-03-02T00:00:00Z",
        _ interval: DateComponents? = nil, _ predicate: NSPredicate? = nil
    ) async throws -> HKStatisticsCollection {
        try await HKStatisticsCollectionQueryDescriptor(
            predicate: .quantitySample(type: type, predicate: predicate), options: options, anchorDate: date(anchor),
            intervalComponents: interval ?? day()
        ).result(for: store)
    }

    private func visited(_ collection: HKStatisticsCollection, _ start: String, _ end: String) -> [HKStatistics] {
        var found: [HKStatistics] = []
        unsafe collection.enumerateStatistics(from: date(start), to: date(end)) { statistics, _ in found.append(statistics) }
        return found
    }

    private func statistics(_ store: HKHealthStore, _ options: HKStatisticsOptions, _ predicate: NSPredicate? = nil) async throws
        -> HKStatistics?
    {
        try await HKStatisticsQueryDescriptor(predicate: .quantitySample(type: steps, predicate: predicate), options: options)
            .result(for: store)
    }

    // MARK: Enumeration

    @Test("An enumeration visits the bucket that starts at its end, days to come, and nothing if its end is before its start")
    func enumeration() async throws {
        let store = HKHealthStore.inMemory()
        try await store.save(walk(9, 30))
        let found = try await collection(store, .cumulativeSum)
        #expect(
            visited(found, "2026-03-01T12:00:00Z", "2026-03-03T00:00:00Z").map { $0.sumQuantity()?.isEqual(to: 30) } == [nil, true, nil])
        #expect(visited(found, "2026-03-02T00:00:00Z", "2026-03-02T00:00:00Z").count == 1)
        #expect(visited(found, "2026-03-03T00:00:00Z", "2026-03-02T00:00:00Z").isEmpty)
        #expect(visited(found, "9990-01-01T00:00:00Z", "9990-01-31T00:00:00Z").count == 31)
    }

    @Test("A predicate chooses samples and does not bound the enumeration")
    func predicateDoesNotBound() async throws {
        let store = HKHealthStore.inMemory()
        try await store.save(walk(9, 30))
        let never = HKQuery.predicateForSamples(withStart: date("2026-05-01T00:00:00Z"), end: date("2026-05-02T00:00:00Z"))
        let found = try await collection(store, .cumulativeSum, nil, never)
        #expect(found.statistics().isEmpty && found.sources().isEmpty)
        #expect(visited(found, "2026-03-01T00:00:00Z", "2026-03-03T00:00:00Z").map { $0.sumQuantity() } == [nil, nil, nil])
    }

    @Test("Years before an anchor on the 31st end on the last days of their months")
    func civilEdges() async throws {
        let store = HKHealthStore.inMemory()
        let sums = ["2010-02-27T12:00:00Z", "2010-02-28T12:00:00Z", "2010-03-30T12:00:00Z"]
        try await store.save(sums.enumerated().map { sample(steps, Double($0.offset + 1), .count(), $0.element) })
        var month = day()
        month.day = nil
        month.month = 1
        let found = try await collection(store, .cumulativeSum, anchor: "2018-10-31T00:00:00Z", month)
        // 104 months before the anchor is 28 February 2010, and 103 months before it is 31 March.
        #expect(found.statistics().map(\.startDate) == [date("2010-01-31T00:00:00Z"), date("2010-02-28T00:00:00Z")])
        #expect(found.statistics().map(\.endDate) == [date("2010-02-28T00:00:00Z"), date("2010-03-31T00:00:00Z")])
        #expect(found.statistics().map { $0.sumQuantity()?.isEqual(to: 1) } == [true, false])
    }

    @Test("Mixed components step from the anchor: first months, then days, then hours")
    func mixed() async throws {
        let store = HKHealthStore.inMemory()
        try await store.save(sample(steps, 5, .count(), "2026-05-05T08:00:00Z"))
        var mixed = day()
        (mixed.month, mixed.day, mixed.hour) = (1, 2, 3)
        let found = try await collection(store, .cumulativeSum, anchor: "2026-01-31T00:00:00Z", mixed)
        let buckets = visited(found, "2026-01-31T00:00:00Z", "2026-05-05T08:00:00Z")
        // 31 January; 28 February, two days and three hours; 31 March, four days and six hours; 30 April, six days and nine hours.
        let starts = ["2026-01-31T00:00:00Z", "2026-03-02T03:00:00Z", "2026-04-04T06:00:00Z"].map(date)
        #expect(buckets.map(\.startDate) == starts)
        #expect(buckets.last?.endDate == date("2026-05-06T09:00:00Z") && buckets.last?.sumQuantity()?.isEqual(to: 5) == true)
    }

    // MARK: Nil

    @Test("Without samples, a statistic is error 11, and a collection is empty")
    func noData() async throws {
        let store = HKHealthStore.inMemory()
        do {
            _ = try await statistics(store, .cumulativeSum)
            Issue.record("statistics of no samples")
        } catch HKError.errorNoData {}
        let handled: (Bool, Int?) = await answer { done in
            store.execute(
                HKStatisticsQuery(quantityType: steps, quantitySamplePredicate: nil, options: .cumulativeSum) { _, statistics, error in
                    done((statistics == nil, (error as? HKError)?.code.rawValue))
                })
        }
        #expect(handled == (true, 11))
        let found = try await collection(store, Self.allOptions)
        #expect(found.statistics().isEmpty && found.sources().isEmpty && found.statistics(for: date("2026-03-02T09:00:00Z")) == nil)
    }

    @Test("Numbers that were not asked for are nil, and without options all of them are")
    func unasked() async throws {
        let store = HKHealthStore.inMemory()
        try await store.save(walk(9, 30))
        for collected in [false, true] {
            func found(_ options: HKStatisticsOptions) async throws -> HKStatistics {
                try #require(
                    try await collected ? collection(store, options).statistics().first : statistics(store, options))
            }
            let none = try await found([])
            #expect(none.sumQuantity() == nil && none.averageQuantity() == nil && none.minimumQuantity() == nil)
            #expect(none.maximumQuantity() == nil && none.mostRecentQuantity() == nil && none.duration() == nil)
            #expect(none.mostRecentQuantityDateInterval() == nil && none.sources == nil)
            let sum = try await found(.cumulativeSum)
            #expect(sum.sumQuantity()?.isEqual(to: 30) == true && sum.duration() == nil && sum.sources == nil)
            #expect(sum.sumQuantity(for: .default()) == nil)
            let separate = try await found([.cumulativeSum, .separateBySource])
            #expect(separate.sources == [.default()] && separate.sumQuantity(for: .default())?.isEqual(to: 30) == true)
        }
    }

    @Test("The most recent value and the duration go with every type")
    func everyType() async throws {
        let store = HKHealthStore.inMemory()
        try await store.save([
            sample(heartRate, 60, perMinute, "2026-03-02T09:00:00Z"), sample(heartRate, 90, perMinute, "2026-03-02T10:00:00Z"),
        ])
        for type in [heartRate, HKQuantityType(.bodyMass), steps] {
            let found = try await collection(store, [.mostRecent, .duration], type: type)
            #expect(found.statistics().count == (type == heartRate ? 1 : 0))
            guard let heart = found.statistics().first else { continue }
            // Readings of a moment have no duration.
            #expect(heart.mostRecentQuantity()?.doubleValue(for: perMinute) == 90 && heart.duration()?.doubleValue(for: .second()) == 0)
        }
    }

    // MARK: Dates, durations and sources

    @Test("A statistic has the dates of its samples, merges sources, and counts covered time once")
    func wholeSamples() async throws {
        let store = HKHealthStore.inMemory()
        try store.load(
            """
            add 600 count steps from "Watch" at 2026-03-01T23:30:00Z for 1h
            add 100 count steps from "iPhone" at 2026-03-01T23:45:00Z for 30min
            add 400 count steps from "iPhone" at 2026-03-02T08:00:00Z for 1h
            """)
        let day = HKQuery.predicateForSamples(withStart: date("2026-03-02T00:00:00Z"), end: date("2026-03-03T00:00:00Z"))
        let whole = try #require(try await statistics(store, Self.allOptions, day))
        #expect(whole.startDate == date("2026-03-01T23:30:00Z") && whole.endDate == date("2026-03-02T09:00:00Z"))
        // The phone's first walk is a part of the watch's.
        #expect(whole.sumQuantity()?.isEqual(to: 1000) == true && whole.duration()?.doubleValue(for: .minute()) == 120)
        let names = Set((whole.sources ?? []).map(\.name))
        #expect(names == ["Watch", "iPhone"])
        let found = try await collection(store, Self.allOptions, nil, day)
        #expect(found.statistics().map { $0.sumQuantity()?.doubleValue(for: .count()) } == [300, 700])
        #expect(found.statistics().map { $0.duration()?.doubleValue(for: .minute()) } == [30, 90])
        // The phone adds nothing to the first day, and is one of its sources.
        #expect(Set((found.statistics().first?.sources ?? []).map(\.name)) == ["Watch", "iPhone"])
        let phone = found.statistics().first?.sources?.first { $0.name == "iPhone" }
        #expect(phone.flatMap { found.statistics().first?.sumQuantity(for: $0)?.doubleValue(for: .count()) } == 50)
        #expect(Set(found.sources().map(\.name)) == ["Watch", "iPhone"])
    }

    @Test("Options of a predicate choose whole samples, with the start of the time and without its end")
    func chosen() async throws {
        let store = HKHealthStore.inMemory()
        // Before, over the start, inside, over the end, over both, after.
        let times = [
            ("07:00", "07:30"), ("07:45", "08:15"), ("08:00", "08:30"), ("08:45", "09:15"), ("07:00", "10:00"), ("09:00", "09:30"),
        ]
        for (index, (start, end)) in times.enumerated() {
            try await store.save(
                sample(steps, Double(1 << index), .count(), "2026-03-02T\(start):00Z", "2026-03-02T\(end):00Z"))
        }
        func sum(_ options: HKQueryOptions) async throws -> Int {
            let predicate = HKQuery.predicateForSamples(
                withStart: date("2026-03-02T08:00:00Z"), end: date("2026-03-02T09:00:00Z"), options: options)
            return try await HKSampleQueryDescriptor(
                predicates: [.quantitySample(type: steps, predicate: predicate)], sortDescriptors: []
            ).result(for: store).reduce(0) { $0 + Int($1.quantity.doubleValue(for: .count())) }
        }
        #expect(try await sum([]) == 2 + 4 + 8 + 16)
        #expect(try await sum(.strictStartDate) == 4 + 8)
        #expect(try await sum(.strictEndDate) == 2 + 4)
        #expect(try await sum([.strictStartDate, .strictEndDate]) == 4)
    }
}

extension HKQuantity {
    fileprivate func isEqual(to count: Double) -> Bool { doubleValue(for: .count()) == count }
}
