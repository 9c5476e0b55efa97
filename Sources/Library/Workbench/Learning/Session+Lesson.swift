import QueryDiagnostics
import QuerySyntax

/// Lessons as a mode of the session: while one is taken, lines are what the learner says.
extension Session {
    /// Gives `line` to the lesson, and ends it where that was its last.
    package func answerLesson(_ line: String, output: some SessionOutput) {
        lessons.current?.take(line, output: output)
        if lessons.current?.isOver == true { lessons.current = nil }
    }

    /// Runs `statement`, a `learn`, and leaves the lesson open for the lines that come.
    package func beginLesson(_ statement: String, output: some SessionOutput) -> Outcome {
        run(Parser.parse(SourceText(statement)), output: output)
    }

    /// Runs the statements before `offset`, of which the last begins a lesson; the lines that follow are the learner's, and once the lesson
    /// is over statements again.
    func run(_ source: SourceText, withLessonBeforeOffset offset: Int, output: some SessionOutput) -> Outcome {
        let outcome = run(Parser.parse(SourceText(bytes: Array(source.bytes[..<offset]), file: source.file)), output: output)
        guard outcome == .fine else { return outcome }
        let text = String(decoding: source.bytes[offset...], as: UTF8.self)
        var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)[...]
        // Of the line that begins the lesson, and of what stands behind the last line end, nothing is said.
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

    /// Whether a line goes on with the statement before it.
    private static func continues(_ line: Substring) -> Bool {
        line.first == "|" || line.first?.isWhitespace == true && !line.allSatisfy(\.isWhitespace)
    }
}

extension StatementKind {
    /// Whether the lines that follow are answers.
    var beginsLesson: Bool {
        if case .learn(let words?) = self { words.key != "reset" } else { false }
    }
}
