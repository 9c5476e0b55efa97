import HealthModel

/// The metrics in which the numbers of a sport are kept, and what one turn of its cadence means.
struct SportKinds {
    let distance: SampleKind
    let speed: SampleKind
    let cadence: SampleKind
    let power: SampleKind
    /// Recordings on foot count one leg.
    let cadenceFactor: Double

    static let steps = SampleKind("StepCount", "count")
    static let strokes = SampleKind("SwimmingStrokeCount", "count")
    static let energy = SampleKind("ActiveEnergyBurned", "kcal")
    static let totalEnergy = SampleKind("totalEnergyBurned in kcal cumulative", "kcal")
    static let heartRate = SampleKind("HeartRate", "count/min")
    static let temperature = SampleKind("deviceTemperature in degC", "degC")
    static let oscillation = SampleKind("RunningVerticalOscillation", "cm")
    static let groundContact = SampleKind("RunningGroundContactTime", "ms")
    static let stepLength = SampleKind("RunningStrideLength", "m")
    static let breathing = SampleKind("RespiratoryRate", "count/min")

    static func isOnFoot(_ activity: String) -> Bool { ["Running", "Walking", "Hiking"].contains(activity) }

    /// - Parameter activity: Apple's name of the activity, without its prefix.
    init(_ activity: String) {
        let name = Workout.distanceMetric(of: "HKWorkoutActivityType" + activity).dropFirst(MetricID.quantityPrefix.count)
        distance = SampleKind(String(name), "m")
        let isOnFoot = Self.isOnFoot(activity)
        cadenceFactor = isOnFoot ? 2 : 1
        let isCycling = activity == "Cycling" || activity == "HandCycling"
        cadence =
            isCycling
            ? SampleKind("CyclingCadence", "count/min")
            : isOnFoot ? SampleKind("stepsCadence in count/min", "count/min") : SampleKind("strokeCadence in count/min", "count/min")
        power =
            isCycling
            ? SampleKind("CyclingPower", "W") : isOnFoot ? SampleKind("RunningPower", "W") : SampleKind("power in W", "W")
        let speeds = [
            "Running": "RunningSpeed", "Walking": "WalkingSpeed", "Hiking": "WalkingSpeed", "Cycling": "CyclingSpeed",
            "HandCycling": "CyclingSpeed", "Rowing": "RowingSpeed", "PaddleSports": "PaddleSportsSpeed",
            "CrossCountrySkiing": "CrossCountrySkiingSpeed",
        ]
        speed = SampleKind(speeds[activity] ?? "speed in m/s", "m/s")
    }
}

/// The activities that files name in words.
enum SportName {
    /// Returns Apple's name of an activity, without its prefix, for a word such as `Biking` or `trail_running`. Returns `Other` for an
    /// unknown word.
    static func activity(_ text: String) -> String {
        let words = text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
        let prefix = "HKWorkoutActivityType"
        for name in [words.joined()] + words.reversed() {
            if let known = WorkoutActivityType.named(name) { return String(known.exportName.dropFirst(prefix.count)) }
        }
        for word in words.reversed() {
            if let found = stems.first(where: { word.hasPrefix($0.stem) }) { return found.activity }
        }
        return "Other"
    }

    /// The starts of words. The numbers are those of Strava.
    private static let stems: [(stem: String, activity: String)] = [
        ("run", "Running"), ("jog", "Running"), ("treadmill", "Running"), ("bik", "Cycling"), ("cycl", "Cycling"), ("bicycl", "Cycling"),
        ("rid", "Cycling"), ("mtb", "Cycling"), ("walk", "Walking"), ("hik", "Hiking"), ("swim", "Swimming"), ("row", "Rowing"),
        ("kayak", "PaddleSports"), ("canoe", "PaddleSports"), ("paddl", "PaddleSports"), ("snowboard", "Snowboarding"),
        ("nordic", "CrossCountrySkiing"), ("alpine", "DownhillSkiing"), ("ski", "DownhillSkiing"), ("skat", "SkatingSports"),
        ("sail", "Sailing"), ("climb", "Climbing"), ("strength", "TraditionalStrengthTraining"), ("yoga", "Yoga"),
        ("multisport", "SwimBikeRun"), ("triathlon", "SwimBikeRun"), ("transition", "Transition"), ("9", "Running"), ("1", "Cycling"),
    ]
}
