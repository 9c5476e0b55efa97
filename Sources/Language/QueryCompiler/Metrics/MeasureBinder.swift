import QueryVocabulary
import QueryDiagnostics
import HealthModel
import QueryPlan
import QuerySyntax

/// A column of a query, and the place that asked for it.
struct BoundColumn {
    var measure: QueryPlan.Measure
    var metric: MetricInfo
    var range: SourceRange
}

/// Turns the measures of a query into columns.
struct MeasureBinder {
    /// The names that other fields of a row have.
    static let takenNames: Set<String> = ["start", "end", "partial"]

    /// Returns the columns, or nil after a report.
    func bind(_ measures: [QuerySyntax.Measure], _ binder: inout Binder) -> [BoundColumn]? {
        let bound = measures.map { ($0, binder.measured($0.metric)) }
        let metricCount = Set(bound.compactMap { $0.1?.name }).count
        var columns: [BoundColumn] = []
        var names = Self.takenNames
        var isWhole = bound.allSatisfy { $0.1 != nil }
        for case (let measure, let metric?) in bound {
            let asked = measure.aggregates.map { (aggregate: $0.kind, range: $0.range) }
            let nature = metric.nature(binder.context.styles)
            let aggregates = asked.isEmpty ? [(nature.standardAggregate, measure.metric.range)] : asked
            for (aggregate, range) in aggregates {
                guard check(aggregate, of: metric, nature, at: range, measure, &binder),
                    let unit = unit(of: aggregate, metric, measure, among: aggregates.map(\.0), &binder)
                else {
                    isWhole = false
                    continue
                }
                let name = name(aggregate, metric, measure, aggregates: aggregates.count, metrics: metricCount)
                if !names.insert(name).inserted {
                    binder.report(
                        .duplicateColumn, "two columns would be named `\(name)`", at: range,
                        help: "leave one out, or name it: `called otherName`")
                    isWhole = false
                }
                let column = QueryPlan.Measure(
                    metric: metric.info.id, part: metric.info.part, aggregate: aggregate, style: metric.style(binder.context.styles),
                    workoutField: metric.workoutColumn?.field, storageUnit: metric.storageUnit, unit: unit, name: name)
                columns.append(BoundColumn(measure: column, metric: metric.info, range: range))
            }
            binder.noteMissing(metric.info, at: measure.metric.range)
        }
        return isWhole ? columns : nil
    }

    private func name(
        _ aggregate: Aggregate, _ metric: MeasuredMetric, _ measure: QuerySyntax.Measure, aggregates: Int, metrics: Int
    ) -> String {
        if let alias = measure.alias { return aggregates == 1 ? alias.text : "\(aggregate.name)_\(alias.text)" }
        return metrics == 1 ? aggregate.name : "\(aggregate.name)_\(metric.name)"
    }

    /// Returns the unit of a column; nil after a report.
    ///
    /// `in` speaks of the values where there are any, else of the time: `sum, duration distance in miles` has its duration in minutes.
    private func unit(
        of aggregate: Aggregate, _ metric: MeasuredMetric, _ measure: QuerySyntax.Measure,
        among aggregates: [Aggregate], _ binder: inout Binder
    ) -> HealthUnit? {
        let written = measure.unit
        switch aggregate {
        case .count: return .count
        case .duration:
            guard let written, aggregates.allSatisfy({ $0 == .duration || $0 == .count }) else { return metric.durationUnit }
            return binder.unit(written, for: metric, asDuration: true)
        default:
            guard let written else { return binder.displayUnit(of: metric) ?? .count }
            return binder.unit(written, for: metric)
        }
    }

    /// Refuses what has no meaning for the metric's style (S2.1), with the reason and a rewrite.
    private func check(
        _ aggregate: Aggregate, of metric: MeasuredMetric, _ nature: MetricNature, at range: SourceRange,
        _ measure: QuerySyntax.Measure, _ binder: inout Binder
    ) -> Bool {
        guard !aggregate.isLegal(for: nature) else { return true }
        let name = metric.name
        switch nature {
        case .discrete:
            binder.report(
                .sumOfDiscrete, "\(name) cannot be summed: its samples are readings, not amounts", at: range,
                help: "write `average \(name)`, or `min`, `max`, `latest`",
                note: "\(name) is \(style(metric, binder)); only cumulative types have a total",
                fix: exchange(range, for: .average, in: measure))
        case .cumulative:
            let rewritten = aggregate.name
            binder.report(
                .averageOfCumulative, "\(name) has no \(aggregate.name): its samples are parts of a total", at: range,
                help: "write `sum \(name) by day | \(rewritten)` for the \(rewritten) of daily totals",
                note: "\(name) is cumulative; allowed are \(MetricNature.cumulative.aggregateNames)")
        case .interval, .workoutField:
            binder.report(
                .aggregateOfInterval,
                nature == .interval
                    ? "\(name) has no \(aggregate.name): its samples are intervals" : "\(name) is a number, and has no \(aggregate.name)",
                at: range,
                help: nature == .interval
                    ? "write `duration \(name)` or `count \(name)`" : "write `duration workouts` for the time they took",
                fix: nature == .interval ? exchange(range, for: .duration, in: measure) : nil)
        }
        return false
    }

    /// Returns the suggestion to ask `aggregate` in place of the one at `range`, which goes without another where that one is asked already.
    private func exchange(_ range: SourceRange, for aggregate: Aggregate, in measure: QuerySyntax.Measure) -> Diagnostic.Fix? {
        let aggregates = measure.aggregates
        guard let place = aggregates.firstIndex(where: { $0.range == range }) else { return nil }
        guard aggregates.contains(where: { $0.kind == aggregate }) else {
            return Diagnostic.Fix(range, aggregate.name, keepsQuestion: false)
        }
        let isFirst = place == 0
        let removed =
            isFirst
            ? SourceRange(range.start, aggregates[1].range.start) : SourceRange(aggregates[place - 1].range.end, range.end)
        return Diagnostic.Fix(removed, "", keepsQuestion: false, help: "leave `\(aggregates[place].kind.name)` out")
    }

    private func style(_ metric: MeasuredMetric, _ binder: Binder) -> String {
        switch metric.style(binder.context.styles) {
        case .discreteTemporallyWeighted: "discrete, averaged by the time that readings cover, alike where they have no length"
        case .discreteEquivalentContinuousLevel: "a sound level"
        default: "discrete"
        }
    }
}
