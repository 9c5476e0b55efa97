import CalendarIntervals
import QueryDiagnostics
import HealthModel
import QuerySyntax
import ResultRendering
import SampleStore

/// One lesson while it is taken: shows it up to the next stop, and judges what the learner says there.
///
/// Statements run in a session of the lesson's own, on its own samples in memory; nothing of the learner's is read or changed.
package final class LessonRun: TakenLesson {
    package let lesson: Lesson
    /// Where the lesson's statements run.
    package private(set) var session: Session
    /// Whether it was left, or is through.
    package private(set) var isOver = false
    private let progress: LessonProgress?
    private let stops: [Int]
    /// The number of stops that are passed; the next one awaits an answer.
    private var passed = 0
    private var failures = 0
    private var hintsGiven = 0

    init(_ lesson: Lesson, progress: LessonProgress?) {
        self.lesson = lesson
        self.progress = progress
        stops = lesson.stops
        session = Self.session(of: lesson)
    }

    private static func session(of lesson: Lesson) -> Session {
        // A lesson says itself what time it is, and where.
        let session = Session(store: MemoryStore(), storeName: "lesson", clock: { Instant(seconds: 0) }, machineZone: { .utc })
        session.storage.isKept = true
        session.run(silently: lesson.setup)
        return session
    }

    /// The lesson's own words, which are no statements.
    static let words = ["hint", "skip", "back", "again", "quit"]

    /// Whether the next line is a statement, which may take several lines, rather than a guess.
    package var awaitsStatement: Bool {
        if case .task = stop { true } else { false }
    }

    private var stop: Lesson.Part? { stops.indices.contains(passed) ? lesson.parts[stops[passed]] : nil }

    // MARK: Going on

    /// Begins with the stop `number` (from 0): what stands before it ran, and the text since the stop before is shown.
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

    /// Shows the parts from `start` on, up to and with the next stop; where there is none, the lesson is through.
    private func show(from start: Int, _ output: some SessionOutput) {
        let text = LessonText(output)
        (failures, hintsGiven) = (0, 0)
        for part in lesson.parts[start...] {
            switch part {
            case .heading(let title): output.write(text.heading(title))
            case .paragraph(let words): output.write(text.paragraph(words))
            case .check: break
            case .run(let statements): run(statements, output)
            case .prediction(let prediction): return ask(prediction, output)
            case .task(let task): return ask(task, output)
            }
        }
        isOver = true
        remember(.done, output)
        output.write(text.heading("That was \(lesson.title)."))
        let next = LessonCatalog.names.firstIndex(of: lesson.name).flatMap { LessonCatalog.names.dropFirst($0 + 1).first }
        output.write(next.map { "`learn \($0)` is next.\n" } ?? "It was the last one.\n")
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
        output.write(text.lines(of: prediction.choices.isEmpty ? "(a number; Enter shows it)" : "(a letter; Enter shows it)"))
    }

    private func ask(_ task: Lesson.Task, _ output: some SessionOutput) {
        let text = LessonText(output)
        output.write(text.paragraph(task.question))
        if let template = task.template { output.write(text.lines(of: template, first: "    ")) }
        output.write(text.lines(of: "(a statement; `hint` helps, `skip` shows one)"))
    }

    private func pass(_ output: some SessionOutput) {
        let next = stops[passed] + 1
        passed += 1
        if passed < stops.count { remember(.begun(passed), output) }
        show(from: next, output)
    }

    private func remember(_ state: LessonProgress.State, _ output: some SessionOutput) {
        do {
            try progress?.set(lesson.name, state)
        } catch {
            output.note("how far you are is not remembered: \(Session.message(of: error))")
        }
    }

    // MARK: What the learner says

    /// Takes one line, or one statement of several.
    package func take(_ line: String, output: some SessionOutput) {
        let line = line.trimmingWhitespace
        let text = LessonText(output)
        switch line.lowercased() {
        case "quit", "exit", "q":
            isOver = true
            output.write(text.lines(of: "Left; `learn \(lesson.name)` goes on from here."))
        case "back": begin(at: passed - 1, output: output)
        case "again": begin(at: passed, output: output)
        case "help", "?":
            output.write(
                text.lines(of: "Answer, or type `hint`, `skip`, `back`, `again` (shows it again) or `quit`.")
                    + text.lines(of: "Any statement works too, on the lesson's samples; `help TOPIC` explains a word."))
        default:
            switch stop {
            case .prediction(let prediction): judge(line, prediction, output)
            case .task(let task): judge(line, task, output)
            default: break
            }
        }
    }

    private func judge(_ line: String, _ prediction: Lesson.Prediction, _ output: some SessionOutput) {
        let text = LessonText(output)
        let verdict: String
        switch line.lowercased() {
        case "", "skip", "next": verdict = "It is \(prediction.rightAnswer)."
        case "hint":
            output.write(text.lines(of: "A guess is enough, right or wrong; Enter shows the answer."))
            return
        default:
            guard let judged = prediction.verdict(on: line) else {
                // Who asks instead of guessing learns as well.
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
        case "": output.write(text.lines(of: "Type a statement; `hint` helps, `skip` shows one."))
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

    /// Says what is wrong; from the second time on with a hint.
    private func fail(_ verdict: String, _ task: Lesson.Task, _ output: some SessionOutput) {
        failures += 1
        if !verdict.isEmpty { output.write(LessonText(output).paragraph(verdict)) }
        if failures > 1, hintsGiven < task.hints.count { hint(task, output) }
    }

    private func hint(_ task: Lesson.Task, _ output: some SessionOutput) {
        let text = LessonText(output)
        guard hintsGiven < task.hints.count else { return output.write(text.lines(of: "That was the last hint; `skip` shows a solution.")) }
        output.write(text.lines(of: task.hints[hintsGiven], first: "Hint: "))
        hintsGiven += 1
    }

    /// Runs what is no answer but a statement of some kind; returns whether it is one.
    private func runFreely(_ line: String, _ output: some SessionOutput) -> Bool {
        let source = SourceText(line)
        let statements = Parser.parse(source).statements
        // A misspelt guess is no statement; in a task everything is meant as one.
        let isMeant = awaitsStatement || line.contains(" ") || !session.findings(in: source).contains { $0.severity == .error }
        guard isMeant, !statements.isEmpty else { return false }
        for statement in statements {
            if case .learn = statement.kind {
                output.write(LessonText(output).lines(of: "You are in a lesson; `quit` leaves it."))
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
