import Foundation
import HealthKit
@_spi(Guests) import TallyKit
import Testing

/// Efforts of workouts, and the earliest date of samples, in the module HealthKit.
@Suite("HealthKit's efforts of workouts")
struct WorkoutEffortTests {
    private let start = Date(timeIntervalSince1970: 1_770_000_000)

    private func effort(_ value: Double, _ type: HKQuantityTypeIdentifier, from: TimeInterval, to: TimeInterval) -> HKQuantitySample {
        HKQuantitySample(
            type: HKQuantityType(type), quantity: HKQuantity(unit: .appleEffortScore(), doubleValue: value), start: start + from,
            end: start + to)
    }

    @Test("An effort belongs to the workout in whose time it is, and what the person entered comes first")
    func relationships() async throws {
        let store = HKHealthStore(over: HealthStore.inMemory())
        let run = HKWorkout(activityType: .running, start: start, end: start + 1800)
        let ride = HKWorkout(activityType: .cycling, start: start + 7200, end: start + 9000)
        let walk = HKWorkout(activityType: .walking, start: start + 20_000, end: start + 20_600)
        try await store.save([run, ride, walk])
        try await store.relateWorkoutEffortSample(
            effort(6, .workoutEffortScore, from: 1800, to: 1800), with: run, activity: nil)
        try await store.relateWorkoutEffortSample(
            effort(4, .estimatedWorkoutEffortScore, from: 1, to: 1800), with: run, activity: nil)
        try await store.relateWorkoutEffortSample(
            effort(3, .estimatedWorkoutEffortScore, from: 7200, to: 9000), with: ride, activity: nil)
        let all = try await HKWorkoutEffortRelationshipQueryDescriptor(predicate: nil, anchor: nil, option: .default).result(for: store)
        #expect(all.relationships.map(\.workout.workoutActivityType) == [.running, .cycling])
        #expect(all.relationships.map { $0.samples?.count } == [2, 1])
        let best = try await HKWorkoutEffortRelationshipQueryDescriptor(predicate: nil, anchor: nil, option: .mostRelevant).result(
            for: store)
        let values = best.relationships.map { ($0.samples?.first as? HKQuantitySample)?.quantity.doubleValue(for: .appleEffortScore()) }
        #expect(values == [6, 3])
        let related = HKQuery.predicateForWorkoutEffortSamplesRelated(workout: run, activity: nil)
        let entered = try await HKSampleQueryDescriptor(
            predicates: [.quantitySample(type: HKQuantityType(.workoutEffortScore), predicate: related)], sortDescriptors: []
        ).result(for: store)
        #expect(entered.map { $0.quantity.doubleValue(for: .appleEffortScore()) } == [6])
        let one = HKQuery.predicateForObject(with: ride.uuid)
        let ofRide = try await HKWorkoutEffortRelationshipQueryDescriptor(predicate: one, anchor: nil, option: .default).result(for: store)
        #expect(ofRide.relationships.count == 1)
    }

    @Test("A sample outside the time of the workout, or of another type, is not related")
    func otherSamples() async throws {
        let store = HKHealthStore(over: HealthStore.inMemory())
        let run = HKWorkout(activityType: .running, start: start, end: start + 1800)
        try await store.save(run)
        let steps = HKQuantitySample(
            type: HKQuantityType(.stepCount), quantity: HKQuantity(unit: .count(), doubleValue: 3), start: start, end: start + 60)
        for sample in [effort(6, .workoutEffortScore, from: 1800, to: 1801), steps] {
            await #expect(throws: HKError.self) { try await store.relateWorkoutEffortSample(sample, with: run, activity: nil) }
        }
        let all = try await HKWorkoutEffortRelationshipQueryDescriptor(predicate: nil, anchor: nil, option: .default).result(for: store)
        #expect(all.relationships.isEmpty)
    }

    @Test("A type without a limit has no earliest date")
    func earliestDate() async throws {
        let store = HKHealthStore(over: HealthStore.inMemory())
        let types: Set<HKObjectType> = [HKQuantityType(.stepCount), .medicationDoseEventType()]
        #expect(try await store.earliestAuthorizedSampleDate(for: types).isEmpty)
        let found = await withCheckedContinuation { continuation in
            store.getEarliestAuthorizedSampleDate(for: types) { dates, _ in continuation.resume(returning: dates) }
        }
        #expect(found?.isEmpty == true)
    }
}
