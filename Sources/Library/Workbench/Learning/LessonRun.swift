import Foundation
package import Lessons
import QuerySyntax
import ResultRendering
import StoreCommands
import TallyKit
import TerminalText

/// A lesson in progress. Shows the text up to the next stop, and checks the learner's answer there.
///
/// Statements run in a separate session on the lesson's own samples, in memory. The learner's store is not read or changed.
package final class LessonRun: TakenLesson {
    package let lesson: Lesson
    /// The session for the statements of the lesson.
    package private(set) var session: Session
    /// True if the lesson was left or completed.
    package private(set) var isOver = false
    /// Runs the Swift code of lessons; nil if it cannot be run.
    let runner: SwiftRunner?
    /// The session in which the lesson was started. It keeps the lesson.
    unowned let owner: Session
    /// A session on the learner's store that writes nothing.
    private(set) lazy var ownSession: Session = {
        let session = owner.sibling(settings: owner.settings, names: owner.names)
        session.storage.forbidsWrites = true
        session.storage.isKept = true
        return session
    }()
    private let stops: [Int]
    /// The number of stops that are passed. The next stop waits for an answer.
    private(set) var passed = 0
    private var failures = 0
    private var hintsGiven = 0

    init(_ lesson: Lesson, in owner: Session) {
        runner = owner.lessons.runner
        self.lesson = lesson
        self.owner = owner
        stops = lesson.stops
        session = Self.session(of: lesson)
    }

    /// Returns a store in memory with the samples of the lesson's export.
    static func store(of lesson: Lesson, in surroundings: Surroundings) -> HealthStore {
        let store = HealthStore.inMemory(in: surroundings)
        guard !lesson.export.isEmpty else { return store }
        let file = FileManager.default.temporaryDirectory.appending(path: "tally-lesson-\(UUID().uuidString).xml")
        defer { try? FileManager.default.removeItem(at: file) }
        let isWritten = FileManager.default.createFile(
            atPath: file.path, contents: Data(lesson.export.utf8), attributes: [.posixPermissions: 0o600])
        if isWritten { Session(store, named: "lesson").run(silently: "import \"\(file.path)\"") }
        return store
    }

    static func session(of lesson: Lesson) -> Session {
        // The setup of a lesson sets its own time and zone.
        let session = Session(store(of: lesson, in: Surroundings(at: Instant(seconds: 0))), named: "lesson")
        session.storage.isKept = true
        session.run(silently: lesson.setup)
        return session
    }

    /// The commands of a lesson, which are not statements.
    package static let words = ["hint", "skip", "back", "again", "quit"]

    /// True if the lesson expects a statement, which may have several lines. False if it expects a guess.
    package var awaitsStatement: Bool {
        switch stop {
        case .task, .own: true
        default: false
        }
    }

    private var stop: Lesson.Part? { stops.indices.contains(passed) ? lesson.parts[stops[passed]] : nil }

    // MARK: Steps

    /// Starts at the stop `number` (from 0): runs all earlier statements silently, and shows the text after the previous stop.
    func begin(at number: Int, output: some SessionOutput) {
        session = Self.session(of: lesson)
        passed = max(0, min(number, stops.count - 1))
        let shown = passed == 0 ? 0 : stops[passed - 1] + 1
        for part in lesson.parts[..<shown] {
            switch part {
            case .run(let text): session.run(silently: text)
            case .task(let task): session.run(silently: task.solution)
            default: break
            }
        }
        show(from: shown, output)
    }

    /// Shows the parts from `start` to the next stop. If there is no further stop, completes the lesson.
    private func show(from start: Int, _ output: some SessionOutput) {
        let text = LessonText(output)
        (failures, hintsGiven) = (0, 0)
        for part in lesson.parts[start...] {
            switch part {
            case .heading(let title): output.write(text.heading(title))
            case .paragraph(let words): output.write(text.paragraph(words))
            case .check: break
            case .run(let statements): run(statements, output)
            case .program(let program): show(program, output)
            case .prediction(let prediction): return ask(prediction, output)
            case .task(let task): return ask(task, output)
            case .own(let own): return ask(own, output)
            }
        }
        isOver = true
        remember(.done, output)
        output.write(text.heading("End of lesson: \(lesson.title)"))
        if lesson.path == nil {
            let next = LessonCatalog.names.firstIndex(of: lesson.name).flatMap { LessonCatalog.names.dropFirst($0 + 1).first }
            output.write(next.map { "Next lesson: `learn \($0)`\n" } ?? "This was the last lesson.\n")
        }
        showNextStore(output)
    }

    /// Tells the learner that the lesson's samples are gone.
    private func showNextStore(_ output: some SessionOutput) {
        let text = LessonText(output)
        output.write(text.lines(of: "Your next statement uses your own store: \(ScreenText.visible(owner.storage.name))"))
    }

    private func run(_ statements: String, _ output: some SessionOutput) {
        let source = SourceText(statements)
        for statement in Parser.parse(source).statements {
            output.write(LessonText(output).statement(source[statement.range]))
            session.course.hasShownTable = false
            _ = session.run(statement, in: source, output: output)
        }
    }

    private func ask(_ prediction: Lesson.Prediction, _ output: some SessionOutput) {
        let text = LessonText(output)
        output.write(text.paragraph(prediction.question))
        for (letter, choice) in zip("abcdef", prediction.choices) { output.write(text.lines(of: choice.text, first: "  \(letter)  ")) }
        output.write(text.lines(of: "(type a \(prediction.choices.isEmpty ? "number" : "letter"); Enter shows the answer)"))
    }

    private func ask(_ task: Lesson.Task, _ output: some SessionOutput) {
        let text = LessonText(output)
        output.write(text.paragraph(task.question))
        if let template = task.template { output.write(text.lines(of: template, first: "    ")) }
        output.write(text.lines(of: "(type a statement; `hint` helps, `skip` shows a solution)"))
    }

    /// True if the lesson was completed before. Who reads it again does not lose that.
    private var isCompleted: Bool { owner.lessons.progress?.states[lesson.key] == .done }

    func pass(_ output: some SessionOutput) {
        let next = stops[passed] + 1
        passed += 1
        if passed < stops.count, !isCompleted { remember(.begun(passed), output) }
        show(from: next, output)
    }

    private func remember(_ state: LessonProgress.State, _ output: some SessionOutput) {
        do {
            try owner.lessons.progress?.set(lesson.key, state)
        } catch {
            output.note("your progress can't be saved: \(Session.message(of: error))")
        }
    }

    // MARK: Answers

    /// Handles one line, or one statement of several lines.
    package func take(_ line: String, output: some SessionOutput) {
        let line = line.trimmingWhitespace
        let text = LessonText(output)
        switch line.lowercased() {
        case "quit", "exit", "q":
            isOver = true
            let next = isCompleted ? "starts it again" : "continues from here"
            output.write(text.lines(of: "You left the lesson. `learn \(lesson.command)` \(next)."))
            showNextStore(output)
        case "back": begin(at: passed - 1, output: output)
        case "again": begin(at: passed, output: output)
        case "help", "?":
            output.write(
                text.lines(of: "Type an answer, or `hint`, `skip`, `back`, `again` (repeats the question) or `quit`.")
                    + text.lines(of: "You can also run any statement on the lesson's samples. `help TOPIC` explains a word."))
        default:
            switch stop {
            case .prediction(let prediction): judge(line, prediction, output)
            case .task(let task): judge(line, task, output)
            case .own(let own): take(line, own, output)
            default: break
            }
        }
    }

    private func judge(_ line: String, _ prediction: Lesson.Prediction, _ output: some SessionOutput) {
        let text = LessonText(output)
        let verdict: String
        switch line.lowercased() {
        case "", "skip", "next": verdict = "The answer is \(prediction.rightAnswer)."
        case "hint":
            output.write(text.lines(of: "Just guess; Enter shows the answer."))
            return
        default:
            guard let judged = prediction.verdict(on: line) else {
                // Running a query instead of guessing is also a way to learn.
                if !runFreely(line, output) {
                    output.write(
                        text.lines(of: prediction.choices.isEmpty ? "Type a number, or press Enter." : "Type a letter, or press Enter."))
                }
                return
            }
            verdict = judged
        }
        output.write(text.lines(of: prediction.reason.isEmpty ? verdict : verdict + " " + prediction.reason))
        pass(output)
    }

    private func judge(_ line: String, _ task: Lesson.Task, _ output: some SessionOutput) {
        let text = LessonText(output)
        switch line.lowercased() {
        case "": output.write(text.lines(of: "Type a statement; `hint` helps, `skip` shows a solution."))
        case "hint": hint(task, output)
        case "skip", "next":
            run(task.solution, output)
            if !task.reason.isEmpty { output.write(text.paragraph(task.reason)) }
            pass(output)
        default:
            let judge = TaskJudge(task, in: session)
            guard let attempt = judge.attempt(line) else {
                if !runFreely(line, output) { fail("", task, output) }
                return
            }
            if attempt.text != line { output.write(text.statement(attempt.text)) }
            let verdict = judge.verdict(on: attempt)
            session.course.hasShownTable = false
            let outcome = session.run(attempt.statement, in: attempt.source, output: output)
            guard outcome != .interrupted else { return }
            switch (outcome, verdict) {
            case (.fine, nil):
                output.write("\n" + text.lines(of: task.reason.isEmpty ? "Right." : "Right. " + task.reason))
                pass(output)
            case (.wrong, _): fail("", task, output)
            case (_, nil): fail(judge.remark(onNumberOf: attempt), task, output)
            case (_, let verdict?): fail(verdict, task, output)
            }
        }
    }

    /// Shows what is wrong with an attempt. Adds a hint from the second failure on.
    private func fail(_ verdict: String, _ task: Lesson.Task, _ output: some SessionOutput) {
        failures += 1
        if !verdict.isEmpty { output.write(LessonText(output).paragraph(verdict)) }
        if failures > 1, hintsGiven < task.hints.count { hint(task, output) }
    }

    private func hint(_ task: Lesson.Task, _ output: some SessionOutput) {
        let text = LessonText(output)
        guard hintsGiven < task.hints.count else {
            return output.write(text.lines(of: "There are no more hints; `skip` shows a solution."))
        }
        output.write(text.lines(of: task.hints[hintsGiven], first: "Hint: "))
        hintsGiven += 1
    }

    /// Runs a line that is a statement but not an answer. Returns false if it is not a statement.
    private func runFreely(_ line: String, _ output: some SessionOutput) -> Bool {
        let source = SourceText(line)
        let statements = Parser.parse(source).statements
        // In a prediction, a single wrong word is probably a misspelled guess. In a task, every line is a statement.
        let isMeant = awaitsStatement || line.contains(" ") || !session.findings(in: source).contains { $0.severity == .error }
        guard isMeant, !statements.isEmpty else { return false }
        for statement in statements {
            if case .learn = statement.kind {
                output.write(LessonText(output).lines(of: "You are already in a lesson; type `quit` to leave it."))
                return true
            }
            guard session.run(statement, in: source, output: output) == .fine else { return !awaitsStatement }
        }
        return true
    }
}

extension LessonText {
    init(_ output: some SessionOutput) {
        self.init(width: output.screen.width, usesColor: output.screen.usesColor)
    }
}

extension String {
    fileprivate var trimmingWhitespace: String {
        guard let last = lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(self[...last].drop(while: \.isWhitespace))
    }
}
