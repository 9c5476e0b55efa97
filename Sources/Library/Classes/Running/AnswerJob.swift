import Foundation

/// The form of a file that was handed in.
package enum AnswerForm: String, Codable, Sendable {
    case markdown, notebook, script

    init?(path: String) {
        switch path.lowercased().split(separator: ".").last {
        case "md", "markdown": self = .markdown
        case "ipynb": self = .notebook
        case "tally", "txt": self = .script
        default: return nil
        }
    }
}

/// The job of the process that runs a file: the file, and nothing of the key.
struct AnswerJob: Codable, Sendable {
    var form: AnswerForm
    var file: Data
    var questionCount: Int
    var zone: String
    var now: String
    /// True if only the facts about the file are wanted.
    var isSurvey = false
    /// Questions that ended an earlier process and do not run again.
    var skipped: [Int] = []
    /// The limits of the process.
    var seconds: Int
    var memory: Int
}

/// A line that the process prints: one of the members.
struct AnswerLine: Codable, Sendable {
    /// Facts about the file.
    struct Facts: Codable, Sendable {
        /// The mark of the sheet; nil if the file has none.
        var sheet: String?
        /// The reason why the file cannot be read; nil if it can.
        var fault: String?
        /// The number of questions with an answer, also a wrong one.
        var answered = 0
        /// The walls around the process.
        var walls: Int32 = 0
    }

    var facts: Facts?
    /// The question that runs now.
    var started: Int?
    var answer: GivenAnswer?
}

/// The answer to a question as it was given.
struct GivenAnswer: Codable, Hashable, Sendable {
    enum Outcome: String, Codable, Sendable {
        /// A number, of a query or written.
        case number
        /// No block, or an empty one.
        case missing
        /// A statement is wrong or failed.
        case failed
        /// A statement is not allowed.
        case refused
        /// An answer without one number.
        case notOneNumber
        /// Text with several numbers.
        case severalNumbers
        /// Text that is neither a number nor a statement.
        case unclear
        case outOfTime, crashed
    }

    var question: Int
    var outcome: Outcome
    var value: Double?
    /// The size of the last digit that was written; nil for the number of a query.
    var lastDigit: Double?
    /// The other number that the text can mean, and its last digit.
    var otherValue: Double?
    var otherLastDigit: Double?
    var unit = ""
    /// The number, or what was written in its place; nil for the number of a query.
    var written: String?
    /// True if a query reads clock times in another zone than that of the class, or with a UTC offset. Nil for a written number.
    var usesOtherZone: Bool?
    /// The finding, or what is wrong.
    var text = ""
    /// True if a number after `#` was not read, because a query is the answer.
    var hasUnreadNumber = false

    /// Returns true if the query shows that it does not have a mistake, although its number is that of the mistake.
    func disproves(_ kind: MistakeKind) -> Bool { [.readInUTC, .readWithExportOffset].contains(kind) && usesOtherZone == false }
}
