public import Foundation
@_spi(Guests) import TallyKit

// A store does not keep to which workout an effort belongs. In Apple's exports an effort has the times of its workout, so the time decides.

extension HKQuery {
    /// Chooses the efforts of a workout, or of one of its activities: those that start and end in its time.
    public class func predicateForWorkoutEffortSamplesRelated(workout: HKWorkout, activity: HKWorkoutActivity?) -> NSPredicate {
        SamplePredicate(
            .test("workoutEffortRelationship == \(workout.uuid.uuidString)") { ($0 as? HKSample)?.isEffort(of: workout, activity) ?? false }
        )
    }
}

extension HKSample {
    static let effortTypes: Set<HKSampleType> = [HKQuantityType(.workoutEffortScore), HKQuantityType(.estimatedWorkoutEffortScore)]

    fileprivate func isEffort(of workout: HKWorkout, _ activity: HKWorkoutActivity?) -> Bool {
        let (start, end) = (activity?.startDate ?? workout.startDate, activity?.endDate ?? workout.endDate)
        return HKSample.effortTypes.contains(sampleType) && startDate >= start && endDate <= end
    }
}

extension HKHealthStore {
    /// Saves an effort of a workout, or of one of its activities. Error 3 for other samples, and for one outside the time of the workout.
    public func relateWorkoutEffortSample(
        _ sample: HKSample, with workout: HKWorkout, activity: HKWorkoutActivity?,
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        guard sample.isEffort(of: workout, activity) else {
            let error = Self.effortError
            return box.handlers.async { completion(false, error) }
        }
        save(sample, withCompletion: completion)
    }

    /// Saves an effort of a workout, or of one of its activities. Error 3 for other samples, and for one outside the time of the workout.
    @discardableResult
    public func relateWorkoutEffortSample(_ sample: HKSample, with workout: HKWorkout, activity: HKWorkoutActivity?) async throws -> Bool {
        guard sample.isEffort(of: workout, activity) else { throw Self.effortError }
        try await save(sample)
        return true
    }

    private static var effortError: HKError {
        HKError(.errorInvalidArgument, "a related sample is an effort that starts and ends in the time of the workout")
    }
}

/// The efforts of a workout.
public final class HKWorkoutEffortRelationship: NSObject, @unchecked Sendable {
    /// The workout.
    public let workout: HKWorkout
    /// The part of the workout: nil, because the efforts of a whole workout are listed.
    public var activity: HKWorkoutActivity? { nil }
    /// The efforts, in order of time.
    public let samples: [HKSample]?

    fileprivate init(_ workout: HKWorkout, _ samples: [HKSample]) { (self.workout, self.samples) = (workout, samples) }
}

/// Which efforts of a workout are listed.
public struct HKWorkoutEffortRelationshipQueryOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: Int
    /// Creates options.
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// All efforts.
    public static let `default`: HKWorkoutEffortRelationshipQueryOptions = []
    /// One effort: what the person entered, or else the last estimate.
    public static let mostRelevant = HKWorkoutEffortRelationshipQueryOptions(rawValue: 1)
}

// Sendable: predicates do not change.
/// Reads the efforts of workouts.
public struct HKWorkoutEffortRelationshipQueryDescriptor: HKAsyncQuery, @unchecked Sendable {
    /// The condition on the workouts; nil for all.
    public var predicate: NSPredicate?
    /// The last change that the app knows. All relationships are always listed.
    public var anchor: HKQueryAnchor?
    /// Which efforts are listed.
    public var option: HKWorkoutEffortRelationshipQueryOptions

    /// Creates the query.
    public init(predicate: NSPredicate?, anchor: HKQueryAnchor?, option: HKWorkoutEffortRelationshipQueryOptions) {
        (self.predicate, self.anchor, self.option) = (predicate, anchor, option)
    }

    /// The efforts of workouts.
    public struct Result: Sendable {
        /// A relationship for each workout that has an effort, in order of time.
        public let relationships: [HKWorkoutEffortRelationship]
        /// The anchor of the next query.
        public let newAnchor: HKQueryAnchor
    }

    /// Returns the workouts that have an effort. Throws `HKError`.
    public func result(for healthStore: HKHealthStore) async throws -> Result {
        let order = [SortDescriptor<HKSample>(\.startDate)]
        let workouts = try await HKSampleQueryDescriptor(
            predicates: [.workout(predicate)], sortDescriptors: [SortDescriptor<HKWorkout>(\.startDate)]
        ).result(for: healthStore)
        let efforts = try await HKSampleQueryDescriptor(
            predicates: HKSample.effortTypes.map { .sample(type: $0) }, sortDescriptors: order
        ).result(for: healthStore)
        let relationships = workouts.compactMap { workout -> HKWorkoutEffortRelationship? in
            let own = efforts.filter { $0.isEffort(of: workout, nil) }
            let entered = own.last { $0.sampleType == HKQuantityType(.workoutEffortScore) }
            let shown = option.contains(.mostRelevant) ? [entered ?? own.last].compactMap(\.self) : own
            return shown.isEmpty ? nil : HKWorkoutEffortRelationship(workout, shown)
        }
        return Result(relationships: relationships, newAnchor: anchor ?? HKQueryAnchor(fromValue: HKAnchoredObjectQueryNoAnchor))
    }
}
