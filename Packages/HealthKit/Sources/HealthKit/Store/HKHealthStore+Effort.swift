import Foundation

extension HKHealthStore {
    /// Saves an effort of a workout, or of one of its activities. Fails with error 3 if the sample is not an effort in the time of the workout.
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

    /// Saves an effort of a workout, or of one of its activities. Fails with error 3 if the sample is not an effort in the time of the workout.
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
