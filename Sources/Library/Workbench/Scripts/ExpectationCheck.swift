import QueryDiagnostics
import QueryCompiler
import QuerySyntax
import QueryPlan

/// Compares the answer of a statement with the expectations of a script.
struct ExpectationCheck {
    typealias Line = (expectation: Expectation, range: SourceRange)

    /// An expectation that failed.
    struct Failure {
        var diagnostic: Diagnostic
        /// Lines in the notation of `expect row`: `-` expected, `+` found.
        var difference: [String] = []
    }

    let session: Session

    /// Returns the failed expectations about one statement, in order. The last failure has the difference for all of them.
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
            case .rows(.name(let name)): message = "`\(name.text)` is not a number of rows"
            case .noData:
                guard let table else { return [Failure(diagnostic: Self.noRows(at: line.range))] }
                message = table.isEmpty ? nil : "expected no data, found \(Self.rows(table.count))"
                if message != nil { difference.unmentioned = .found }
                difference.isWanted = difference.isWanted || message != nil
            case .row(let when, let values):
                guard let table else { return [Failure(diagnostic: Self.noRows(at: line.range))] }
                let read = ExpectedRow(when, values, of: table, in: session)
                let other = read?.isFound == true ? nil : ExpectedRow(timeInColumn: when, values, of: table, in: session)
                guard let row = other?.isFound == true ? other : read else {
                    failures.append(Failure(diagnostic: Diagnostic(.expectationFailed, "this is not a time", at: when.range)))
                    continue
                }
                rows.append(row)
                message = row.isFound ? nil : "expected \(row.text), found \(row.nearest.map(table.text) ?? "no matching row")"
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

    /// Returns the reason why a statement did not fail with `code` as expected; nil if it did.
    static func failure(of code: CodeReference, outcome: Outcome, findings: [Diagnostic], at range: SourceRange) -> Diagnostic? {
        let errors = findings.filter { $0.severity == .error }
        if outcome != .fine, errors.contains(where: { $0.code.rawValue == code.text.uppercased() }) { return nil }
        let found = errors.map { "\($0.code.rawValue): \($0.message)" }.joined(separator: "; ")
        return Diagnostic(
            .expectationFailed, "expected \(code.text), \(outcome == .fine ? "but the statement succeeded" : "found \(found)")", at: range)
    }

    private func missing(_ code: CodeReference) -> String? {
        let found = session.course.given.findings.map(\.code.rawValue)
        if found.contains(code.text.uppercased()) { return nil }
        return "expected \(code.text), \(found.isEmpty ? "found no messages" : "found \(found.joined(separator: ", "))")"
    }

    private static func rows(_ count: Int) -> String { "\(count) \(count == 1 ? "row" : "rows")" }

    private static func noRows(at range: SourceRange) -> Diagnostic {
        Diagnostic(.expectationOfNothing, "the statement before this expectation has no rows", at: range, help: "write a query first")
    }
}
