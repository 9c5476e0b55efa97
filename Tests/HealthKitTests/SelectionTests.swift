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
}
