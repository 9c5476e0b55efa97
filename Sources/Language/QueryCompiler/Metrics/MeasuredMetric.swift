import HealthModel
import QueryPlan
import QuerySyntax
import QueryVocabulary

/// The subject of a measure: a metric, or a number of workouts, such as `workout energy`.
struct MeasuredMetric {
    var info: MetricInfo
    var workoutColumn: WorkoutColumn?

    /// The name in columns: Apple's short name, or a name such as `workoutEnergy`.
    var name: String { workoutColumn.map { "workout" + $0.name.prefix(1).uppercased() + $0.name.dropFirst() } ?? info.name }

    /// How the samples combine (S2).
    func nature(_ styles: StyleVersion) -> MetricNature {
        if let workoutColumn { return workoutColumn.isReading ? .discrete : .workoutField }
        switch info.kind {
        case .quantity(let type): return type.style(in: styles) == .cumulative ? .cumulative : .discrete
        case .category, .workouts: return .interval
        }
    }

    func style(_ styles: StyleVersion) -> AggregationStyle? {
        guard case .quantity(let type) = info.kind else { return nil }
        return type.style(in: styles)
    }

    var isCategory: Bool { if case .category = info.kind { workoutColumn == nil } else { false } }
    var isSleep: Bool { if case .category(let type) = info.kind { type.id.shortName == "sleepAnalysis" } else { false } }

    var storageUnit: HealthUnit? { workoutColumn?.storageUnit ?? info.storageUnit }

    /// The default unit of durations.
    var durationUnit: HealthUnit {
        guard case .category(let type) = info.kind else { return .minute }
        return type.durationUnit
    }
}

extension MetricInfo {
    var storageUnit: HealthUnit? {
        guard case .quantity(let type) = kind else { return nil }
        return type.storageUnit
    }
}

extension Binder {
    /// Returns the subject that `reference` names.
    func measured(_ reference: MetricReference) throws(Reported) -> MeasuredMetric {
        if case .name(let name) = reference, let column = try workoutColumn(named: name) {
            return MeasuredMetric(info: MetricInfo(.workouts), workoutColumn: column)
        }
        return MeasuredMetric(info: try metric(reference))
    }

    /// Returns the number of workouts with this name, or nil for any other name.
    private func workoutColumn(named name: Name) throws(Reported) -> WorkoutColumn? {
        guard context.names[name] != nil else { return WorkoutColumn(measure: name.text) }
        return try following(name) { value in
            if case .query(let query) = value { query.aliasedName.flatMap { WorkoutColumn(measure: $0.text) } } else { nil }
        }
    }

    /// The unit in which values of `metric` are shown; nil if they aren't quantities.
    func displayUnit(of metric: MeasuredMetric) -> HealthUnit? {
        metric.workoutColumn.map { $0.displayUnit(context.units) } ?? displayUnit(of: metric.info)
    }
}
