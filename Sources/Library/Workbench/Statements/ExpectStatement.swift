import QuerySyntax
import StoreCommands
import TallyKit

/// Runs `expect`. In a script, the first expectation that fails ends the script.
extension StatementRunner {
    func check(_ expectation: Expectation, at range: SourceRange) -> Outcome {
        if case .error(let code, let statement) = expectation {
            session.course.awaitedError = code
            return statement.map { session.run($0, in: source, output: output) } ?? .fine
        }
        let failures = ExpectationCheck(session: session).failures(of: [(expectation, range)])
        for failure in failures {
            if let warning = failure.warning { output.report(warning, in: source) }
            output.report(failure.diagnostic, in: source)
            if !failure.difference.isEmpty { output.note(failure.difference.joined(separator: "\n")) }
        }
        return failures.isEmpty ? .fine : .failed
    }
}
