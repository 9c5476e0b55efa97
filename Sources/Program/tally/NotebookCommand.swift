import ArgumentParser
import Foundation
import MessageStreams
import NotebookServer
import Scripts
import StoreCommands
import Workbench

/// `tally pipe`
struct Pipe: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pipe", abstract: "Run statements for a notebook or another program over standard input and output.",
        discussion: """
            Reads one JSON object a line and answers in the same way. All statements run in one session. Support/jupyter has the kernel for \
            Jupyter that uses it.
            """)

    @OptionGroup var options: CommonOptions

    func run() throws {
        if isatty(STDIN_FILENO) == 1 {
            ConsoleOutput(options).note("tally pipe waits for messages of a program; Ctrl-D ends it, and `tally` opens the shell")
        }
        let session: Session
        do { session = try options.session(for: options.isReadOnly ? .read : .write) } catch { throw Failure.of(error, options) }
        NotebookServer(version: Tally.configuration.version, session: session).run(NotebookServer.standardStreams())
    }
}
