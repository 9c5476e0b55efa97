import Threading
package import TallyKit
import TerminalText
import Foundation
package import StorageModel
import QueryCompiler
import QuerySyntax
import Synchronization

/// Runs the cases of test scripts on all cores, each on its own empty store.
///
/// A case consists of `case "name"`, statements, and `expect` lines about the statement before them. The statements before the first case
/// run at the start of each case. A script without `case` is a single case.
package struct ScriptTester: Sendable {
    /// An expectation or a statement that failed.
    package struct Failure: Sendable {
        package var caseName: String
        package var diagnostic: Diagnostic
        /// The query, then its expected and actual rows in the notation of `expect row`; empty if the failure is not about rows.
        package var difference: [String]

        /// Returns the failure as a finding about `script`, with the name of the case.
        package func finding(in script: ParsedScript) -> Finding {
            var named = diagnostic
            named.message = "\(caseName): \(diagnostic.message)"
            return Finding(named, in: script.source)
        }

        /// Returns a line with file, line and column, which editors can follow, and the rows below it.
        package func text(in script: ParsedScript) -> String {
            let said = finding(in: script).diagnostic
            let position = script.source.position(at: said.range.start)
            let place = "\(script.source.file):\(position.line):\(position.column)"
            var lines = ["\(place): \(said.message)"] + difference.map { "    " + $0 }
            if let help = said.help { lines.append("    help: \(help)") }
            return lines.map { ScreenText.visible($0) + "\n" }.joined()
        }
    }

    package struct Report: Sendable {
        /// The errors that prevent the script from running, and warnings about its cases.
        package var findings: [Diagnostic] = []
        package var passed = 0
        package var failedCases = 0
        package var failures: [Failure] = []
        /// True if the script has expectations or assertions.
        package var hasTests = false

        package var isWrong: Bool { findings.contains { $0.severity == .error } }

        /// Returns the findings about `script`.
        package func findings(in script: ParsedScript) -> [Finding] { findings.map { Finding($0, in: script.source) } }
    }

    /// Creates the empty store of a case.
    package var makeStore: @Sendable () throws -> any SampleStorage
    /// True if cases run in parallel.
    package var isParallel = true
    /// The maximum number of errors of a script that are explained.
    package var mostErrors = ShownErrors.forPeople
    /// Runs only the cases whose name contains this text, ignoring case; nil runs all cases.
    package var filter: String?
    /// The app that asks in all cases, and that no case can change; nil for the owner.
    package var asker: String?

    package init(makeStore: @escaping @Sendable () throws -> any SampleStorage = { HealthStore.inMemory().storage }) {
        self.makeStore = makeStore
    }

    /// Runs all cases of `source`.
    package func run(_ source: SourceText) throws -> Report { try run([source])[0] }

    package func run(_ sources: [SourceText]) throws -> [Report] { try run(sources.map { ParsedScript($0) }) }

    /// Runs the cases of all `scripts`. The reports are in the order of the scripts.
    package func run(_ scripts: [ParsedScript]) throws -> [Report] {
        let scripts = try scripts.map { parsed in
            var script = TestScript(parsed.parsed, limit: mostErrors)
            // A script without tests can still have errors.
            if !script.hasTests {
                script.findings = try CaseRun("", in: parsed.source, store: makeStore(), for: asker).errors(in: parsed, limit: mostErrors)
            }
            return script
        }
        let jobs = scripts.flatMap { script in
            script.findings.contains { $0.severity == .error } ? [] : script.cases.filter(isWanted).map { (script, $0) }
        }
        let results = Mutex([Result<[Failure], any Error>?](repeating: nil, count: jobs.count))
        let runJob = { @Sendable (index: Int) in
            let (script, testCase) = jobs[index]
            let result = Result {
                try CaseRun(testCase.name, in: script.source, store: makeStore(), for: asker).run(script.preamble + testCase.statements)
            }
            results.withLock { $0[index] = result }
        }
        if isParallel { Threads.forEach(jobs.count, runJob) } else { jobs.indices.forEach(runJob) }

        var next = results.withLock { $0 }[...]
        return try scripts.map { script in
            var report = Report(findings: script.findings, hasTests: script.hasTests)
            for _ in report.isWrong ? [] : script.cases.filter(isWanted) {
                let failures = try next.popFirst()??.get() ?? []
                report.failures += failures
                if failures.isEmpty { report.passed += 1 } else { report.failedCases += 1 }
            }
            return report
        }
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
    private var failures: [ScriptTester.Failure] = []
    private var said: [Diagnostic] = []
    /// The folder of queries that the case saves. It is created by the first `save` and deleted at the end.
    private let libraryFolder = NSTemporaryDirectory() + "tally-case-" + UUID().uuidString

    /// The default time of cases, in UTC.
    private static let standardNow = Instant(seconds: 1_767_225_600)  // 2026-01-01

    init(_ name: String, in source: SourceText, store: any SampleStorage, for asker: String?) {
        self.name = name
        self.source = source
        session = Session(
            store: store, storeName: "memory", clock: { Self.standardNow }, machineZone: { .utc })
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
    func note(_ text: String) {}
    func progress(_ line: String) {}
    func confirm(_ question: String) -> Bool? { nil }
    var isCancelled: Bool { false }
    var isInterruptible: Bool { false }

    /// Returns the failures. A statement that cannot run ends the case, because later statements may depend on it.
    func run(_ statements: [Statement]) -> [ScriptTester.Failure] {
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
                fail(diagnostic, failure.difference.isEmpty ? [] : [query].compactMap { $0 } + failure.difference)
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

    private func fail(_ diagnostic: Diagnostic, _ difference: [String] = []) {
        failures.append(ScriptTester.Failure(caseName: name, diagnostic: diagnostic, difference: difference))
    }
}
