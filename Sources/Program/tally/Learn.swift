import ArgumentParser
import Foundation
import Lessons
import Scripts
import StoreCommands
import SystemBridges
import TerminalText
import Workbench

/// `tally learn [LESSON]`: starts a lesson in the shell. Lines from a pipe are taken as the learner's answers.
struct Learn: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "learn", abstract: "List the lessons, or start one.",
        discussion: """
            A lesson uses its own samples and never changes yours. You can leave it at any time and continue later. \
            With --author, exits with 1 if a lesson has a mistake, and with 3 if a file can't be read.
            """)

    @OptionGroup var options: CommonOptions
    @Argument(
        help: "The lesson's name or number, or a file in .md. `NAME again` restarts it; `reset` clears all progress.",
        completion: .list(LessonCatalog.names + ["reset"]))
    var lesson: [String] = []
    @Option(
        help: ArgumentHelp("Write the lesson as a notebook for Jupyter instead, with folded answers.", valueName: "path"),
        completion: .file(extensions: ["ipynb"]))
    var notebook: String?
    @Option(
        help: ArgumentHelp("Write the lesson as a web page instead, with its answers folded.", valueName: "path"),
        completion: .file(extensions: ["html", "htm"]))
    var page: String?
    @Option(
        help: ArgumentHelp("Check a lesson that you write, or all in a folder, and print what to change.", valueName: "path"),
        completion: .file(extensions: ["md"]))
    var author: String?
    @Flag(help: "With --author, take the lesson as a learner does. In a pipe, print it with its solutions.")
    var preview = false

    func validate() throws {
        if preview, author == nil { throw ValidationError("--preview needs --author and the file of a lesson") }
        if author != nil, notebook != nil || page != nil || !lesson.isEmpty {
            throw ValidationError("--author has only the path of a lesson")
        }
        if notebook != nil, page != nil { throw ValidationError("use only one of --notebook and --page") }
    }

    func run() throws {
        if let author { return try preview ? show(author) : check(author) }
        if let notebook { return try write(to: notebook, for: "--notebook") { try LessonNotebook($0).text() } }
        if let page { return try write(to: page, for: "--page") { LessonPage($0).text } }
        let statement = LessonCatalog.statement(starting: lesson.joined(separator: " "))
        guard !lesson.isEmpty, isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
            let isPiped = !lesson.isEmpty && isatty(STDIN_FILENO) != 1
            let answers = isPiped ? try ScriptRun(options).read("-") : ParsedScript("")
            try ScriptRun(options).run(answers.following(statement))
        }
        try open(statement, on: options.session(for: options.isReadOnly ? .read : .write))
    }

    private func open(_ statement: String, on session: Session) throws {
        let outcome = session.beginLesson(statement, output: ConsoleOutput(options))
        guard outcome == .fine else { throw ExitCode(outcome.rawValue) }
        try ShellCommand(options).run(session)
    }

    // MARK: Authors

    private func check(_ path: String) throws {
        let output = ConsoleOutput(options)
        var count = 0
        do {
            let files = try LessonFile.problems(at: path)
            for (path, problems) in files {
                let path = ScreenText.visible(path)
                for problem in problems {
                    let (message, help) = (ScreenText.visible(problem.message), ScreenText.visible(problem.help))
                    output.write("\(path):\(problem.line):\(problem.column): \(message)\n    \(help)\n")
                }
                count += problems.count
            }
            let lessons = Wording.count(files.count, "lesson")
            output.note("\(lessons), \(count == 0 ? "without mistakes" : Wording.count(count, "mistake"))")
        } catch { throw Failure.of(error, options) }
        if count > 0 { throw ExitCode(Outcome.failed.rawValue) }
    }

    /// Takes a lesson without saving progress.
    private func show(_ path: String) throws {
        guard LessonCatalog.isPath(path) else { throw ValidationError("--preview needs a file whose name ends in .md") }
        let session = try options.session(for: options.isReadOnly ? .read : .write)
        session.lessons.progress = nil
        if isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 { return try open(LessonCatalog.statement(starting: path), on: session) }
        throw ExitCode(session.previewLesson(path, output: ConsoleOutput(options)).rawValue)
    }

    // MARK: Notebooks and pages

    /// - Parameter text: the file of a lesson.
    private func write(to path: String, for option: String, _ text: (Lesson) throws -> String) throws {
        guard let index = LessonCatalog.index(of: lesson.joined(separator: " ")) else {
            throw ValidationError("\(option) needs the name of a lesson: \(LessonCatalog.names.joined(separator: ", "))")
        }
        do {
            guard (try? FilePath.status(of: path)) == nil else {
                throw CommandError(.unavailable, "\(path) already exists; delete it, or choose another name")
            }
            let lesson = LessonCatalog.all[index]
            let text = try text(lesson)
            if !lesson.export.isEmpty, option == "--notebook" {
                // The notebook imports this file.
                let folder = (path as NSString).deletingLastPathComponent as NSString
                let samples = folder.appendingPathComponent(lesson.exportName)
                try ResultFile(path: samples, mayReplace: false).write { $0(lesson.export + "\n") }
                ConsoleOutput(options).note("wrote \(samples)")
            }
            try ResultFile(path: path, mayReplace: false).write { $0(text) }
        } catch { throw Failure.of(error, options) }
        ConsoleOutput(options).note("wrote \(path)")
    }
}
