import TerminalText

/// The rules that every lesson keeps, as far as its text shows: its parts, and what they must have.
///
/// `LessonChecker` also runs the statements.
package struct LessonRules {
    /// The greatest length of a goal, which is shown on one line.
    package static let greatestGoal = 76
    private static let mostChoices = 6
    private static let canDoLines = 2...4

    private let lesson: Lesson
    private var problems: [LessonProblem]

    /// Returns the rules that a lesson breaks, in the order of its lines.
    package static func problems(of lesson: Lesson) -> [LessonProblem] {
        var rules = LessonRules(lesson: lesson, problems: lesson.problems)
        rules.checkStart()
        rules.checkKinds()
        for (index, part) in lesson.parts.enumerated() {
            switch part {
            case .prediction(let prediction):
                rules.check(prediction, at: lesson.lines[index])
                rules.checkIsConfirmed(prediction, at: index)
            case .task(let task): rules.check(task, at: lesson.lines[index])
            case .own(let own): rules.check(own, at: lesson.lines[index])
            default: break
            }
        }
        rules.checkEnd()
        return rules.problems.sorted { ($0.line, $0.column) < ($1.line, $1.column) }
    }

    private mutating func report(_ line: Int, _ message: String, help: String) {
        problems.append(LessonProblem(line: line, message, help: help))
    }

    // MARK: The whole lesson

    private mutating func checkStart() {
        if lesson.title.isEmpty { report(1, "the lesson has no title", help: "start the file with `# ` and the title") }
        if lesson.goal.isEmpty {
            report(1, "the lesson has no goal", help: "write a line after the title, such as `Goal: Count a walk once.`")
        } else if lesson.goal.count > Self.greatestGoal {
            report(
                3, "the goal has \(lesson.goal.count) characters, which is more than \(Self.greatestGoal)",
                help: "say in one short sentence what the learner will be able to do")
        }
        guard !lesson.setup.isEmpty else {
            return report(1, "the lesson has no samples", help: "write a block of ```tally setup before the first step")
        }
        for (setting, example) in [("set now", "set now = 2026-03-02T12:00"), ("set zone", "set zone = UTC")]
        where !lesson.setup.contains(setting) {
            report(lesson.setupLine, "the setup has no `\(setting)`, so answers depend on the machine", help: "add the line `\(example)`")
        }
    }

    private mutating func checkKinds() {
        let kinds = lesson.parts.map { part -> LessonBlock? in
            switch part {
            case .prediction: .predict
            case .task: .task
            case .own: .own
            default: nil
            }
        }
        for (kind, purpose) in [
            (LessonBlock.predict, "a question to answer before a query shows the answer"), (.task, "a statement to write"),
            (.own, "a query for the learner's own data"),
        ] where !kinds.contains(kind) {
            report(1, "the lesson has no `\(kind.rawValue)` block", help: "add \(purpose)")
        }
    }

    private mutating func checkEnd() {
        let heading = "`## \(LessonReader.lastHeading.capitalizedFirst)`"
        let last = lesson.parts.lastIndex { if case .heading = $0 { true } else { false } }
        guard let last, case .heading(let text) = lesson.parts[last], text.lowercased() == LessonReader.lastHeading else {
            return report(
                lesson.lines.last ?? 1, "the lesson does not end with \(heading)",
                help: "add this heading at the end, and a list of two to four things that the learner can do now")
        }
        let following = lesson.parts[(last + 1)...]
        let items = following.count { if case .paragraph(let text) = $0 { text.hasPrefix("- ") } else { false } }
        if items != following.count || !Self.canDoLines.contains(items) {
            report(
                lesson.lines[last], "\(heading) needs a list of two to four lines, and nothing else",
                help: "start each line with `- ` and a verb, such as `- Find the source of a number.`")
        }
    }

    // MARK: Predictions

    private mutating func check(_ prediction: Lesson.Prediction, at line: Int) {
        if prediction.question.isEmpty { report(line, "the block has no question", help: "write the question on its first line") }
        if prediction.reason.isEmpty { report(line, "the block has no explanation", help: "add a line with `> ` and the reason") }
        switch (prediction.answer, prediction.choices.isEmpty) {
        case (nil, true):
            report(line, "the question has no answer", help: "write `= ` and the number, or choices with `- ` and `+ `")
        case (_?, false):
            report(
                prediction.answerLine, "a question has a number or choices, not both", help: "delete this line, or the choices")
        case (let answer?, true): check(number: answer, of: prediction, at: line)
        case (nil, false): check(choicesOf: prediction, at: line)
        }
    }

    private mutating func check(number answer: String, of prediction: Lesson.Prediction, at line: Int) {
        guard Double(answer) != nil else {
            return report(
                prediction.answerLine, "`\(answer)` is not a number, so nobody can type it",
                help: "write one number without unit, such as `= 24`, or choices with `- ` and `+ `")
        }
        if prediction.mistakes.isEmpty {
            report(line, "no wrong guess gets a response", help: "add a line such as `! 600 | 600 is only the watch.`")
        }
        for mistake in prediction.mistakes {
            if Double(mistake.answer) == nil {
                report(mistake.line, "`\(mistake.answer)` is not a number", help: "write a wrong number, then ` | ` and your response")
            } else if mistake.remark.isEmpty {
                report(mistake.line, "the wrong guess has no response", help: "write ` | ` after the number, and what the guess reveals")
            }
        }
    }

    private mutating func check(choicesOf prediction: Lesson.Prediction, at line: Int) {
        let right = prediction.choices.count(where: \.isRight)
        if right != 1 {
            report(line, "\(right) choices are right, but the learner picks one", help: "start exactly one choice with `+ `")
        }
        if !(2...Self.mostChoices).contains(prediction.choices.count) {
            report(
                line, "the question has \(prediction.choices.count) choices",
                help: "offer two to six choices, because learners type a letter from a to f")
        }
        for choice in prediction.choices where choice.remark?.isEmpty ?? true {
            report(choice.line, "the choice has no response", help: "write ` | ` after the choice, and what it reveals")
        }
        for mistake in prediction.mistakes {
            report(mistake.line, "a question with choices has no lines with `!`", help: "write the response after the choice and ` | `")
        }
    }

    /// Checks that a block of ```tally check after the prediction has the number, so that it is not only a claim.
    private mutating func checkIsConfirmed(_ prediction: Lesson.Prediction, at index: Int) {
        let following = lesson.parts[(index + 1)...].prefix { if case .prediction = $0 { false } else { true } }
        let checks = following.compactMap { if case .check(let text) = $0 { text } else { nil } }.joined(separator: "\n")
        guard !checks.isEmpty else {
            return report(
                lesson.lines[index], "no test confirms the answer",
                help: "add a block of ```tally check before the next question, such as `expect row 2026-03-02 800`")
        }
        guard let answer = prediction.answer, let number = Double(answer), number != 0 else { return }
        let numbers = checks.split { !($0.isNumber || $0 == ".") }
        if !numbers.contains(where: { Double($0) == abs(number) }) {
            report(
                prediction.answerLine, "no ```tally check before the next question has the number \(answer)",
                help: "add for example `expect row` with the time and the number")
        }
    }

    // MARK: Statements

    private mutating func check(_ task: Lesson.Task, at line: Int) {
        if task.question.isEmpty { report(line, "the block has no question", help: "write on its first line what to do") }
        if task.solution.isEmpty { report(line, "the task has no solution", help: "add a line with `= ` and a statement") }
        if task.reason.isEmpty { report(line, "the block has no explanation", help: "add a line with `> ` and the reason") }
        if task.hints.isEmpty { report(line, "the task has no hint", help: "add a line with `? ` that helps without the solution") }
        if let first = task.hints.first, !task.solution.isEmpty, first.contains(task.solution) {
            report(line, "the first hint has the whole solution", help: "give a smaller hint first; `skip` shows the solution")
        }
        if let template = task.template, template.ranges(of: "___").count != 1 || task.gap == nil {
            report(
                line, "the solution is not the statement after `:` with its gap filled",
                help: "write `___` once, and the same text around it as in the solution")
        }
        for mistake in task.mistakes where mistake.remark.isEmpty {
            report(mistake.line, "the wrong statement has no response", help: "write ` | ` after the statement, and what it reveals")
        }
    }

    private mutating func check(_ own: Lesson.Own, at line: Int) {
        if own.question.isEmpty { report(line, "the block has no question", help: "write on its first line what to find out") }
        if own.query.isEmpty { report(line, "the block has no query", help: "add a line with `= ` and a query") }
        if own.advice.isEmpty { report(line, "the block has no advice", help: "add a line with `> ` that says what to look for") }
    }
}

extension Lesson.Task {
    /// The part of the solution that fills the gap; nil without a template, or if the solution does not fit it.
    package var gap: String? {
        guard let template, let gap = template.firstRange(of: "___") else { return nil }
        let (before, after) = (template[..<gap.lowerBound], template[gap.upperBound...])
        guard solution.count > before.count + after.count, solution.hasPrefix(before), solution.hasSuffix(after) else { return nil }
        return String(solution.dropFirst(before.count).dropLast(after.count))
    }
}
