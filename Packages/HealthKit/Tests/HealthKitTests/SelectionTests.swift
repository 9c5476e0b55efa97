import Foundation
import HealthKit
import Testing

@Suite("Chosen samples")
struct SelectionTests {
    private func samples(_ store: HKHealthStore, _ predicate: NSPredicate?, _ sort: [NSSortDescriptor]? = nil) async -> [Double] {
        await answer { done in
            store.execute(
                HKSampleQuery(sampleType: steps, predicate: predicate, limit: HKObjectQueryNoLimit, sortDescriptors: sort) { _, found, _ in
                    done((found ?? []).compactMap { ($0 as? HKQuantitySample)?.quantity.doubleValue(for: .count()) })
                })
        }
    }

    @Test("Two times with a gap between them choose the samples that cover the gap")
    func gap() async throws {
        let store = HKHealthStore.inMemory()
        try await store.save([
            sample(steps, 1, .count(), "2026-03-02T08:00:00Z", "2026-03-02T08:30:00Z"),
            sample(steps, 2, .count(), "2026-03-02T08:00:00Z", "2026-03-02T12:00:00Z"),
            sample(steps, 3, .count(), "2026-03-02T11:30:00Z", "2026-03-02T12:00:00Z"),
        ])
        let early = HKQuery.predicateForSamples(withStart: date("2026-03-02T08:00:00Z"), end: date("2026-03-02T09:00:00Z"))
        let late = HKQuery.predicateForSamples(withStart: date("2026-03-02T11:00:00Z"), end: date("2026-03-02T12:00:00Z"))
        let both = NSCompoundPredicate(andPredicateWithSubpredicates: [early, late])
        #expect(await samples(store, both) == [2])
        let sum: Double? = await answer { done in
            store.execute(
                HKStatisticsQuery(quantityType: steps, quantitySamplePredicate: both, options: .cumulativeSum) { _, statistics, _ in
                    done(statistics?.sumQuantity()?.doubleValue(for: .count()))
                })
        }
        #expect(sum == 2)
    }

    @Test("Samples have an order by quantity")
    func quantityOrder() async throws {
        let store = HKHealthStore.inMemory()
        try await store.save([
            sample(steps, 20, .count(), "2026-03-02T08:00:00Z"), sample(steps, 10, .count(), "2026-03-02T09:00:00Z"),
            sample(steps, 30, .count(), "2026-03-02T10:00:00Z"),
        ])
        let order = NSSortDescriptor(keyPath: \HKQuantitySample.quantity, ascending: true)
        #expect(await samples(store, nil, [order]) == [10, 20, 30])
    }

    @Test("Metadata keeps dates to the millisecond")
    func metadataDates() async throws {
        let store = HKHealthStore.inMemory()
        let moments = (0..<200).map { Date(timeIntervalSince1970: 1_772_438_400 + Double($0 * 7) / 1000) }
        try await store.save(
            moments.enumerated().map { index, moment in
                HKQuantitySample(
                    type: steps, quantity: HKQuantity(unit: .count(), doubleValue: Double(index)), start: moment, end: moment,
                    metadata: ["moment": moment])
            })
        let found: [Date?] = await answer { done in
            store.execute(
                HKSampleQuery(sampleType: steps, predicate: nil, limit: HKObjectQueryNoLimit, sortDescriptors: nil) { _, samples, _ in
                    done((samples ?? []).map { $0.metadata?["moment"] as? Date })
                })
        }
        #expect(found.map { $0?.moment } == moments.map(\.moment))
    }
}
