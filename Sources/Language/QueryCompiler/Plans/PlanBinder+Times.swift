import HealthModel
import QueryDiagnostics
import QueryPlan
import QuerySyntax
import QueryVocabulary

/// Lists of times: `gaps of heartRate longer than 1h`, `sessions of sleep gap 1h` (S13.8).
extension PlanBinder {
    /// Returns the binder of a query whose rows are the intervals of a set.
    func listingTimes() -> PlanBinder {
        var plans = self
        plans.listsTimes = true
        return plans
    }

    /// Returns the plan of a query whose rows are intervals, with their lengths.
    func bindTimes(_ set: IntervalSet) throws(Reported) -> BoundQuery {
        refuseClauses(foreignTo: .times) {
            $0 == .condition
                ? "a condition belongs to the set, as in `gaps of (heartRate where value > 100)`"
                : "a list of times does not count samples"
        }
        refuseKeysOfSamples()
        let metric = metric(of: set)
        let measured = MeasuredMetric(info: metric)
        let column = QueryPlan.Measure.rowLength(
            of: metric.id, part: metric.measuredPart, style: measured.style(context.styles), storageUnit: measured.storageUnit,
            unit: measured.durationUnit)
        return try bindStatistics(.success([BoundColumn(measure: column, metric: metric, range: set.range)]))
    }

    /// Reports keys that divide samples. Only people have separate times.
    private func refuseKeysOfSamples() {
        guard case .by(let keys)? = clause(.by)?.kind else { return }
        for key in keys {
            switch key.kind {
            case .each, .splits, .parts, .interval, .profile: continue
            case .source, .device, .product, .metadata, .value, .condition, .bins, .bands, .edge:
                binder.report(
                    .misplacedClause, "a list of times does not count samples, so it can't have the key \(QueryFormatter.text(of: key))",
                    at: key.range, help: "remove the key")
            }
        }
    }

    /// Returns the first metric of a set, which gives lengths their unit. Mistakes in the set are reported with its rows.
    private func metric(of set: IntervalSet) -> MetricInfo {
        let silent = Binder(context: context)
        let times = silent.collect(try PlanBinder(silent, clauses: clauses).days().times).value
        if let times, let bound = silent.collect(try IntervalBinder(binder: silent, times: times).bind(set)).value,
            let samples = bound.samples.first, let metric = MetricCatalog.metric(samples.metric)
        {
            guard samples.part != nil, let written = set.metrics.first else { return metric }
            return silent.collect(try silent.metric(written)).value ?? metric
        }
        guard case .known(let workouts) = MetricCatalog.resolve(name: "workouts") else {
            preconditionFailure("the catalog has workouts")
        }
        return workouts
    }
}
