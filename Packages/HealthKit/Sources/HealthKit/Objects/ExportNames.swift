@_spi(Guests) import TallyKit

/// The names under which stores keep kinds of activities and events, which are those of an export.
extension HKWorkoutActivityType {
    /// Creates the activity with a name. Names that HealthKit does not have are other activities.
    init(exportName: String) {
        let known = Workout.number(ofActivity: exportName).flatMap { HKWorkoutActivityType(rawValue: UInt($0)) }
        self = known ?? .other
    }

    var exportName: String { Workout.activity(numbered: Int(rawValue)) ?? "HKWorkoutActivityTypeOther" }
}

extension HKWorkoutEventType {
    private static let names: [HKWorkoutEventType: String] = [
        .pause: "Pause", .resume: "Resume", .lap: "Lap", .marker: "Marker", .motionPaused: "MotionPaused",
        .motionResumed: "MotionResumed", .segment: "Segment", .pauseOrResumeRequest: "PauseOrResumeRequest",
    ]

    /// Creates the event with a name; nil if HealthKit does not have it.
    init?(exportName: String) {
        guard let type = Self.names.first(where: { "HKWorkoutEventType\($0.value)" == exportName })?.key else { return nil }
        self = type
    }

    var exportName: String { "HKWorkoutEventType" + (Self.names[self] ?? "") }
}
