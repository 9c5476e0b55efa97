import ArgumentParser
import Foundation
import StoreCommands
import Workbench

/// `tally push ADDRESS`
struct Push: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "push", abstract: "Push the samples of a store to an engine, to query them there.",
        discussion: """
            Addresses are clickhouse://user@host:8123/database, clickhouse+https://… and spark://master:7077/folder.
            You can push again at any time: only what is new or different is written.
            The password comes from TALLY_CLICKHOUSE_PASSWORD or from --password-file.
            """)

    @OptionGroup var options: CommonOptions
    @Argument(help: "The address of the engine.")
    var address: String

    func run() throws {
        let output = ConsoleOutput(options)
        InterruptSignal.install()
        do {
            guard !options.mayOnlyAsk else { throw CommandError(.unavailable, "can't push with --ask-only") }
            let session = try options.session(onFileFor: "push", .write)
            throw ExitCode(
                try PushCommand(session.commandStore(of: nil), to: session.storage.warehouses, output: output).run(to: address).rawValue)
        } catch let code as ExitCode {
            throw code
        } catch {
            throw Failure.of(error, options)
        }
    }
}
