import Foundation
import HealthKit
import Testing

/// Waits for the handler of a query.
func answer<Value: Sendable>(_ ask: (@escaping @Sendable (Value) -> Void) -> Void) async -> Value {
    await withCheckedContinuation { continuation in ask { continuation.resume(returning: $0) } }
}

func date(_ text: String) -> Date {
    guard let date = try? Date(text, strategy: .iso8601) else { fatalError("not a date: \(text)") }
    return date
}

let steps = HKQuantityType(.stepCount)
let heartRate = HKQuantityType(.heartRate)
let perMinute = HKUnit.count().unitDivided(by: .minute())

func sample(_ type: HKQuantityType, _ value: Double, _ unit: HKUnit, _ start: String, _ end: String? = nil) -> HKQuantitySample {
    HKQuantitySample(type: type, quantity: HKQuantity(unit: unit, doubleValue: value), start: date(start), end: date(end ?? start))
}

@Suite("Collection queries")
struct CollectionTests {
    private func collection(
        _ store: HKHealthStore, _ type: HKQuantityType, _ options: HKStatisticsOptions, anchor: String, _ interval: DateComponents,
        _ predicate: NSPredicate? = nil
    ) async throws -> HKStatisticsCollection {
        let result: Result<HKStatisticsCollection, any Error> = await answer { done in
            let query = HKStatisticsCollectionQuery(
                quantityType: type, quantitySamplePredicate: predicate, options: options, anchorDate: date(anchor),
                intervalComponents: interval)
            query.initialResultsHandler = { _, collection, error in
                done(collection.map { .success($0) } ?? .failure(error!))
            }
            store.execute(query)
        }
        return try result.get()
    }

    private func utc(_ components: DateComponents) -> DateComponents {
        var components = components
        components.calendar = Calendar(identifier: .gregorian)
        components.timeZone = TimeZone(identifier: "UTC")
        return components
    }

    @Test("Samples far apart have their minutes only")
    func farApart() async throws {
        let store = HKHealthStore.inMemory()
        try await store.save([
            sample(steps, 30, .count(), "1950-03-02T13:30:00Z", "1950-03-02T13:32:00Z"),
            sample(steps, 60, .count(), "2026-03-02T16:00:00Z", "2026-03-02T16:01:00Z"),
        ])
        let found = try await collection(
            store, steps, [.cumulativeSum, .mostRecent], anchor: "2026-01-01T00:00:00Z", utc(DateComponents(minute: 1)))
        #expect(found.statistics().map { $0.sumQuantity()?.doubleValue(for: .count()) } == [15, 15, 60])
        #expect(found.statistics(for: date("1950-03-02T13:31:59Z"))?.startDate == date("1950-03-02T13:31:00Z"))
    }

    @Test("A sample that does not end has years, and too many seconds are an error")
    func endless() async throws {
        let store = HKHealthStore.inMemory()
        let start = date("4000-01-01T00:00:00Z")
        let quantity = HKQuantity(unit: .count(), doubleValue: 366)
        try await store.save(HKQuantitySample(type: steps, quantity: quantity, start: start, end: .distantFuture))
        let years = try await collection(store, steps, .cumulativeSum, anchor: "2026-01-01T00:00:00Z", utc(DateComponents(year: 1)))
        #expect(years.statistics().map { $0.sumQuantity()?.doubleValue(for: .count()) } == [366])
        for options: HKStatisticsOptions in [.cumulativeSum, .mostRecent] {
            await #expect(throws: HKError.self) {
                try await collection(store, steps, options, anchor: "2026-01-01T00:00:00Z", utc(DateComponents(second: 1)))
            }
        }
    }

    @Test("A sample that overlaps more than a million buckets is an error, and others of the type are still read")
    func tooManyBuckets() async throws {
        let store = HKHealthStore.inMemory()
        let quantity = HKQuantity(unit: .count(), doubleValue: 1)
        try await store.save([
            sample(steps, 5, .count(), "2026-03-02T08:00:00Z", "2026-03-02T08:30:00Z"),
            HKQuantitySample(type: steps, quantity: quantity, start: date("2026-03-03T08:00:00Z"), end: .distantFuture),
        ])
        for options: HKStatisticsOptions in [.cumulativeSum, .mostRecent] {
            do {
                _ = try await collection(store, steps, options, anchor: "2026-01-01T00:00:00Z", utc(DateComponents(hour: 1)))
                Issue.record("17 million hours were computed")
            } catch HKError.errorDataSizeExceeded {}
        }
        let early = HKQuery.predicateForSamples(withStart: nil, end: date("2026-03-03T00:00:00Z"))
        let found = try await collection(store, steps, .cumulativeSum, anchor: "2026-01-01T00:00:00Z", utc(DateComponents(hour: 1)), early)
        #expect(found.statistics().map { $0.sumQuantity()?.doubleValue(for: .count()) } == [5])
    }

    @Test("Zones of a fixed offset have local days")
    func fixedOffset() async throws {
        let store = HKHealthStore.inMemory()
        try await store.save(sample(steps, 10, .count(), "2026-03-02T20:30:00Z", "2026-03-02T20:31:00Z"))
        var day = DateComponents(day: 1)
        day.timeZone = TimeZone(secondsFromGMT: 19_800)
        let found = try await collection(store, steps, .cumulativeSum, anchor: "2026-01-01T18:30:00Z", day)
        #expect(found.statistics().map(\.startDate) == [date("2026-03-02T18:30:00Z")])
    }

    @Test("A sample is shared over the buckets that it crosses, also outside of the time of the predicate")
    func sharing() async throws {
        let store = HKHealthStore.inMemory()
        try await store.save([
            sample(steps, 300, .count(), "2026-03-02T13:30:00Z", "2026-03-02T15:00:00Z"),
            sample(steps, 60, .count(), "2026-03-02T16:00:00Z", "2026-03-02T16:30:00Z"),
        ])
        let predicate = HKQuery.predicateForSamples(withStart: date("2026-03-02T14:00:00Z"), end: date("2026-03-02T15:00:00Z"))
        let found = try await collection(
            store, steps, .cumulativeSum, anchor: "2026-01-01T00:00:00Z", utc(DateComponents(hour: 1)), predicate)
        #expect(found.statistics().map { $0.sumQuantity()?.doubleValue(for: .count()) } == [100, 200])
        #expect(found.statistics().map(\.startDate) == [date("2026-03-02T13:00:00Z"), date("2026-03-02T14:00:00Z")])
        var visited: [Double?] = []
        unsafe found.enumerateStatistics(from: date("2026-03-02T12:10:00Z"), to: date("2026-03-02T15:00:00Z")) { statistics, _ in
            visited.append(statistics.sumQuantity()?.doubleValue(for: .count()))
        }
        #expect(visited == [nil, 100, 200, nil])
    }
    @Test("A year of quarter hours has each bucket")
    func manyBuckets() async throws {
        let store = HKHealthStore.inMemory()
        let first = date("2026-01-01T00:00:00Z")
        let count = 365 * 96
        try await store.save(
            (0..<count).map { index in
                let start = first.addingTimeInterval(Double(index) * 900)
                return HKQuantitySample(
                    type: steps, quantity: HKQuantity(unit: .count(), doubleValue: Double(index)), start: start, end: start + 60)
            })
        let found = try await collection(store, steps, .cumulativeSum, anchor: "2026-01-01T00:00:00Z", utc(DateComponents(minute: 15)))
        #expect(found.statistics().map { $0.sumQuantity()?.doubleValue(for: .count()) } == (0..<count).map(Double.init))
        #expect(found.statistics().last?.endDate == first + Double(count) * 900)
    }
}
