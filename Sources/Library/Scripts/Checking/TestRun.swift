package import QueryDiagnostics
import Synchronization
import TerminalText
import Threading

/// Runs the cases of test scripts, on all cores or one after the other.
package struct TestRun {
    private let scripts: [TestScript]

    package init(of scripts: [TestScript]) { self.scripts = scripts }

    /// Returns a report for each script, in order. A script with errors does not run.
    ///
    /// - Parameter run: Runs a case and returns its failures. Several threads call it at the same time if `isParallel` is true.
    package func reports(
        isParallel: Bool, _ run: @Sendable (TestScript, TestScript.Case) throws -> [TestFailure]
    ) throws -> [TestReport] {
        let jobs = scripts.flatMap { script in script.isWrong ? [] : script.cases.map { (script, $0) } }
        let results = Mutex([Result<[TestFailure], any Error>?](repeating: nil, count: jobs.count))
        let runJob = { @Sendable (index: Int) in
            let (script, testCase) = jobs[index]
            let result = Result { try run(script, testCase) }
            results.withLock { $0[index] = result }
        }
        if isParallel { Threads.forEach(jobs.count, runJob) } else { jobs.indices.forEach(runJob) }

        var next = results.withLock { $0 }[...]
        return try scripts.map { script in
            var report = TestReport(findings: script.findings, hasTests: script.hasTests)
            for _ in script.isWrong ? [] : script.cases {
                let failures = try next.popFirst()??.get() ?? []
                report.failures += failures
                if failures.isEmpty { report.passed += 1 } else { report.failedCases += 1 }
            }
            return report
        }
    }
}

/// The results of the cases of a script.
package struct TestReport: Sendable {
    /// The errors that prevent the script from running, and warnings about its cases.
    package var findings: [Diagnostic] = []
    package var passed = 0
    package var failedCases = 0
    package var failures: [TestFailure] = []
    /// True if the script has expectations or assertions.
    package var hasTests = false

    package var isWrong: Bool { findings.contains { $0.severity == .error } }

    /// Returns the findings about `script`.
    package func findings(in script: ParsedScript) -> [Finding] { findings.map { Finding($0, in: script.source) } }
}

/// An expectation or a statement that failed.
package struct TestFailure: Sendable {
    package var caseName: String
    package var diagnostic: Diagnostic
    /// The query, then its expected and actual rows in the notation of `expect row`; empty if the failure is not about rows.
    package var difference: [String]

    /// The edits of the script that expect what was found; empty if there are none.
    package var accepting: [Diagnostic.Edit]

    package init(caseName: String, diagnostic: Diagnostic, difference: [String], accepting: [Diagnostic.Edit] = []) {
        (self.caseName, self.diagnostic, self.difference, self.accepting) = (caseName, diagnostic, difference, accepting)
    }

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
