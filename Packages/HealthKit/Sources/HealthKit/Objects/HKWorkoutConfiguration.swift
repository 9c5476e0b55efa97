public import Foundation

/// The kind of workout that a session would record: a value that apps keep and pass on. There are no sessions here.
public final class HKWorkoutConfiguration: NSObject, NSCopying {
    /// The activity.
    public var activityType = HKWorkoutActivityType.other
    /// Indoors or outdoors.
    public var locationType = HKWorkoutSessionLocationType.unknown
    /// The water of a swimming workout.
    public var swimmingLocationType = HKWorkoutSwimmingLocationType.unknown
    /// The length of a lap in a pool; nil if it is unknown.
    public var lapLength: HKQuantity?

    /// Creates the configuration of an activity of an unknown kind at an unknown place.
    public override init() {}

    /// Returns true for a configuration with the same values.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? HKWorkoutConfiguration else { return false }
        return activityType == other.activityType && locationType == other.locationType
            && swimmingLocationType == other.swimmingLocationType && lapLength == other.lapLength
    }
    /// A hash of the activity and the places.
    public override var hash: Int {
        var hasher = Hasher()
        hasher.combine(activityType)
        hasher.combine(locationType)
        hasher.combine(swimmingLocationType)
        return hasher.finalize()
    }
    /// Returns a copy with the same values.
    public func copy(with zone: NSZone? = nil) -> Any {
        let copy = HKWorkoutConfiguration()
        copy.activityType = activityType
        copy.locationType = locationType
        copy.swimmingLocationType = swimmingLocationType
        copy.lapLength = lapLength
        return copy
    }
}
