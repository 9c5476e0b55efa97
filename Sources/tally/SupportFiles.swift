import ArgumentParser
import Foundation
import SupportFiles
import TallySession

/// `tally support-files FOLDER`: what other programs want to know of tally, for packages and for the repository.
struct WriteSupportFiles: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "support-files", abstract: "Writes the manual page, shell completions and editor grammars into a folder.",
        shouldDisplay: false)

    @Argument(help: "The folder; made where it is not there, its files replaced.", completion: .directory)
    var folder: String

    func run() throws {
        do {
            for (path, text) in try Self.files() {
                let file = URL(filePath: folder).appending(path: path)
                try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(text.utf8).write(to: file)
            }
        } catch { throw Failure.of(error) }
    }

    private static func files() throws -> [(path: String, text: String)] {
        [
            ("man/tally.1", try ManualPage.text(commands: Tally._dumpHelp(), version: Tally.configuration.version)),
            ("completions/tally.bash", CompletedCommand.completionScript(for: .bash)),
            ("completions/_tally", CompletedCommand.completionScript(for: .zsh)),
            ("completions/tally.fish", CompletedCommand.completionScript(for: .fish)),
            ("editors/tally.tmLanguage.json", try TextMateGrammar.text()),
            ("editors/vim/syntax/tally.vim", VimSyntax.text()),
            ("editors/vim/ftdetect/tally.vim", VimSyntax.fileType),
        ]
    }
}

/// The command line as shells complete it: the options of the subcommand that is left out stand beside the subcommands.
private struct CompletedCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tally", abstract: Tally.configuration.abstract,
        subcommands: Tally.configuration.subcommands.filter { $0 != Ask.self && $0.configuration.shouldDisplay })

    @OptionGroup var options: CommonOptions
    @Option(name: .customShort("c"), help: ArgumentHelp("Runs these statements.", valueName: "query"))
    var command: String?
}
