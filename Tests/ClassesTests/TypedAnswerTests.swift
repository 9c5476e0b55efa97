import CalendarIntervals
import Classes
import Foundation
import HealthModel
import Testing

/// Answers that students typed, to questions whose right number and known mistakes are written here.
@Suite("Typed answers")
struct TypedAnswerTests {
    /// A question with a right number and known wrong ones.
    private struct Asked {
        let template: String
        let unit: String
        let decimals: Int
        let right: Double
        let wrong: [String: Double]

        static let distance = Asked("median", "kilometres", 2, 18.41227, ["meanOfDays": 19.3])
        static let energy = Asked("missing days", "kilocalories", 1, 19.108, ["total": 210.5])
        static let sleep = Asked("asleep", "minutes", 1, 433.068, ["timeInBed": 470.3])
        static let steps = Asked("sources", "steps", 0, 16021.4, ["bothSources": 23000.2])
        static let readings = Asked("while asleep", "readings", 0, 208, ["allDay": 900, "nightHours": 7])
        static let heart = Asked("readings", "beats per minute", 1, 94.63, ["averageOfDays": 85.99])
        static let perHour = Asked("clock change", "steps", 1, 380.5, ["total": 9132])

        init(_ template: String, _ unit: String, _ decimals: Int, _ right: Double, _ wrong: [String: Double]) {
            (self.template, self.unit, self.decimals, self.right, self.wrong) = (template, unit, decimals, right, wrong)
        }

        /// The slips of units, as factors.
        private var slips: [String: Double] {
            switch unit {
            case "kilometres": ["metres": 1000]
            case "kilocalories": ["kilojoules": 4.184, "calories": 1000]
            case "minutes": ["hours": 1 / 60.0]
            default: [:]
            }
        }

        /// The question as the key has it.
        var json: [String: Any] {
            let known = { (kind: String, query: String, factor: Double, value: Double) -> [String: Any] in
                ["mistake": ["kind": kind, "query": query, "factor": factor], "value": value]
            }
            let mistakes = wrong.map { known($0, $0, 1, $1) } + slips.map { known($0, "right", $1, right * $1) }
            return [
                "template": template, "lesson": "anchors", "text": "How many? Answer as a whole number.", "query": "right", "value": right,
                "rounding": ["decimals": decimals, "unit": unit], "mistakes": mistakes,
            ]
        }
    }

    private static let made = Result {
        let folder = ClassFolder(FileManager.default.temporaryDirectory.appending(path: "tally-typed-\(UUID().uuidString)").path)
        let now = Instant(seconds: 1_775_659_200)  // 2026-04-08 16:40 in Berlin
        try ClassMaker(
            students: 1, list: nil, lessons: ["sources"], questions: nil, seed: 4, zone: try #require(Zone.named("Europe/Berlin")),
            now: now, clock: now
        ).make(in: folder)
        return folder
    }

    /// Marks each text as the answer to the same question.
    private func mark(_ asked: Asked, _ texts: [String]) throws -> [MarkedAnswer] {
        let folder = ClassFolder(FileManager.default.temporaryDirectory.appending(path: "tally-typed-\(UUID().uuidString)").path)
        try FileManager.default.copyItem(atPath: Self.made.get().path, toPath: folder.path)
        defer { try? FileManager.default.removeItem(atPath: folder.path) }
        let path = URL(filePath: folder.key)
        var key = try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: path)) as? [String: Any])
        var students = try #require(key["students"] as? [[String: Any]])
        students[0]["questions"] = texts.map { _ in asked.json }
        key["students"] = students
        try JSONSerialization.data(withJSONObject: key).write(to: path)
        let blocks = texts.enumerated().map { "## Question \($0 + 1)\n\n```tally\n\($1)\n```\n" }
        try Data(blocks.joined().utf8).write(to: URL(filePath: folder.handedIn + "/student-01.md"))
        let beside = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "tally").path
        let program = FileManager.default.isExecutableFile(atPath: beside) ? beside : ".build/debug/tally"
        return try ClassMarking(of: folder, program: program, arguments: ["class", "run-answers"], seconds: 10).mark().students[0].answers
    }

    private func expect(_ asked: Asked, _ verdicts: [(text: String, word: String)]) throws {
        for (answer, expected) in zip(try mark(asked, verdicts.map(\.text)), verdicts) {
            #expect(answer.verdict.word == expected.word, "\(expected.text.prefix(60)): \(answer.reason)")
        }
    }

    @Test("A unit per day, hour or night is right where the question asks for that time") func periods() throws {
        try expect(
            .energy,
            [
                ("# 19.1 kcal per day", "right"), ("19.1 kcal/day", "right"), ("19.1 kcal a day", "right"), ("19.1 kcal daily", "right"),
                ("19.1 kcal/h", "wrongUnit"),
            ])
        try expect(.distance, [("18.41 km/day", "right"), ("18.41 kilometres per day", "right"), ("18.41 km/h", "wrongUnit")])
        try expect(.steps, [("16021 steps/day", "right"), ("16021 steps per hour", "wrongUnit")])
        try expect(.perHour, [("380.5 steps per hour", "right"), ("380.5 steps/h", "right"), ("380.5 steps per day", "wrongUnit")])
        try expect(.sleep, [("433.1 min per night", "right")])
    }

    @Test("A number in another unit has the digits that were written, rounded or cut off") func otherUnits() throws {
        try expect(
            .distance,
            [
                ("18412 m", "metres"), ("18412.3 m", "metres"), ("18412", "metres"), ("18410 m", "metres"), ("18504 m", "unknownNumber"),
                ("18504", "unknownNumber"),
            ])
        // 433.068 minutes are 7.2178 hours.
        try expect(
            .sleep,
            [
                ("7.22 h", "hours"), ("7.21 h", "hours"), ("7.2 h", "hours"), ("7.2", "hours"), ("7.25 h", "unknownNumber"),
                ("7.25", "unknownNumber"), ("7 h 13 min", "hours"), ("433 min 4 s", "right"), ("7.22 h asleep", "hours"),
            ])
        try expect(
            .energy,
            [
                ("79.9 kJ", "kilojoules"), ("79.948", "kilojoules"), ("81 kJ", "unknownNumber"), ("19108 cal", "calories"),
                ("19108", "calories"), ("19.1 cal", "right"),
            ])
    }

    @Test("A right number with a wrong unit is a slip, and the reason names both units") func wrongUnits() throws {
        let answers = try mark(.sleep, ["433.1 h", "7.22 min", "433.1 kg", "7.22 kg", "470.3 h"])
        #expect(answers.map(\.points) == [1, 1, 1, 1, 0])
        #expect(answers.map(\.verdict.word) == ["wrongUnit", "hours", "wrongUnit", "wrongUnit", "timeInBed"])
        #expect(answers[0].reason.contains("the number is that of minutes, but you wrote h"))
        #expect(answers[1].reason.contains("the number is that of hours, but you wrote min"))
        try expect(.distance, [("18.41 mi", "wrongUnit")])
    }

    @Test("Words, a parenthesis, a margin and a second unit can follow a number") func words() throws {
        try expect(
            .sleep,
            [
                ("433.1 minutes (7.22 hours)", "right"), ("433.1 min = 7.22 h", "right"), ("433.1 +/- 1", "right"),
                ("433.1 ± 1 min", "right"), ("433.1 (from 10826.7 / 25)", "right"), ("433.1 in minutes", "right"),
                ("sleep2 = 433.1", "right"), ("4.331e2", "right"), ("7 h 13.07 min", "hours"),
            ])
        try expect(.steps, [("16021 steps (median)", "right"), ("16.0k", "roundedTooFar"), ("16.0k steps", "roundedTooFar")])
        try expect(.energy, [("19.1 kcal in 16 minutes", "right")])
    }

    @Test("Two different numbers are not an answer, and neither is text; both are shown as typed") func unclear() throws {
        let several = ["94.6 or 85.99", "# 94.6 or 85.99", "94.6% really 85.99", "94.6 (or 85.99)", "1 # 2.31"]
        for (answer, text) in zip(try mark(.heart, several), several) {
            #expect(answer.verdict.word == "severalNumbers", "\(answer.reason)")
            #expect(answer.written == text.trimmingPrefix("# "))
        }
        let texts = ["ten", "# ten", "# I don't know", "95 thousand \"x\"", "1,2,3"]
        for (answer, text) in zip(try mark(.heart, texts), texts) {
            #expect(answer.verdict.word == "unclear")
            #expect(answer.reason.hasPrefix("Your answer \"\(text.trimmingPrefix("# "))\" can't be read as one number."))
            #expect(answer.written == text.trimmingPrefix("# "))
        }
        try expect(
            .heart,
            [
                ("94.6 # from the table", "right"), ("94.6 # 94.63", "right"), ("", "missing"), ("# Answer as a whole number.", "missing"),
                ("sum stepz", "failed"),
            ])
    }

    @Test("A number that is too long does not end the process") func long() throws {
        let nines = String(repeating: "9", count: 400)
        try expect(
            .heart,
            [
                (nines, "unclear"), ("0." + nines, "unknownNumber"), (nines + " or 3", "unclear"), (nines + ":30", "unclear"),
                (nines + " h 5 min", "unclear"), (nines + ".5", "unclear"), ("1e99", "unclear"), ("1e999", "unclear"),
                ("1e-999", "unknownNumber"),
                ("94.6", "right"),
            ])
    }

    @Test("A number with one digit names a mistake only if the wrong number has one digit") func oneDigit() throws {
        try expect(.readings, [("7", "nightHours"), ("8", "unknownNumber"), ("900", "allDay")])
        // 7 is also a rounded number of hours.
        let answer = try mark(.sleep, ["7"])[0]
        #expect(answer.verdict == .unknownNumber)
        #expect(answer.reason.contains("one digit is not enough"))
    }

    @Test("A count is exact") func counts() throws {
        try expect(.readings, [("208", "right"), ("209", "unknownNumber"), ("207", "unknownNumber"), ("208 (while sleep)", "right")])
        try expect(.steps, [("16021", "right"), ("16022", "right"), ("16023", "unknownNumber")])
    }

    @Test("A number that was cut off is not right if a mistake is rounded to it") func cutOff() throws {
        let asked = Asked("median", "kilometres", 2, 7.0923, ["meanOfDays": 7.0107])
        let answers = try mark(asked, ["7.0", "7.09", "7.01", "7.00"])
        #expect(answers.map(\.verdict.word) == ["unknownNumber", "right", "meanOfDays", "unknownNumber"])
        #expect(answers[0].reason.contains("it is cut off, or it is the number of a mistake"))
        // 84.6 and no mistake: cut off or rounded, it is the same slip.
        let other = Asked("median", "kilometres", 2, 14.5923, ["meanOfDays": 31.2])
        try expect(other, [("14", "roundedTooFar"), ("15", "roundedTooFar")])
    }

    @Test("A query counts, and the reason says that the number after it was not read") func queryAndNumber() throws {
        for text in ["sum steps on 2026-03-20\n# 94.6", "sum steps on 2026-03-20 # 94.6"] {
            let answer = try mark(.heart, [text])[0]
            #expect(answer.verdict == .unknownNumber)
            #expect(answer.written.isEmpty)
            #expect(answer.reason.contains("The query counts: the number after `#` was not read."))
        }
        let remark = try mark(.heart, ["sum steps on 2026-03-20 # the day"])[0]
        #expect(!remark.reason.contains("not read"))
    }
}
