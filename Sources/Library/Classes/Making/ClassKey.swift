import CalendarIntervals
import Foundation
import HealthModel
import StoreCommands

/// The part of a class that only the teacher keeps: the questions of each student, the right numbers, and the numbers of likely mistakes.
package struct ClassKey: Codable, Sendable {
    /// A wrong number with its reason.
    package struct KnownMistake: Codable, Sendable {
        package let mistake: Mistake
        package let value: Double
    }

    package struct Question: Codable, Sendable {
        /// The name of the template.
        package let template: String
        package let lesson: String
        package let text: String
        package let rounding: Rounding
        /// The query with the right answer, and its number.
        package let query: String
        package let value: Double
        package let mistakes: [KnownMistake]

        /// The time that can follow the unit, as in `steps per day`; nil if the question is about another time.
        var period: AskedPeriod? {
            switch template {
            case "anchor", "sources", "missing days", "today", "median": .day
            case "clock change": .hour
            case "asleep", "night": .night
            default: nil
            }
        }
    }

    package struct Student: Codable, Sendable {
        /// The name as the teacher gave it.
        package let name: String
        /// The name of the folder and of the file that is handed in.
        package let folder: String
        /// The text by which a sheet is recognized.
        package let sheet: String
        /// The checksum of the export.
        package let checksum: UInt32
        package let questions: [Question]

        /// Returns how many questions have the same right answer as those of another student, or nearly.
        func equalAnswers(with other: Student) -> Int { zip(questions, other.questions).count { $0.rounding.isSame($0.value, $1.value) } }
    }

    /// The version of this format.
    package var version = 1
    package let seed: UInt64
    /// The moment that `now` means, with its UTC offset.
    package let now: String
    package let zone: String
    package let students: [Student]

    /// The text of the file. The same class has the same bytes.
    func text() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
    }

    init(reading bytes: [UInt8], at path: String) throws(CommandError) {
        do { self = try JSONDecoder().decode(ClassKey.self, from: Data(bytes)) } catch {
            throw CommandError(.unavailable, "\(path) is damaged: it is not the key of a class")
        }
        guard version == 1 else { throw CommandError(.unavailable, "\(path) was made by a newer version of Tally") }
    }

    init(seed: UInt64, now: String, zone: String, students: [Student]) {
        (self.seed, self.now, self.zone, self.students) = (seed, now, zone, students)
    }

    /// The largest number of questions of a student.
    package var questionCount: Int { students.map(\.questions.count).max() ?? 0 }
}
