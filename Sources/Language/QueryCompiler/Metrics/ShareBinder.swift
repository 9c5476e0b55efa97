import HealthModel
import QueryDiagnostics
import QueryPlan
import QuerySyntax
import QueryVocabulary

/// Shares of a condition: `share (value > 100) of heartRate`, `time in range of bloodGlucose` (S2.9, S2.10).
extension MeasureBinder {
    /// Returns the column of a share, whose condition depends on the times of the query and is bound later.
    func column(
        _ share: SharePhrase, of metric: MeasuredMetric, _ measure: QuerySyntax.Measure, metrics: Int
    ) throws(Reported) -> BoundColumn {
        if case .fastest(let amount) = share.kind {
            return try column(fastest: amount, share, of: metric, measure, metrics: metrics)
        }
        let nature = metric.nature(binder.context.styles)
        let isAdherence = share.word == .adherence
        if isAdherence, metric.info.id != .doses {
            throw binder.report(
                .adherenceOfOtherMetric, "can't compute the adherence of \(metric.name): its samples aren't scheduled doses",
                at: share.range,
                help: "write `\(share.word.example)`")
        }
        guard share.word.isLegal(for: nature) else { throw reportIllegal(share, of: metric, nature) }
        let name = share.word.columnName + (metrics == 1 ? "" : "_\(metric.name)")
        var column = QueryPlan.Measure(
            metric: metric.info.id, part: metric.info.measuredPart, aggregate: isAdherence ? .count : nature.measuredByShares,
            style: metric.style(binder.context.styles), storageUnit: metric.storageUnit, unit: HealthUnit("%"),
            name: measure.alias?.text ?? name)
        (column.condition, column.countsSchedule) = (.constant(false), isAdherence)
        var bound = BoundColumn(
            measure: column, metric: metric.info, range: share.range, clauses: measure.clauses, endOfMeasures: measure.range.end)
        if let written = measure.unit {
            guard metric.info.storageUnit != nil else {
                throw binder.report(
                    .incompatibleUnit, "`\(share.word.rawValue)` is a share in percent", at: written.range,
                    help: "remove `in \(written.text)`")
            }
            // As for `count`, the unit is that of the numbers in the condition.
            bound.countedUnit = try binder.unit(written, for: metric)
        }
        bound.share = share
        return bound
    }

    func reportIllegal(_ share: SharePhrase, of metric: MeasuredMetric, _ nature: MetricNature) -> Reported {
        let word = share.word.rawValue
        if share.word == .fastest {
            return binder.report(
                .momentOfManySamples, "`fastest` needs a metric of amounts, but \(metric.name) is not one", at: share.range,
                help: "write for example `\(share.word.example)`")
        }
        let reason =
            switch nature {
            case .cumulative: "its samples are amounts, which have no value at a time"
            case .interval: "its samples have no number"
            case .discrete, .workoutField: "it is one number for each workout"
            }
        let isWorkout = nature == .workoutField
        return binder.report(
            .noRangeOfValues, "`\(word)` can't be computed for \(metric.name): \(reason)", at: share.range,
            help: isWorkout
                ? "for the share of workouts, write for example `samples of workouts | share where duration > 30min`"
                : "write a condition, as in `share (after 18:00) of \(metric.name)`")
    }
}

extension MetricNature {
    /// The aggregate that a share divides: the sum of amounts, the duration of intervals, or the number of readings (S2.9).
    fileprivate var measuredByShares: Aggregate {
        switch self {
        case .cumulative, .workoutField: .sum
        case .interval: .duration
        case .discrete: .count
        }
    }
}
