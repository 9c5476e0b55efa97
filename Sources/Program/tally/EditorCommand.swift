import ArgumentParser
import EditorServer
import Foundation
import MessageStreams
import Scripts
import StoreCommands
import Workbench

/// `tally lsp`
struct Lsp: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lsp", abstract: "Help an editor with scripts over standard input and output (Language Server Protocol).",
        discussion: """
            The editor starts it for files that end in .tally, and for blocks of Markdown that start with ```tally. It reads the store and \
            writes nothing. Support/editors has what editors need to know.
            """)

    @OptionGroup var options: CommonOptions
    @Flag(help: ArgumentHelp("Use standard input and output, as always. Some editors pass this.", visibility: .hidden))
    var stdio = false

    func run() throws {
        if isatty(STDIN_FILENO) == 1 {
            ConsoleOutput(options).note("tally lsp waits for messages of an editor; Ctrl-D ends it, and `tally` opens the shell")
        }
        let options = options
        let server = EditorServer(version: Tally.configuration.version, clock: { ProcessInfo.processInfo.systemUptime }) { given in
            var chosen = options
            if let store = given.store {
                // A project's settings can come from anybody, and must not send requests to a machine.
                guard !store.contains("://") else {
                    throw CommandError(.wrongUsage, "store: only files can be set here; use `tally lsp --store \(store)`")
                }
                chosen.store = (store as NSString).expandingTildeInPath
            }
            chosen.zone = given.zone ?? chosen.zone
            chosen.now = given.now ?? chosen.now
            do {
                let session = try chosen.session(for: .read)
                session.storage.forbidsWrites = true
                return session
            } catch let error as ValidationError {
                throw CommandError(.wrongUsage, error.message.replacing("--", with: ""))
            }
        }
        guard server.run(EditorServer.standardStreams()) else { throw ExitCode(1) }
    }
}
