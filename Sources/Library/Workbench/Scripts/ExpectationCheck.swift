import QueryDiagnostics
import QueryCompiler
import QuerySyntax
import QueryPlan

/// Holds what a statement gave against what a script expects of it.
struct ExpectationCheck {
    typealias Line = (expectation: Expectation, range: SourceRange)

    /// An expectation that does not hold.
    struct Failure {
        var diagnostic: Diagnostic
        /// Lines in the notation of `expect row`: `-` expected, `+` found.
        var difference: [String] = []
    }

    let session: Session

    /// Returns the expectations about one statement that do not hold, in order; the last one has the difference of all of them.
    func failures(of lines: [Line]) -> [Failure] {
        var failures: [Failure] = []
        var rows: [ExpectedRow] = []
        var difference = RowDifference()
        let table = session.course.given.table.map(TableRows.init)
        for line in lines {
            let message: String?
            switch line.expectation {
            case .rows(.number(let count, _)):
                guard let table else { return [Failure(diagnostic: Self.noRows(at: line.range))] }
                message = table.count == count ? nil : "expected \(Self.rows(count)), found \(table.count)"
                if table.count > count { difference.unmentioned = .found }
                difference.isWanted = difference.isWanted || message != nil
            case .rows(.name(let name)): message = "a number is needed, not `\(name.text)`"
            case .noData:
                guard let table else { return [Failure(diagnostic: Self.noRows(at: line.range))] }
                message = table.isEmpty ? nil : "expected no data, found \(Self.rows(table.count))"
                if message != nil { difference.unmentioned = .found }
                difference.isWanted = difference.isWanted || message != nil
            case .row(let when, let values):
                guard let table else { return [Failure(diagnostic: Self.noRows(at: line.range))] }
                guard let row = ExpectedRow(when, values, of: table, in: session) else {
                    failures.append(Failure(diagnostic: Diagnostic(.expectationFailed, "this is no time", at: when.range)))
                    continue
                }
                rows.append(row)
                message = row.isFound ? nil : "expected \(row.text), found \(row.nearest.map(table.text) ?? "no such row")"
                difference.isWanted = difference.isWanted || message != nil
            case .warning(let code), .info(let code): message = missing(code)
            case .error: message = nil
            }
            if let message { failures.append(Failure(diagnostic: Diagnostic(.expectationFailed, message, at: line.range))) }
        }
        if let table, difference.isWanted, !failures.isEmpty {
            failures[failures.count - 1].difference = difference.lines(expected: rows, of: table)
        }
        return failures
    }

    /// Returns why a statement that was expected to fail with `code` did not; nil where it did.
    static func failure(of code: CodeReference, outcome: Outcome, findings: [Diagnostic], at range: SourceRange) -> Diagnostic? {
        let errors = findings.filter { $0.severity == .error }
        if outcome != .fine, errors.contains(where: { $0.code.rawValue == code.text.uppercased() }) { return nil }
        let found = errors.map { "\($0.code.rawValue): \($0.message)" }.joined(separator: "; ")
        return Diagnostic(
            .expectationFailed, "expected \(code.text), \(outcome == .fine ? "the statement is fine" : "found \(found)")", at: range)
    }

    private func missing(_ code: CodeReference) -> String? {
        let found = session.course.given.findings.map(\.code.rawValue)
        if found.contains(code.text.uppercased()) { return nil }
        return "expected \(code.text), \(found.isEmpty ? "nothing was said" : "found \(found.joined(separator: ", "))")"
    }

    private static func rows(_ count: Int) -> String { "\(count) \(count == 1 ? "row" : "rows")" }

    private static func noRows(at range: SourceRange) -> Diagnostic {
        Diagnostic(.expectationOfNothing, "the statement before gives no rows", at: range, help: "ask a query first")
    }
}
