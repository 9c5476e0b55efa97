import QueryCompiler
import QueryPlan
import QuerySyntax
import ResultRendering
import StoreCommands
import TallyKit

/// Runs `changes` and `anchor`, which tell a reader what is new since its last visit (S10.2).
extension StatementRunner {
    func run(_ statement: ChangesStatement, at range: SourceRange) throws -> Outcome {
        let metric = try metric(statement.metric)
        let found = try session.readToAnswer { reader in
            let query = Query(source: .samples(statement.metric), clauses: [], stages: [], output: nil, range: range)
            let run = queryRun(query, reader)
            let last = try run.lastChange()
            let compiler = try session.compiler(reading: reader)
            let limit = try statement.limit.map { try told(compiler.integer($0)) }
            var anchor = 0
            if let written = statement.anchor {
                anchor = try told(compiler.integer(written))
                guard anchor <= last else {
                    throw tell(
                        Diagnostic(
                            .laterAnchor, "anchor \(anchor) is later than the last change of this store, \(last)", at: written.range,
                            help: "use an anchor of this store; without `since`, you get all changes"))
                }
            }
            let compiled = try compiled(run)
            guard let found = try run.changes(of: compiled, after: Int64(anchor), limit: limit) else { throw tell(compiled.diagnostics) }
            return found
        }
        if found.lacksDeletions {
            output.report(
                Diagnostic(
                    .forgottenDeletions, "the store no longer knows all deletions since this anchor, so some may be missing",
                    at: statement.anchor?.range ?? range,
                    help: "list all samples with `samples of \(metric.name)`, and compare",
                    note: "`set kept deletions` sets how many it keeps"),
                in: source)
        }
        var answer = StatementAnswer(table: found.table, output: statement.output)
        answer.table.header.query = source[range]
        session.course.given.table = answer.table
        try render(&answer)
        output.note("anchor \(found.anchor)")
        return .fine
    }

    /// Prints the anchor of this moment.
    func printAnchor(of reference: MetricReference) throws -> Outcome {
        output.write("\(try anchor(of: reference))\n")
        return .fine
    }

    /// Returns the number of the last change of the store. All metrics share one count.
    func anchor(of reference: MetricReference) throws -> Int64 {
        _ = try metric(reference)
        let query = Query(source: .samples(reference), clauses: [], stages: [], output: nil, range: reference.range)
        return try session.read { try queryRun(query, $0).lastChange() }
    }
}
