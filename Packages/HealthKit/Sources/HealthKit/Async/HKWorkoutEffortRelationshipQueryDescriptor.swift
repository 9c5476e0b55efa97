public import Foundation

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
