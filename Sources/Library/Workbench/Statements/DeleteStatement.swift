import QueryCompiler
import QueryPlan
import QuerySyntax
import ResultRendering
import Scripts
import StoreCommands
import TallyKit

/// Runs `delete`, which removes the samples that match a range and a condition.
extension StatementRunner {
    func run(_ statement: DeleteStatement, at range: SourceRange) throws -> Outcome {
        try demandWritable()
        let (plan, metric, person) = try choose(statement.metric, statement.clauses, for: "delete", at: range)
        let store = session.store(of: person ?? session.settings.queries.person)
        let chosen = try store.samplesToDelete(chosenBy: plan, isCancelled: { output.isCancelled })
        let numbers = chosen.numbers
        let what =
            "\(NumberText.rounded(Double(numbers.count), decimals: 0)) \(metric.shortName) \(numbers.count == 1 ? "sample" : "samples")"
        guard !numbers.isEmpty else {
            output.note("no \(metric.shortName) samples match; nothing was deleted")
            return .fine
        }
        guard try statement.isConfirmed || mayDelete(what, at: range) else { return .fine }
        let count = try session.waiting(output) { try store.delete(chosen, of: metric.id) }
        output.note("deleted \(NumberText.rounded(Double(count), decimals: 0)) \(count == 1 ? "sample" : "samples")")
        return .fine
    }

    /// Runs `undo`.
    func undo(isConfirmed: Bool, at range: SourceRange) throws -> Outcome {
        var command = UndoCommand(in: session.commandStore(of: nil), output: output)
        command.isConfirmed = isConfirmed
        command.error = { refusal in
            switch refusal {
            case .nothing(let message, let help): tell(Diagnostic(.nothingToUndo, message, at: range, help: help))
            case .obstacle(let message, let help): tell(Diagnostic(.cannotUndo, message, at: range, help: help))
            case .notConfirmed(let message):
                tell(
                    Diagnostic(
                        .notConfirmed, "\(message) needs `confirmed`", at: range, help: "write `undo confirmed`",
                        fix: .init(range, "undo confirmed")))
            }
        }
        return try command.run()
    }

    /// Asks for a confirmation before deleting `what`. Returns false after a note if the user refuses. Throws an error if nobody can
    /// answer.
    ///
    /// - Parameter addition: the end of the question.
    func mayDelete(_ what: String, _ addition: String = "", at range: SourceRange) throws -> Bool {
        switch output.confirm("Delete \(what)\(addition)?") {
        case true?: return true
        case false?:
            output.note("nothing was deleted")
            return false
        case nil:
            throw tell(
                Diagnostic(
                    .notConfirmed, "nothing was deleted, because Tally can't ask here: deleting \(what) needs `confirmed`", at: range,
                    help: "add `confirmed` at the end of the statement"))
        }
    }

    /// Throws an error if a statement that works on samples has other clauses.
    func refuseOthers(than kind: QueryKind, _ clauses: [Clause], for verb: String) throws {
        let misplaced = clauses.filter { !$0.kind.word.belongs(to: kind) }.map {
            Diagnostic(
                .misplacedClause, "`\($0.kind.word.keyword)` can't be used with `\(verb)`, which works on samples", at: $0.keywordRange,
                help: "choose samples with a range, `where`, `zone` and `edges`")
        }
        guard misplaced.isEmpty else { throw tell(misplaced) }
    }

    /// Returns the plan that lists the samples that a statement works on, and the person whose samples they are, if the store has several.
    func choose(
        _ reference: MetricReference, _ clauses: [Clause], for verb: String, at range: SourceRange
    ) throws -> (Plan, MetricInfo, person: String?) {
        try refuseOthers(than: .selection, clauses, for: verb)
        let metric = try metric(reference)
        let query = Query(source: .samples(reference), clauses: clauses, stages: [], output: nil, range: range)
        let compiled = try session.read { try compile(query, $0) }
        // A deletion is of the named metric only.
        let mistake = tell(compiled.diagnostics.filter { verb != "delete" || $0.code != .metricsOfPlatforms })
        guard case .plan(let rows) = compiled.outcome else { throw mistake }
        if verb == "delete", rows.pipeline.plan.intervals != nil, let clause = clauses.first(where: \.kind.mayBeSet) {
            throw tell(
                Diagnostic(
                    .misplacedClause, "`while` can't be used with `delete`, because it would delete samples of which only a part matches",
                    at: clause.keywordRange, help: "choose samples with a range and `where`"))
        }
        if verb == "delete", rows.pipeline.plan.cohort != nil { throw tell(onePersonNeeded(for: verb, at: range)) }
        return (rows.pipeline.plan, metric, compiled.person)
    }
}
