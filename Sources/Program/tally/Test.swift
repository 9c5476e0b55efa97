import ArgumentParser
import QueryDiagnostics
import TerminalText
import Foundation
import ResultRendering
import Workbench

/// `tally test PATH…`
struct Test: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test", abstract: "Runs test scripts: each case on an empty store in memory.",
        discussion: """
            Cases run at the same time; what failed is told in the order of the files. Exits with 1 where a test failed or there is none, \
            and with 2 where a script cannot be read.
            """)

    @OptionGroup var options: CommonOptions
    @Option(help: ArgumentHelp("Runs the cases with this in their name.", valueName: "text"))
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
            let sources = try ScriptFiles.find(paths).compactMap { ScriptFiles.readable($0, output, &outcome) }
            var tester = ScriptTester()
            tester.filter = filter
            for (source, report) in zip(sources, try tester.run(sources)) {
                for finding in report.findings { output.report(finding, in: source) }
                for failure in report.failures { tell(failure, in: source, output) }
                passed += report.passed
                failed += report.failedCases
                wrong += report.isWrong ? 1 : 0
            }
        } catch { throw Failure.of(error, options) }
        if passed + failed + wrong == 0, outcome == .fine {
            let place = paths.joined(separator: ", ")
            output.note(
                filter.map { "\(place): no case has `\($0)` in its name" }
                    ?? "\(place): no tests; a test has `case`, `expect` or `assert`")
            outcome = .failed
        }
        let unreadable = wrong == 0 ? "" : ", \(wrong) \(wrong == 1 ? "file" : "files") not run"
        output.write("\(passed) passed, \(failed) failed\(unreadable)\n")
        if outcome == .fine { outcome = wrong > 0 ? .wrong : failed > 0 ? .failed : .fine }
        throw ExitCode(outcome.rawValue)
    }

    /// In text, a line that editors and terminals can follow, and the rows under it.
    private func tell(_ failure: ScriptTester.Failure, in source: SourceText, _ output: ConsoleOutput) {
        var diagnostic = failure.diagnostic
        diagnostic.message = "\(failure.caseName): \(diagnostic.message)"
        guard options.diagnostics == .text else { return output.report(diagnostic, in: source) }
        let position = source.position(at: diagnostic.range.start)
        let place = "\(source.file):\(position.line):\(position.column)"
        var lines = ["\(place): \(diagnostic.message)"] + failure.difference.map { "    " + $0 }
        if let help = diagnostic.help { lines.append("    help: \(help)") }
        ConsoleOutput.write(lines.map { ScreenText.visible($0) + "\n" }.joined(), to: STDERR_FILENO)
    }
}
