import CalendarIntervals
package import Diagnostics
package import HealthModel
package import QueryPlan
package import QuerySyntax

/// Binds a query to metrics, units, sources and times, and lays out its buckets.
package struct QueryCompiler: Sendable {
    let context: CompilationContext

    package init(context: CompilationContext) { self.context = context }

    /// Returns what `query` means, or what is wrong with it. Nothing is read of the store but its contents list.
    package func compile(_ query: QuerySyntax.Query) -> CompiledQuery {
        var binder = Binder(context: context)
        let expanded = QueryExpansion(query, &binder)
        var result = CompiledQuery()
        result.stages = expanded.stages
        result.output = expanded.output
        if case .lastResult = expanded.source {
            result.usesLastResult = true
            for clause in expanded.clauses {
                binder.report(
                    .misplacedClause, "the last result cannot be asked again", at: clause.keywordRange,
                    help: "work on its rows with a stage: `_ | where …`")
            }
        } else {
            result.plan = PlanBinder(context: context, clauses: expanded.clauses).bind(expanded.source, &binder)
        }
        result.diagnostics = binder.diagnostics
        if result.hasErrors { result.plan = nil }
        return result
    }

    /// Returns the plan of the sum of a metric, for reports about its samples; nil with the reports that say why not.
    package func compile(sumOf reference: MetricReference, clauses: [Clause]) -> (plan: Plan?, diagnostics: [Diagnostic]) {
        var binder = Binder(context: context)
        let plan = PlanBinder(context: context, clauses: clauses).bind(sumOf: reference, &binder)
        return (binder.diagnostics.contains { $0.severity == .error } ? nil : plan, binder.diagnostics)
    }

    /// Returns the range that a period phrase names at `context.now`, for statements other than queries; nil after errors.
    package func instant(of when: When) -> (instant: Instant?, diagnostics: [Diagnostic]) {
        var binder = Binder(context: context)
        let calendar = PeriodCalendar(
            zone: context.zone, now: context.now, rule: AnchorRule(weekStart: context.weekStart))
        let time = TimeResolver(calendar: calendar).resolve(when, &binder)
        return (time?.start, binder.diagnostics)
    }

    /// Returns the metric that a name stands for; nil with the report that says why not.
    package func metric(_ reference: MetricReference) -> (metric: MetricInfo?, diagnostics: [Diagnostic]) {
        var binder = Binder(context: context)
        let metric = binder.metric(reference)
        return (metric, binder.diagnostics)
    }
}

/// A query with the `let` that it starts from put in: the later clause wins, conditions add up.
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
        let replaced = Set(query.clauses.map(\.kind.group))
        let isMoreThanCondition = inner.clauses.filter { $0.kind.group == .condition || !replaced.contains($0.kind.group) }
        clauses = isMoreThanCondition + query.clauses
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
