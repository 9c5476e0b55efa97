import ArgumentParser
import Foundation
import StoreCommands
import SystemBridges
import TerminalText

/// The `tally` command. Only this module reads arguments and exits the process, and it reads the environment for all others but the choice of a pager.
@main
struct Tally: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tally",
        abstract: "Query personal health data in a language that reads like English.",
        usage: """
            tally                                  open the shell on your store
            tally 'sum steps by day last 7 days'   answer one query
            tally run report.tally                 run a script
            tally run report.tally --output r.html write what it prints to one page
            tally weave notes.md --in-place        run the blocks of a Markdown file
            tally explain 'sum steps by week'      explain a query
            tally import export.zip                import an Apple Health export
            tally demo                             open the shell on generated data
            tally learn                            list the lessons
            """,
        discussion: """
            Exit codes: 0 success, 1 an assertion or a test failed, 2 the query is wrong, 3 reading or writing data failed, \
            64 wrong arguments, 130 interrupted.
            """,
        version: "0.1.0",
        subcommands: [
            Ask.self, Run.self, Weave.self, Explain.self, Mcp.self, Lsp.self, Pipe.self, Import.self, Demo.self, Learn.self, Check.self,
            Format.self,
            Test.self,
            Info.self,
            Doctor.self, Undo.self, Push.self, Generate.self, Class.self,
        ],
        defaultSubcommand: Ask.self)

    private static let subcommandNames = configuration.subcommands.compactMap { $0.configuration.commandName }

    /// The arguments of this process. `tally help anchor` is the query `help anchor`.
    private static let given = Array(CommandLine.arguments.dropFirst()).helpAsQuery(unlessAbout: subcommandNames)

    /// The arguments of this process, with the subcommand first. If `ask` is not the first argument, it is a word of the query.
    static let arguments = ArgumentOrder(given).subcommandFirst(among: subcommandNames.filter { $0 != Ask.configuration.commandName })

    static func main() {
        if let shortage = ResourceLimits.shortage() {
            ConsoleOutput.write("tally: \(shortage)\n", to: STDERR_FILENO)
            Foundation.exit(Outcome.unavailable.rawValue)
        }
        HeapMemory.keepFreed()
        // A write beyond the limit of file sizes is an error, as on a full disk, and does not end the process.
        signal(SIGXFSZ, SIG_IGN)
        if CommandLine.arguments.dropFirst().first?.hasPrefix(CompletedCommand.generation) == true { CompletedCommand.main() }
        if let script = ArgumentOrder(arguments).scriptOfHelp { ScriptRun.printHelp(of: script) }
        do {
            var command = try parseAsRoot(arguments)
            try command.run()
        } catch {
            end(with: error)
        }
    }

    /// Prints an error and exits. A message that quotes the address of a warehouse has no password, and control characters of an argument
    /// are visible.
    static func end(with error: any Error) -> Never {
        let message = fullMessage(for: error)
        let shown = ScreenText.visibleLines(SecretText.masked(message))
        guard shown != message else { exit(withError: error) }
        ConsoleOutput.write(shown + "\n", to: STDERR_FILENO)
        Foundation.exit(exitCode(for: error).rawValue)
    }
}

extension [String] {
    /// Turns `tally help anchor` into the query `help anchor`. `tally help import` stays the help of the subcommand.
    fileprivate func helpAsQuery(unlessAbout subcommands: [String]) -> [String] {
        guard count > 1, first == "help", !subcommands.contains(self[1]), !self[1].hasPrefix("-") else { return self }
        return [joined(separator: " ")]
    }
}
