package import Lessons
import QueryDiagnostics
import QuerySyntax
import Scripts
import StoreCommands
import TallyKit

/// Checks a lesson for its author: the rules of its text, its numbers, and how it responds to answers.
package struct LessonChecker {
    private let lesson: Lesson
    private var problems: [LessonProblem] = []
    /// The owner of the lesson's session. It has no samples.
    private let learner = Session(.inMemory(in: Surroundings(at: Instant(seconds: 0))), named: "memory")

    /// Returns everything that is wrong with a lesson, in the order of its lines.
    package static func problems(of lesson: Lesson) throws -> [LessonProblem] {
        var checker = LessonChecker(lesson: lesson)
        let fileUses = fileUses(in: lesson)
        checker.problems = LessonRules.problems(of: lesson) + fileUses
        // Statements that read or write files do not run.
        if fileUses.isEmpty {
            try checker.checkScript()
            checker.checkStops()
        }
        return checker.problems.sorted { ($0.line, $0.column) < ($1.line, $1.column) }
    }

    private init(lesson: Lesson) { self.lesson = lesson }

    /// Returns the statements that read or write files. A lesson has none, because learners get lessons from other people.
    package static func fileUses(in lesson: Lesson) -> [LessonProblem] {
        let source = SourceText(lesson.script)
        return Parser.parse(source).statements.compactMap { statement in
            guard !statement.kind.files.isEmpty else { return nil }
            let place = source.position(at: statement.range.start)
            return LessonProblem(
                line: place.line, column: place.column, "a lesson does not read or write files",
                help: "write samples with `add` and `load` in the block of ```tally setup")
        }
    }

    // MARK: Numbers

    /// Runs the lesson as a script, with its solutions and checks.
    private mutating func checkScript() throws {
        let source = SourceText(lesson.script)
        let lesson = lesson
        let report = try ScriptTester { LessonRun.store(of: lesson, in: $0) }.run(source)
        for finding in report.findings where finding.severity == .error { add(finding, in: source) }
        for failure in report.failures { add(failure.diagnostic, in: source, failure.difference) }
    }

    private mutating func add(_ finding: Diagnostic, in source: SourceText, _ difference: [String] = []) {
        let place = source.position(at: finding.range.start)
        let rows = difference.isEmpty ? nil : difference.dropFirst().joined(separator: "; ")
        problems.append(
            LessonProblem(
                line: place.line, column: place.column, finding.message,
                help: rows ?? finding.help ?? "`help \(finding.code.rawValue)` explains this"))
    }

    // MARK: Answers

    private mutating func checkStops() {
        for (stop, index) in lesson.stops.enumerated() {
            switch lesson.parts[index] {
            case .prediction(let prediction): check(prediction)
            case .task(let task): check(task, at: stop, line: lesson.lines[index])
            case .own(let own): check(own)
            default: break
            }
        }
    }

    private mutating func check(_ prediction: Lesson.Prediction) {
        for mistake in prediction.mistakes {
            guard let said = prediction.verdict(on: mistake.answer), !said.contains(mistake.remark) else { continue }
            problems.append(
                LessonProblem(
                    line: mistake.line, "the response to \(mistake.answer) is never shown, because it is another number to half a percent",
                    help: "delete the line, or choose a number that is further from the answer and from other wrong guesses"))
        }
    }

    private mutating func check(_ task: Lesson.Task, at stop: Int, line: Int) {
        if !said(to: task.solution, at: stop).passes {
            problems.append(
                LessonProblem(
                    line: task.solutionLine, "the solution is not accepted",
                    help: "write one statement that runs, and that Tally can compare: a query, `assert`, `explain`, `changes` or `why`"))
            return
        }
        if let gap = task.gap, !said(to: gap, at: stop).passes {
            problems.append(
                LessonProblem(
                    line: line, "`\(gap)` alone is not accepted for the gap",
                    help: "move the gap, so that its text is not a statement by itself"))
        }
        for mistake in task.mistakes {
            let answer = said(to: mistake.answer, at: stop)
            if answer.passes {
                problems.append(
                    LessonProblem(
                        line: mistake.line, "this statement is right: it has the same answer as the solution",
                        help: "delete the line, or change the samples so that the two answers differ"))
            } else if !Self.words(answer.text).contains(Self.words(mistake.remark)) {
                problems.append(
                    LessonProblem(
                        line: mistake.line, "the response is not shown, because the statement fails or is like another mistake",
                        help: "write a statement that runs and has another answer than the solution and the other mistakes"))
            }
        }
    }

    private mutating func check(_ own: Lesson.Own) {
        let source = SourceText(own.query)
        let statements = Parser.parse(source).statements
        if !own.query.isEmpty, !statements.allSatisfy(\.kind.isReading) {
            problems.append(
                LessonProblem(line: own.queryLine, "this statement could write to the learner's store", help: "write a query"))
            return
        }
        let session = LessonRun.session(of: lesson)
        for finding in session.findings(in: source) where finding.severity == .error {
            let column = source.position(at: finding.range.start).column + 2
            problems.append(
                LessonProblem(line: own.queryLine, column: column, finding.message, help: finding.help ?? "write another query"))
        }
    }

    /// Returns what a lesson says to an answer at a stop, and if it goes on.
    private func said(to answer: String, at stop: Int) -> (text: String, passes: Bool) {
        let run = LessonRun(lesson, in: learner)
        run.begin(at: stop, output: Silence())
        let output = Silence()
        run.take(answer, output: output)
        return (output.text, run.passed > stop)
    }

    /// The text on one line, as before it was wrapped.
    private static func words(_ text: String) -> String { text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
