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

    let binder: Binder

    init(_ binder: Binder) { self.binder = binder }

    /// Returns the columns.
    func bind(_ measures: [QuerySyntax.Measure]) throws(Reported) -> [BoundColumn] {
        var metrics: [Result<MeasuredMetric, Reported>] = []
        for measure in measures { metrics.append(binder.collect(try binder.measured(measure.metric))) }
        let metricCount = Set(metrics.compactMap { $0.value?.name }).count
        var names = Self.takenNames
        let columns = try binder.collect(each: zip(measures, metrics)) { (measure, metric) throws(Reported) -> [BoundColumn] in
            let metric = try metric.get()
            defer { binder.noteMissing(metric.info, at: measure.metric.range) }
            let asked = measure.aggregates.map { (aggregate: $0.kind, range: $0.range) }
            let nature = metric.nature(binder.context.styles)
            let aggregates = asked.isEmpty ? [(nature.standardAggregate, measure.metric.range)] : asked
            return try binder.collect(each: aggregates) { (aggregate, range) throws(Reported) in
                try check(aggregate, of: metric, nature, at: range, measure)
                let unit = try unit(of: aggregate, metric, measure, among: aggregates.map(\.0))
                let name = name(aggregate, metric, measure, aggregates: aggregates.count, metrics: metricCount)
                guard names.insert(name).inserted else {
                    throw binder.report(
                        .duplicateColumn, "two columns would be named `\(name)`", at: range,
                        help: "leave one out, or name it: `called otherName`")
                }
                let column = QueryPlan.Measure(
                    metric: metric.info.id, part: metric.info.part, aggregate: aggregate, style: metric.style(binder.context.styles),
                    workoutField: metric.workoutColumn?.field, storageUnit: metric.storageUnit, unit: unit, name: name)
                return BoundColumn(measure: column, metric: metric.info, range: range)
            }
        }
        return columns.flatMap { $0 }
    }

    private func name(
        _ aggregate: Aggregate, _ metric: MeasuredMetric, _ measure: QuerySyntax.Measure, aggregates: Int, metrics: Int
    ) -> String {
        if let alias = measure.alias { return aggregates == 1 ? alias.text : "\(aggregate.name)_\(alias.text)" }
        return metrics == 1 ? aggregate.name : "\(aggregate.name)_\(metric.name)"
    }

    /// Returns the unit of a column.
    ///
    /// `in` speaks of the values where there are any, else of the time: `sum, duration distance in miles` has its duration in minutes.
    private func unit(
        of aggregate: Aggregate, _ metric: MeasuredMetric, _ measure: QuerySyntax.Measure,
        among aggregates: [Aggregate]
    ) throws(Reported) -> HealthUnit {
        let written = measure.unit
        switch aggregate {
        case .count: return .count
        case .duration:
            guard let written, aggregates.allSatisfy({ $0 == .duration || $0 == .count }) else { return metric.durationUnit }
            return try binder.unit(written, for: metric, asDuration: true)
        default:
            guard let written else { return binder.displayUnit(of: metric) ?? .count }
            return try binder.unit(written, for: metric)
        }
    }

    /// Refuses what has no meaning for the metric's style (S2.1), with the reason and a rewrite.
    private func check(
        _ aggregate: Aggregate, of metric: MeasuredMetric, _ nature: MetricNature, at range: SourceRange,
        _ measure: QuerySyntax.Measure
    ) throws(Reported) {
        guard !aggregate.isLegal(for: nature) else { return }
        let name = metric.name
        switch nature {
        case .discrete:
            throw binder.report(
                .sumOfDiscrete, "\(name) cannot be summed: its samples are readings, not amounts", at: range,
                help: "write `average \(name)`, or `min`, `max`, `latest`",
                note: "\(name) is \(style(metric)); only cumulative types have a total",
                fix: exchange(range, for: .average, in: measure))
        case .cumulative:
            let rewritten = aggregate.name
            throw binder.report(
                .averageOfCumulative, "\(name) has no \(aggregate.name): its samples are parts of a total", at: range,
                help: "write `sum \(name) by day | \(rewritten)` for the \(rewritten) of daily totals",
                note: "\(name) is cumulative; allowed are \(MetricNature.cumulative.aggregateNames)")
        case .interval, .workoutField:
            throw binder.report(
                .aggregateOfInterval,
                nature == .interval
                    ? "\(name) has no \(aggregate.name): its samples are intervals" : "\(name) is a number, and has no \(aggregate.name)",
                at: range,
                help: nature == .interval
                    ? "write `duration \(name)` or `count \(name)`" : "write `duration workouts` for the time they took",
                fix: nature == .interval ? exchange(range, for: .duration, in: measure) : nil)
        }
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

    private func style(_ metric: MeasuredMetric) -> String {
        switch metric.style(binder.context.styles) {
        case .discreteTemporallyWeighted: "discrete, averaged by the time that readings cover, alike where they have no length"
        case .discreteEquivalentContinuousLevel: "a sound level"
        default: "discrete"
        }
    }
}
