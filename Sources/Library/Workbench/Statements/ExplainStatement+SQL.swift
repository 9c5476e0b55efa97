import QueryDiagnostics
import QueryEngine
import Explanations
import HealthModel
import QueryPlan
import QuerySyntax

extension StatementRunner {
    /// Writes SQL that gives the rows of `pipeline`, or says what in `query` the table of samples cannot answer.
    func explainSQL(_ pipeline: Pipeline, of query: Query, _ reader: any SampleSource) throws -> Outcome {
        let plan = pipeline.plan
        let facts = try SQLStoreFacts(for: plan, in: reader) { metric in
            try SourceRanking.presentRanks(of: metric, in: reader, preferred: plan.preferredSources)
                .map { SourceRank(source: $0.source, isHandEntered: $0.isHandEntered) }
        }
        do {
            output.write(try SQLText(pipeline, facts: facts).text())
            return .fine
        } catch let refusal {
            output.report(
                Diagnostic(refusal.code, refusal.reason, at: refusal.range(in: query), help: refusal.help), in: source)
            return .wrong
        }
    }
}

extension SQLRefusal {
    fileprivate var code: DiagnosticCode {
        if case .stage = part { return .stageBeyondSQL }
        return .beyondSQLTable
    }

    /// What to point at; all of the query where it took the clause from a name.
    fileprivate func range(in query: Query) -> SourceRange {
        let clause = query.clauses.first { clause in
            switch (part, clause.kind) {
            case (.by, .by), (.zone, .zone), (.condition, .predicate), (.sources, .sources), (.sources, .prefer): true
            default: false
            }
        }
        if case .stage(let index) = part, query.stages.indices.contains(index) { return query.stages[index].range }
        return clause?.range ?? query.range
    }
}
