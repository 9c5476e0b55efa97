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
        distance = SampleKind(WorkoutActivityType(exportName: "HKWorkoutActivityType" + activity).distanceMetric, "m")
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
