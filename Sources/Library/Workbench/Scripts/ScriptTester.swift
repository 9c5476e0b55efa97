import Foundation
import QueryCompiler
import QuerySyntax
package import Scripts
import StoreCommands
package import TallyKit
import TerminalText

/// Runs the cases of test scripts on all cores, each on its own empty store.
///
/// A case consists of `case "name"`, statements, and `expect` lines about the statement before them. The statements before the first case
/// run at the start of each case. A script without `case` is a single case.
package struct ScriptTester: Sendable {
    /// Creates the empty store of a case.
    package var makeStore: @Sendable (Surroundings) throws -> HealthStore
    /// True if cases run in parallel.
    package var isParallel = true
    /// The maximum number of errors of a script that are explained.
    package var mostErrors = ShownErrors.forPeople
    /// Runs only the cases whose name contains this text, ignoring case; nil runs all cases.
    package var filter: String?
    /// The app that asks in all cases, and that no case can change; nil for the owner.
    package var asker: String?

    /// Returns true if nobody waits for the results any more, or too long.
    package var stops: @Sendable () -> Bool = { false }

    package init(makeStore: @escaping @Sendable (Surroundings) throws -> HealthStore = { .inMemory(in: $0) }) {
        self.makeStore = makeStore
    }

    /// Runs all cases of `source`.
    package func run(_ source: SourceText) throws -> TestReport { try run([source])[0] }

    package func run(_ sources: [SourceText]) throws -> [TestReport] { try run(sources.map { ParsedScript($0) }) }

    /// Runs the cases of all `scripts`. The reports are in the order of the scripts.
    package func run(_ scripts: [ParsedScript]) throws -> [TestReport] {
        let scripts = try scripts.map { parsed in
            var script = TestScript(parsed.parsed, limit: mostErrors)
            // A script without tests can still have errors.
            if !script.hasTests { script.findings = try caseRun("", in: parsed.source).errors(in: parsed, limit: mostErrors) }
            script.cases.removeAll { !isWanted($0) }
            return script
        }
        return try TestRun(of: scripts).reports(isParallel: isParallel) { script, testCase in
            try caseRun(testCase.name, in: script.source).run(script.preamble + testCase.statements)
        }
    }

    private func caseRun(_ name: String, in source: SourceText) throws -> CaseRun {
        CaseRun(name, in: source, store: try makeStore(CaseRun.surroundings), for: asker, unless: stops)
    }

    private func isWanted(_ testCase: TestScript.Case) -> Bool {
        filter.map { testCase.name.lowercased().contains($0.lowercased()) } ?? true
    }
}

/// A running case. Collects the findings and compares them with the expectations.
private final class CaseRun: SessionOutput {
    private let name: String
    private let source: SourceText
    private let session: Session
    private let stops: () -> Bool
    private var failures: [TestFailure] = []
    private var said: [Diagnostic] = []
    /// The folder of queries that the case saves. It is created by the first `save` and deleted at the end.
    private let libraryFolder = NSTemporaryDirectory() + "tally-case-" + UUID().uuidString

    /// The default time and zone of cases.
    static let surroundings = Surroundings(at: Instant(seconds: 1_767_225_600))  // 2026-01-01

    init(_ name: String, in source: SourceText, store: HealthStore, for asker: String?, unless stops: @escaping () -> Bool) {
        self.stops = stops
        self.name = name
        self.source = source
        session = Session(store, named: "memory")
        if let asker { session.begin(as: asker) }
        session.enter(source.file)
        session.library = QueryLibrary(folder: libraryFolder)
    }

    deinit { try? FileManager.default.removeItem(atPath: libraryFolder) }

    /// The errors of the script, found without running it.
    func errors(in script: ParsedScript, limit: Int) -> [Diagnostic] {
        session.findings(in: script, limit: limit).filter(\.isError).map(\.diagnostic)
    }

    func write(_ text: String) {}
    func report(_ finding: Finding) { said.append(finding.diagnostic) }
    var isInterruptible: Bool { false }
    var isCancelled: Bool { stops() }

    /// Returns the failures. A statement that cannot run ends the case, because later statements may depend on it.
    func run(_ statements: [Statement]) -> [TestFailure] {
        var subject: SourceRange?
        var lines: [ExpectationCheck.Line] = []
        func checkLines() {
            let failed = ExpectationCheck(session: session).failures(of: lines)
            for failure in failed {
                let query = subject.map { ScreenText.visible(source[$0].split(whereSeparator: \.isNewline).joined(separator: " ")) }
                var diagnostic = failure.diagnostic
                if let warning = failure.warning {
                    diagnostic = diagnostic.withHelp(warning.help ?? "")
                    diagnostic.note = warning.message
                }
                fail(
                    diagnostic, failure.difference.isEmpty ? [] : [query].compactMap { $0 } + failure.difference,
                    accepting: failure.accepting)
            }
            lines = []
        }
        for statement in statements {
            if case .expect(let expectation) = statement.kind, !statement.hasErrors, !expectation.isOfError {
                lines.append((expectation, statement.range))
                continue
            }
            checkLines()
            said = []
            let outcome = session.run(statement, in: source, output: self)
            subject = statement.range
            guard outcome != .fine else { continue }
            let error = said.first { $0.severity == .error }
            fail(error ?? Diagnostic(.statementFailed, "the statement failed", at: statement.range))
            if outcome != .failed { return failures }
        }
        checkLines()
        return failures
    }

    private func fail(_ diagnostic: Diagnostic, _ difference: [String] = [], accepting: [Diagnostic.Edit] = []) {
        failures.append(TestFailure(caseName: name, diagnostic: diagnostic, difference: difference, accepting: accepting))
    }
}
