import Foundation

/// Parses a lesson from its Markdown file.
///
///     # Title                     the first line; the first paragraph is the summary
///     ## A step
///     Text, in paragraphs and lists.
///     ```tally setup              statements that create the data, never shown
///     ```tally                    statements that are shown and run
///     ```tally check              `expect` and `assert` about the statements before, for tests
///     ```predict                  a question to answer before the next query shows it
///     ```swift                    `explain swift async QUERY` or `explain chart QUERY`, and lines with `=`: what its code prints
///     ```task                     a statement to write
///
/// In `predict` and `task` blocks, lines start with a sign:
///
/// - `=` the answer or the solution
/// - `+` the right choice, `-` a wrong choice
/// - `!` a likely mistake
/// - `?` a hint
/// - `:` the statement to complete
/// - `>` the reason
///
/// A response can follow a choice or a mistake after `|`. Lines without a sign are the question.
package struct LessonReader {
    private var lesson: Lesson
    private var lines: ArraySlice<Substring>

    /// Returns the lesson in `text`.
    package static func read(_ text: String, named name: String) -> Lesson {
        var reader = LessonReader(
            lesson: Lesson(name: name, title: ""), lines: text.split(separator: "\n", omittingEmptySubsequences: false)[...])
        reader.read()
        return reader.lesson
    }

    private mutating func read() {
        while let line = lines.popFirst() {
            if line.hasPrefix("# ") {
                lesson.title = String(line.dropFirst(2))
            } else if line.hasPrefix("## ") {
                lesson.parts.append(.heading(String(line.dropFirst(3))))
            } else if line.hasPrefix("```") {
                let kind = String(line.dropFirst(3))
                let block = Array(lines.prefix { $0 != "```" })
                lines = lines.dropFirst(block.count + 1)
                add(block, kind)
            } else if !line.isEmpty {
                var paragraph = line
                while let next = lines.first, !next.isEmpty, !next.hasPrefix("- "), !next.hasPrefix("```") {
                    paragraph += " " + next
                    lines.removeFirst()
                }
                if lesson.summary.isEmpty { lesson.summary = String(paragraph) } else { lesson.parts.append(.paragraph(String(paragraph))) }
            }
        }
    }

    private mutating func add(_ block: [Substring], _ kind: String) {
        let text = block.joined(separator: "\n")
        switch kind {
        case "tally setup": lesson.setup = text
        case "tally check": lesson.parts.append(.check(text))
        case "swift": lesson.parts.append(.program(program(block)))
        case "predict": lesson.parts.append(.prediction(prediction(block)))
        case "task": lesson.parts.append(.task(task(block)))
        default: lesson.parts.append(.run(text))
        }
    }

    private func program(_ block: [Substring]) -> Lesson.Program {
        var program = Lesson.Program()
        for (sign, text) in Self.signed(block) {
            if sign == "=" { program.output.append(text) } else { program.query = Self.joined(program.query, text) }
        }
        return program
    }

    private func prediction(_ block: [Substring]) -> Lesson.Prediction {
        var prediction = Lesson.Prediction()
        for (sign, text) in Self.signed(block) {
            let (answer, remark) = Self.halves(text)
            switch sign {
            case "=": prediction.answer = text
            case "-", "+": prediction.choices.append(.init(text: answer, isRight: sign == "+", remark: remark))
            case "!": prediction.mistakes.append((answer, remark ?? ""))
            case ">": prediction.reason = Self.joined(prediction.reason, text)
            default: prediction.question = Self.joined(prediction.question, text)
            }
        }
        return prediction
    }

    private func task(_ block: [Substring]) -> Lesson.Task {
        var task = Lesson.Task()
        for (sign, text) in Self.signed(block) {
            switch sign {
            case "=": task.solution = text
            case ":": task.template = text
            case "?": task.hints.append(text)
            case "!":
                // The statement may contain pipes, so the response follows the last one.
                guard let bar = text.range(of: " | ", options: .backwards) else { continue }
                task.mistakes.append((String(text[..<bar.lowerBound]), String(text[bar.upperBound...])))
            case ">": task.reason = Self.joined(task.reason, text)
            default: task.question = Self.joined(task.question, text)
            }
        }
        return task
    }

    /// Returns the lines of a block with their signs. An indented line continues the line before it.
    private static func signed(_ block: [Substring]) -> [(sign: Character?, text: String)] {
        var found: [(sign: Character?, text: String)] = []
        for line in block {
            if line.hasPrefix("  "), let last = found.indices.last {
                found[last].text += " " + line.drop { $0 == " " }
            } else if line == "=" {
                found.append(("=", ""))
            } else if let sign = line.first, "=-+!?:>".contains(sign), line.dropFirst().first == " " {
                found.append((sign, String(line.dropFirst(2))))
            } else {
                found.append((nil, String(line)))
            }
        }
        return found
    }

    private static func halves(_ text: String) -> (String, String?) {
        guard let bar = text.range(of: " | ") else { return (text, nil) }
        return (String(text[..<bar.lowerBound]), String(text[bar.upperBound...]))
    }

    private static func joined(_ a: String, _ b: String) -> String { a.isEmpty ? b : a + " " + b }
}
