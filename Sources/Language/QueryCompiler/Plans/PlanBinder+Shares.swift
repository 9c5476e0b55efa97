import HealthModel
import QueryDiagnostics
import QueryPlan
import QuerySyntax
import QueryVocabulary

/// The conditions of shares, and how long readings last in them (S2.9, S2.10).
extension PlanBinder {
    /// Returns the binder with the usual length of readings, if all measures are times in a range. The range then also ends with the last
    /// reading.
    func implyingHolding(of measures: [QuerySyntax.Measure]) -> PlanBinder {
        let areTimes = measures.allSatisfy { measure in
            measure.share?.word.isTimeOfValues == true && !measure.clauses.contains { $0.kind.word == .holding }
        }
        guard areTimes, clause(.holding) == nil else { return self }
        var plans = self
        plans.impliedHolding = MeasureWord.usualHolding
        return plans
    }

    /// Returns the binder that also covers the times for which doses were scheduled, if a measure counts them.
    func coveringSchedule(of measures: [QuerySyntax.Measure]) -> PlanBinder {
        var plans = self
        plans.countsSchedule = measures.contains { $0.share?.word == .adherence }
        return plans
    }

    /// Gives a measure the condition of its share. Readings that last until the next one count by time, and all others by number.
    func setShare(of column: BoundColumn, on measure: inout QueryPlan.Measure, in plan: Plan, _ frame: QueryFrame) {
        guard let share = column.share, share.word != .fastest else { return }
        let unit = column.countedUnit ?? binder.displayUnit(of: column.metric)
        let predicates = predicates(metric: column.metric, unit: unit, frame)
        // The error has been reported. The query does not run.
        let bound = binder.collect(try predicate(of: share, column, predicates)).value ?? .constant(false)
        measure.condition = bound
        if let part = measure.part, part.isImplied, bound.asksForValue { measure.part = nil }
        guard measure.aggregate == .count, share.word != .adherence else { return }
        var followed = plan.following(measure)
        let isWritten = followed.holding != nil && impliedHolding == nil
        if share.word != .share, !isWritten { followed.holding = MeasureWord.usualHolding }
        if followed.holding != nil { measure.aggregate = .duration }
        guard share.word != .share else { return }
        var text = measure.own?.text ?? ""
        if !isWritten { text += (text.isEmpty ? "" : " ") + "holding 15min" }
        if case .inUsualRange = share.kind, let usual = ConsensusRange(of: column.metric.id) { text = "\(usual.text), \(text)" }
        guard !isWritten || measure.own?.text ?? "" != text else { return }
        measure.own = MeasureRules(followed, text: text)
    }

    private func predicate(
        of share: SharePhrase, _ column: BoundColumn, _ predicates: PredicateBinder
    ) throws(Reported) -> QueryPlan.Predicate {
        let value = Field(.value, range: share.range)
        switch share.kind {
        case .condition(let predicate): return try predicates.bind(predicate)
        case .inRange(let low, let high):
            var first = low
            // `70 to 180 mg/dL`
            if case .number(let number, nil) = low, case .number(_, let unit?) = high { first = .number(number, unit) }
            let bound = try predicates.bind(.between(value, first, high))
            if case .all(let limits) = bound, case .number(_, _, let least)? = limits.first, case .number(_, _, let most)? = limits.last,
                least > most
            {
                throw binder.report(
                    .noRangeOfValues, "this range is empty, because its first limit is above its second one",
                    at: low.range.union(high.range), help: "write the lower limit first")
            }
            return bound
        case .below(let limit): return try predicates.bind(.compare(value, .less, limit))
        case .above(let limit): return try predicates.bind(.compare(value, .greater, limit))
        case .adherence: return .numberIn(.value, [Double(MedicationDose.taken)])
        case .fastest: preconditionFailure("an amount is not a condition")
        case .inUsualRange:
            guard let usual = ConsensusRange(of: column.metric.id) else {
                throw binder.report(
                    .noRangeOfValues, "\(column.metric.name) has no usual range, so `time in range` needs two limits", at: share.range,
                    help: "write for example `time in range 50 to 100 of \(column.metric.name)`",
                    note: "only bloodGlucose has a range that an international consensus defines")
            }
            return try predicates.bind(usual.predicate(at: share.range))
        }
    }
}

/// The range of values in which a metric should be, by an international consensus (S2.11).
struct ConsensusRange {
    /// The range in both units that people use.
    let text = "70–180 mg/dL (3.9–10.0 mmol/L)"

    /// Returns nil for a metric without such a range.
    init?(of metric: MetricID) {
        guard metric.shortName == "bloodGlucose" else { return nil }
    }

    /// The lower limit is 70 mg/dL, and the upper one 10.0 mmol/L, which is 180.2 mg/dL: the consensus rounds its limits in each unit, and
    /// these include what it includes in either.
    func predicate(at range: SourceRange) -> QuerySyntax.Predicate {
        func literal(_ number: Double, _ unit: String) -> Literal {
            .number(
                NumberLiteral(value: number, text: "\(Int(number))", range: range),
                UnitText(text: unit, isQuoted: false, range: range))
        }
        return .between(Field(.value, range: range), literal(70, "mg/dL"), literal(10, "mmol/L"))
    }
}
