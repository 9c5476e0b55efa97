import Foundation
import HealthKit
import TallyKit
import Testing

@Suite("Observers", .timeLimit(.minutes(5)))
struct ObserverQueryTests {
    /// The arguments of an observer: the types that changed, and its completion.
    struct Update: Sendable {
        var types: Set<HKSampleType>
        var complete: HKObserverQueryCompletionHandler
    }

    /// Observes types. Nothing but the store keeps the query.
    private func observe(
        _ store: HKHealthStore, _ types: [HKSampleType] = [steps], _ predicate: NSPredicate? = nil, completes: Bool = true
    ) -> Recorder<Update> {
        let updates = Recorder<Update>()
        let descriptors = types.map { HKQueryDescriptor(sampleType: $0, predicate: predicate) }
        store.execute(
            HKObserverQuery(queryDescriptors: descriptors) { _, types, completion, _ in
                if completes { completion() }
                updates.add(Update(types: types ?? [], complete: completion))
            })
        return updates
    }

    @Test("An observer gets an update after it is executed, and then at each change of its type")
    func changes() async throws {
        let store = HKHealthStore.inMemory()
        let (updates, query) = (Recorder<HKObserverQuery>(), Recorder<HKObserverQuery>())
        let observer = HKObserverQuery(sampleType: steps, predicate: nil) { query, completion, error in
            #expect(error == nil)
            updates.add(query)
            completion()
        }
        store.execute(observer)
        store.execute(observer)
        query.add(observer)
        try await updates.wait(for: 1)
        let sample = walk(9, 9)
        try await store.save(sample)
        try await updates.wait(for: 2)
        try await store.delete(sample)
        try await updates.wait(for: 3)
        try await store.save(HealthKitTests.sample(heartRate, 60, perMinute, "2026-03-02T09:00:00Z"))
        #expect(try await updates.stays(at: 3))
        store.stop(observer)
        store.stop(observer)
        try await store.save(walk(8, 8))
        #expect(try await updates.stays(at: 3))
        #expect(updates.elements.allSatisfy { $0 === observer })
    }

    @Test("The handler of several types gets all of them first, and then the types that changed")
    func types() async throws {
        let store = HKHealthStore.inMemory()
        let correlation = HKCorrelationType(.bloodPressure)
        let updates = observe(store, [steps, heartRate, correlation, .workoutType()])
        #expect(try await updates.wait(for: 1)[0].types == [steps, heartRate, correlation, .workoutType()])
        try await store.save(sample(heartRate, 60, perMinute, "2026-03-02T09:00:00Z"))
        #expect(try await updates.wait(for: 2)[1].types == [heartRate])
        let systolic = sample(HKQuantityType(.bloodPressureSystolic), 120, .millimeterOfMercury(), "2026-03-02T09:00:00Z")
        try await store.save(
            HKCorrelation(type: correlation, start: systolic.startDate, end: systolic.endDate, objects: [systolic]))
        #expect(try await updates.wait(for: 3)[2].types == [correlation])
        try await store.delete(systolic)
        #expect(try await updates.wait(for: 4)[3].types == [correlation])
    }

    @Test("With a predicate, an observer gets updates for additions that it chooses and for every deletion")
    func predicate() async throws {
        let store = HKHealthStore.inMemory()
        let updates = observe(
            store, [steps], HKQuery.predicateForQuantitySamples(with: .greaterThan, quantity: HKQuantity(unit: .count(), doubleValue: 100)))
        try await updates.wait(for: 1)
        let small = walk(9, 9)
        try await store.save(small)
        #expect(try await updates.stays(at: 1))
        try await store.save(walk(8, 800))
        try await updates.wait(for: 2)
        try await store.delete(small)
        try await updates.wait(for: 3)
    }

    // MARK: Time

    /// Waits until something sleeps on the clock, and returns true if there was no update in between.
    private func sleeps(_ clock: ManualClock, _ updates: Recorder<Update>, at count: Int) async throws -> Bool {
        for _ in 0..<12_000 where clock.sleeperCount == 0 { try await Task.sleep(for: .milliseconds(5)) }
        try await Task.sleep(for: .milliseconds(20))
        return updates.elements.count == count && clock.sleeperCount > 0
    }

    @Test("Without its completion, the next update waits 1 s, then 2 s, and after three there is none until a completion is called")
    func backOff() async throws {
        let clock = ManualClock()
        let store = HKHealthStore.inMemory(clock: clock)
        let updates = observe(store, completes: false)
        for (count, milliseconds) in [(1, 1000), (2, 2000)] {
            try await updates.wait(for: count)
            try await store.save(walk(count, 1))
            #expect(try await sleeps(clock, updates, at: count))
            clock.advance(by: .milliseconds(milliseconds - 1))
            #expect(try await sleeps(clock, updates, at: count))
            clock.advance(by: .milliseconds(1))
        }
        try await updates.wait(for: 3)
        try await store.save(walk(3, 1))
        clock.advance(by: .seconds(100_000))
        #expect(try await updates.stays(at: 3))
        updates.elements.first?.complete()
        try await updates.wait(for: 4)
    }

    @Test("A frequency that is set after the observer was executed gives at most one update a period")
    func frequency() async throws {
        let clock = ManualClock()
        let store = HKHealthStore.inMemory(clock: clock)
        let updates = observe(store)
        try await updates.wait(for: 1)
        try await store.save(walk(1, 1))
        // The usual frequency tells each change.
        try await updates.wait(for: 2)
        try await store.enableBackgroundDelivery(for: steps, frequency: .hourly)
        for hour in 2...3 {
            try await store.save(walk(hour, 1))
            #expect(try await sleeps(clock, updates, at: hour))
            clock.advance(by: .seconds(3599))
            try await store.save(walk(hour + 10, 1))
            #expect(try await sleeps(clock, updates, at: hour))
            clock.advance(by: .seconds(1))
            try await updates.wait(for: hour + 1)
        }
        #expect(try await updates.stays(at: 4))
    }

    @Test("Without background delivery, an update that waits comes at once", arguments: [false, true])
    func disabling(all: Bool) async throws {
        let clock = ManualClock()
        let store = HKHealthStore.inMemory(clock: clock)
        try await store.enableBackgroundDelivery(for: steps, frequency: .weekly)
        let updates = observe(store)
        try await updates.wait(for: 1)
        try await store.save(walk(1, 1))
        #expect(try await sleeps(clock, updates, at: 1))
        let isDone: Bool = await answer { done in
            if all {
                store.disableAllBackgroundDelivery { isDone, _ in done(isDone) }
            } else {
                store.disableBackgroundDelivery(for: steps) { isDone, _ in done(isDone) }
            }
        }
        #expect(isDone)
        try await updates.wait(for: 2)
    }

    @Test("Frequencies are those of types, and a type without samples has none")
    func frequencyOfTypes() async throws {
        let clock = ManualClock()
        let store = HKHealthStore.inMemory(clock: clock)
        let error: HKError? = await answer { done in
            store.enableBackgroundDelivery(for: .activitySummaryType(), frequency: .daily) { done($1 as? HKError) }
        }
        #expect(error?.code == .errorInvalidArgument)
        try await store.enableBackgroundDelivery(for: steps, frequency: .daily)
        let updates = observe(store, [steps, heartRate])
        try await updates.wait(for: 1)
        try await store.save(walk(1, 1))
        #expect(try await sleeps(clock, updates, at: 1))
        clock.advance(by: .seconds(86_399))
        #expect(try await sleeps(clock, updates, at: 1))
        clock.advance(by: .seconds(1))
        try await updates.wait(for: 2)
        try await store.save(sample(heartRate, 60, perMinute, "2026-03-02T09:00:00Z"))
        try await updates.wait(for: 3)
    }
}
