import QueryDiagnostics
import QuerySyntax

/// What a name or a call in the place of a metric stands for.
enum NameMeaning {
    /// A query, moved to the place of the name.
    case query(Query)
    /// No query: a metric, another value, or nothing known.
    case other
    /// Something that was reported.
    case wrong

    var query: Query? { if case .query(let query) = self { query } else { nil } }
}

/// Puts into a query what the names and calls that it begins with stand for.
extension Binder {
    /// Returns `query` as if it were written out; nil after a report.
    ///
    /// Clauses are those of both: the later one wins, but conditions add up, and `since` goes with `until`.
    mutating func expanded(_ query: Query) -> Query? {
        guard case .measures(let written) = query.source else { return query }
        var measures: [Measure] = []
        for measure in written {
            guard measure.aggregates.isEmpty else {
                measures.append(measure)
                continue
            }
            switch self.query(behind: measure.metric) {
            case .wrong: return nil
            case .other: measures.append(measure)
            case .query(let inner):
                guard let inner = self.query(inner, named: measure) else { return nil }
                if written.count == 1 { return query.continuing(inner) }
                guard case .measures(let columns) = inner.source, inner.clauses.isEmpty, inner.stages.isEmpty, inner.output == nil else {
                    report(
                        .queryAsMetric, "a query with clauses of its own cannot stand beside other measures", at: measure.range,
                        help: "ask for it by itself, or name it without clauses")
                    return nil
                }
                measures += columns
            }
        }
        var flat = query
        flat.source = .measures(measures)
        return flat
    }

    /// Returns what stands behind `reference` where that is a query, written out.
    mutating func query(behind reference: MetricReference) -> NameMeaning {
        switch reference {
        case .name(let name):
            guard context.names[name] != nil else { return .other }
            return following(name) { binder, value in
                guard case .query(let query) = value, query.aliasedName == nil else { return .other }
                binder.noteExpansion(of: name, at: name.range)
                return binder.expanded(Transplant(to: name.range)(query)).map { .query($0) } ?? .wrong
            } ?? .wrong
        case .call(let name, let arguments, let range):
            guard let function = function(named: name), let formals = bind(arguments, to: function, at: range) else { return .wrong }
            var caller = name
            caller.range = range
            return entering(caller) { binder in
                binder.noteExpansion(of: name, at: range)
                let body = binder.openScope(formals, at: range)(function.definition.body)
                return binder.expanded(body).map { .query($0) } ?? .wrong
            } ?? .wrong
        }
    }

    /// Returns `query` with the unit and the name that `measure` gives to its one column; nil after a report.
    private mutating func query(_ query: Query, named measure: Measure) -> Query? {
        guard measure.unit != nil || measure.alias != nil else { return query }
        guard case .measures(var columns) = query.source, columns.count == 1 else {
            report(
                .queryAsMetric, "only one column can be named or given a unit", at: measure.range,
                help: "put `in` and `called` into the query itself")
            return nil
        }
        columns[0].unit = measure.unit ?? columns[0].unit
        columns[0].alias = measure.alias ?? columns[0].alias
        var named = query
        named.source = .measures(columns)
        return named
    }
}

extension Query {
    /// Returns `inner` with the clauses, the stages and the output of this query.
    fileprivate func continuing(_ inner: Query) -> Query {
        var whole = inner
        whole.clauses = inner.clauses.filter { clause in clauses.allSatisfy { clause.kind.stands(beside: $0.kind) } } + clauses
        whole.stages += stages
        whole.output = output ?? inner.output
        whole.range = range
        return whole
    }

    /// The call, where a query is nothing but a call.
    var aliasedCall: MetricReference? {
        guard clauses.isEmpty, stages.isEmpty, output == nil, case .measures(let measures) = source, measures.count == 1,
            let measure = measures.first, measure.aggregates.isEmpty, measure.unit == nil, measure.alias == nil,
            case .call = measure.metric
        else { return nil }
        return measure.metric
    }
}

extension ClauseKind {
    /// Whether a clause of a `let` still counts where the query that it is put into has `later`.
    fileprivate func stands(beside later: ClauseKind) -> Bool {
        switch (self, later) {
        case (.range(.since), .range(.until)), (.range(.since), .range(.through)), (.range(.until), .range(.since)),
            (.range(.through), .range(.since)), (.predicate, .predicate):
            true
        default: word != later.word
        }
    }
}
