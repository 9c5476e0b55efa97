package import Lessons
package import MarkdownPages
import QuerySyntax
import Scripts
import StoreCommands
import TallyCharts
import TallyKit

/// A lesson as a page to read: its text, and its queries with their answers. Answers to questions are folded.
///
/// The statements run in a session like that of the shell, so their answers are the same.
package final class LessonPage {
    package static let generator = "tally learn"

    package let title: String
    /// The lesson's text in Markdown. The other parts are fenced blocks with their numbers and words.
    package let document: MarkdownDocument
    /// The markup of the parts that are not text, by their numbers.
    private var markups: [Int: String] = [:]
    private let session: Session
    private let collector = ReportCollector(HTMLReport(), title: "")

    /// Returns statements or code as markup.
    private let code: (String) -> String

    /// - Parameter code: returns statements or code as markup.
    package init(_ lesson: Lesson, code: @escaping (String) -> String = MarkdownMarkup.code(_:)) {
        self.code = code
        title = lesson.title
        document = MarkdownDocument(Array(Self.text(of: lesson).utf8))
        session = LessonRun.session(of: lesson)
        var rest = Array(lesson.parts.enumerated())[...]
        while let (number, part) = rest.popFirst() {
            guard case .prediction(let prediction) = part else {
                markups[number] = markup(of: part)
                continue
            }
            // The next query is the answer, so it is folded, too.
            var answer = Self.answer(to: prediction)
            while let next = rest.first?.element, next.isStatement {
                answer += markup(of: next)
                rest.removeFirst()
            }
            markups[number] = Self.box(Self.question(prediction) + Self.folded("Show the answer", answer))
        }
    }

    /// Returns the markup without the title, and the headings.
    package func markup() -> (text: String, headings: [MarkdownMarkup.Heading]) {
        var markup = MarkdownMarkup(document) { [markups] block in
            guard let info = block.fence?.info, info.hasPrefix(Self.mark) else { return nil }
            return Int(info.dropFirst(Self.mark.count)).flatMap { markups[$0] } ?? ""
        }
        return (markup.text(), markup.headings)
    }

    /// The page as one file.
    package var text: String {
        let (markup, headings) = markup()
        var report = HTMLReport()
        report.addMarkup(markup, sections: headings.filter { $0.level == 2 }.map { ($0.title, $0.anchor) })
        return report.text(title: title, lines: [], generator: Self.generator)
    }

    // MARK: Text

    private static let mark = "part "

    private static func text(of lesson: Lesson) -> String {
        var text = "# \(lesson.title)\n\n*Goal:* \(lesson.goal)\n"
        for (number, part) in lesson.parts.enumerated() {
            switch part {
            case .heading(let title): text += "\n## \(title)\n"
            case .paragraph(let words): text += (words.hasPrefix("- ") ? "" : "\n") + words + "\n"
            case .check: break
            case .run, .program, .prediction, .task, .own: text += "\n```\(mark)\(number)\n\(part.words)\n```\n"
            }
        }
        return text
    }

    // MARK: Parts

    private func markup(of part: Lesson.Part) -> String {
        switch part {
        case .heading, .paragraph, .check, .prediction: ""
        case .run(let statements): answers(to: statements)
        case .program(let program): answers(to: program.query) + printed(program.output)
        case .task(let task): markup(of: task)
        case .own(let own):
            Self.box(
                "<p><strong>With your own data.</strong> \(MarkdownMarkup.inline(own.question))</p>\n" + code(own.query)
                    + Self.folded("Look at the answer", "<p>\(MarkdownMarkup.inline(own.advice))</p>\n"))
        }
    }

    /// Runs statements and returns each with its answer.
    private func answers(to text: String) -> String {
        let source = SourceText(text)
        return Parser.parse(source).statements.map { statement in
            session.course.hasShownTable = false
            let output = ReportOutput(collector, console: Silence()) { [collector] finding in
                collector.add(printed: finding.text(usesColor: false, width: 80))
            }
            _ = session.run(statement, in: source, output: output)
            return code(source[statement.range]) + collector.takeParts()
        }.joined()
    }

    private func markup(of task: Lesson.Task) -> String {
        var text = "<p><strong>Your turn.</strong> \(MarkdownMarkup.inline(task.question))</p>\n"
        if let template = task.template { text += code(template) }
        if !task.hints.isEmpty { text += Self.folded("Hints", Self.list(task.hints.map(MarkdownMarkup.inline), tag: "ol")) }
        let reason = task.reason.isEmpty ? "" : "<p>\(MarkdownMarkup.inline(task.reason))</p>\n"
        let mistakes = task.mistakes.map { "\(Self.inlineCode($0.answer)): \(MarkdownMarkup.inline($0.remark))" }
        text += Self.folded("A solution", answers(to: task.solution) + reason + Self.remarks("If you wrote something else", mistakes))
        return Self.box(text)
    }

    private static func question(_ prediction: Lesson.Prediction) -> String {
        let choices = prediction.choices.map { MarkdownMarkup.inline($0.text) }
        return "<p><strong>Your guess?</strong> \(MarkdownMarkup.inline(prediction.question))</p>\n"
            + (choices.isEmpty ? "" : list(choices, tag: "ol type=\"a\""))
    }

    private static func answer(to prediction: Lesson.Prediction) -> String {
        let reason = prediction.reason.isEmpty ? "" : " \(MarkdownMarkup.inline(prediction.reason))"
        // Most remarks about numbers start with the number.
        let mistakes = prediction.mistakes.filter { !$0.remark.isEmpty }.map {
            $0.remark.hasPrefix($0.answer) ? $0.remark : "\($0.answer): \($0.remark)"
        }
        let choices = prediction.choices.filter { !$0.isRight }.compactMap { choice in choice.remark.map { "\(choice.text): \($0)" } }
        let remarks = (mistakes + choices).map(MarkdownMarkup.inline)
        return "<p><strong>\(MarkdownMarkup.inline(prediction.rightAnswer)).</strong>\(reason)</p>\n"
            + Self.remarks("If you guessed something else", remarks)
    }

    private func printed(_ lines: [String]) -> String {
        "<p>The code printed this when the lesson was written:</p>\n" + code(lines.joined(separator: "\n"))
    }

    // MARK: Markup

    private static func inlineCode(_ text: String) -> String { "<code>\(MarkupText.escaped(text))</code>" }

    private static func box(_ content: String) -> String { "<div class=\"question\">\n\(content)</div>\n" }

    /// Returns content that is shown after a click, and on paper.
    private static func folded(_ summary: String, _ content: String) -> String {
        "<details>\n<summary>\(summary)</summary>\n\(content)</details>\n"
    }

    private static func remarks(_ title: String, _ items: [String]) -> String {
        items.isEmpty ? "" : "<p>\(title):</p>\n" + list(items, tag: "ul")
    }

    /// - Parameter tag: the element of the list with its attributes.
    private static func list(_ items: [String], tag: String) -> String {
        "<\(tag)>\n\(items.map { "<li>\($0)</li>\n" }.joined())</\(tag.prefix { $0 != " " })>\n"
    }
}

extension Lesson.Part {
    /// The statements or the question.
    fileprivate var words: String {
        switch self {
        case .heading(let text), .paragraph(let text), .run(let text), .check(let text): text
        case .program(let program): program.query
        case .prediction(let prediction): prediction.question
        case .task(let task): task.question + "\n" + task.solution
        case .own(let own): own.question + "\n" + own.query
        }
    }

    /// True for statements that run without the learner, and their checks.
    fileprivate var isStatement: Bool {
        switch self {
        case .run, .check, .program: true
        case .heading, .paragraph, .prediction, .task, .own: false
        }
    }
}
