import QueryDiagnostics
import QueryPlan
import Scripts
import StoreCommands
import TallyKit
import Workbench

/// Takes what a session prints, up to a limit, and the first error.
final class AnswerOutput: SessionOutput {
    private(set) var error: Finding?

    func write(_ text: String) {}
    func write(utf8 bytes: ArraySlice<UInt8>) {}
    func report(_ finding: Finding) { if finding.isError, error == nil { error = finding } }
    var isQuiet: Bool { true }
    /// Nobody is there to stop a statement that waits.
    var isInterruptible: Bool { false }
    var mostErrors: Int { 1 }
}

/// The number of an answer.
enum GivenNumber {
    /// A number and its unit.
    case number(Double, String)
    /// A statement without rows.
    case nothing
    /// Another number of rows or of columns than one.
    case rows(Int, columns: Int)
    /// One row without a number.
    case missing

    /// Creates the number of the last statement of a session.
    init(of session: Session) {
        guard let table = session.givenTable else {
            self = .nothing
            return
        }
        guard table.rowCount == 1, table.columns.count == 1, table.columns[0].texts == nil else {
            self = .rows(table.rowCount, columns: table.columns.count)
            return
        }
        guard let value = table.columns[0].values[0], value.isFinite else {
            self = .missing
            return
        }
        // People read and write percent.
        let unit = table.columns[0].unit ?? ""
        self = .number(unit == "%" ? value * 100 : value, unit)
    }
}

/// Two numbers of a question that are too close to each other.
struct UnclearNumbers: Error {
    /// True if they are the same, so other data may not help.
    let areEqual: Bool
}

/// Computes the numbers of questions with the data of one student.
struct QuestionNumbers {
    let session: Session

    func callAsFunction(_ query: String) -> Double? {
        let outcome = session.run(ParsedScript(query), output: AnswerOutput())
        guard outcome == .fine, case .number(let value, _) = GivenNumber(of: session) else { return nil }
        return value
    }

    /// Returns a question with its numbers. Throws an error if two of them are too close to each other.
    func question(_ draft: QuestionDraft, from template: QuestionTemplate) throws(UnclearNumbers) -> ClassKey.Question {
        guard let right = self(draft.right), right > 0 else { throw UnclearNumbers(areEqual: false) }
        var values = [right]
        var mistakes: [ClassKey.KnownMistake] = []
        for mistake in draft.mistakes + draft.slips {
            guard let number = self(mistake.query) else { throw UnclearNumbers(areEqual: false) }
            let value = number * mistake.factor
            guard values.allSatisfy({ draft.rounding.differ($0, value) }) else { throw UnclearNumbers(areEqual: values.contains(value)) }
            values.append(value)
            mistakes.append(ClassKey.KnownMistake(mistake: mistake, value: value))
        }
        return ClassKey.Question(
            template: template.name, lesson: template.lesson, text: draft.text + " " + draft.rounding.sentence, rounding: draft.rounding,
            query: draft.right, value: right, mistakes: mistakes)
    }
}
