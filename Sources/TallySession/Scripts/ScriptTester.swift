import CalendarIntervals
package import Diagnostics
package import HealthModel
import QueryCompiler
import QuerySyntax
import Rendering
import Results
import SampleStore

/// Runs the cases of a test script, each on an empty store of its own.
///
/// A case is `case "what it shows"`, statements, and `expect` lines that speak of the statement before them.
package struct ScriptTester: Sendable {
    /// One expectation that did not hold, or a statement that failed.
    package struct Failure: Sendable {
        package var caseName: String
        package var message: String
        package var range: SourceRange
    }

    package struct Report: Sendable {
        package var passed = 0
        package var failures: [Failure] = []
        package var failedCases = 0
    }

    /// Makes the empty store of a case.
    package var makeStore: @Sendable () throws -> any HealthStore

    package init(makeStore: @escaping @Sendable () throws -> any HealthStore = { MemoryStore() }) { self.makeStore = makeStore }

    /// Runs every case of `source`; what stands before the first case is run at the start of each.
    package func run(_ source: SourceText) throws -> Report {
        let parsed = Parser.parse(source)
        var preamble: [Statement] = []
        var cases: [(name: String, statements: [Statement])] = []
        for statement in parsed.statements {
            if case .testCase(let name) = statement.kind {
                cases.append((name.value, []))
            } else if cases.isEmpty {
                preamble.append(statement)
            } else {
                cases[cases.count - 1].statements.append(statement)
            }
        }
        if cases.isEmpty { cases = [("the script", [])] }
        var report = Report()
        for one in cases {
            let run = CaseRun(name: one.name, source: source, store: try makeStore())
            run.run(preamble + one.statements)
            report.failures += run.failures
            if run.failures.isEmpty { report.passed += 1 } else { report.failedCases += 1 }
        }
        return report
    }
}

/// One case while it runs: collects what is said and holds it against what is expected.
private final class CaseRun: SessionOutput {
    let name: String
    let source: SourceText
    let session: Session
    var failures: [ScriptTester.Failure] = []
    private var said: [Diagnostic] = []
    private var hasFreshResult = false

    /// Cases that do not say otherwise take place at this instant, in UTC.
    private static let standardNow = Instant(seconds: 1_767_225_600)  // 2026-01-01

    init(name: String, source: SourceText, store: any HealthStore) {
        self.name = name
        self.source = source
        session = Session(
            store: store, storeName: "memory", clock: { Self.standardNow }, machineZone: { .utc })
        // Paths are relative to the script.
        if let slash = source.file.lastIndex(of: "/") { session.folder = String(source.file[..<slash]) }
    }

    let renderOptions = RenderOptions()
    func write(_ text: String) {}
    func report(_ diagnostic: Diagnostic, in source: SourceText) { said.append(diagnostic) }
    func note(_ text: String) {}
    func progress(_ line: String) {}
    func confirm(_ question: String) -> Bool? { nil }
    var isCancelled: Bool { false }

    func run(_ statements: [Statement]) {
        var expectedError: CodeReference?
        for statement in statements {
            if case .expect(let expectation) = statement.kind, !statement.hasErrors {
                if case .error(let code, nil) = expectation {
                    expectedError = code
                } else {
                    check(expectation, at: statement.range)
                }
                continue
            }
            if let code = expectedError {
                expectedError = nil
                check(.error(code, statement), at: statement.range)
                continue
            }
            guard execute(statement) != .fine else { continue }
            let message = said.first { $0.severity == .error }.map { "\($0.code.rawValue): \($0.message)" } ?? "the statement failed"
            fail(message, at: statement.range)
            return
        }
        if let expectedError { fail("no statement follows to fail with \(expectedError.text)", at: expectedError.range) }
    }

    private func execute(_ statement: Statement) -> Outcome {
        said = []
        return session.run(statement, in: source, output: self)
    }

    private func fail(_ message: String, at range: SourceRange) {
        failures.append(ScriptTester.Failure(caseName: name, message: message, range: range))
    }

    private func check(_ expectation: Expectation, at range: SourceRange) {
        switch expectation {
        case .rows(.number(let count, _)):
            guard let table = session.lastResult else { return fail("there is no result", at: range) }
            if table.rowCount != count { fail("expected \(count) rows, found \(table.rowCount)\n\(text(of: table))", at: range) }
        case .rows(.name(let name)): fail("a number is needed, not `\(name.text)`", at: range)
        case .noData:
            guard let table = session.lastResult else { return fail("there is no result", at: range) }
            let isEmpty = table.columns.allSatisfy { $0.values.allSatisfy { $0 == nil } }
            if !isEmpty { fail("expected no data, found\n\(text(of: table))", at: range) }
        case .warning(let code):
            if !said.contains(where: { $0.code.rawValue == code.text.uppercased() }) {
                let found = said.map(\.code.rawValue)
                fail("expected \(code.text), \(found.isEmpty ? "nothing was said" : "found \(found.joined(separator: ", "))")", at: range)
            }
        case .error(let code, let statement?):
            let outcome = execute(statement)
            let errors = said.filter { $0.severity == .error }
            if outcome == .fine {
                fail("expected \(code.text), the statement is fine", at: range)
            } else if !errors.contains(where: { $0.code.rawValue == code.text.uppercased() }) {
                fail(
                    "expected \(code.text), found \(errors.map { "\($0.code.rawValue): \($0.message)" }.joined(separator: "; "))", at: range
                )
            }
        case .error(let code, nil): fail("no statement follows to fail with \(code.text)", at: range)
        case .row(let when, let literals): checkRow(when, literals, at: range)
        }
    }

    /// A row matches when its start is `when` (profiles have none), its keys hold every text and name, and its other keys and its values are
    /// the numbers in order, all of them; `partial` comes last where the row is, and only there.
    private func checkRow(_ when: When, _ literals: [Literal], at range: SourceRange) {
        guard let table = session.lastResult else { return fail("there is no result", at: range) }
        let resolved = try? session.store.read { reader in
            var context = try session.context(reading: reader)
            context.zone = table.header.zone
            return QueryCompiler(context: context).instant(of: when).instant
        }
        guard let instant = resolved ?? nil else { return fail("this is no time", at: range) }
        let rows = (0..<table.rowCount).filter { table.starts.isEmpty || table.starts[$0] == instant.milliseconds }
        guard !rows.isEmpty else { return fail("no row starts there\n\(text(of: table))", at: range) }
        if !rows.contains(where: { matches(table, row: $0, literals) }) {
            fail("no row there holds these values\n\(text(of: table))", at: range)
        }
    }

    private func matches(_ table: ResultTable, row: Int, _ literals: [Literal]) -> Bool {
        var numbers: [Double?] = table.keys.compactMap { key in
            if case .integer(let number)? = key.values[row] { Double(number) } else { nil }
        }
        numbers += table.columns.map { $0.values[row] }
        var isPartial = false
        for literal in literals {
            switch literal {
            case .texts(let texts):
                guard let text = texts.first?.value, holds(table, row, text) else { return false }
            case .weekday(let day):
                guard holds(table, row, day.weekday.rawValue) else { return false }
            case .name(let name) where name.key == "partial": isPartial = true
            case .name(let name) where name.key == "null":
                guard let value = numbers.first, value == nil else { return false }
                numbers.removeFirst()
            case .number(let number, _):
                guard let value = numbers.first, let value, abs(value - number.value) <= 1e-9 * max(1, abs(number.value)) else {
                    return false
                }
                numbers.removeFirst()
            default: return false
            }
        }
        return numbers.isEmpty && isPartial == (!table.partial.isEmpty && table.partial[row])
    }

    private func holds(_ table: ResultTable, _ row: Int, _ text: String) -> Bool {
        table.keys.contains { $0.values[row] == .text(text) } || table.columns.contains { $0.texts?[row] == text }
    }

    private func text(of table: ResultTable) -> String {
        var options = RenderOptions()
        options.maximumRows = 40
        return ResultRenderer.text(of: table, as: .table, options: options)
    }
}
