import Foundation

extension HKHealthStore {
    /// Returns the last set of zones that an app did not make; nil without one. Stores do not have the settings of Health, so this is
    /// the set of the last workout with zones. Throws `HKError`.
    public func preferredWorkoutZoneConfiguration(for quantityType: HKQuantityType) async throws -> HKWorkoutZoneConfiguration? {
        let workouts = try await HKSampleQueryDescriptor(
            predicates: [.workout()], sortDescriptors: [SortDescriptor<HKWorkout>(\.startDate)]
        ).result(for: self)
        return workouts.compactMap { $0.zoneGroup(for: quantityType)?.configuration }.last { $0.source != .app }
    }
}
