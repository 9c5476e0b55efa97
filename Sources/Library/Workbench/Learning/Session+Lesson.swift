import Lessons
import QuerySyntax
package import StoreCommands
import TallyKit

/// Lessons as a mode of the session: during a lesson, each line is the learner's answer.
extension Session {
    /// Passes `line` to the lesson, and ends the lesson mode if the lesson is over.
    package func answerLesson(_ line: String, output: some SessionOutput) {
        lessons.current?.take(line, output: output)
        if lessons.current?.isOver == true { lessons.current = nil }
    }

    /// Takes the lesson in a file from its start, with a solution in place of each answer, and saves no progress.
    package func previewLesson(_ path: String, output: some SessionOutput) -> Outcome {
        lessons.progress = nil
        let outcome = beginLesson(LessonCatalog.statement(starting: path), output: output)
        while lessons.current != nil { answerLesson("skip", output: output) }
        return outcome
    }

    /// Runs a `learn` statement and keeps the lesson open for the lines that follow.
    package func beginLesson(_ statement: String, output: some SessionOutput) -> Outcome {
        run(Parser.parse(SourceText(statement)), output: output)
    }

    /// Runs the statements before `offset`, the last of which starts a lesson. The lines after `offset` are answers until the lesson is
    /// over, then statements.
    func run(_ source: SourceText, withLessonBeforeOffset offset: Int, output: some SessionOutput) -> Outcome {
        let outcome = run(Parser.parse(SourceText(bytes: Array(source.bytes[..<offset]), file: source.file)), output: output)
        guard outcome == .fine else { return outcome }
        let text = String(decoding: source.bytes[offset...], as: UTF8.self)
        var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)[...]
        // Skips the rest of the line that starts the lesson, and the empty string after the last line break.
        lines = lines.dropFirst()
        if lines.last?.isEmpty == true { lines = lines.dropLast() }
        while let lesson = lessons.current, var line = lines.popFirst().map(String.init) {
            while lesson.awaitsStatement, let next = lines.first, Parser.parse(line).isIncomplete || Self.continues(next) {
                line += "\n" + next
                lines = lines.dropFirst()
            }
            answerLesson(line, output: output)
        }
        lessons.current = nil
        guard !lines.isEmpty else { return .fine }
        return run(SourceText(lines.joined(separator: "\n"), file: source.file), output: output)
    }

    /// Returns true if a line continues the statement before it.
    private static func continues(_ line: Substring) -> Bool {
        line.first == "|" || line.first?.isWhitespace == true && !line.allSatisfy(\.isWhitespace)
    }
}

extension StatementKind {
    /// True if the following lines are answers in a lesson.
    var beginsLesson: Bool {
        if case .learn(let words?) = self { words.key != "reset" } else { false }
    }
}
