import Foundation
import HealthKit
import Testing

/// Queries of the quantities of samples. A store has one for each sample.
@Suite("Quantities of samples")
struct QuantitySeriesTests {
    /// The arguments of a handler.
    private struct Call: Sendable {
        var value: Double?
        var interval: DateInterval?
        var sample: HKQuantitySample?
        var isDone: Bool
    }

    private func calls(
        _ predicate: NSPredicate? = nil, in store: HKHealthStore, _ prepare: (HKQuantitySeriesSampleQuery) -> Void = { _ in }
    ) async -> [Call] {
        let found = Recorder<Call>()
        return await answer { done in
            let query = HKQuantitySeriesSampleQuery(quantityType: steps, predicate: predicate) { _, quantity, interval, sample, isDone, _ in
                found.add(Call(value: quantity?.doubleValue(for: .count()), interval: interval, sample: sample, isDone: isDone))
                if isDone { done(found.elements) }
            }
            prepare(query)
            store.execute(query)
        }
    }

    @Test("Each sample has one quantity with its time, in order of start, and the last one is done")
    func quantities() async throws {
        let store = HKHealthStore.inMemory()
        let (late, early) = (walk(9, 90), walk(7, 70))
        try await store.save([late, early])
        let found = await calls(in: store)
        #expect(found.map(\.value) == [70, 90] && found.map(\.isDone) == [false, true] && found.allSatisfy { $0.sample == nil })
        #expect(found.map(\.interval) == [early, late].map { DateInterval(start: $0.startDate, end: $0.endDate) })
        #expect(found.count == early.count + late.count)
        let chosen = await calls(HKQuery.predicateForObject(with: late.uuid), in: store)
        #expect(chosen.map(\.value) == [90] && chosen.map(\.isDone) == [true])
    }

    @Test("Samples come with their quantities if they are included")
    func samples() async throws {
        let store = HKHealthStore.inMemory()
        let saved = [walk(8, 80), walk(7, 70)]
        try await store.save(saved)
        let found = await calls(in: store) {
            #expect(!$0.includeSample && !$0.orderByQuantitySampleStartDate)
            $0.includeSample = true
            $0.orderByQuantitySampleStartDate = true
        }
        #expect(found.map(\.sample) == [saved[1], saved[0]] && found.map(\.value) == [70, 80])
    }

    @Test("Without quantities, the handler is called once, and it is done")
    func nothing() async {
        let found = await calls(in: HKHealthStore.inMemory())
        #expect(found.count == 1 && found[0].value == nil && found[0].interval == nil && found[0].isDone)
    }

    @Test("The quantities of a sample are its only one, with its start")
    func single() async throws {
        let store = HKHealthStore.inMemory()
        let saved = [walk(7, 70), walk(8, 80)]
        try await store.save(saved)
        let found: (value: Double?, start: Date?, isDone: Bool) = await answer { done in
            store.execute(
                HKQuantitySeriesSampleQuery(sample: saved[1]) { _, quantity, start, isDone, _ in
                    done((quantity?.doubleValue(for: .count()), start, isDone))
                })
        }
        #expect(found.value == 80 && found.start == saved[1].startDate && found.isDone)
    }

    @Test("A descriptor returns the same quantities, and ends")
    func descriptor() async throws {
        let store = HKHealthStore.inMemory()
        let saved = [walk(9, 90), walk(7, 70)]
        try await store.save(saved)
        func results(_ options: HKQuantitySeriesSampleQueryDescriptor.Options) async throws
            -> [HKQuantitySeriesSampleQueryDescriptor.Result]
        {
            let query = HKQuantitySeriesSampleQueryDescriptor(predicate: .quantitySample(type: steps), options: options)
            return try await query.results(for: store).reduce(into: []) { $0.append($1) }
        }
        let plain = try await results([])
        #expect(plain.map { $0.quantity.doubleValue(for: .count()) } == [70, 90] && plain.allSatisfy { $0.sample == nil })
        #expect(plain.map(\.dateInterval.start) == [saved[1].startDate, saved[0].startDate])
        #expect(try await results([.includeSample, .orderByQuantitySampleStartDate]).map(\.sample) == [saved[1], saved[0]])
    }
}
