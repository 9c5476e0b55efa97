import QueryCompiler
import QueryPlan
import QuerySyntax
import ResultRendering
import Scripts
import StoreCommands
import TallyKit

/// Runs `explain`, which describes a query. Only `explain plan` and `explain chart` run it.
extension StatementRunner {
    func explain(_ query: Query, _ mode: ExplainMode, at range: SourceRange) throws -> Outcome {
        let drawing = mode == .chart ? try chart(of: query) : nil
        return try session.readToAnswer { reader -> Outcome in
            let run = queryRun(query, reader)
            let compiled = try compiled(run)
            // The answer has told its findings.
            let mistake = drawing == nil ? tell(compiled.diagnostics) : tell()
            guard !compiled.hasFailed else { throw mistake }
            do {
                let form = mode.form(in: session.settings.sqlDialect)
                output.write(
                    try form.map { form in
                        try run.explanation(of: compiled, as: form, width: width, drawing: drawing.map { drawing in { drawing } })
                    } ?? run.trace(of: compiled))
            } catch let refusal as PipelineExplanation.Refusal {
                throw tell(refusal.finding)
            }
            if session.actor == nil, let app = session.last.actor, isLast(query) {
                try tellHiddenSamples(of: app, in: compiled.pipeline?.plan, at: range)
            }
            return .fine
        }
    }

    /// Runs a query, and draws its answer in the form that the query or the settings name.
    private func chart(of query: Query) throws -> ResultDrawing {
        let answer = try answer(query, sumsUp: true)
        let usual = session.settings.format
        return try drawing(of: answer, as: answer.output?.format ?? (usual.isPicture ? usual : .chart))
    }

    /// True if `query` is the one that was answered last.
    private func isLast(_ query: Query) -> Bool {
        if case .lastResult = query.source { return true }
        return session.last.query.map { QueryFormatter.text(of: $0) } == QueryFormatter.text(of: query)
    }

    /// The width of an explanation: the width of the terminal, but at most 80 columns.
    private var width: Int { min(output.screen.width ?? 80, 80) }
}

extension ExplainMode {
    /// The form of the explanation; nil for `explain plan`, which runs the query.
    fileprivate func form(in dialect: SQLDialect) -> QueryExplanation? {
        switch self {
        case .standard, .words: .words
        case .buckets: .buckets
        case .swift: .swift
        case .swiftAsync: .swiftAsync
        case .swiftWatch: .swiftUpdates
        case .chart: .chart
        case .sql(let chosen): .sql(in: chosen ?? dialect)
        case .plan: nil
        }
    }
}
