import HealthModel
import QueryDiagnostics
import QuerySyntax
import QueryVocabulary

/// Replaces the names and calls at the start of a query with their queries.
extension Binder {
    /// Returns `query` with names and calls expanded.
    ///
    /// The result has the clauses of both queries. A later clause replaces an earlier one of the same kind, but conditions are combined,
    /// and `since` is combined with `until`.
    func expanded(_ query: Query) throws(Reported) -> Query {
        var query = query
        query.clauses = try withSets(query.clauses)
        if case .record(let record) = query.source { return try expanded(query.continuing(record: self.query(of: record))) }
        if case .times(let set) = query.source { return query.withRows(of: set) }
        guard case .measures(let measured) = query.source else { return query }
        if let consensus = try expandedConsensus(measured, of: query) { return query.continuing(consensus) }
        let written = try collect(each: withAdherence(measured)) { (measure) throws(Reported) in
            var measure = measure
            measure.clauses = try withSets(measure.clauses)
            return measure
        }
        query.source = .measures(written)
        var measures: [Measure] = []
        for measure in written {
            guard measure.isPlain, let meant = try self.query(behind: measure.metric) else {
                measures.append(measure)
                continue
            }
            let inner = try self.query(meant, named: measure)
            if written.count == 1, measure.clauses.isEmpty { return query.continuing(inner) }
            // Clauses that a measure can have on its own stay with the measures of the name.
            let own = inner.clauses.filter { $0.kind.word.belongs(to: .measure) }
            guard case .measures(let columns) = inner.source, own.count == inner.clauses.count, inner.stages.isEmpty, inner.output == nil
            else {
                throw report(
                    .queryAsMetric, "a query with clauses can't be combined with other measures", at: measure.range,
                    help: "use it in a separate query, or define the name without clauses")
            }
            measures += columns.map { $0.with(own + measure.clauses) }
        }
        var flat = query
        flat.source = .measures(measures)
        return flat
    }

    /// Returns the measures with the metric of each `adherence` that is in a list of aggregates: `adherence, count medicationDoses`.
    ///
    /// A name from `let` and a metric of this name have precedence.
    private func withAdherence(_ measures: [Measure]) -> [Measure] {
        measures.indices.map { index in
            guard let name = measures[index].loneName, index + 1 < measures.count, !measures[index + 1].aggregates.isEmpty else {
                return measures[index]
            }
            let adherence = measures[index + 1].adherence(at: name.range)
            guard name.key == adherence.share?.word.rawValue, context.names[name] == nil,
                context.contents.metricNames.own(named: name.text).isEmpty
            else { return measures[index] }
            return adherence
        }
    }

    /// Returns the query that `reference` names, expanded, with all its positions moved to the reference.
    ///
    /// Returns nil if the name is unknown or its value is not a query.
    private func query(behind reference: MetricReference) throws(Reported) -> Query? {
        switch reference {
        case .name(let name):
            return try following(name) { (value) throws(Reported) -> Query? in
                guard case .query(let query) = value, query.aliasedName.map({ ConsensusQuery(named: $0) != nil }) ?? true else {
                    return nil
                }
                noteExpansion(of: name, at: name.range)
                return try expanded(Transplant(to: name.range)(query))
            }
        case .call(let name, let arguments, let range): return try query(of: name, arguments, at: range)
        }
    }

    /// Returns the query of a function call, expanded.
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

    /// Returns `query` with the unit and the name that `measure` gives to its only column.
    private func query(_ query: Query, named measure: Measure) throws(Reported) -> Query {
        guard measure.unit != nil || measure.alias != nil else { return query }
        guard case .measures(var columns) = query.source, columns.count == 1 else {
            throw report(
                .queryAsMetric, "`in` and `called` need a query with one column", at: measure.range,
                help: "move them into the query itself")
        }
        columns[0].unit = measure.unit ?? columns[0].unit
        columns[0].alias = measure.alias ?? columns[0].alias
        var named = query
        named.source = .measures(columns)
        return named
    }
}

extension Query {
    /// The call, if the query consists only of a call.
    var aliasedCall: MetricReference? {
        guard clauses.isEmpty, stages.isEmpty, output == nil, case .measures(let measures) = source, measures.count == 1,
            let measure = measures.first, measure.isPlain, measure.unit == nil, measure.alias == nil, measure.clauses.isEmpty,
            case .call = measure.metric
        else { return nil }
        return measure.metric
    }
}

extension Measure {
    /// Returns the measure with additional clauses. A later clause replaces an earlier one of the same kind.
    fileprivate func with(_ more: [Clause]) -> Measure {
        var measure = self
        measure.clauses = clauses.filter { clause in more.allSatisfy { clause.kind.stands(beside: $0.kind) } } + more
        return measure
    }
}
