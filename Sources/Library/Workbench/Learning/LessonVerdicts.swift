import QueryDiagnostics
import QuerySyntax
import ResultRendering
import QueryPlan

extension Lesson.Prediction {
    /// The right answer as it is told.
    var rightAnswer: String {
        guard let index = choices.firstIndex(where: \.isRight) else { return answer ?? "" }
        return "\(Self.letters[index]): \(choices[index].text)"
    }

    private static let letters = Array("abcdef")

    /// Returns what is said to `guess`; nil where it is no guess at all.
    func verdict(on guess: String) -> String? {
        if choices.isEmpty {
            guard let value = Self.number(guess), let answer else { return nil }
            if Self.isSame(value, Self.number(answer)) { return "Yes, \(answer)." }
            let remark = mistakes.first { Self.isSame(value, Self.number($0.answer)) }?.remark
            return "It is \(answer). " + (remark ?? "")
        }
        guard let index = choice(guess) else { return nil }
        let remark = choices[index].remark.map { " " + $0 } ?? ""
        return choices[index].isRight ? "Yes.\(remark)" : "It is \(rightAnswer).\(remark)"
    }

    /// The choice that `guess` names, by its letter or its words.
    private func choice(_ guess: String) -> Int? {
        let guess = guess.lowercased()
        if guess.count == 1, let letter = guess.first, let index = Self.letters.firstIndex(of: letter) {
            return choices.indices.contains(index) ? index : nil
        }
        let named = choices.indices.filter { choices[$0].text.lowercased().hasPrefix(guess) }
        return named.count == 1 ? named[0] : nil
    }

    /// The number that `text` begins with; a word such as a unit may follow.
    private static func number(_ text: String) -> Double? {
        let digits = text.filter { $0 != "," && $0 != "_" }.prefix { $0.isNumber || ".-+".contains($0) }
        return Double(digits)
    }

    private static func isSame(_ a: Double, _ b: Double?) -> Bool { b.map { abs(a - $0) <= 0.005 * abs($0) } ?? false }
}

/// Judges what a learner writes by what it answers.
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

    /// Returns `line` as a try at the task: as it is, or as what belongs into the gap; nil for a statement of another kind.
    func attempt(_ line: String) -> Attempt? {
        guard let solution else { return nil }
        if let whole = Self.parsed(line), !whole.statement.hasErrors, whole.statement.kind.isTry(at: solution.statement.kind) {
            return whole
        }
        guard let template = task.template else { return nil }
        let filled = Self.parsed(template.split(separator: "___", omittingEmptySubsequences: false).joined(separator: line))
        return filled.flatMap { $0.statement.hasErrors ? nil : $0 }
    }

    /// Returns what is wrong with an attempt, nil where nothing is; asked before the attempt runs, so that `_` is still the same for both.
    func verdict(on attempt: Attempt) -> String? {
        guard let solution, let difference = difference(attempt, solution) else { return nil }
        for mistake in task.mistakes {
            if let tried = Self.parsed(mistake.answer), self.difference(attempt, tried) == nil { return mistake.remark }
        }
        return difference
    }

    /// What is said to an assertion of the right query that does not hold.
    func remark(onNumberOf attempt: Attempt) -> String {
        let written = QueryFormatter.text(of: attempt.statement)
        let known = task.mistakes.first { Self.parsed($0.answer).map { QueryFormatter.text(of: $0.statement) } == written }
        return known?.remark ?? "The query is right; the number is not."
    }

    private func difference(_ given: Attempt, _ wanted: Attempt) -> String? {
        guard let wantedQuery = wanted.statement.kind.askedQuery else {
            return text(given) == text(wanted) ? nil : "That is not what it is about."
        }
        guard let query = given.statement.kind.askedQuery else { return "A query is asked for." }
        guard let mine = table(wantedQuery, wanted), let theirs = table(query, given) else { return "" }
        return AnswerComparison.difference(theirs, from: mine)
    }

    private func table(_ query: Query, _ attempt: Attempt) -> ResultTable? {
        try? StatementRunner(session: session, source: attempt.source, output: Silence()).answer(query).table
    }

    /// What a statement prints that asks for no rows, such as `explain`.
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
    /// The query whose answer a statement is judged by.
    fileprivate var askedQuery: Query? {
        switch self {
        case .query(let query): query
        case .assert(let assertion): assertion.query
        default: nil
        }
    }

    /// Whether a statement of this kind answers a task that `solution` solves.
    fileprivate func isTry(at solution: StatementKind) -> Bool {
        switch (self, solution) {
        case (.query, .query), (.assert, .assert), (.explain, .explain), (.why, .why): true
        default: false
        }
    }
}

/// Shows nobody anything, and keeps what is written.
final class Silence: SessionOutput {
    private(set) var text = ""

    func write(_ text: String) { self.text += text }
    func report(_ finding: Finding) {}
    func note(_ text: String) {}
    func progress(_ line: String) {}
    func confirm(_ question: String) -> Bool? { nil }
    var isCancelled: Bool { false }
    var isInterruptible: Bool { false }
}

extension Session {
    /// Runs every statement of `text`, whatever becomes of it.
    func run(silently text: String) {
        let source = SourceText(text)
        for statement in Parser.parse(source).statements { _ = run(statement, in: source, output: Silence()) }
    }
}
