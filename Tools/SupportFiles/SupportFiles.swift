import Foundation

/// `SupportFiles TALLY FOLDER`: generates the manual page, shell completions and editor grammars, for packages and for the repository.
///
/// Runs the program TALLY to get a description of its command line, and replaces the files in FOLDER.
@main
enum SupportFiles {
    static func main() throws {
        guard CommandLine.arguments.count == 3 else {
            FileHandle.standardError.write(Data("usage: SupportFiles TALLY FOLDER\n".utf8))
            exit(64)
        }
        let folder = URL(filePath: CommandLine.arguments[2])
        for (path, text) in try files(of: URL(filePath: CommandLine.arguments[1])) {
            let file = folder.appending(path: path)
            try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
    }

    private static func files(of tally: URL) throws -> [(path: String, text: String)] {
        let version = try output(of: tally, "--version").trimmingCharacters(in: .whitespacesAndNewlines)
        let shells = [("completions/tally.bash", "bash"), ("completions/_tally", "zsh"), ("completions/tally.fish", "fish")]
        return try [("man/tally.1", ManualPage.text(commands: output(of: tally, "--experimental-dump-help"), version: version))]
            + shells.map { ($0.0, try output(of: tally, "--generate-completion-script", $0.1)) }
            + [
                ("editors/tally.tmLanguage.json", TextMateGrammar.text()), ("editors/vim/syntax/tally.vim", VimSyntax.text()),
                ("editors/vim/ftdetect/tally.vim", VimSyntax.fileType),
            ]
    }

    /// Runs `program` and returns its standard output.
    private static func output(of program: URL, _ arguments: String...) throws -> String {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = program
        process.arguments = arguments
        process.standardOutput = pipe
        try process.run()
        let text = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(command: arguments.joined(separator: " "), status: process.terminationStatus)
        }
        return String(decoding: text, as: UTF8.self)
    }

    private struct Failure: Error {
        var command: String
        var status: Int32
    }
}
