/// The kind of an event in a workout.
public enum HKWorkoutEventType: Int, Sendable {
    /// The person paused the workout.
    case pause = 1
    /// The person continued the workout.
    case resume = 2
    /// A lap.
    case lap = 3
    /// A moment that the person or the app marked.
    case marker = 4
    /// The device paused the workout because the person stopped moving.
    case motionPaused = 5
    /// The device continued the workout because the person moved again.
    case motionResumed = 6
    /// A part of the workout.
    case segment = 7
    /// The person asked to pause or to continue.
    case pauseOrResumeRequest = 8
}

/// The place of a workout.
public enum HKWorkoutSessionLocationType: Int, Sendable {
    /// The place is unknown.
    case unknown = 1
    /// Indoors.
    case indoor = 2
    /// Outdoors.
    case outdoor = 3
}
