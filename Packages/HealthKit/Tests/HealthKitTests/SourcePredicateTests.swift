import Foundation
import HealthKit
import Testing

@Suite("Predicates of sources")
struct SourcePredicateTests {
    @Test("One source chooses the same samples as a set of it")
    func oneSource() async throws {
        let store = HKHealthStore.inMemory()
        try await store.save([sample(steps, 300, .count(), "2026-03-02T13:30:00Z", "2026-03-02T15:00:00Z")])
        let source = HKSource.default()
        for predicate in [HKQuery.predicateForObjects(from: source), HKQuery.predicateForObjects(from: Set([source]))] {
            #expect(await count(store, predicate) == 1)
            #expect(await count(store, NSCompoundPredicate(notPredicateWithSubpredicate: predicate)) == 0)
        }
    }

    private func count(_ store: HKHealthStore, _ predicate: NSPredicate) async -> Int? {
        await answer { done in
            store.execute(
                HKSampleQuery(sampleType: steps, predicate: predicate, limit: HKObjectQueryNoLimit, sortDescriptors: nil) { _, samples, _ in
                    done(samples?.count)
                })
        }
    }
}
