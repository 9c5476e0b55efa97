import ArgumentParser
import Foundation
import Lessons
import Scripts
import StoreCommands
import SystemBridges
import Workbench

/// `tally learn [LESSON]`: starts a lesson in the shell. Lines from a pipe are taken as the learner's answers.
struct Learn: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "learn", abstract: "List the lessons, or start one.",
        discussion: "A lesson uses its own samples and never changes yours. You can leave it at any time and continue later.")

    @OptionGroup var options: CommonOptions
    @Argument(
        help: "The lesson's name or number. `NAME again` restarts it; `reset` clears all progress.",
        completion: .list(LessonCatalog.names + ["reset"]))
    var lesson: [String] = []
    @Option(
        help: ArgumentHelp("Write the lesson as a notebook for Jupyter instead, with folded answers.", valueName: "path"),
        completion: .file(extensions: ["ipynb"]))
    var notebook: String?

    func run() throws {
        if let notebook { return try write(to: notebook) }
        let statement = (["learn"] + lesson).joined(separator: " ")
        guard !lesson.isEmpty, isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
            let isPiped = !lesson.isEmpty && isatty(STDIN_FILENO) != 1
            let answers = isPiped ? try ScriptRun(options).read("-") : ParsedScript("")
            try ScriptRun(options).run(answers.following(statement))
        }
        let session = try options.session(for: options.isReadOnly ? .read : .write)
        let outcome = session.beginLesson(statement, output: ConsoleOutput(options))
        guard outcome == .fine else { throw ExitCode(outcome.rawValue) }
        try ShellCommand(options).run(session)
    }

    private func write(to path: String) throws {
        guard let index = LessonCatalog.index(of: lesson.joined(separator: " ")) else {
            throw ValidationError("--notebook needs the name of a lesson: \(LessonCatalog.names.joined(separator: ", "))")
        }
        do {
            guard (try? FilePath.status(of: path)) == nil else {
                throw CommandError(.unavailable, "\(path) already exists; delete it, or choose another name")
            }
            let text = try LessonNotebook(LessonCatalog.all[index]).text()
            try ResultFile(path: path, mayReplace: false).write { $0(text) }
        } catch { throw Failure.of(error, options) }
        ConsoleOutput(options).note("wrote \(path)")
    }
}
