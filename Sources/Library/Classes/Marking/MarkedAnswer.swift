import Foundation
import ResultRendering
import TerminalText

/// The points for an answer, with the reason.
package struct MarkedAnswer: Sendable {
    package enum Verdict: Hashable, Sendable {
        case right
        /// The number of a known mistake.
        case mistake(MistakeKind)
        case unknownNumber
        case missing, notHandedIn, unreadable, noExport
        case failed, refused, notOneNumber, severalNumbers, unclear
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
            case .noExport: "export missing or changed"
            case .failed: "error"
            case .refused: "statement not allowed"
            case .notOneNumber: "not one number"
            case .severalNumbers: "more than one answer"
            case .unclear: "text that is not a number"
            case .outOfTime: "out of time"
            case .crashed: "out of memory, or the process ended"
            }
        }

        var points: Int {
            switch self {
            case .right: MarkedAnswer.greatestPoints
            case .mistake(let kind): kind.isSlip ? MarkedAnswer.greatestPoints / 2 : 0
            default: 0
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
            case .noExport: "noExport"
            case .failed: "failed"
            case .refused: "refused"
            case .notOneNumber: "notOneNumber"
            case .severalNumbers: "severalNumbers"
            case .unclear: "unclear"
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
    /// The number as it was written; empty for the number of a query.
    package private(set) var written = ""
    /// One or two sentences that name neither the right number nor the right query.
    package let reason: String
    /// The finding about a statement, in lines.
    package let finding: String

    package var points: Int { verdict.points }

    /// The reason on one line, with the code and the message of a finding.
    package var summary: String {
        // A finding starts with `error E101: unknown metric`.
        let message = finding.split(separator: "\n").first.map { $0.hasPrefix("error ") ? $0.dropFirst(6) : $0 }
        return message.map { "\(reason) \($0)" } ?? reason
    }

    /// The lesson that helps to find the right answer; nil if the answer is right, or wrong for a reason that no lesson is about.
    package var lesson: String? {
        switch verdict {
        case .mistake(let kind): kind.lesson
        case .unknownNumber: question.lesson
        default: nil
        }
    }

    /// The sentence that gives the right answer away.
    package var rightAnswer: String { "The right answer is \(question.rounding.text(question.value)), as in `\(question.query)`." }

    /// Marks an answer that a student gave.
    init(_ given: GivenAnswer, to question: ClassKey.Question, seconds: Int) {
        switch given.outcome {
        case .number: self.init(number: given, to: question)
        case .missing:
            let hint = given.text.isEmpty ? "" : " " + Self.sentence(given.text)
            self.init(.missing, to: question, number: given.question, "You did not answer this question." + hint)
        case .failed:
            self.init(.failed, to: question, number: given.question, "A statement is wrong or failed.", finding: given.text)
        case .refused: self.init(.refused, to: question, number: given.question, Self.sentence(given.text))
        case .notOneNumber: self.init(.notOneNumber, to: question, number: given.question, Self.sentence(given.text))
        case .severalNumbers:
            self.init(
                .severalNumbers, to: question, number: given.question,
                "Your answer \"\(given.written ?? "")\" has more than one number. Write only one.")
        case .unclear: self.init(unclear: given.written ?? "", to: question, number: given.question)
        case .outOfTime:
            self.init(.outOfTime, to: question, number: given.question, "The answer took longer than \(Wording.count(seconds, "second")).")
        case .crashed:
            self.init(
                .crashed, to: question, number: given.question,
                "The answer needed too much memory, or ended the process that ran it.")
        }
        if verdict != .missing { written = given.written ?? "" }
    }

    /// Marks text that can't be read. A line of the question that was copied as a comment is not an answer.
    private init(unclear text: String, to question: ClassKey.Question, number: Int) {
        if text.count > 8, question.text.contains(text) {
            self.init(.missing, to: question, number: number, "You did not answer this question.")
        } else {
            let advice = "Write digits, with a point before the decimals, as in 8210.5."
            self.init(.unclear, to: question, number: number, "Your answer \"\(text)\" can't be read as one number. \(advice)")
        }
    }

    /// Marks a number.
    private init(number given: GivenAnswer, to question: ClassKey.Question) {
        let numbers = [(given.value, given.lastDigit), (given.otherValue, given.otherLastDigit)]
        let marks = numbers.compactMap { value, lastDigit in value.map { NumberMark($0, lastDigit: lastDigit, given, to: question) } }
        let best = NumberMark.best(of: marks)
        var reason = best.reason
        if best.value != given.value {
            reason += " It was read as \(NumberText.exact(best.value)): write a point before decimals, and nothing between thousands."
        }
        if given.hasUnreadNumber { reason += " The query counts: the number after `#` was not read." }
        self.init(best.verdict, to: question, number: given.question, reason, value: best.value)
        written = given.written ?? ""
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
    /// The bytes of the file, to find copies; nil if it did not run.
    let content: Data?
    package let answers: [MarkedAnswer]
    /// Facts that the teacher should look at, such as the sheet of somebody else.
    package let remarks: [String]

    package var points: Int { answers.map(\.points).reduce(0, +) }
    package var greatestPoints: Int { answers.count * MarkedAnswer.greatestPoints }
}

extension [MarkedStudent] {
    /// The names of students, with their folders if several have the same name.
    package var titles: [String] {
        var counts: [String: Int] = [:]
        for student in self { counts[student.student.name, default: 0] += 1 }
        return map { counts[$0.student.name] == 1 ? $0.student.name : "\($0.student.name) (\($0.student.folder))" }
    }
}
