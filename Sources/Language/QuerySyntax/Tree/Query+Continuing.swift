import QueryVocabulary

extension Query {
    /// Returns a list of the intervals of a set as a query whose rows are these intervals.
    package func withRows(of set: IntervalSet) -> Query {
        var query = self
        let each = GroupingKey(kind: .each(set), range: set.range)
        let keys = clauses.flatMap { clause in if case .by(let keys) = clause.kind { keys } else { [] as [GroupingKey] } }
        query.clauses.removeAll { $0.kind.word == .by }
        query.clauses.append(Clause(kind: .by([each] + keys), range: set.range, keywordRange: set.range))
        return query
    }

    /// Returns the query of a record with the clauses, the stages and the output of this one. Keys of both divide its rows.
    package func continuing(record: Query) -> Query {
        func keys(_ query: Query) -> [GroupingKey] {
            query.clauses.flatMap { clause in if case .by(let keys) = clause.kind { keys } else { [] as [GroupingKey] } }
        }
        let own = keys(record)
        var query = self
        for index in query.clauses.indices {
            if case .by(let more) = query.clauses[index].kind { query.clauses[index].kind = .by(own + more) }
        }
        return query.continuing(record)
    }

    /// Returns `inner` with the clauses, the stages and the output of this query.
    package func continuing(_ inner: Query) -> Query {
        var whole = inner
        whole.clauses = inner.clauses.filter { clause in clauses.allSatisfy { clause.kind.stands(beside: $0.kind) } } + clauses
        whole.stages += stages
        whole.output = output ?? inner.output
        whole.range = range
        return whole
    }

    /// The query with its conditions in one clause, as they are written.
    var withOneCondition: Query {
        let conditions = clauses.filter { $0.kind.word == .condition }
        guard let last = conditions.last, conditions.count > 1 else { return self }
        var query = self
        query.clauses.removeAll { $0.kind.word == .condition }
        let predicates = conditions.flatMap { clause -> [Predicate] in
            guard case .predicate(let predicate) = clause.kind else { return [] }
            if case .and(let parts) = predicate { return parts }
            return [predicate]
        }
        query.clauses.append(Clause(kind: .predicate(.and(predicates)), range: last.range, keywordRange: last.keywordRange))
        return query
    }
}

extension ClauseKind {
    /// Returns true if a clause of a `let` still counts in a query with the clause `later`.
    package func stands(beside later: ClauseKind) -> Bool {
        switch (self, later) {
        case (.range(.since), .range(.until)), (.range(.since), .range(.through)), (.range(.until), .range(.since)),
            (.range(.through), .range(.since)), (.predicate, .predicate), (.intervals, .intervals):
            true
        default: word != later.word
        }
    }
}
