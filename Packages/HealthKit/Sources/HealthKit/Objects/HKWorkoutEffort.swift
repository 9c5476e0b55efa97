public import Foundation
@_spi(Guests) import TallyKit

// A store does not keep to which workout an effort belongs. In Apple's exports an effort has the times of its workout, so the time decides.

extension HKSample {
    static let effortTypes: Set<HKSampleType> = [HKQuantityType(.workoutEffortScore), HKQuantityType(.estimatedWorkoutEffortScore)]

    func isEffort(of workout: HKWorkout, _ activity: HKWorkoutActivity?) -> Bool {
        let (start, end) = (activity?.startDate ?? workout.startDate, activity?.endDate ?? workout.endDate)
        return HKSample.effortTypes.contains(sampleType) && startDate >= start && endDate <= end
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

    init(_ workout: HKWorkout, _ samples: [HKSample]) { (self.workout, self.samples) = (workout, samples) }
}
