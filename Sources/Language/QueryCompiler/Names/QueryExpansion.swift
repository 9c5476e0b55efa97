import QueryDiagnostics
import QuerySyntax

/// Puts into a query what the names and calls that it begins with stand for.
extension Binder {
    /// Returns `query` as if it were written out.
    ///
    /// Clauses are those of both: the later one wins, but conditions add up, and `since` goes with `until`.
    func expanded(_ query: Query) throws(Reported) -> Query {
        guard case .measures(let written) = query.source else { return query }
        var measures: [Measure] = []
        for measure in written {
            guard measure.aggregates.isEmpty, let meant = try self.query(behind: measure.metric) else {
                measures.append(measure)
                continue
            }
            let inner = try self.query(meant, named: measure)
            if written.count == 1 { return query.continuing(inner) }
            guard case .measures(let columns) = inner.source, inner.clauses.isEmpty, inner.stages.isEmpty, inner.output == nil else {
                throw report(
                    .queryAsMetric, "a query with clauses of its own cannot stand beside other measures", at: measure.range,
                    help: "ask for it by itself, or name it without clauses")
            }
            measures += columns
        }
        var flat = query
        flat.source = .measures(measures)
        return flat
    }

    /// Returns the query that `reference` names, expanded, with all its positions moved to the reference.
    ///
    /// Nil if the name is unknown, or if its value is not a query.
    private func query(behind reference: MetricReference) throws(Reported) -> Query? {
        switch reference {
        case .name(let name):
            return try following(name) { (value) throws(Reported) -> Query? in
                guard case .query(let query) = value, query.aliasedName == nil else { return nil }
                noteExpansion(of: name, at: name.range)
                return try expanded(Transplant(to: name.range)(query))
            }
        case .call(let name, let arguments, let range): return try query(of: name, arguments, at: range)
        }
    }

    /// Returns the query that a call of a function gives, written out.
    func query(of name: Name, _ arguments: [Argument], at range: SourceRange) throws(Reported) -> Query {
        let function = try function(named: name)
        let formals = try bind(arguments, to: function, at: range)
        var caller = name
        caller.range = range
        return try entering(caller) { () throws(Reported) in
            noteExpansion(of: name, at: range)
            return try expanded(openScope(formals, at: range)(function.definition.body))
        }
    }

    /// Returns `query` with the unit and the name that `measure` gives to its one column.
    private func query(_ query: Query, named measure: Measure) throws(Reported) -> Query {
        guard measure.unit != nil || measure.alias != nil else { return query }
        guard case .measures(var columns) = query.source, columns.count == 1 else {
            throw report(
                .queryAsMetric, "only one column can be named or given a unit", at: measure.range,
                help: "put `in` and `called` into the query itself")
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
