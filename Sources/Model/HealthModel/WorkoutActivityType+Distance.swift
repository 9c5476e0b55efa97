extension WorkoutActivityType {
    /// The metric that measures the distance of the activity. Only movement on foot counts as walking and running. Activities for which Apple
    /// has no metric, such as sailing, driving and flying, have ``MetricID/otherDistance``.
    package var distanceMetric: MetricID {
        guard exportName.hasPrefix(WorkoutActivityType.prefixOfNames) else { return .otherDistance }
        let name = String(exportName.dropFirst(WorkoutActivityType.prefixOfNames.count))
        if WorkoutActivityType.onFoot.contains(name) { return .distanceOnFoot }
        return WorkoutActivityType.otherDistances[name].map { MetricID(MetricID.distancePrefix + $0) } ?? .otherDistance
    }

    private static let prefixOfNames = "HKWorkoutActivityType"

    /// Activities whose distance people cover on foot, also without going anywhere else.
    private static let onFoot: Set<String> = [
        "Running", "Walking", "Hiking", "TrackAndField", "Transition", "Golf", "DiscSports", "Hunting", "Climbing", "Stairs",
        "StairClimbing", "StepTraining", "AmericanFootball", "AustralianFootball", "Badminton", "Baseball", "Basketball", "Cricket",
        "Handball", "Lacrosse", "Pickleball", "Racquetball", "Rugby", "Soccer", "Softball", "Squash", "TableTennis", "Tennis",
        "Volleyball", "CrossTraining", "FunctionalStrengthTraining", "HighIntensityIntervalTraining", "MixedCardio",
        "MixedMetabolicCardioTraining", "PreparationAndRecovery", "Cooldown", "Dance", "CardioDance", "SocialDance", "FitnessGaming",
        "Play",
    ]

    /// The ends of the identifiers of other distances.
    private static let otherDistances = [
        "Cycling": "Cycling", "HandCycling": "Cycling", "Swimming": "Swimming", "WaterFitness": "Swimming",
        "WheelchairWalkPace": "Wheelchair", "WheelchairRunPace": "Wheelchair", "DownhillSkiing": "DownhillSnowSports",
        "Snowboarding": "DownhillSnowSports", "CrossCountrySkiing": "CrossCountrySkiing", "PaddleSports": "PaddleSports",
        "Rowing": "Rowing", "SkatingSports": "SkatingSports",
    ]
}

extension MetricID {
    /// The start of the identifiers of Apple's distances.
    package static let distancePrefix = "HKQuantityTypeIdentifierDistance"
    /// The distance of walks, runs and other activities on foot.
    package static let distanceOnFoot = MetricID(distancePrefix + "WalkingRunning")
    /// The distance of activities for which Apple has no metric. Amounts of it are not those of any other metric.
    package static let otherDistance = OwnMetric(
        name: "distanceOther", unit: HealthUnit("km") ?? .count, isCumulative: true
    ).id
}
