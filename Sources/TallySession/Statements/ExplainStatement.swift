import Diagnostics
import Engine
import Explanations
import HealthModel
import QueryCompiler
import QueryPlan
import QuerySyntax
import Rendering

/// `explain`: what a query means, without running it.
extension StatementRunner {
    func explain(_ query: Query, _ mode: ExplainMode, at range: SourceRange) throws -> Outcome {
        guard mode == .standard || mode == .words else {
            output.report(
                Diagnostic(
                    .notAvailable, "`explain \(mode.rawValue)` is not part of this version", at: range,
                    help: "`explain` alone says it in words"),
                in: source)
            return .wrong
        }
        return try session.store.read { reader -> Outcome in
            let compiled = try compile(query, reader)
            for finding in compiled.diagnostics { output.report(finding, in: source) }
            guard let plan = compiled.plan else { return .wrong }
            let all = try reader.sources()
            var sources: [MetricID: [String]] = [:]
            if case .statistics(let measures) = plan.subject {
                for metric in Set(measures.map(\.metric)) {
                    sources[metric] = try SourceRanking(of: metric, in: reader, preferred: plan.preferredSources).entries
                        .filter { $0.firstStart != nil }.map { all[$0.id]?.name ?? "" }
                }
            }
            let lines = PlanWords(plan, sources: sources).lines
            output.write(lines.map { VisibleText.of($0) + "\n" }.joined())
            return .fine
        }
    }
}
