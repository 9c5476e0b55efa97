import QuerySyntax

/// A query with the `let` that it starts from put in: the later clause wins, but conditions add up, and `since` goes with `until`.
struct QueryExpansion {
    var source: QuerySource
    var clauses: [Clause]
    var stages: [QuerySyntax.Stage]
    var output: QuerySyntax.Output?

    init(_ query: QuerySyntax.Query, _ binder: inout Binder) {
        source = query.source
        clauses = query.clauses
        stages = query.stages
        output = query.output
        guard let name = query.loneName else { return }
        let inner: QueryExpansion? = binder.following(name) { binder, value in
            guard case .query(let inner) = value else { return nil }
            return QueryExpansion(inner, &binder)
        }
        guard let inner else { return }
        source = inner.source
        clauses = inner.clauses.filter { clause in query.clauses.allSatisfy { clause.kind.stands(beside: $0.kind) } } + query.clauses
        stages = inner.stages + query.stages
        output = query.output ?? inner.output
    }
}

extension ClauseKind {
    /// Clauses of which a query has one.
    enum Group: Hashable {
        case by, range, anchor, zone, condition, edges, assign, sources, prefer, fill, partial, grid, limit, order

        /// As the language spells the clause.
        var keyword: String { self == .condition ? "where" : "\(self)" }
    }

    /// Whether a clause of a `let` still counts where the query that it is put into has `later`.
    fileprivate func stands(beside later: ClauseKind) -> Bool {
        switch (self, later) {
        case (.range(.since), .range(.until)), (.range(.since), .range(.through)), (.range(.until), .range(.since)),
            (.range(.through), .range(.since)), (.predicate, .predicate):
            true
        default: group != later.group
        }
    }

    var group: Group {
        switch self {
        case .by: .by
        case .range: .range
        case .anchor: .anchor
        case .zone: .zone
        case .predicate: .condition
        case .edges: .edges
        case .assign: .assign
        case .sources: .sources
        case .prefer: .prefer
        case .fill: .fill
        case .partial: .partial
        case .grid: .grid
        case .limit: .limit
        case .order: .order
        }
    }
}
