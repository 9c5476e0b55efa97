import CalendarIntervals
package import QueryDiagnostics
import TerminalText
import Foundation
package import HealthModel
import QueryCompiler
import QuerySyntax
import SampleStore
import Synchronization

/// Runs the cases of test scripts, each on an empty store of its own, on all cores.
///
/// A case is `case "what it shows"`, statements, and `expect` lines that speak of the statement before them. What stands before the first
/// case is run at the start of each; a script without `case` is one.
package struct ScriptTester: Sendable {
    /// An expectation that did not hold, or a statement that failed.
    package struct Failure: Sendable {
        package var caseName: String
        package var diagnostic: Diagnostic
        /// Expected and found rows in the notation of `expect row`, under the query that they belong to; empty where rows do not matter.
        package var difference: [String]

        /// Returns the failure as a finding about the script that it is of, with the name of the case.
        package func finding(in script: ParsedScript) -> Finding {
            var named = diagnostic
            named.message = "\(caseName): \(diagnostic.message)"
            return Finding(named, in: script.source)
        }

        /// Returns a line that editors and terminals can follow, and the rows under it.
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
        /// What keeps the script from being run at all, and warnings about its cases.
        package var findings: [Diagnostic] = []
        package var passed = 0
        package var failedCases = 0
        package var failures: [Failure] = []
        /// Whether the script expects or asserts anything.
        package var hasTests = false

        package var isWrong: Bool { findings.contains { $0.severity == .error } }

        /// Returns the findings about the script that it is of.
        package func findings(in script: ParsedScript) -> [Finding] { findings.map { Finding($0, in: script.source) } }
    }

    /// Makes the empty store of a case.
    package var makeStore: @Sendable () throws -> any SampleStorage
    /// Whether cases run at the same time.
    package var isParallel = true
    /// Cases run where this is part of their name, in any case of letters; nil runs all.
    package var filter: String?

    package init(makeStore: @escaping @Sendable () throws -> any SampleStorage = { MemoryStore() }) { self.makeStore = makeStore }

    /// Runs every case of `source`.
    package func run(_ source: SourceText) throws -> Report { try run([source])[0] }

    package func run(_ sources: [SourceText]) throws -> [Report] { try run(sources.map { ParsedScript($0) }) }

    /// Runs the cases of all `scripts`; the reports are in their order, whichever case ends first.
    package func run(_ scripts: [ParsedScript]) throws -> [Report] {
        let scripts = try scripts.map { parsed in
            var script = TestScript(parsed.parsed)
            // What nobody tests can be wrong all the same.
            if !script.hasTests { script.findings = try CaseRun("", in: parsed.source, store: makeStore()).errors }
            return script
        }
        let jobs = scripts.flatMap { script in
            script.findings.contains { $0.severity == .error } ? [] : script.cases.filter(isWanted).map { (script, $0) }
        }
        let results = Mutex([Result<[Failure], any Error>?](repeating: nil, count: jobs.count))
        let runJob = { @Sendable (index: Int) in
            let (script, testCase) = jobs[index]
            let result = Result {
                try CaseRun(testCase.name, in: script.source, store: makeStore()).run(script.preamble + testCase.statements)
            }
            results.withLock { $0[index] = result }
        }
        if isParallel { DispatchQueue.concurrentPerform(iterations: jobs.count, execute: runJob) } else { jobs.indices.forEach(runJob) }

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

/// One case while it runs: collects what is said and holds it against what is expected.
private final class CaseRun: SessionOutput {
    private let name: String
    private let source: SourceText
    private let session: Session
    private var failures: [ScriptTester.Failure] = []
    private var said: [Diagnostic] = []
    /// Queries that a case saves last as long as it does; the folder is made by the first of them.
    private let libraryFolder = NSTemporaryDirectory() + "tally-case-" + UUID().uuidString

    /// Cases that do not say otherwise take place at this instant, in UTC.
    private static let standardNow = Instant(seconds: 1_767_225_600)  // 2026-01-01

    init(_ name: String, in source: SourceText, store: any SampleStorage) {
        self.name = name
        self.source = source
        session = Session(
            store: store, storeName: "memory", clock: { Self.standardNow }, machineZone: { .utc })
        session.enter(source.file)
        session.library = QueryLibrary(folder: libraryFolder)
    }

    deinit { try? FileManager.default.removeItem(atPath: libraryFolder) }

    /// What is wrong with the whole script before any of it runs.
    var errors: [Diagnostic] { session.findings(in: source).filter { $0.severity == .error } }

    func write(_ text: String) {}
    func report(_ finding: Finding) { said.append(finding.diagnostic) }
    func note(_ text: String) {}
    func progress(_ line: String) {}
    func confirm(_ question: String) -> Bool? { nil }
    var isCancelled: Bool { false }
    var isInterruptible: Bool { false }

    /// Returns what failed. A statement that cannot be run ends the case, since nothing after it would mean what it should.
    func run(_ statements: [Statement]) -> [ScriptTester.Failure] {
        var subject: SourceRange?
        var lines: [ExpectationCheck.Line] = []
        func checkLines() {
            let failed = ExpectationCheck(session: session).failures(of: lines)
            for failure in failed {
                let query = subject.map { ScreenText.visible(source[$0].split(whereSeparator: \.isNewline).joined(separator: " ")) }
                fail(failure.diagnostic, failure.difference.isEmpty ? [] : [query].compactMap { $0 } + failure.difference)
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
