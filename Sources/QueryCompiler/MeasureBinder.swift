import Diagnostics
import HealthModel
import QueryPlan
import QuerySyntax

extension QueryPlan.Aggregate {
    init(_ kind: QuerySyntax.Aggregate.Kind) {
        switch kind {
        case .sum: self = .sum
        case .average: self = .average
        case .min: self = .min
        case .max: self = .max
        case .latest: self = .latest
        case .first: self = .first
        case .count: self = .count
        case .duration: self = .duration
        case .median: self = .median
        case .standardDeviation: self = .stddev
        case .percentile(let percent): self = .percentile(percent)
        }
    }
}

extension MetricInfo {
    /// How the metric's samples come together (S2).
    func nature(_ styles: StyleVersion) -> MetricNature {
        switch kind {
        case .quantity(let type): type.style(in: styles) == .cumulative ? .cumulative : .discrete
        case .category, .workouts: .interval
        }
    }

    func style(_ styles: StyleVersion) -> AggregationStyle? {
        guard case .quantity(let type) = kind else { return nil }
        return type.style(in: styles)
    }

    var storageUnit: HealthUnit? {
        guard case .quantity(let type) = kind else { return nil }
        return type.storageUnit
    }

    /// The unit of durations unless a query says otherwise.
    var durationUnit: HealthUnit {
        guard case .category(let type) = kind else { return .minute }
        return type.durationUnit
    }
}

/// Turns the measures of a query into columns.
struct MeasureBinder {
    /// The columns and the metrics they are of; nil after a report.
    func bind(_ measures: [QuerySyntax.Measure], _ binder: inout Binder) -> [(column: QueryPlan.Measure, metric: MetricInfo)]? {
        var columns: [(column: QueryPlan.Measure, metric: MetricInfo)] = []
        var isWhole = true
        let bound = measures.map { ($0, binder.metric($0.metric)) }
        let metrics = Set(bound.compactMap { $0.1?.id })
        for (measure, metric) in bound {
            guard let metric else {
                isWhole = false
                continue
            }
            let kinds = measure.aggregates.map { (QueryPlan.Aggregate($0.kind), $0.range) }
            let nature = metric.nature(binder.context.styles)
            let aggregates = kinds.isEmpty ? [(AggregateCatalog.standard(for: nature), measure.metric.range)] : kinds
            for (aggregate, range) in aggregates {
                guard check(aggregate, of: metric, at: range, measure, &binder) else {
                    isWhole = false
                    continue
                }
                guard let unit = unit(of: aggregate, metric, measure, &binder) else {
                    isWhole = false
                    continue
                }
                let column = QueryPlan.Measure(
                    metric: metric.id, aggregate: aggregate, style: metric.style(binder.context.styles), storageUnit: metric.storageUnit,
                    unit: unit, name: name(aggregate, metric, measure, aggregates: aggregates.count, metrics: metrics.count))
                if columns.contains(where: { $0.column.name == column.name }) {
                    binder.report(
                        .duplicateColumn, "two columns would be named `\(column.name)`", at: range,
                        help: "leave one out, or name it: `called otherName`")
                    isWhole = false
                }
                columns.append((column, metric))
            }
            binder.noteMissing(metric, at: measure.metric.range)
        }
        return isWhole ? columns : nil
    }

    private func name(
        _ aggregate: QueryPlan.Aggregate, _ metric: MetricInfo, _ measure: QuerySyntax.Measure, aggregates: Int, metrics: Int
    ) -> String {
        if let alias = measure.alias { return aggregates == 1 ? alias.text : "\(aggregate.name)_\(alias.text)" }
        return metrics == 1 ? aggregate.name : "\(aggregate.name)_\(metric.shortName)"
    }

    /// Returns the unit of a column; nil after a report.
    private func unit(
        of aggregate: QueryPlan.Aggregate, _ metric: MetricInfo, _ measure: QuerySyntax.Measure, _ binder: inout Binder
    ) -> HealthUnit? {
        switch aggregate {
        case .count: return .count
        case .duration:
            guard let text = measure.unit else { return metric.durationUnit }
            return binder.unit(text, for: metric, asDuration: true)
        default:
            guard let text = measure.unit else { return binder.displayUnit(of: metric) ?? .count }
            return binder.unit(text, for: metric)
        }
    }

    /// Refuses what has no meaning for the metric's style (S2.1), with the reason and a rewrite.
    private func check(
        _ aggregate: QueryPlan.Aggregate, of metric: MetricInfo, at range: SourceRange, _ measure: QuerySyntax.Measure,
        _ binder: inout Binder
    ) -> Bool {
        let nature = metric.nature(binder.context.styles)
        guard !AggregateCatalog.isLegal(aggregate, for: nature) else { return true }
        let name = metric.shortName
        switch nature {
        case .discrete:
            binder.report(
                .sumOfDiscrete, "\(name) cannot be summed: its samples are readings, not amounts", at: range,
                help: "write `average \(name)`, or `min`, `max`, `latest`",
                note: "\(name) is \(style(metric, binder)); only cumulative types have a total",
                fix: measure.aggregates.isEmpty ? [] : [Diagnostic.Edit(range, "average")])
        case .cumulative:
            let rewritten = aggregate.name
            binder.report(
                .averageOfCumulative, "\(name) has no \(aggregate.name): its samples are parts of a total", at: range,
                help: "write `sum \(name) by day | \(rewritten)` for the \(rewritten) of daily totals",
                note: "\(name) is cumulative; allowed are \(AggregateCatalog.names(for: .cumulative))")
        case .interval:
            binder.report(
                .aggregateOfInterval, "\(name) has no \(aggregate.name): its samples are intervals", at: range,
                help: "write `duration \(name)` or `count \(name)`",
                fix: measure.aggregates.isEmpty ? [] : [Diagnostic.Edit(range, "duration")])
        }
        return false
    }

    private func style(_ metric: MetricInfo, _ binder: Binder) -> String {
        switch metric.style(binder.context.styles) {
        case .discreteTemporallyWeighted: "discrete, averaged by time"
        case .discreteEquivalentContinuousLevel: "a sound level"
        default: "discrete"
        }
    }
}
