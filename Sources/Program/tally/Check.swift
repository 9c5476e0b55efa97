import ArgumentParser
import QueryDiagnostics
import Foundation
import Workbench

/// `tally check PATH…`
struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Parses and type-checks scripts without running them.",
        discussion: "Tells everything that is wrong with every script. Exits with 2 where there are errors.")

    @OptionGroup var options: CommonOptions
    @Flag(help: "Makes the fixes that keep what each statement asks, in place; - prints the result.")
    var fix = false
    @Argument(help: "Scripts or folders of scripts; - reads standard input.", completion: .file())
    var paths: [String]

    func run() throws {
        let output = ConsoleOutput(options)
        var outcome = Outcome.fine
        do {
            let session = try options.session(for: .read)
            for path in try ScriptFiles.find(paths) {
                guard var source = ScriptFiles.readable(path, output, &outcome) else { continue }
                var findings = session.findings(in: source)
                if fix {
                    let (text, count) = ScriptText.fixed(source) { session.findings(in: $0, keepingQuestions: true) }
                    if path == "-" {
                        output.write(text)
                    } else if count > 0 {
                        try ScriptFiles.replace(path, with: text)
                        output.note("fixed \(count) \(count == 1 ? "finding" : "findings") in \(path)")
                    }
                    source = SourceText(text, file: source.file)
                    findings = session.findings(in: source)
                }
                for finding in findings { output.report(finding, in: source) }
                if findings.contains(where: { $0.severity == .error }), outcome == .fine { outcome = .wrong }
            }
        } catch { throw Failure.of(error, options) }
        throw ExitCode(outcome.rawValue)
    }
}
