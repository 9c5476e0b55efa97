import HealthModel

/// The grid on which all times of a metric are. Values that the app has summed up are on one.
enum AutoExportGrid: Int {
    case day, hour, minute, none

    /// The grid with a further time.
    func narrowed(by secondOfDay: Int) -> AutoExportGrid {
        var grid = self
        if grid == .day, secondOfDay != 0 { grid = .hour }
        if grid == .hour, secondOfDay % 3600 != 0 { grid = .minute }
        if grid == .minute, secondOfDay % 60 != 0 { grid = .none }
        return grid
    }

    var name: String {
        switch self {
        case .day: "by day"
        case .hour: "by hour"
        case .minute: "by minute"
        case .none: "by second"
        }
    }

    var milliseconds: Int64 {
        switch self {
        case .day: 86_400_000
        case .hour: 3_600_000
        case .minute: 60_000
        case .none: 1000
        }
    }
}

/// A value of a metric.
struct AutoExportRow {
    var start: Int64
    var value: Double
    /// The diastolic pressure; NaN for other metrics.
    var second = Double.nan
    /// The index of the source's name.
    var source: Int
    /// True if the value is the average of several numbers.
    var isAverage = false
    var mealTime: Int8 = 0
}

/// A metric of a document while it is read. Its name can come after its values.
struct AutoExportMetric {
    var name: String?
    /// The unit; nil as long as it is unknown.
    var unit: String?
    var rows: [AutoExportRow] = []
    var grid = AutoExportGrid.day
    /// The number of values so far.
    var count = 0
    /// The names of sources.
    private(set) var sources: [String] = []
    private var sourceIndices: [String: Int] = [:]

    /// The number of values that are kept until it is known what they are.
    static let limit = 1 << 20
    /// The number of values after which samples are passed on.
    static let batch = 1 << 14

    mutating func source(_ name: String) -> Int {
        if let known = sourceIndices[name] { return known }
        // A document with more sources has made-up ones.
        guard sources.count < 10_000 else { return 0 }
        sources.append(name)
        sourceIndices[name] = sources.count - 1
        return sources.count - 1
    }

    /// Returns true if a source consists of several, whose values the app has merged.
    static func isMerged(_ source: String) -> Bool { source.contains("|") }
}

/// A metric of Health Auto Export by its name.
struct AutoExportKind {
    /// Apple's name without its prefix.
    let name: String
    let isCumulative: Bool

    var id: MetricID { MetricID(MetricID.quantityPrefix + name) }

    /// Names that are not those of Apple in other letters.
    private static let names: [String: String] = [
        "weight_body_mass": "BodyMass", "blood_oxygen_saturation": "OxygenSaturation", "active_energy": "ActiveEnergyBurned",
        "walking_running_distance": "DistanceWalkingRunning", "cycling_distance": "DistanceCycling",
        "swimming_distance": "DistanceSwimming", "wheelchair_distance": "DistanceWheelchair",
        "distance_downhill_snow_sports": "DistanceDownhillSnowSports", "stair_speed_up": "StairAscentSpeed",
        "stair_speed_down": "StairDescentSpeed", "six_minute_walking_test_distance": "SixMinuteWalkTestDistance",
        "heart_rate_variability": "HeartRateVariabilitySDNN", "cardio_recovery": "HeartRateRecoveryOneMinute",
        "total_fat": "DietaryFatTotal", "saturated_fat": "DietaryFatSaturated", "monounsaturated_fat": "DietaryFatMonounsaturated",
        "polyunsaturated_fat": "DietaryFatPolyunsaturated", "headphone_audio_exposure": "HeadphoneAudioExposure",
        "swimming_stroke_count": "SwimmingStrokeCount", "push_count": "PushCount",
        "breathing_disturbances": "AppleSleepingBreathingDisturbances",
    ]
    /// Types of which a day has one sample, often at its start.
    private static let daily: Set<String> = [
        "RestingHeartRate", "WalkingHeartRateAverage", "AppleSleepingWristTemperature", "AppleWalkingSteadiness",
        "AtrialFibrillationBurden",
        "AppleSleepingBreathingDisturbances", "SixMinuteWalkTestDistance", "VO2Max",
    ]

    /// Nil for a metric that is not a quantity type.
    init?(named name: String) {
        let known = Self.names[name.lowercased()].map { MetricID.quantityPrefix + $0 }
        var found = MetricCatalog.resolve(name: known ?? name)
        if case .unknown = found { found = MetricCatalog.resolve(name: "dietary_" + name) }
        guard case .known(let info) = found, info.part == nil, case .quantity(let type) = info.kind,
            type.id.identifier.hasPrefix(MetricID.quantityPrefix)
        else { return nil }
        self.name = String(type.id.identifier.dropFirst(MetricID.quantityPrefix.count))
        isCumulative = type.style == .cumulative
    }

    /// Returns the length that the app has summed up or averaged; nil if the values are samples.
    ///
    /// - Parameter hasAverages: true if a value has a least and a greatest number that differ.
    func summed(_ grid: AutoExportGrid, count: Int, hasAverages: Bool) -> AutoExportGrid? {
        guard grid != .none else { return nil }
        if hasAverages { return grid }
        if isCumulative {
            // People write down food by the minute.
            return grid == .minute && name.hasPrefix("Dietary") ? nil : grid
        }
        if Self.daily.contains(name) { return nil }
        return grid == .day && count > 1 || grid == .hour && count > 2 ? grid : nil
    }
}
