import Foundation
import QueryDiagnostics
import TerminalText

/// Parses a lesson from its Markdown file.
///
///     # Title                     the first line
///     Goal: …                     one line: what the learner will be able to do
///     ## A step
///     Text, in paragraphs and lists.
///     ```tally setup              statements that create the data, never shown
///     ```xml setup                an export of Apple's Health app, for samples that statements can't create, never shown
///     ```tally                    statements that are shown and run
///     ```tally check              `expect` and `assert` about the statements before, for tests
///     ```predict                  a question to answer before the next query shows it
///     ```swift                    `explain swift async QUERY` or `explain chart QUERY`, and lines with `=`: what its code prints
///     ```task                     a statement to write
///     ```own                      a query for the learner's store
///     ## What you can now do      the last step: a list
///
/// In `predict`, `task` and `own` blocks, lines start with a sign:
///
/// - `=` the answer, the solution or the query
/// - `+` the right choice, `-` a wrong choice
/// - `!` a likely mistake
/// - `?` a hint
/// - `:` the statement to complete
/// - `>` the reason, or what to look for
///
/// A response can follow a choice or a mistake after `|`. Lines without a sign are the question.
///
/// A text that is not a lesson does not fail: the reader adds what it does not understand to `problems`.
package struct LessonReader {
    /// The heading of the last step, in lower case.
    package static let lastHeading = "what you can now do"
    private static let goalMark = "Goal: "

    private var lesson: Lesson
    private var lines: ArraySlice<Substring>

    /// Returns the lesson in `text`.
    package static func read(_ text: String, named name: String) -> Lesson {
        // Editors on Windows write a byte order mark and two characters at each end of a line.
        let text = text.hasPrefix("\u{FEFF}") ? text.dropFirst() : text[...]
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { $0.replacing("\t", with: "  ") }
        var reader = LessonReader(lesson: Lesson(name: name, title: ""), lines: lines.map { ScreenText.visible($0)[...] }[...])
        for (index, line) in lines.enumerated() where ScreenText.visible(line) != line {
            reader.report(
                index + 1, "the line has characters that are invisible or control a terminal",
                help: "delete them; learners see: \(ScreenText.visible(line))")
        }
        reader.read()
        return reader.lesson
    }

    private mutating func read() {
        while let line = lines.popFirst() {
            // `lines` keeps the indices of all lines, so its start is the number of the line that was taken.
            let number = lines.startIndex
            if line.hasPrefix("# ") {
                if !lesson.title.isEmpty { report(number, "a lesson has one title", help: "write `## ` for the heading of a step") }
                lesson.title = String(line.dropFirst(2))
            } else if line.hasPrefix("## ") {
                append(.heading(Self.trimmed(line.dropFirst(3))), number)
            } else if line.hasPrefix("```") {
                readBlock(line, number)
            } else if !Self.trimmed(line).isEmpty {
                readParagraph(line, number)
            }
        }
    }

    private mutating func append(_ part: Lesson.Part, _ line: Int) {
        lesson.parts.append(part)
        lesson.lines.append(line)
    }

    private mutating func report(_ line: Int, _ message: String, help: String) {
        lesson.problems.append(LessonProblem(line: line, message, help: help))
    }

    private mutating func readParagraph(_ line: Substring, _ number: Int) {
        var paragraph = line
        while let next = lines.first, !Self.trimmed(next).isEmpty, !next.hasPrefix("- "), !next.hasPrefix("```"), !next.hasPrefix("#") {
            paragraph += " " + next
            lines.removeFirst()
        }
        if paragraph.hasPrefix(Self.goalMark), lesson.parts.isEmpty, lesson.goal.isEmpty {
            lesson.goal = Self.trimmed(paragraph.dropFirst(Self.goalMark.count))
            return
        }
        if let (start, help) = Self.unreadStarts.first(where: { paragraph.hasPrefix($0.start) }) {
            report(number, "a line that starts with `\(start)` is shown as plain text", help: help)
        }
        append(.paragraph(String(paragraph)), number)
    }

    /// Marks of Markdown that lessons do not have.
    private static let unreadStarts: [(start: String, help: String)] = [
        ("#", "write `## ` and the heading of a step"),
        ("* ", "start the items of a list with `- `"),
        ("1. ", "start the items of a list with `- `"),
        ("| ", "write a list or a sentence; a shell cannot show a table of Markdown"),
        ("![", "show a chart with a block of ```tally"),
        ("~~~", "start and end blocks with ```"),
    ]

    // MARK: Blocks

    private mutating func readBlock(_ line: Substring, _ number: Int) {
        let kind = line.dropFirst(3).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let block = Array(lines.prefix { Self.trimmed($0) != "```" })
        if block.count == lines.count {
            report(number, "this block does not end", help: "write ``` alone on the line after the block")
        }
        lines = lines.dropFirst(block.count + 1)
        guard let known = LessonBlock(rawValue: kind) else {
            let best = Suggestion.best(for: kind, among: LessonBlock.allCases.map(\.rawValue))
            let all = LessonBlock.allCases.map { "`\($0.rawValue)`" }.listed(with: "or")
            report(number, "unknown block `\(kind)`", help: best.map { "write ```\($0)" } ?? "use \(all)")
            return
        }
        add(block, known, number)
    }

    private mutating func add(_ block: [Substring], _ kind: LessonBlock, _ number: Int) {
        let text = block.joined(separator: "\n")
        let signed = LessonBlock.signed(block, after: number)
        if text.allSatisfy(\.isWhitespace) {
            report(number, "this block is empty", help: "fill the block, or delete it")
        } else if !kind.signs.isEmpty {
            lesson.problems += kind.problems(in: signed)
        }
        switch kind {
        case .setup:
            if lesson.setupLine > 0 || !lesson.parts.isEmpty {
                report(number, "the samples must be in one block before the first step", help: "move these lines to the start")
            }
            (lesson.setup, lesson.setupLine) = (lesson.setup.isEmpty ? text : lesson.setup + "\n" + text, number)
        case .export:
            if !lesson.parts.isEmpty {
                report(number, "the samples must be before the first step", help: "move this block to the start")
            }
            lesson.export += text
        case .run: append(.run(text), number)
        case .check: append(.check(text), number)
        case .swift: append(.program(program(signed)), number)
        case .predict: append(.prediction(prediction(signed)), number)
        case .task: append(.task(task(signed)), number)
        case .own: append(.own(own(signed)), number)
        }
    }

    private func program(_ block: [LessonBlock.Line]) -> Lesson.Program {
        var program = Lesson.Program()
        for line in block {
            if line.sign == "=" { program.output.append(line.text) } else { program.query = Self.joined(program.query, line.text) }
        }
        return program
    }

    private func prediction(_ block: [LessonBlock.Line]) -> Lesson.Prediction {
        var prediction = Lesson.Prediction()
        for line in block {
            let (answer, remark) = Self.halves(line.text)
            switch line.sign {
            case "=": (prediction.answer, prediction.answerLine) = (line.text, line.number)
            case "-", "+":
                prediction.choices.append(.init(text: answer, isRight: line.sign == "+", remark: remark, line: line.number))
            case "!": prediction.mistakes.append(.init(answer: answer, remark: remark ?? "", line: line.number))
            case ">": prediction.reason = Self.joined(prediction.reason, line.text)
            default: prediction.question = Self.joined(prediction.question, line.text)
            }
        }
        return prediction
    }

    private func task(_ block: [LessonBlock.Line]) -> Lesson.Task {
        var task = Lesson.Task()
        for line in block {
            switch line.sign {
            case "=": (task.solution, task.solutionLine) = (line.text, line.number)
            case ":": task.template = line.text
            case "?": task.hints.append(line.text)
            case "!":
                // The statement may contain pipes, so the response follows the last one.
                let bar = line.text.range(of: " | ", options: .backwards)
                let (end, start) = (bar?.lowerBound ?? line.text.endIndex, bar?.upperBound ?? line.text.endIndex)
                task.mistakes.append(
                    .init(answer: String(line.text[..<end]), remark: String(line.text[start...]), line: line.number))
            case ">": task.reason = Self.joined(task.reason, line.text)
            default: task.question = Self.joined(task.question, line.text)
            }
        }
        return task
    }

    private func own(_ block: [LessonBlock.Line]) -> Lesson.Own {
        var own = Lesson.Own()
        for line in block {
            switch line.sign {
            case "=": (own.query, own.queryLine) = (line.text, line.number)
            case ">": own.advice = Self.joined(own.advice, line.text)
            default: own.question = Self.joined(own.question, line.text)
            }
        }
        return own
    }

    private static func halves(_ text: String) -> (String, String?) {
        guard let bar = text.range(of: " | ") else { return (text, nil) }
        return (String(text[..<bar.lowerBound]), String(text[bar.upperBound...]))
    }

    private static func joined(_ a: String, _ b: String) -> String { a.isEmpty ? b : a + " " + b }

    private static func trimmed(_ text: Substring) -> String { text.trimmingCharacters(in: .whitespaces) }
}
