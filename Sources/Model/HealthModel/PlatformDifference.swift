/// Something that iPhone and Android keep in different metrics, or in one metric with two meanings (S15.15).
package struct PlatformDifference: Hashable, Sendable {
    /// The metrics of iPhone.
    package var apple: [MetricID]
    /// The metrics of Android.
    package var android: [MetricID]
    /// The difference, as a clause that can follow a colon.
    package var meaning: String
    /// True if iPhone has the metric of Android, too, and it means less there.
    package var isWider: Bool

    /// All differences. If there are several in one answer, the first ones are said first.
    package static let all: [PlatformDifference] = [
        row(
            "HeartRateVariabilitySDNN", "HeartRateVariabilityRMSSD",
            "they are different measures of the same beats and can't be compared"),
        row(
            "ActiveEnergyBurned BasalEnergyBurned", own: [OwnMetric.totalEnergyBurned],
            "total energy includes active energy and the energy at rest"),
        row("BasalEnergyBurned", own: [OwnMetric.basalMetabolicRate], "the rate is in watts, and 1 W is 20.65 kcal a day"),
        row(
            "DistanceCycling DistanceSwimming DistanceWheelchair DistanceDownhillSnowSports DistanceCrossCountrySkiing DistanceRowing "
                + "DistancePaddleSports DistanceSkatingSports", "DistanceWalkingRunning",
            "Android has one distance for all activities", isWider: true),
        row(
            "WalkingSpeed RunningSpeed CyclingSpeed CrossCountrySkiingSpeed PaddleSportsSpeed RowingSpeed", own: [OwnMetric.speed],
            "Android has one speed for all activities"),
        row("RunningPower CyclingPower", own: [OwnMetric.power], "Android has one power for all activities"),
        row(
            "AppleExerciseTime", own: [OwnMetric.moderateActivity, OwnMetric.vigorousActivity],
            "Android divides active minutes by their intensity"),
        row(
            "AppleSleepingWristTemperature", own: [OwnMetric.skinTemperatureDelta],
            "Android has differences from a baseline, not temperatures"),
    ]

    /// Returns the metrics of a platform.
    package func metrics(of platform: Platform) -> [MetricID] {
        switch platform {
        case .apple: apple
        case .android: android
        }
    }

    private static func row(_ apple: String, _ android: String, _ meaning: String, isWider: Bool = false) -> PlatformDifference {
        PlatformDifference(apple: types(apple), android: types(android), meaning: meaning, isWider: isWider)
    }

    private static func row(_ apple: String, own: [OwnMetric], _ meaning: String) -> PlatformDifference {
        PlatformDifference(apple: types(apple), android: own.map(\.id), meaning: meaning, isWider: false)
    }

    private static func types(_ names: String) -> [MetricID] {
        names.split(separator: " ").map { MetricID(MetricID.quantityPrefix + $0) }
    }
}

/// The metrics that exports of Android have and HealthKit lacks, as far as Tally names them.
extension OwnMetric {
    package static let totalEnergyBurned = OwnMetric(name: "totalEnergyBurned", unit: HealthUnit(constant: "kcal"), isCumulative: true)
    package static let basalMetabolicRate = OwnMetric(name: "basalMetabolicRate", unit: HealthUnit(constant: "W"))
    package static let speed = OwnMetric(name: "speed", unit: HealthUnit(constant: "m/s"))
    package static let power = OwnMetric(name: "power", unit: HealthUnit(constant: "W"))
    package static let moderateActivity = OwnMetric(name: "moderateActivity", unit: HealthUnit(constant: "min"), isCumulative: true)
    package static let vigorousActivity = OwnMetric(name: "vigorousActivity", unit: HealthUnit(constant: "min"), isCumulative: true)
    package static let skinTemperatureDelta = OwnMetric(name: "skinTemperatureDelta", unit: HealthUnit(constant: "K"))

    /// Other names of such metrics. A metric that a person defined with one of these names comes first.
    static let aliases: [(metric: OwnMetric, names: [String])] = [
        (
            totalEnergyBurned,
            ["totalEnergy", "allEnergy", "totalCalories", "totalCaloriesBurned", "allCalories", "allCaloriesBurned", "energyExpenditure"]
        ),
        (basalMetabolicRate, ["metabolicRate"]),
    ]

    /// Returns the metric of Android that has this name or alias.
    package static func ofAndroid(named name: String) -> OwnMetric? {
        let key = foldedName(name)
        let all = PlatformDifference.all.flatMap(\.android).compactMap(OwnMetric.init)
        return all.first { isFolded($0.name, to: key) } ?? aliases.first { $0.names.contains { isFolded($0, to: key) } }?.metric
    }
}
