import QueryCompiler
import QueryPlan
import QuerySyntax
import ResultRendering
import Scripts
import StoreCommands
import TallyKit

/// Runs `show overlap`, which shows how much of each source merging suppresses because another source recorded it, too.
extension StatementRunner {
    func showOverlap(of reference: MetricReference, clauses: [Clause]) throws -> Outcome {
        let persons = try session.read { try $0.persons() }
        guard persons.count > 1 else { return try showOverlap(of: reference, clauses: clauses, for: nil) }
        let plan = try told(session.read { try session.compiler(reading: $0).compile(sumOf: reference, clauses: clauses) })
        let chosen = persons.filter(plan.concerns)
        if chosen.count == 1 { return try showOverlap(of: reference, clauses: clauses, for: chosen[0].id) }
        throw tell(onePersonNeeded(for: "show overlap", at: reference.range))
    }

    /// - Parameter person: the id of a person of the store; nil for the only one.
    private func showOverlap(of reference: MetricReference, clauses: [Clause], for person: String?) throws -> Outcome {
        func view(of reader: any SampleSource) throws -> any SampleSource { try person.map(reader.view) ?? reader }
        let plan = try told(
            session.read { reader in
                var context = try session.context(reading: view(of: reader))
                context.contents.knownPersons = try reader.persons().map(\.id)
                return QueryCompiler(context: context, lastRows: session.last.knownRows).compile(sumOf: reference, clauses: clauses)
            })
        let isByRow = clauses.contains { $0.kind.word == .by }
        let found = try session.readToAnswer {
            try SourceOverlap(in: plan, isByRow: isByRow, over: view(of: $0), isCancelled: { output.isCancelled })
        }
        guard let overlap = found else { return .wrong }
        ResultRenderer.render(overlap.table, as: session.settings.format, options: renderOptions, write: output.write(utf8:))
        let share = overlap.rawAmount > 0 ? overlap.suppressedAmount / overlap.rawAmount * 100 : 0
        if overlap.suppressedAmount > 0 { output.note("suppressed: not counted, because a better source recorded the same time") }
        let decimals = NumberText.decimals(for: [overlap.suppressedAmount, overlap.rawAmount])
        output.note(
            "\(NumberText.rounded(overlap.suppressedAmount, decimals: decimals)) of \(NumberText.rounded(overlap.rawAmount, decimals: decimals)) "
                + "\(overlap.measure.unit?.symbol ?? "") (\(NumberText.rounded(share, decimals: 1)) %) would have counted twice")
        return .fine
    }
}
