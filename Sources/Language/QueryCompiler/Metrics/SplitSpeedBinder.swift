import HealthModel
import QueryDiagnostics
import QueryPlan
import QuerySyntax
import QueryVocabulary

/// The speed of splits: `average speed by km of workouts` (S13.9).
///
/// Stores of Android have a metric `speed`. For splits, the name has the same meaning in every store.
extension MeasureBinder {
    /// The aggregate of readings without a written one.
    private static let aggregateOfSpeed = MetricNature.discrete.standardAggregate

    /// Returns true for `speed` or `average speed` of splits. A name from `let` or `define metric` has precedence.
    func isSplitSpeed(_ measure: QuerySyntax.Measure) -> Bool {
        guard case .name(let name) = measure.metric, foldedName(name.text) == foldedName(OwnMetric.speed.name), measure.share == nil,
            measure.aggregates.allSatisfy({ $0.kind == Self.aggregateOfSpeed }), measure.aggregates.count < 2, hasSplits,
            binder.context.names[name] == nil
        else { return false }
        return binder.context.contents.metricNames.own(named: name.text).allSatisfy { $0.id == OwnMetric.speed.id }
    }

    private var hasSplits: Bool {
        guard case .by(let keys)? = clauses?.last(where: { $0.kind.word == .by })?.kind else { return false }
        return keys.contains { if case .splits = $0.kind { true } else { false } }
    }

    /// Returns the column for the speed of splits.
    func columnOfSplitSpeed(_ measure: QuerySyntax.Measure, metrics: Int) throws(Reported) -> BoundColumn {
        for clause in (clauses ?? []) + measure.clauses where clause.kind.changesTimes {
            throw binder.report(
                .misplacedClause, "`\(clause.kind.word.keyword)` can't be used with the speed of splits", at: clause.keywordRange,
                help: "remove the clause", note: "the speed of a split is its whole distance divided by its time")
        }
        let speed = MeasuredMetric.speedOfSplits
        let range = measure.aggregates.first?.range ?? measure.metric.range
        let unit = try measure.unit.map { (written) throws(Reported) in try binder.unit(written, for: speed, isShown: true) }
        var column = QueryPlan.Measure(
            metric: .workouts, aggregate: .duration, style: nil, storageUnit: speed.storageUnit, unit: unit ?? binder.unitOfSpeed,
            name: measure.alias?.text ?? Self.aggregateOfSpeed.columnName + (metrics == 1 ? "" : "_\(speed.name)"))
        column.form = .splitSpeed
        return BoundColumn(
            measure: column, metric: MetricInfo(.workouts), range: range, clauses: measure.clauses, endOfMeasures: measure.range.end)
    }
}

extension MeasuredMetric {
    /// The speed of splits, in the unit in which Android has speeds.
    static let speedOfSplits = MeasuredMetric(
        info: MetricInfo(.quantity(.unlisted(OwnMetric.speed.id, unit: OwnMetric.speed.unit))))
}

extension Binder {
    /// The usual unit for the speed of workouts, which is that of runs.
    fileprivate var unitOfSpeed: HealthUnit? {
        guard case .known(let metric) = MetricCatalog.resolve(name: "runningSpeed") else { return nil }
        return displayUnit(of: metric)
    }
}

extension ClauseKind {
    /// True for a clause that moves samples to other times, or leaves out a part of them.
    fileprivate var changesTimes: Bool {
        [.intervals, .choice(.edges), .choice(.assign)].contains(word)
    }
}
