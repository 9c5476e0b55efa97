import HealthModel
import QueryPlan
import QueryVocabulary

/// A named number of workouts: `energy`, `distance`, `duration`, or a metric for which workouts have statistics.
struct WorkoutColumn {
    /// The common name, or Apple's short name of the metric.
    let name: String
    let field: WorkoutField
    /// The unit in which the store keeps the field.
    let storageUnit: HealthUnit
    /// The type that determines the display unit; nil for times.
    private let type: QuantityType?

    init?(named name: String) {
        switch foldedName(name) {
        case "duration", "activeduration":
            (self.name, field, storageUnit, type) = ("duration", .activeDuration, .second, nil)
        case "distance":
            // Distances on foot, by bicycle and in water have different types.
            guard let type = WorkoutColumn.type(named: "distanceWalkingRunning") else { return nil }
            (self.name, field, storageUnit, self.type) = ("distance", .distance, type.storageUnit, type)
        case "energy":
            guard let type = WorkoutColumn.type(named: "activeEnergyBurned") else { return nil }
            (self.name, field, storageUnit, self.type) = ("energy", .statistic(type.id), type.storageUnit, type)
        case "ascent", "descent":
            // The units of a height are those of a depth.
            guard let type = WorkoutColumn.type(named: "underwaterDepth") else { return nil }
            let climb: WorkoutField.Climb = foldedName(name) == "ascent" ? .ascent : .descent
            (self.name, field, storageUnit, self.type) = (climb.name, .climb(climb), type.storageUnit, type)
        case "averageheartrate":
            guard let type = WorkoutColumn.type(named: "heartRate") else { return nil }
            (self.name, field, storageUnit, self.type) = ("averageHeartRate", .reading(type.id, .average), type.storageUnit, type)
        default:
            guard let type = WorkoutColumn.type(named: name) else { return nil }
            field = type.style == .cumulative ? .statistic(type.id) : .reading(type.id, .average)
            (self.name, storageUnit, self.type) = (type.id.shortName, type.storageUnit, type)
        }
    }

    /// Creates the column for the metric of a measure: `workout energy`, `workouts distance`, `workoutEnergy`.
    init?(measure name: String) {
        let key = foldedName(name)
        guard key.hasPrefix("workout"), case .unknown = MetricCatalog.resolve(name: name) else { return nil }
        let field = key.dropFirst("workout".count)
        guard let column = WorkoutColumn(named: String(field)) ?? WorkoutColumn(named: String(field.drop { $0 == "s" })) else { return nil }
        self = column
    }

    /// True if the workout keeps readings: their average, minimum and maximum.
    var isReading: Bool { if case .reading = field { true } else { false } }

    /// Returns the number of each workout that answers `aggregate`: the greatest heart rate is the greatest of the maxima.
    func field(for aggregate: Aggregate) -> WorkoutField {
        if case .climb(let climb) = field, aggregate == .sum { return .climb(climb.byTime) }
        guard case .reading(let metric, _) = field else { return field }
        return switch aggregate {
        case .min: .reading(metric, .minimum)
        case .max: .reading(metric, .maximum)
        default: field
        }
    }

    /// The columns of `samples of workouts`, in addition to the activity.
    static func listed(_ preference: UnitPreference) -> [ListedField] {
        ["duration", "distance", "energy", "averageHeartRate"].compactMap { name in
            WorkoutColumn(named: name).map {
                ListedField(name: $0.name, field: $0.field, storageUnit: $0.storageUnit, unit: $0.displayUnit(preference))
            }
        }
    }

    func displayUnit(_ preference: UnitPreference) -> HealthUnit { type?.displayUnit(preference) ?? .minute }

    private static func type(named name: String) -> QuantityType? {
        guard case .known(let metric) = MetricCatalog.resolve(name: name), case .quantity(let type) = metric.kind else { return nil }
        return type
    }
}
