import ArgumentParser
import Foundation
import StoreCommands
import TallyShell
import Workbench

/// Opens the shell on a session. If standard output is not a terminal, runs standard input as a script instead.
struct ShellCommand {
    let options: CommonOptions

    init(_ options: CommonOptions) { self.options = options }

    func run(_ session: Session) throws {
        guard isatty(STDOUT_FILENO) == 1 else { try ScriptRun(options).runStandardInput(on: session) }
        let environment = CommonOptions.environment
        // The history has what the owner typed.
        var history = options.asker == nil ? Self.historyPath(environment) : nil
        if let refusal = history.flatMap(HistoryFile.refusal) {
            ConsoleOutput(options).note(refusal)
            history = nil
        }
        let shell = ShellOptions(
            historyPath: history, usesColor: options.usesColor(on: STDOUT_FILENO),
            terminalName: environment["TERM"] ?? "")
        if let path = shell.historyPath { session.history.earlier = { HistoryFile(path).statements } }
        throw ExitCode(InteractiveShell.run(host: SessionHost(session, console: ConsoleOutput(options)), options: shell))
    }

    /// Returns the path of the history file in the user's folder. `TALLY_HISTORY` overrides it; an empty value turns the history file off.
    private static func historyPath(_ environment: [String: String]) -> String? {
        if let named = environment["TALLY_HISTORY"] { return named.isEmpty ? nil : named }
        return UserFolders.state(environment).map { $0 + "/tally/history" }
    }
}
