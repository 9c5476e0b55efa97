import ArgumentParser
import AssistantServer
import Foundation
import MessageStreams
import Scripts
import StoreCommands
import SystemBridges
import Workbench

/// `tally mcp`
struct Mcp: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mcp", abstract: "Answer an assistant over standard input and output (Model Context Protocol).",
        discussion: """
            The assistant asks queries and gets the numbers, so its provider sees them. --act-as limits what it can read to what that app may \
            read. It can't write and reads no files, unless --allow-write and --folder allow both inside one folder.
            """)

    @OptionGroup var options: CommonOptions
    @Flag(help: "Allow import, export, save and files, inside --folder.")
    var allowWrite = false
    @Option(help: ArgumentHelp("The only folder in which --allow-write reads and writes files.", valueName: "path"), completion: .directory)
    var folder: String?

    func validate() throws {
        guard allowWrite else {
            if folder != nil { throw ValidationError("--folder needs --allow-write") }
            return
        }
        guard let folder else { throw ValidationError("--allow-write needs --folder, the only folder with files for the assistant") }
        guard (try? FilePath.status(of: folder))?.isDirectory == true else {
            throw ValidationError("--folder: \(folder) is not a folder")
        }
        if options.isReadOnly { throw ValidationError("--allow-write and \(options.limit) contradict each other") }
    }

    func run() throws {
        // If the store can't be opened, the error comes now, before the first question.
        do { _ = try options.session(for: use) } catch { throw Failure.of(error, options) }
        if isatty(STDIN_FILENO) == 1 {
            ConsoleOutput(options).note("tally mcp waits for messages of an assistant; Ctrl-D ends it, and `tally` opens the shell")
        }
        // Paths of statements are relative to the folder.
        if let folder { _ = FileManager.default.changeCurrentDirectoryPath(folder) }
        let options = options
        let use = use
        AssistantServer(version: Tally.configuration.version, policy: AssistantPolicy(writingIn: allowWrite ? folder : nil)) {
            try options.session(for: use)
        }.run(AssistantServer.standardStreams())
    }

    private var use: StoreUse { allowWrite ? .write : .read }
}
