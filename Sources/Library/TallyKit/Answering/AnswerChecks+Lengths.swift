import HealthModel
import QueryDiagnostics
import QueryEngine
import QueryPlan
import ResultRendering
import TerminalText

/// Checks for averages over time of samples of which only some have a duration.
extension AnswerChecks {
    private static let leastEffect = 0.01

    /// Returns the finding that samples without a duration hardly count next to those with one (S2.2); nil if that changes no row by more
    /// than 1%, or if there are too many samples to read them again.
    ///
    /// Apple's resting heart rate lasts most of a day, and that of Health Connect is a moment.
    func readingsOfTwoLengths(_ measure: QueryPlan.Measure, _ index: Int, _ table: ResultTable, at range: SourceRange) throws
        -> Diagnostic?
    {
        guard try averagesOverTime(measure, table), plan.holding == nil, try hasBothLengths(measure) else { return nil }
        let equal = try column(of: measure, plan.changing { $0.rules.weighting = .equal })
        let moments = try counts(of: measure, where: .number(.duration, .equal, 0))
        let lasting = try counts(of: measure, where: .number(.duration, .greater, 0))
        let all = [equal, moments, lasting].map(\.count)
        guard all.allSatisfy({ $0 == table.rowCount }) else { return nil }
        let rows = (0..<table.rowCount).compactMap { row -> (row: Int, shown: Double, equal: Double)? in
            guard let shown = table.columns[index].values[row], let equal = equal[row], moments[row] ?? 0 > 0, lasting[row] ?? 0 > 0,
                abs(equal - shown) > Self.leastEffect * abs(shown)
            else { return nil }
            return (row, shown, equal)
        }
        guard let worst = rows.max(by: { abs($0.equal - $0.shown) < abs($1.equal - $1.shown) }) else { return nil }
        let (short, long) = (moments[worst.row] ?? 0, lasting[worst.row] ?? 0)
        let place = table.rowCount == 1 ? "" : "in row \(worst.row + 1), "
        let unit = table.columns[index].unit.map { " \($0)" } ?? ""
        return Diagnostic(
            .readingsOfTwoLengths,
            "\(place)\(Wording.number(Int(short))) of \(Wording.number(Int(short + long))) samples of \(table.columns[index].subject) "
                + "\(short == 1 ? "has" : "have") no duration and hardly \(short == 1 ? "counts" : "count"): "
                + "with equal weights, the average is \(Self.text(worst.equal))\(unit), not \(Self.text(worst.shown))",
            at: range, help: "to count each sample equally, use `set weighting = equal`",
            note: "an average over time weights a sample by its seconds, and one without a duration has the weight of 1 second")
    }

    /// Returns true if the answer has samples of both kinds. It stops reading after the first of each.
    private func hasBothLengths(_ measure: QueryPlan.Measure) throws -> Bool {
        var listed = plan
        listed.subject = .samples(SampleListing(metric: measure.metric, part: measure.part, storageUnit: nil, unit: nil))
        var (hasMoment, lasts) = (false, false)
        try QueryEngine.read(listed, over: reader, columns: [], options: options) { batch in
            for index in batch.starts.indices where !(hasMoment && lasts) {
                if batch.starts[index] < batch.ends[index] { lasts = true } else { hasMoment = true }
            }
            return !(hasMoment && lasts)
        }
        return hasMoment && lasts
    }

    private func counts(of measure: QueryPlan.Measure, where condition: QueryPlan.Predicate) throws -> [Double?] {
        var count = measure
        (count.aggregate, count.unit) = (.count, .count)
        var asked = plan
        asked.predicate = .all([plan.predicate, condition].compactMap(\.self))
        return try column(of: count, asked)
    }

    private func column(of measure: QueryPlan.Measure, _ plan: Plan) throws -> [Double?] {
        var asked = plan
        asked.subject = .statistics([measure])
        return try QueryEngine.run(asked, over: reader, options: options).columns.first?.values ?? []
    }
}
