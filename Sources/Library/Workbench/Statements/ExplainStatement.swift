import QueryVocabulary
import QueryDiagnostics
import TerminalText
import QueryEngine
import Explanations
import HealthModel
import QueryCompiler
import QueryPlan
import QuerySyntax
import ResultRendering

/// `explain`: what a query means, without running it.
extension StatementRunner {
    func explain(_ query: Query, _ mode: ExplainMode, at range: SourceRange) throws -> Outcome {
        try session.store.read { reader -> Outcome in
            let compiled = try compile(query, reader)
            for finding in compiled.diagnostics { output.report(finding, in: source) }
            guard !compiled.hasErrors, var pipeline = compiled.pipeline else { return .wrong }
            pipeline.plan.text = QueryFormatter.text(of: query)
            let plan = pipeline.plan
            switch mode {
            case .standard, .words:
                let words = PlanWords(pipeline, sources: try sourceNames(of: plan, in: reader)).paragraph
                explain(WrappedText.lines(words, width: width))
            case .buckets: explain(BucketTimeline(plan).lines(width: width))
            case .swift:
                let code = HealthKitCode(pipeline, ranks: try ranks(of: plan, in: reader)).text
                explain(code.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init))
            case .sql: return try explainSQL(pipeline, of: query, reader)
            case .plan: try explainPlan(pipeline, reader)
            }
            return .fine
        }
    }

    private func explain(_ lines: [String]) {
        output.write(lines.map { VisibleText.of($0) + "\n" }.joined())
    }

    /// Columns of an explanation; a wide terminal makes no longer lines.
    private var width: Int { min(output.renderOptions.width ?? 80, 80) }

    /// Printed names of the sources of each cumulative metric, best first.
    private func sourceNames(of plan: Plan, in reader: any SampleSource) throws -> [MetricID: [String]] {
        guard case .statistics(let measures) = plan.subject else { return [:] }
        let all = try reader.sources()
        var names: [MetricID: [String]] = [:]
        for metric in Set(measures.map(\.metric)) {
            names[metric] = try SourceRanking(of: metric, in: reader, preferred: plan.preferredSources).entries
                .filter { $0.firstStart != nil }.map { all[$0.id]?.name ?? "" }
        }
        return names
    }

    /// The sources of each metric that is merged, best first.
    private func ranks(of plan: Plan, in reader: any SampleSource) throws -> [MetricID: [SourceRank]] {
        guard case .statistics(let measures) = plan.subject, plan.sourceRule == .merged else { return [:] }
        var ranks: [MetricID: [SourceRank]] = [:]
        for metric in Set(measures.filter { $0.aggregate == .sum || $0.exclusiveValues(in: plan) != nil }.map(\.metric)) {
            ranks[metric] = try SourceRanking.presentRanks(of: metric, in: reader, preferred: plan.preferredSources)
                .map { SourceRank(source: $0.source, isHandEntered: $0.isHandEntered) }
        }
        return ranks
    }
}
