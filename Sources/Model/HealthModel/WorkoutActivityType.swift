/// The activity of a workout, such as running or yoga. An activity that is not in the table keeps its text.
package struct WorkoutActivityType: Hashable, Sendable {
    /// The name in exports, such as `HKWorkoutActivityTypeRunning`.
    package let exportName: String

    package init(exportName: String) { self.exportName = exportName }

    private static let prefix = "HKWorkoutActivityType"

    /// Apple's Swift name, such as `running`. Names of another form are not shortened.
    package var shortName: String {
        exportName.hasPrefix(WorkoutActivityType.prefix)
            ? MetricID.lowerCamelCase(exportName.dropFirst(WorkoutActivityType.prefix.count)) : exportName
    }

    /// Returns the export name of an activity that is not in the table.
    package static func unlistedExportName(of shortName: String) -> String {
        WorkoutActivityType(exportName: prefix + shortName.prefix(1).uppercased() + shortName.dropFirst()).exportName
    }

    /// The number of the activity in HealthKit's header; nil if it is not in the table.
    package var rawValue: Int? { WorkoutActivityType.byName[foldedName(exportName)]?.raw }

    /// Returns the activity with this short or export name. Case and separators do not matter.
    package static func named(_ name: String) -> WorkoutActivityType? { byName[foldedName(name)]?.type }

    /// Returns the activity that a name or a noun means: `running` for `runs`, `hiking` for `hike`, `cycling` for `bike rides`.
    package static func meant(by noun: String) -> WorkoutActivityType? {
        let name = foldedName(noun)
        if let other = nouns[name] { return named(other) }
        let stem = name.hasSuffix("s") ? String(name.dropLast()) : name
        let gerunds = [name, stem, stem + "ing", String(stem.dropLast()) + "ing", stem + String(stem.suffix(1)) + "ing"]
        return gerunds.lazy.compactMap { $0.count > 3 ? named($0) : nil }.first
    }

    /// Nouns that their activity does not have in its name.
    private static let nouns = [
        "jog": "running", "jogs": "running", "jogging": "running", "ride": "cycling", "rides": "cycling", "bikeride": "cycling",
        "bikerides": "cycling", "hiit": "highIntensityIntervalTraining",
    ]

    /// Returns the activity with this raw value.
    package static func numbered(_ rawValue: Int) -> WorkoutActivityType? { table.first { $0.raw == rawValue }?.type }

    /// All activities in the table, by raw value.
    package static let all: [WorkoutActivityType] = table.map(\.type)

    private static let byName: [String: (raw: Int, type: WorkoutActivityType)] = {
        var entries: [String: (raw: Int, type: WorkoutActivityType)] = [:]
        for entry in table {
            entries[foldedName(entry.type.exportName)] = entry
            entries[foldedName(entry.type.shortName)] = entry
        }
        return entries
    }()

    /// HealthKit's header numbers activities from 1 in this order, with a gap at 81. 3000 is "other".
    private static let table: [(raw: Int, type: WorkoutActivityType)] =
        zip(1...80, names).map(entry) + [
            entry(82, "SwimBikeRun"), entry(83, "Transition"), entry(84, "UnderwaterDiving"), entry(3000, "Other"),
        ]

    private static func entry(_ raw: Int, _ name: String) -> (raw: Int, type: WorkoutActivityType) {
        (raw, WorkoutActivityType(exportName: prefix + name))
    }

    private static let names = [
        "AmericanFootball", "Archery", "AustralianFootball", "Badminton", "Baseball", "Basketball", "Bowling", "Boxing", "Climbing",
        "Cricket",
        "CrossTraining", "Curling", "Cycling", "Dance", "DanceInspiredTraining", "Elliptical", "EquestrianSports", "Fencing", "Fishing",
        "FunctionalStrengthTraining", "Golf", "Gymnastics", "Handball", "Hiking", "Hockey", "Hunting", "Lacrosse", "MartialArts",
        "MindAndBody",
        "MixedMetabolicCardioTraining", "PaddleSports", "Play", "PreparationAndRecovery", "Racquetball", "Rowing", "Rugby", "Running",
        "Sailing",
        "SkatingSports", "SnowSports", "Soccer", "Softball", "Squash", "StairClimbing", "SurfingSports", "Swimming", "TableTennis",
        "Tennis",
        "TrackAndField", "TraditionalStrengthTraining", "Volleyball", "Walking", "WaterFitness", "WaterPolo", "WaterSports", "Wrestling",
        "Yoga",
        "Barre", "CoreTraining", "CrossCountrySkiing", "DownhillSkiing", "Flexibility", "HighIntensityIntervalTraining", "JumpRope",
        "Kickboxing",
        "Pilates", "Snowboarding", "Stairs", "StepTraining", "WheelchairWalkPace", "WheelchairRunPace", "TaiChi", "MixedCardio",
        "HandCycling",
        "DiscSports", "FitnessGaming", "CardioDance", "SocialDance", "Pickleball", "Cooldown",
    ]
}
