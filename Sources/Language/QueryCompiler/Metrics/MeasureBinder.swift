import HealthModel
import QueryDiagnostics
import QueryPlan
import QuerySyntax
import QueryVocabulary

/// A column of a query, with its position in the text.
struct BoundColumn {
    var measure: QueryPlan.Measure
    var metric: MetricInfo
    var range: SourceRange
    /// The unit of `count steps in UNIT`, in which numbers of conditions are; nil for other aggregates, whose column has the unit.
    var countedUnit: HealthUnit?
    /// The condition of a share, as written; nil for all other measures.
    var share: SharePhrase?
    /// The clauses of the measure in parentheses.
    var clauses: [Clause] = []
    /// The end of the last measure of the query.
    var endOfMeasures = 0
}

/// Converts the measures of a query into columns.
struct MeasureBinder {
    /// Names of other fields of a row, which columns can't use.
    static let takenNames: Set<String> = ["start", "end", "partial"]

    let binder: Binder
    /// The clauses of the query; nil if the binder can't suggest others.
    let clauses: [Clause]?

    init(_ binder: Binder, clauses: [Clause]? = nil) {
        self.binder = binder
        self.clauses = clauses
    }

    /// Returns the columns.
    func bind(_ measures: [QuerySyntax.Measure]) throws(Reported) -> [BoundColumn] {
        var metrics: [Result<MeasuredMetric, Reported>] = []
        for measure in measures {
            metrics.append(binder.collect(try isSplitSpeed(measure) ? .speedOfSplits : binder.measured(measure.metric)))
        }
        let metricCount = Set(metrics.compactMap { $0.value?.name }).count
        var names = Self.takenNames
        let columns = try binder.collect(each: zip(measures, metrics)) { (measure, metric) throws(Reported) -> [BoundColumn] in
            let metric = try metric.get()
            if isSplitSpeed(measure) {
                let column = try columnOfSplitSpeed(measure, metrics: metricCount)
                return try unique(withMoments(column, of: measure), measure, &names)
            }
            defer { binder.noteMissing(metric.info, at: measure.metric.range) }
            if let share = measure.share {
                let column = try column(share, of: metric, measure, metrics: metricCount)
                return try unique(withMoments(column, of: measure), measure, &names)
            }
            let asked = measure.aggregates.map { (aggregate: $0.kind, range: $0.range) }
            let nature = metric.nature(binder.context.styles)
            let aggregates = asked.isEmpty ? [(nature.standardAggregate, measure.metric.range)] : asked
            return try binder.collect(each: aggregates) { (aggregate, range) throws(Reported) -> [BoundColumn] in
                try check(aggregate, of: metric, nature, at: range, measure, isOnly: measures.count == 1)
                let unit = try unit(of: aggregate, metric, measure, among: aggregates.map(\.0))
                let name = name(aggregate, metric, measure, aggregates: aggregates.count, metrics: metricCount)
                let column = QueryPlan.Measure(
                    metric: metric.info.id, part: metric.info.measuredPart, aggregate: aggregate,
                    style: metric.style(binder.context.styles),
                    workoutField: metric.workoutColumn?.field(for: aggregate), storageUnit: metric.storageUnit, unit: unit, name: name)
                var counted: HealthUnit?
                if let written = measure.unit, metric.info.storageUnit != nil, aggregates.allSatisfy({ $0.0 == .count }) {
                    counted = try binder.unit(written, for: metric)
                }
                let bound = BoundColumn(
                    measure: column, metric: metric.info, range: range, countedUnit: counted, clauses: measure.clauses,
                    endOfMeasures: measures.map(\.range.end).max() ?? range.end)
                return try unique(withMoments(bound, of: measure), measure, &names)
            }.flatMap { $0 }
        }
        return columns.flatMap { $0 }
    }

    /// Returns the columns with unique names.
    private func unique(
        _ columns: [BoundColumn], _ measure: QuerySyntax.Measure, _ names: inout Set<String>
    ) throws(Reported) -> [BoundColumn] {
        for column in columns {
            let name = column.measure.name
            guard names.insert(name).inserted else { throw reportDuplicate(name, column.range, measure, names) }
        }
        return columns
    }

    private func reportDuplicate(
        _ name: String, _ range: SourceRange, _ measure: QuerySyntax.Measure, _ taken: Set<String>
    ) -> Reported {
        binder.report(
            .duplicateColumn, "two columns would have the name `\(name)`", at: range,
            help: "remove one, or rename it with `called otherName`", fix: rename(measure, from: name, taken: taken))
    }

    /// Returns a fix that gives a measure with one column another name.
    private func rename(_ measure: QuerySyntax.Measure, from name: String, taken: Set<String>) -> Diagnostic.Fix? {
        guard measure.alias == nil, measure.aggregates.count < 2, !measure.range.isEmpty else { return nil }
        guard let free = (2...99).lazy.map({ "\(name)\($0)" }).first(where: { !taken.contains($0) }) else { return nil }
        return Diagnostic.Fix(SourceRange(at: measure.range.end), " called \(free)", help: "write `called \(free)`")
    }

    private func name(
        _ aggregate: Aggregate, _ metric: MeasuredMetric, _ measure: QuerySyntax.Measure, aggregates: Int, metrics: Int
    ) -> String {
        if let alias = measure.alias { return aggregates == 1 ? alias.text : "\(aggregate.columnName)_\(alias.text)" }
        return metrics == 1 ? aggregate.columnName : "\(aggregate.columnName)_\(metric.name)"
    }

    /// Returns the unit of a column.
    ///
    /// `in` applies to values. It applies to durations only if there are no values: `sum, duration distance in miles` has its duration in
    /// minutes.
    private func unit(
        of aggregate: Aggregate, _ metric: MeasuredMetric, _ measure: QuerySyntax.Measure,
        among aggregates: [Aggregate]
    ) throws(Reported) -> HealthUnit? {
        let (written, result) = (measure.unit, aggregate.definition.result)
        if result == .count { return .count }
        if result == .share {
            guard let written, aggregates.allSatisfy({ $0.definition.result == .share }) else { return HealthUnit("%") }
            guard written.text == "%" else {
                throw binder.report(
                    .incompatibleUnit, "`\(aggregate.name)` is a share in percent", at: written.range, help: "remove `in \(written.text)`")
            }
            return HealthUnit("%")
        }
        if result == .clock {
            // A unit is that of the other columns.
            guard let written, aggregates.allSatisfy({ $0.definition.result == .clock }) else { return nil }
            throw binder.report(
                .incompatibleUnit, "`\(aggregate.name)` is a time, which has no unit", at: written.range,
                help: "remove `in \(written.text)`")
        }
        if result == .time {
            guard let written, aggregates.allSatisfy({ [.time, .count].contains($0.definition.result) }) else { return metric.durationUnit }
            return try binder.unit(written, for: metric, asDuration: true, isShown: true)
        }
        // The unit of a laboratory result is that of its sample.
        guard let written else { return metric.info.id == .labs ? nil : binder.displayUnit(of: metric) ?? .count }
        return try binder.unit(written, for: metric, isShown: true)
    }

    /// Reports an aggregate that is meaningless for the style of the metric (S2.1), with the reason and an alternative.
    private func check(
        _ aggregate: Aggregate, of metric: MeasuredMetric, _ nature: MetricNature, at range: SourceRange,
        _ measure: QuerySyntax.Measure, isOnly: Bool
    ) throws(Reported) {
        let name = metric.name
        if aggregate.needsBeats, metric.info.id != .ofBeats {
            throw binder.report(
                .beatsOfOtherMetric, "can't compute the \(aggregate.name) of \(name): its samples contain no heartbeats", at: range,
                help: "write `\(aggregate.name) heartRateVariability`")
        }
        guard !aggregate.isLegal(for: nature) else { return }
        switch nature {
        case .discrete:
            throw binder.report(
                .sumOfDiscrete, "can't sum \(name): its samples are readings, not amounts", at: range,
                help: "write `average \(name)`, or use `min`, `max` or `latest`",
                note: "only cumulative metrics have totals, but \(name) is \(style(metric))",
                fix: exchange(range, for: .average, in: measure))
        case .cumulative:
            let totals = TotalsFirst(aggregate, of: metric, measure, clauses ?? [])
            throw binder.report(
                .averageOfCumulative, "can't compute the \(aggregate.name) of \(name): its samples are parts of a total", at: range,
                help: totals.help, note: "\(name) is cumulative, which allows only \(MetricNature.cumulative.aggregateNames)",
                fix: isOnly && clauses != nil ? totals.fix(at: range) : nil)
        case .interval where metric.isCategory && aggregate != .sum && clauses != nil:
            if isOnly, let last = LastSample(aggregate, of: metric, measure, clauses ?? []) {
                throw binder.report(
                    .aggregateOfInterval, "can't compute the \(aggregate.name) of \(name): its samples have no number", at: range,
                    help: last.help, fix: last.fix(at: range))
            }
            let totals = TotalsFirst(aggregate, of: metric, measure, clauses ?? [])
            throw binder.report(
                .aggregateOfInterval, "can't compute the \(aggregate.name) of \(name): its samples are intervals", at: range,
                help: totals.help, fix: isOnly ? totals.fix(at: range) : nil)
        case .interval, .workoutField:
            throw binder.report(
                .aggregateOfInterval,
                nature == .interval
                    ? "can't compute the \(aggregate.name) of \(name): its samples are intervals"
                    : "can't compute the \(aggregate.name) of \(name): it is one number for each workout",
                at: range,
                help: nature == .interval
                    ? "write `duration \(name)` or `count \(name)`" : "write `duration workouts` for their duration",
                fix: nature == .interval ? exchange(range, for: .duration, in: measure) : nil)
        }
    }

    /// Returns a fix that replaces the aggregate at `range` with `aggregate`, or removes it if the measure already has `aggregate`.
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
        return Diagnostic.Fix(removed, "", keepsQuestion: false, help: "remove `\(aggregates[place].kind.name)`")
    }

    private func style(_ metric: MeasuredMetric) -> String {
        switch metric.style(binder.context.styles) {
        case .discreteTemporallyWeighted: "discrete: its averages are weighted by time"
        case .discreteEquivalentContinuousLevel: "a sound level"
        default: "discrete"
        }
    }
}
