import QueryCompiler
import QueryPlan
import QuerySyntax
import StoreCommands
import TallyKit
import TerminalText

/// Compares the answer of a statement with the expectations of a script.
struct ExpectationCheck {
    typealias Line = (expectation: Expectation, range: SourceRange)

    /// An expectation that failed.
    struct Failure {
        var diagnostic: Diagnostic
        /// Lines in the notation of `expect row`: `-` expected, `+` found.
        var difference: [String] = []
        /// The edits that expect what was found; empty if that is not one line.
        var accepting: [Diagnostic.Edit] = []
        /// The warning about numbers of the expectation that may be meant as fractions.
        var warning: Diagnostic?
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
            var warning: Diagnostic?
            var accepting: [Diagnostic.Edit] = []
            switch line.expectation {
            case .rows(.number(let count, let place)):
                guard let table else { return [Failure(diagnostic: Self.noRows(at: line.range))] }
                accepting = [.init(place, "\(table.count)")]
                message = table.count == count ? nil : "expected \(Self.rows(count)), found \(table.count)"
                if table.count > count { difference.unmentioned = .found }
                difference.isWanted = difference.isWanted || message != nil
            case .rows(.name(let name)): message = "`\(name.text)` is not a number of rows"
            case .noData:
                guard let table else { return [Failure(diagnostic: Self.noRows(at: line.range))] }
                message = table.isEmpty ? nil : "expected no data, found \(Self.rows(table.count))"
                accepting = [.init(line.range, "expect rows \(table.count)")]
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
                warning = row.warning
                accepting = row.nearest.map { [.init(line.range, "expect row " + table.text($0))] } ?? []
                difference.isWanted = difference.isWanted || message != nil
            case .changed(let count, let watch):
                message = mistake(in: count, of: watch)
                if case .number(_, let place) = count, case .success(let found) = changes(of: watch) {
                    accepting = [.init(place, "\(found.count)")]
                }
            case .changedRow(let when, let values, let watch): message = mistake(in: when, values, of: watch)
            case .warning(let code), .info(let code): message = missing(code)
            case .error: message = nil
            }
            if let message {
                let diagnostic = Diagnostic(.expectationFailed, message, at: line.range)
                failures.append(Failure(diagnostic: diagnostic, accepting: accepting, warning: warning))
            }
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

    // MARK: Changes of watches

    /// Returns the rows of a named watch that the statement changed.
    private func changes(of watch: Name?) -> Result<WatchedRows.Difference, CommandError> {
        let changes = session.course.given.changes
        if let watch {
            return changes[watch.key].map { .success($0) } ?? .failure(CommandError(.failed, "unknown watch `\(watch.text)`"))
        }
        guard changes.count < 2 else {
            return .failure(
                CommandError(.failed, "there are \(changes.count) watches, so write which one, as in `expect changed 1 of NAME`"))
        }
        return changes.values.first.map { .success($0) } ?? .failure(CommandError(.failed, "this script has not started a named watch"))
    }

    private func mistake(in count: Count, of watch: Name?) -> String? {
        guard case .number(let expected, _) = count else { return "this is not a number of rows" }
        switch changes(of: watch) {
        case .failure(let failure): return failure.message
        case .success(let found) where found.count == expected: return nil
        case .success(let found): return "expected \(Wording.count(expected, "changed row")), found \(found.count)\(Self.list(of: found))"
        }
    }

    private func mistake(in when: When, _ values: [Literal], of watch: Name?) -> String? {
        switch changes(of: watch) {
        case .failure(let failure): return failure.message
        case .success(let found):
            let tables = [found.changed, found.removed].map(TableRows.init)
            let rows = tables.flatMap {
                [ExpectedRow(when, values, of: $0, in: session), ExpectedRow(timeInColumn: when, values, of: $0, in: session)]
            }
            guard let read = rows[0] else { return "this is not a time" }
            if rows.contains(where: { $0?.isFound == true }) { return nil }
            return "expected the changed row \(read.text), found \(found.count)\(Self.list(of: found))"
        }
    }

    /// Returns the first changed rows, as in `: 2025-01-01 60, 2025-01-02 50`.
    private static func list(of found: WatchedRows.Difference) -> String {
        let rows = [found.changed, found.removed].map(TableRows.init).flatMap { table in (0..<table.count).map(table.text) }
        let shown = rows.prefix(4) + (rows.count > 4 ? ["…"] : [])
        return shown.isEmpty ? "" : ": " + shown.joined(separator: ", ")
    }

    private static func rows(_ count: Int) -> String { "\(count) \(count == 1 ? "row" : "rows")" }

    private static func noRows(at range: SourceRange) -> Diagnostic {
        Diagnostic(.expectationOfNothing, "the statement before this expectation has no rows", at: range, help: "write a query first")
    }
}
