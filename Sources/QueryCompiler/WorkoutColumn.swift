import HealthModel
import QueryPlan

/// A number of workouts by its name: `energy`, `distance`, `duration`, or a metric that workouts have statistics of.
struct WorkoutColumn {
    let field: WorkoutField
    /// The unit in which the field is kept.
    let storageUnit: HealthUnit
    /// The unit in which it is shown.
    let usualUnit: HealthUnit

    init?(named name: String) {
        switch foldedName(name) {
        case "duration", "activeduration": self.init(.activeDuration, .second, .minute)
        case "distance":
            guard let kilometre = HealthUnit("km") else { return nil }
            self.init(.distance, kilometre, kilometre)
        case "energy": self.init(statistic: "activeEnergyBurned")
        default: self.init(statistic: name)
        }
    }

    private init(_ field: WorkoutField, _ storageUnit: HealthUnit, _ usualUnit: HealthUnit) {
        self.field = field
        self.storageUnit = storageUnit
        self.usualUnit = usualUnit
    }

    private init?(statistic name: String) {
        guard case .known(let metric) = MetricCatalog.resolve(name: name), case .quantity(let type) = metric.kind else { return nil }
        self.init(.statistic(metric.id), type.storageUnit, type.usualUnit)
    }
}
