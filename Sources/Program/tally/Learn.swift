import ArgumentParser
import Foundation
import Workbench

/// `tally learn [LESSON]`: a lesson in the shell; from a pipe, its lines are the learner's.
struct Learn: CommonCommand {
    static let configuration = CommandConfiguration(
        commandName: "learn", abstract: "Lists the lessons, or begins one.",
        discussion: "A lesson has samples of its own; yours are left alone. It can be left at any moment, and goes on from there.")

    @OptionGroup var common: CommonArguments
    @Argument(
        help: "The lesson's name or number; `NAME again` starts it over, `reset` forgets them all.",
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
