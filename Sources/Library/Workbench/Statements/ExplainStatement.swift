import ResultRendering
import QueryPlan
import QueryCompiler
import HealthModel
import StorageModel
import QueryDiagnostics
import QuerySyntax
import TallyKit

/// Runs `explain`, which describes a query without running it.
extension StatementRunner {
    func explain(_ query: Query, _ mode: ExplainMode, at range: SourceRange) throws -> Outcome {
        try session.read(for: .answer) { reader -> Outcome in
            let compiled = try compile(query, reader)
            let mistake = tell(compiled.diagnostics)
            var pipeline: Pipeline
            switch compiled.outcome {
            case .plan(let rows), .continuation(let rows?): pipeline = rows.pipeline
            case .continuation(nil): throw tell(QueryRun.noLastResult(for: query))
            case .failed: throw mistake
            }
            pipeline.plan.text = QueryFormatter.text(of: query)
            let reader = try compiled.reader(of: reader)
            let explanation = PipelineExplanation(pipeline, of: query, reader: reader, person: compiled.person)
            do {
                switch mode {
                case .standard, .words: output.write(try explanation.text(as: .words, width: width))
                case .buckets: output.write(try explanation.text(as: .buckets, width: width))
                case .swift: output.write(try explanation.text(as: .swift, width: width))
                case .swiftAsync: output.write(try explanation.text(as: .swiftAsync, width: width))
                case .swiftWatch: output.write(try explanation.text(as: .swiftUpdates, width: width))
                case .sql(let dialect):
                    output.write(try explanation.text(as: .sql(in: dialect ?? session.settings.sqlDialect), width: width))
                case .plan: try explainPlan(pipeline, reader)
                }
                if session.actor == nil, let app = session.last.actor, isLast(query) {
                    try tellHiddenSamples(of: app, in: pipeline.plan, at: range)
                }
                return .fine
            } catch let refusal as PipelineExplanation.Refusal {
                throw tell(refusal.finding)
            }
        }
    }

    /// True if `query` is the one that was answered last.
    private func isLast(_ query: Query) -> Bool {
        if case .lastResult = query.source { return true }
        return session.last.query.map { QueryFormatter.text(of: $0) } == QueryFormatter.text(of: query)
    }

    /// The width of an explanation: the width of the terminal, but at most 80 columns.
    private var width: Int { min(output.screen.width ?? 80, 80) }
}
