import Lessons
import QueryPlan
import QuerySyntax
import ResultRendering
import Scripts
import StoreCommands
import TallyKit

extension Lesson.Prediction {
    /// The right answer as it is shown to the learner.
    var rightAnswer: String {
        guard let index = choices.firstIndex(where: \.isRight) else { return answer ?? "" }
        return "\(Self.letters[index]): \(choices[index].text)"
    }

    private static let letters = Array("abcdef")

    /// Returns the response to `guess`; nil if it is not a guess.
    func verdict(on guess: String) -> String? {
        if choices.isEmpty {
            guard let answer, let values = LessonNumber.readings(of: guess) else { return nil }
            if LessonNumber.isSame(values, answer) { return "Yes, \(answer)." }
            let known = mistakes.first { LessonNumber.isSame(values, $0.answer) }?.remark
            return "No, the answer is \(answer). \(known ?? LessonNumber.remark(on: values[0], wanted: answer))"
        }
        guard let index = choice(guess) else { return nil }
        let remark = choices[index].remark.map { " " + $0 } ?? ""
        return choices[index].isRight ? "Yes.\(remark)" : "No, the answer is \(rightAnswer).\(remark)"
    }

    /// Returns the index of the choice that `guess` names by its letter or its text.
    private func choice(_ guess: String) -> Int? {
        let guess = guess.lowercased()
        if guess.count == 1, let letter = guess.first, let index = Self.letters.firstIndex(of: letter) {
            return choices.indices.contains(index) ? index : nil
        }
        let named = choices.indices.filter { choices[$0].text.lowercased().hasPrefix(guess) }
        return named.count == 1 ? named[0] : nil
    }
}

/// Compares the answer of a learner's statement with the answer of the solution.
struct TaskJudge {
    struct Attempt {
        var text: String
        var source: SourceText
        var statement: Statement
    }

    private let task: Lesson.Task
    private let session: Session
    private let solution: Attempt?

    init(_ task: Lesson.Task, in session: Session) {
        self.task = task
        self.session = session
        solution = Self.parsed(task.solution)
    }

    /// Returns `line` as an attempt at the task, either as a whole statement or as the missing part; nil for other kinds of statements.
    func attempt(_ line: String) -> Attempt? {
        guard let solution else { return nil }
        var whole = Self.parsed(line)
        if let kind = whole?.statement.kind, whole?.statement.hasErrors == true || !kind.isTry(at: solution.statement.kind) { whole = nil }
        guard let template = task.template, whole.map(hasMeaning) != true else { return whole }
        let filled = Self.parsed(template.split(separator: "___", omittingEmptySubsequences: false).joined(separator: line))
        guard let filled, !filled.statement.hasErrors else { return whole }
        // A single word for the gap can also look like a query, the name of a metric.
        return whole == nil || hasMeaning(filled) ? filled : whole
    }

    private func hasMeaning(_ attempt: Attempt) -> Bool {
        !session.findings(in: attempt.source).contains { $0.severity == .error }
    }

    /// Returns what is wrong with an attempt; nil if it is right. Call this before the attempt runs, so that `_` is the same for both.
    func verdict(on attempt: Attempt) -> String? {
        guard let solution, let difference = difference(attempt, solution) else { return nil }
        for mistake in task.mistakes {
            if let tried = Self.parsed(mistake.answer), self.difference(attempt, tried) == nil { return mistake.remark }
        }
        return difference
    }

    /// Returns the response to an assertion that has the right query but fails.
    func remark(onNumberOf attempt: Attempt) -> String {
        let written = QueryFormatter.text(of: attempt.statement)
        let known = task.mistakes.first { Self.parsed($0.answer).map { QueryFormatter.text(of: $0.statement) } == written }
        return known?.remark ?? "The query is right, but the number is wrong."
    }

    private func difference(_ given: Attempt, _ wanted: Attempt) -> String? {
        guard let wantedQuery = wanted.statement.kind.askedQuery else {
            return text(given) == text(wanted) ? nil : "Not quite: that statement prints something else."
        }
        guard let query = given.statement.kind.askedQuery else { return "Write a query here." }
        guard let mine = table(wantedQuery, wanted), let theirs = table(query, given) else { return "" }
        return AnswerComparison.difference(theirs, from: mine)
    }

    private func table(_ query: Query, _ attempt: Attempt) -> ResultTable? {
        try? StatementRunner(session: session, source: attempt.source, output: Silence()).answer(query).table
    }

    /// Returns the output of a statement without rows, such as `explain`.
    private func text(_ attempt: Attempt) -> String {
        let output = Silence()
        _ = session.run(attempt.statement, in: attempt.source, output: output)
        return output.text
    }

    private static func parsed(_ text: String) -> Attempt? {
        let source = SourceText(text)
        let statements = Parser.parse(source).statements
        guard statements.count == 1, let statement = statements.first else { return nil }
        return Attempt(text: text, source: source, statement: statement)
    }
}

extension StatementKind {
    /// The query of a statement whose answer is compared.
    fileprivate var askedQuery: Query? { word == .explain ? nil : query }

    /// Returns true if a statement of this kind can be an attempt at a task with this kind of solution.
    fileprivate func isTry(at solution: StatementKind) -> Bool { has(.solution) && word == solution.word }
}

/// An output that shows nothing and collects the results.
final class Silence: SessionOutput {
    private(set) var text = ""

    func write(_ text: String) { self.text += text }
    func report(_ finding: Finding) {}
    var isInterruptible: Bool { false }
}

extension Session {
    /// Runs all statements of `text` and ignores failures.
    func run(silently text: String) {
        let source = SourceText(text)
        for statement in Parser.parse(source).statements { _ = run(statement, in: source, output: Silence()) }
    }
}
