import ArgumentParser
import Foundation
import Lessons
import Scripts
import StoreCommands
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

    func run() throws {
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
}
