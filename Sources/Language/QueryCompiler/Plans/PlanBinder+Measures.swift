import HealthModel
import QueryDiagnostics
import QueryPlan
import QuerySyntax
import QueryVocabulary

/// Measures with their own clauses: `(sum steps sources raw) called raw`.
extension PlanBinder {
    /// Returns the measure of a column with its rules.
    func measure(of column: BoundColumn, in plan: Plan, _ frame: QueryFrame) -> QueryPlan.Measure {
        var measure = column.clauses.isEmpty ? column.measure : measureWithClauses(of: column, in: plan, frame)
        setShare(of: column, on: &measure, in: plan, frame)
        return measure
    }

    private func measureWithClauses(of column: BoundColumn, in plan: Plan, _ frame: QueryFrame) -> QueryPlan.Measure {
        let own = column.clauses.filter { clause in
            if clause.kind.word.belongs(to: .measure), !clause.kind.makesRows { return true }
            refuse(clause, of: column)
            return false
        }
        // A later clause replaces an earlier one, but conditions are combined.
        let inner = PlanBinder(binder, clauses: clauses.filter { $0.kind.isReplaced } + own)
        var followed = plan
        followed.subject = .statistics([column.measure])
        inner.apply(to: &followed, frame)
        followed.choices.partial = plan.choices.partial
        let keepsUnit = [.value, .difference].contains(column.measure.result)
        let unit = (keepsUnit ? column.measure.unit : column.countedUnit) ?? binder.displayUnit(of: column.metric)
        let alone = PlanBinder(binder, clauses: own)
        let predicate = alone.predicate(metric: column.metric, unit: unit, frame)
        let predicates = [plan.predicate, predicate].compactMap { $0 }
        followed.predicate = predicates.count > 1 ? .all(predicates) : predicates.first
        if let times = binder.collect(try alone.intervals(frame)).value ?? nil {
            followed.intervals = followed.intervals.map { .intersection([$0, times]) } ?? times
        }
        if let holding = alone.clause(.holding) {
            followed.holding = binder.collect(try alone.holding(frame.times)).value ?? nil
            _ = binder.collect(try binder.refuseHolding(of: [column.metric], at: holding.range, isClause: true))
        }
        alone.noteSources([column], followed)
        var measure = column.measure
        measure.own = MeasureRules(followed, text: QueryFormatter.text(of: own))
        return measure
    }

    /// Reports a clause that all measures share, with a fix that moves it out of the parentheses.
    private func refuse(_ clause: Clause, of column: BoundColumn) {
        let text = QueryFormatter.text(of: [clause])
        let end = clauses.map(\.range.end).max() ?? column.endOfMeasures
        // The clauses of a name are not in the text.
        let canMove = !clauses.contains { $0.kind.word == clause.kind.word } && clause.range.end < end && clause.range.start > 0
        let fix =
            canMove
            ? Diagnostic.Fix(
                [.init(SourceRange(clause.range.start - 1, clause.range.end), ""), .init(SourceRange(at: end), " \(text)")],
                help: "write `\(text)` after the measures") : nil
        binder.report(
            .misplacedClause, "`\(clause.kind.word.keyword)` can't be used for a single measure, because all measures share the rows",
            at: clause.range, help: "move `\(text)` out of the parentheses", fix: fix)
    }
}

extension ClauseKind {
    /// True for a clause of the query that a clause of a measure replaces.
    fileprivate var isReplaced: Bool { word.belongs(to: .measure) && word != .condition && word != .intervals }

    /// True for a clause that adds or removes rows.
    fileprivate var makesRows: Bool {
        switch self {
        case .choice(let choice): [choice].choices.sourceRule == .separate || [choice].choices.edges == .outward
        case .fill(.none): true
        default: false
        }
    }
}

extension [ClauseChoice] {
    fileprivate var choices: ClauseChoices { ClauseChoices(self) }
}
