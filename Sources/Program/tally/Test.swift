import ArgumentParser
import Foundation
import Scripts
import StoreCommands
import Workbench

/// `tally test PATH…`
struct Test: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test", abstract: "Run test scripts, each case on an empty store in memory.",
        discussion: """
            Cases run in parallel; failures are reported in the order of the files. Exits with 1 if a test fails or there are no tests, \
            and with 2 if a script has an error.
            """)

    @OptionGroup var options: CommonOptions
    @Option(help: ArgumentHelp("Run only the cases whose name contains this text.", valueName: "text"))
    var filter: String?
    @Argument(help: "Scripts or folders of scripts.", completion: .file())
    var paths: [String]

    func run() throws {
        let output = ConsoleOutput(options)
        var outcome = Outcome.fine
        var passed = 0
        var failed = 0
        var wrong = 0
        do {
            var scripts: [ParsedScript] = []
            if try !ScriptFiles.read(paths, output, { _, script in scripts.append(script) }) { outcome = .unavailable }
            var tester = ScriptTester()
            tester.filter = filter
            tester.asker = options.asker
            tester.mostErrors = output.mostErrors
            for (script, report) in zip(scripts, try tester.run(scripts)) {
                for finding in report.findings(in: script) { output.report(finding) }
                for failure in report.failures { printFailure(failure, in: script, output) }
                passed += report.passed
                failed += report.failedCases
                wrong += report.isWrong ? 1 : 0
            }
        } catch { throw Failure.of(error, options) }
        if passed + failed + wrong == 0, outcome == .fine {
            let place = paths.joined(separator: ", ")
            output.note(
                filter.map { "\(place): no case name contains `\($0)`" }
                    ?? "\(place): no tests found; a test uses `case`, `expect` or `assert`")
            outcome = .failed
        }
        let unreadable = wrong == 0 ? "" : ", \(wrong) \(wrong == 1 ? "file" : "files") not run"
        output.write("\(passed) passed, \(failed) failed\(unreadable)\n")
        if outcome == .fine { outcome = wrong > 0 ? .wrong : failed > 0 ? .failed : .fine }
        throw ExitCode(outcome.rawValue)
    }

    private func printFailure(_ failure: TestFailure, in script: ParsedScript, _ output: ConsoleOutput) {
        switch options.diagnostics {
        case .text: ConsoleOutput.write(failure.text(in: script), to: STDERR_FILENO)
        case .json: output.report(failure.finding(in: script))
        }
    }
}
