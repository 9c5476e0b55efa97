import ArgumentParser
import Foundation
import Scripts
import StoreCommands
import Workbench

/// `tally weave FILE.md`
struct Weave: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "weave", abstract: "Run the blocks of a Markdown file and put their answers after them.",
        discussion: """
            Blocks start with ```tally. Without an option, prints the file with its answers. \
            If a statement fails, writes nothing and exits with the code of a script.
            """)

    @OptionGroup var options: CommonOptions
    @Flag(name: .customLong("in-place"), help: "Replace the file.")
    var isInPlace = false
    @Flag(help: "Don't write. Exit with 1 if the answers in the file are out of date.")
    var check = false
    @Option(
        name: .customLong("output"), help: ArgumentHelp("Write a Markdown file or a web page, .md or .html.", valueName: "file"),
        completion: .file(extensions: ReportTarget.extensions))
    var output: String?
    @Option(
        name: .customLong("pictures"),
        help: ArgumentHelp("In Markdown, write charts as SVG files to this folder, and link to them.", valueName: "folder"),
        completion: .directory)
    var pictures: String?
    @Argument(help: "The Markdown file; - reads standard input.", completion: .file(extensions: ["md", "markdown"]))
    var file: String

    func validate() throws {
        guard [isInPlace, check, output != nil].count(where: { $0 }) <= 1 else {
            throw ValidationError("use only one of --in-place, --check and --output")
        }
        if isInPlace || check, file == "-" { throw ValidationError("--in-place and --check need a file, not standard input") }
        guard let output else { return }
        guard WeaveTarget(path: output) != nil else {
            let extensions = ReportTarget.extensions.map { "." + $0 }.joined(separator: ", ")
            throw ValidationError("--output: the name of the file must end in one of: \(extensions)")
        }
        if WeaveTarget.isSameFile(output, file) { throw ValidationError("--output is the file itself; use --in-place to replace it") }
    }

    func run() throws {
        let console = ConsoleOutput(options)
        InterruptSignal.install()
        do {
            let text = WovenText(try ScriptFile.readMarkdown(file))
            let session = try options.session(for: ParsedScript(text.script).writes ? .write : .read)
            let target = self.target(on: session)
            if pictures != nil, !target.hasPictures {
                throw CommandError(.wrongUsage, "--pictures is for Markdown; a web page has its charts in itself")
            }
            throw ExitCode(try session.weave(text, to: target, output: console).rawValue)
        } catch let code as ExitCode {
            throw code
        } catch {
            throw Failure.of(error, options)
        }
    }

    private func target(on session: Session) -> WeaveTarget {
        if isInPlace { return WeaveTarget(.inPlace, pictures: pictures) }
        if check { return WeaveTarget(.comparison, pictures: pictures) }
        if let output, let target = WeaveTarget(path: output, pictures: pictures) { return target }
        return WeaveTarget(printing: session.settings.format, pictures: pictures)
    }
}
