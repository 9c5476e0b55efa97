import ArgumentParser
import Foundation
import Scripts
import StoreCommands
import Workbench

/// `tally check PATH…`
struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check scripts for errors without running them.",
        discussion: "Reports all errors and warnings of all scripts. Exits with 2 if there are errors.")

    @OptionGroup var options: CommonOptions
    @Flag(help: "Apply, in place, the fixes that don't change the meaning; - prints the result.")
    var fix = false
    @Argument(help: "Scripts or folders of scripts; - reads standard input.", completion: .file())
    var paths: [String]

    func run() throws {
        let output = ConsoleOutput(options)
        var outcome = Outcome.fine
        do {
            if fix { try ScriptFiles.demandReplaceable(paths) }
            let session = try options.session(for: .read)
            let hasReadAll = try ScriptFiles.read(paths, output) { path, script in
                var script = script
                if fix {
                    let count: Int
                    (script, count) = session.fixed(script)
                    if path == "-" {
                        output.write(script.text)
                    } else if count > 0 {
                        try ScriptFiles.replace(path, with: script.text)
                        output.note("fixed \(count) \(count == 1 ? "finding" : "findings") in \(path)")
                    }
                }
                let findings = session.findings(in: script, limit: output.mostErrors)
                for finding in findings { output.report(finding) }
                if findings.contains(where: \.isError), outcome == .fine { outcome = .wrong }
            }
            if !hasReadAll { outcome = .unavailable }
        } catch { throw Failure.of(error, options) }
        throw ExitCode(outcome.rawValue)
    }
}
