import TerminalText

/// The points for an answer, with the reason.
package struct MarkedAnswer: Sendable {
    package enum Verdict: Hashable, Sendable {
        case right
        /// The number of a known mistake.
        case mistake(MistakeKind)
        case unknownNumber
        case missing, notHandedIn, unreadable
        case failed, refused, notOneNumber
        case outOfTime, crashed

        /// The verdict in a few words, for the overview of a class.
        package var title: String {
            switch self {
            case .right: "right"
            case .mistake(let kind): kind.title
            case .unknownNumber: "another number"
            case .missing: "no answer"
            case .notHandedIn: "not handed in"
            case .unreadable: "unreadable file"
            case .failed: "error"
            case .refused: "statement not allowed"
            case .notOneNumber: "not one number"
            case .outOfTime: "out of time"
            case .crashed: "out of memory, or the process ended"
            }
        }

        /// The verdict as a word, for programs.
        package var word: String {
            switch self {
            case .right: "right"
            case .mistake(let kind): kind.rawValue
            case .unknownNumber: "unknownNumber"
            case .missing: "missing"
            case .notHandedIn: "notHandedIn"
            case .unreadable: "unreadable"
            case .failed: "failed"
            case .refused: "refused"
            case .notOneNumber: "notOneNumber"
            case .outOfTime: "outOfTime"
            case .crashed: "crashed"
            }
        }
    }

    package static let greatestPoints = 2

    package let question: ClassKey.Question
    package let number: Int
    package let verdict: Verdict
    /// The number that was given; nil for other answers.
    package let value: Double?
    /// One or two sentences that name neither the right number nor the right query.
    package let reason: String
    /// The finding about a statement, in lines.
    package let finding: String

    package var points: Int {
        switch verdict {
        case .right: Self.greatestPoints
        case .mistake(let kind): kind.isSlip ? Self.greatestPoints / 2 : 0
        default: 0
        }
    }

    /// The sentence that gives the right answer away.
    package var rightAnswer: String { "The right answer is \(question.rounding.text(question.value)), as in `\(question.query)`." }

    /// Marks an answer that a student gave.
    init(_ given: GivenAnswer, to question: ClassKey.Question, seconds: Int) {
        switch given.outcome {
        case .number: self.init(given.value ?? .nan, to: question, number: given.question)
        case .missing: self.init(.missing, to: question, number: given.question, "You did not answer this question.")
        case .failed:
            self.init(.failed, to: question, number: given.question, "A statement is wrong or failed.", finding: given.text)
        case .refused: self.init(.refused, to: question, number: given.question, Self.sentence(given.text))
        case .notOneNumber: self.init(.notOneNumber, to: question, number: given.question, Self.sentence(given.text))
        case .outOfTime:
            self.init(.outOfTime, to: question, number: given.question, "The answer took longer than \(Wording.count(seconds, "second")).")
        case .crashed:
            self.init(
                .crashed, to: question, number: given.question,
                "The answer needed too much memory, or ended the process that ran it.")
        }
    }

    /// Marks a number.
    private init(_ value: Double, to question: ClassKey.Question, number: Int) {
        let rounding = question.rounding
        let given = rounding.text(value)
        if rounding.isSame(value, question.value) {
            self.init(.right, to: question, number: number, "Right.", value: value)
            return
        }
        let known = question.mistakes.filter { rounding.isSameMistake(value, $0.value, factor: $0.mistake.factor) }
            .min { abs($0.value - value) < abs($1.value - value) }?.mistake.kind
        if let kind = known ?? (rounding.isRoundedTooFar(value, question.value) ? .roundedTooFar : nil) {
            self.init(.mistake(kind), to: question, number: number, kind.reason(given), value: value)
        } else {
            self.init(
                .unknownNumber, to: question, number: number, "\(given) is wrong, and it is not the number of a known mistake.",
                value: value)
        }
    }

    init(
        _ verdict: Verdict, to question: ClassKey.Question, number: Int, _ reason: String, value: Double? = nil, finding: String = ""
    ) {
        (self.question, self.number, self.verdict, self.value) = (question, number, verdict, value)
        (self.reason, self.finding) = (reason, finding)
    }

    private static func sentence(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() + "." }
}

/// The marks of a student.
package struct MarkedStudent: Sendable {
    package let student: ClassKey.Student
    /// The file that was marked; nil if there is none.
    package let file: String?
    package let answers: [MarkedAnswer]
    /// Facts that the teacher should look at, such as the sheet of somebody else.
    package let remarks: [String]

    package var points: Int { answers.map(\.points).reduce(0, +) }
    package var greatestPoints: Int { answers.count * MarkedAnswer.greatestPoints }
}
