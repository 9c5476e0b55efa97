import HealthModel
import QueryDiagnostics
import QueryPlan
import QuerySyntax
import QueryVocabulary

/// The time of a value, `max heartRate at` (S2.13), and the shortest time of an amount, `fastest 5 km of distance` (S2.14).
extension MeasureBinder {
    /// Returns columns with the time of each value, if the measure asks for it with `at`.
    func withMoments(_ column: BoundColumn, of measure: QuerySyntax.Measure) throws(Reported) -> [BoundColumn] {
        guard let at = measure.at else { return [column] }
        var moment = column
        moment.measure.form =
            if case .fastest(let amount) = column.measure.form { .fastestStart(amount) } else { .moment }
        moment.measure.unit = nil
        moment.countedUnit = nil
        moment.measure.name = nameOfMoment(column.measure, measure)
        guard moment.measure.form != .moment || column.measure.isPlain && column.measure.aggregate.isOfOneValue else {
            throw reportManySamples(column, measure, at)
        }
        return [column, moment]
    }

    /// Returns `maxAt` for `max`, `maxAt_heartRate` for `max_heartRate` and `peakAt` for `peak`.
    private func nameOfMoment(_ column: QueryPlan.Measure, _ measure: QuerySyntax.Measure) -> String {
        let prefix = column.form == .value ? column.aggregate.columnName : MeasureWord.fastest.columnName
        return column.name.hasPrefix(prefix + "_") ? "\(prefix)At\(column.name.dropFirst(prefix.count))" : column.name + "At"
    }

    private func reportManySamples(_ column: BoundColumn, _ measure: QuerySyntax.Measure, _ at: SourceRange) -> Reported {
        let name = column.metric.name
        let isReading = Aggregate.max.isLegal(for: MeasuredMetric(info: column.metric).nature(binder.context.styles))
        let canAdd = isReading && measure.isPlain && measure.clauses.isEmpty
        return binder.report(
            .momentOfManySamples,
            "`at` shows when a value was measured, but `\(column.measure.aggregateName)` combines many samples", at: at,
            help: isReading ? "write for example `max \(name) at`" : "remove `at`, or write `latest` for the last sample",
            note: "`at` follows `max`, `min`, `latest` and `first`, and `fastest`",
            fix: canAdd
                ? Diagnostic.Fix(SourceRange(at: measure.metric.range.start), "max ", keepsQuestion: false)
                : Diagnostic.Fix(SourceRange(at.start - 1, at.end), "", keepsQuestion: false))
    }

    /// Returns the column of `fastest 5 km of distance`.
    func column(
        fastest literal: Literal, _ share: SharePhrase, of metric: MeasuredMetric, _ measure: QuerySyntax.Measure, metrics: Int
    ) throws(Reported) -> BoundColumn {
        let nature = metric.nature(binder.context.styles)
        guard share.word.isLegal(for: nature), let stored = metric.storageUnit else { throw reportIllegal(share, of: metric, nature) }
        let shown = binder.displayUnit(of: metric) ?? stored
        let amount = try binder.resolving(literal) { (value) throws(Reported) in
            try binder.amount(of: value, of: metric.info, in: ColumnUnit(shown), named: nil)
        }
        guard amount > 0, amount.isFinite else {
            throw binder.report(
                .countExpected, "the amount must be greater than 0", at: literal.range, help: "write for example `\(share.word.example)`")
        }
        let unit = try measure.unit.map { (written) throws(Reported) in
            try binder.unit(written, for: metric, asDuration: true, isShown: true)
        }
        var column = QueryPlan.Measure(
            metric: metric.info.id, part: metric.info.measuredPart, aggregate: .sum, style: metric.style(binder.context.styles),
            storageUnit: metric.storageUnit, unit: unit ?? .minute,
            name: measure.alias?.text ?? share.word.columnName + (metrics == 1 ? "" : "_\(metric.name)"))
        column.form = .fastest(shown.conversion(to: stored)?(amount) ?? amount)
        return BoundColumn(
            measure: column, metric: metric.info, range: share.range, clauses: measure.clauses, endOfMeasures: measure.range.end)
    }
}

extension Aggregate {
    /// True if the result is the value of one sample.
    fileprivate var isOfOneValue: Bool { [.min, .max, .latest, .first].contains(self) }
}
