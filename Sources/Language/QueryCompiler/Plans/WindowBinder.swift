import HealthModel
import QueryDiagnostics
import QueryPlan
import QuerySyntax
import QueryVocabulary

extension Binder {
    /// Returns a query with windows with their events as a key of `by`, unless `by` has events itself (S13.6).
    func withRowsOfWindows(_ query: Query) -> Query {
        guard case .measures(let measures) = query.source,
            let window = (query.clauses + measures.flatMap(\.clauses)).first(where: { $0.window != nil }), let event = window.window?.event
        else { return query }
        var query = query
        for index in query.clauses.indices {
            guard case .by(let keys) = query.clauses[index].kind else { continue }
            let marked = keys.map { key in
                var key = key
                if isEvent(key) { key.isOfWindow = true }
                return key
            }
            query.clauses[index].kind = .by(keys.contains(where: isEvent) ? marked : [event] + keys)
            return query
        }
        query.clauses.append(Clause(kind: .by([event]), range: window.range, keywordRange: window.keywordRange))
        return query
    }
}

extension Clause {
    /// The time near events, if the clause is one.
    var window: WindowPhrase? { if case .window(let window) = kind { window } else { nil } }
}

/// The time near events: `within 2h after each workout`, `before each workout` (S13.6, S13.7).
extension PlanBinder {
    /// Returns the time near events that a clause asks for.
    func window(_ phrase: WindowPhrase, _ times: TimeResolver) throws(Reported) -> EventWindow {
        let length = try phrase.length.map { (amount) throws(Reported) in
            let length = try times.elapsedMilliseconds(amount, binder)
            guard length > 0 else {
                throw binder.report(
                    .countExpected, "the time near an event must be longer than 0", at: amount.range, help: "write for example `within 2h`")
            }
            return length
        }
        return EventWindow(phrase.side, length: length)
    }

    /// Checks the windows of a plan and of its measures, and gives its rows their times.
    func bindWindows(of columns: [BoundColumn], in plan: inout Plan, _ frame: QueryFrame) throws(Reported) {
        let phrases = (clauses + columns.flatMap(\.clauses)).compactMap(\.window)
        guard let first = phrases.first, case .statistics(let measures) = plan.subject else { return }
        guard let key = frame.keys.eventKey, plan.events != nil else {
            throw binder.report(
                .wrongKindOfName, "`\(QueryFormatter.text(of: first.event))` is a duration that `let` defines, not an event",
                at: first.event.range, help: "rename the variable")
        }
        let own = QueryFormatter.text(of: key)
        _ = try binder.collect(each: phrases.filter { QueryFormatter.text(of: $0.event) != own }) { (phrase) throws(Reported) -> Void in
            throw binder.report(
                .duplicateKey, "the rows of a query can be near only one kind of event", at: phrase.event.range,
                help: "use `\(own)` here too, or write two queries")
        }
        var windows: [EventWindow?] = []
        for (measure, column) in zip(measures, columns) {
            let rules = plan.following(measure)
            windows.append(rules.window)
            guard let window = rules.window, window.length == nil else { continue }
            try refuseOthers(than: window.side, measure, column)
        }
        if let window = windows.first ?? nil, window.length != nil, windows.allSatisfy({ $0 == window }) { plan.events?.window = window }
        if plan.splits.contains(where: { $0.names.contains("value") }) { plan.events?.valueKey = nil }
    }

    /// Reports aggregates of many samples near an event without a limit of time.
    private func refuseOthers(than side: WithinSide, _ measure: QueryPlan.Measure, _ column: BoundColumn) throws(Reported) {
        let single: [Aggregate] = side == .before ? [.latest, .lastEnd] : [.first, .firstStart]
        guard !single.contains(measure.aggregate) else { return }
        let name = measure.metric.shortName
        throw binder.report(
            .missingPart, "`\(side.rawValue) each` takes one value of each event, but `\(measure.aggregate.name)` needs a time",
            at: column.range,
            help: "write `\(single[0].name) \(name)`, or a time such as `within 2h \(side.rawValue) each`")
    }
}
