import ArgumentParser
import Foundation
import Scripts
import StoreCommands
import Workbench

/// `tally fmt PATH…`
struct Format: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fmt", abstract: "Format scripts in place; - formats standard input and prints it.",
        discussion: "A script with syntax errors is not changed, and the exit code is 2.")

    @OptionGroup var options: CommonOptions
    @Flag(help: "Don't write files. Print the scripts that would change, and exit with 1 if there are any.")
    var check = false
    @Argument(help: "Scripts or folders of scripts.", completion: .file())
    var paths: [String]

    func run() throws {
        let output = ConsoleOutput(options)
        var outcome = Outcome.fine
        do {
            if !check { try ScriptFiles.demandReplaceable(paths) }
            let hasReadAll = try ScriptFiles.read(paths, output) { path, script in
                let text: String
                do { text = try script.formatted(limit: output.mostErrors) } catch let refusal as ParsedScript.Unformattable {
                    for finding in refusal.findings { output.report(finding) }
                    outcome = .wrong
                    return
                }
                let isFormatted = script.isWritten(text)
                if check {
                    if !isFormatted { output.write(path + "\n") }
                    if !isFormatted, outcome == .fine { outcome = .failed }
                } else if path == "-" {
                    output.write(text)
                } else if !isFormatted {
                    try ScriptFiles.replace(path, with: text)
                    output.note("formatted \(path)")
                }
            }
            if !hasReadAll { outcome = .unavailable }
        } catch { throw Failure.of(error, options) }
        throw ExitCode(outcome.rawValue)
    }
}
