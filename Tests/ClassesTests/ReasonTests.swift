import CalendarIntervals
import Classes
import Foundation
import HealthModel
import StoreCommands
import Testing

/// Reasons and reports of a class of three in Berlin in April, when the clocks are two hours before UTC.
@Suite("Reasons for marks")
struct ReasonTests {
    private static let program: String = {
        let beside = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "tally").path
        return FileManager.default.isExecutableFile(atPath: beside) ? beside : ".build/debug/tally"
    }()

    private let folder = ClassFolder(FileManager.default.temporaryDirectory.appending(path: "tally-reasons-\(UUID().uuidString)").path)

    /// The class of which each test marks a copy. Two students have the same name.
    private static let made = Result {
        let folder = ClassFolder(FileManager.default.temporaryDirectory.appending(path: "tally-reasons-\(UUID().uuidString)").path)
        let list = folder.path + ".txt"
        try Data("Ann Lee\nBo\nAnn Lee\n".utf8).write(to: URL(filePath: list))
        defer { try? FileManager.default.removeItem(atPath: list) }
        let now = Instant(seconds: 1_777_905_600)  // 2026-05-04 16:40 in Berlin
        try ClassMaker(
            students: 3, list: list, lessons: ["anchors", "zones", "nights", "while"], questions: nil, seed: 4,
            zone: try #require(Zone.named("Europe/Berlin")), now: now, clock: now
        ).make(in: folder)
        return folder
    }

    private func make() throws -> [ClassKey.Question] {
        try FileManager.default.copyItem(atPath: Self.made.get().path, toPath: folder.path)
        return try folder.readKey().students[0].questions
    }

    private func marking() throws -> ClassMarking {
        try ClassMarking(of: folder, program: Self.program, arguments: ["class", "run-answers"], seconds: 10)
    }

    private func mark(_ answers: String...) throws -> [MarkedAnswer] {
        let blocks = answers.enumerated().map { "## Question \($0 + 1)\n\n```tally\n\($1)\n```\n" }
        try Data(blocks.joined().utf8).write(to: URL(filePath: folder.handedIn + "/Ann-Lee.md"))
        return try marking().mark().students[0].answers
    }

    /// Returns a query with its clock times two hours later.
    private func later(_ query: String) -> String {
        query.replacing(/\b(\d\d):00/) { "\(String(Int($0.output.1)! + 2)):00" }
    }

    @Test("A query in the zone of the class is not accused of another zone") func timesOfQueries() throws {
        defer { try? FileManager.default.removeItem(atPath: folder.path) }
        let questions = try make()
        let (anchor, zone) = (questions[0].query, questions[1].query)
        for suffix in ["", " zone Europe/Berlin", " zone europe/berlin"] {
            for answer in try mark(later(anchor) + suffix, later(zone) + suffix).prefix(2) {
                #expect(answer.verdict == .mistake(.otherTimes))
                #expect(answer.reason.hasPrefix("Your times are 2 hours later than those of the question: that gives "))
                #expect(answer.lesson == nil)
            }
        }
    }

    @Test("A query in UTC has the reason about the zone, with a clause, a setting or offsets") func zonesOfQueries() throws {
        defer { try? FileManager.default.removeItem(atPath: folder.path) }
        let questions = try make()
        let (anchor, zone) = (questions[0].query, questions[1].query)
        let offsets = zone.replacing(/(\d{4}-\d\d-\d\d) (\d\d:\d\d)/) { "\($0.output.1)T\($0.output.2)Z" }
        let answers = try mark(anchor + " zone utc", offsets) + mark("set zone = utc\n" + anchor, zone + " zone +00:00")
        for answer in [answers[0], answers[1], answers[4], answers[5]] {
            #expect(answer.verdict == .mistake(.readInUTC))
            #expect(answer.reason.hasPrefix("You read the clock times in UTC"))
            #expect(answer.lesson == "zones")
        }
    }

    @Test("A number alone gets a reason that does not claim to know the steps") func numbersAlone() throws {
        defer { try? FileManager.default.removeItem(atPath: folder.path) }
        let mistake = try #require(try make()[1].mistakes.first { $0.mistake.kind == .readInUTC })
        let answer = try mark("1", "\(mistake.value)")[1]
        #expect(answer.verdict == .mistake(.readInUTC))
        #expect(answer.reason == "You get \(mistake.value) if you read the clock times in UTC. They are local times.")
    }

    @Test("A reason about a night or an end fits its question") func details() throws {
        defer { try? FileManager.default.removeItem(atPath: folder.path) }
        let questions = try make()
        let dates = questions[2].mistakes.filter { $0.mistake.kind == .calendarDay }.map(\.mistake.query)
        let less = try #require(questions[3].mistakes.first { $0.mistake.kind == .oneDayLess }).mistake.query
        #expect(dates.count == 2 && dates[0] < dates[1])
        let answers = try mark("1", "1", dates[0], less)
        #expect(answers[2].reason.hasSuffix("The night in the question began in the evening of that date, and ended on the next date."))
        let end = try #require(questions[3].query.firstMatch(of: /to (\d{4}-\d\d-\d\d 12:00)/)).output.1
        #expect(answers[3].reason.hasSuffix("End at the clock time in the question: `to \(end)`."))
        #expect(try mark("1", "1", dates[1])[2].reason.hasSuffix("A night starts in the evening before."))
    }

    @Test("A lesson is named for mistakes of its idea, and not for units, rounding, errors and missing answers") func lessons() throws {
        defer { try? FileManager.default.removeItem(atPath: folder.path) }
        let questions = try make()
        let midnight = try #require(questions[0].mistakes.first { $0.mistake.kind == .fromMidnight }).mistake.query
        #expect(
            try mark(midnight, "open \"x\"", "\(questions[2].value / 60) h", "sum stepz").map(\.lesson) == ["anchors", nil, nil, nil])
        #expect(try mark("", "\(questions[1].value) kg", "1", questions[3].query).map(\.lesson) == [nil, nil, "nights", nil])
        let known = MistakeKind.allCases.compactMap(\.lesson)
        #expect(
            Set(known).isSubset(
                of: Set(
                    questions.map(\.lesson) + [
                        "sources", "range", "clocks", "averages", "missing", "typical", "styles", "sleep",
                    ])))
    }

    @Test("CSV has the written text, the number, and the code of an error; JUnit has the points") func files() throws {
        defer { try? FileManager.default.removeItem(atPath: folder.path) }
        let questions = try make()
        let hours = questions[2].value / 60
        _ = try mark("**-5 steps**", "sum stepz", "\(hours) h", questions[3].query)
        let marking = try marking()
        try MarksReports(marking.mark(), of: marking, showsAnswers: false).write(isWhole: true)
        let rows = try String(contentsOfFile: folder.marks + "/marks.csv", encoding: .utf8).split(separator: "\n")
        #expect(rows[0] == "student,folder,question,template,lesson,verdict,points,of,given,value,right,unit,reason,file")
        #expect(rows[1].contains(",0,2,'-5 steps,-5.0,"))
        #expect(rows[2].contains(",failed,0,2,,,") && rows[2].contains("A statement is wrong or failed. E101: unknown metric `stepz`"))
        #expect(rows[3].contains(",hours,1,2,\(hours) h,\(hours),"))
        #expect(rows[4].contains(",right,2,2,,\(questions[3].value),"))
        #expect(rows.count == 13)
        let junit = try String(contentsOfFile: folder.marks + "/marks.xml", encoding: .utf8)
        #expect(junit.contains("<failure type=\"hours\" message=\"1 of 2 points: "))
        #expect(junit.contains("message=\"0 of 2 points: A statement is wrong or failed. E101: "))
    }

    @Test("Students with the same name are shown with their folders, and can't be marked by name") func equalNames() throws {
        defer { try? FileManager.default.removeItem(atPath: folder.path) }
        _ = try make()
        let marking = try marking()
        let result = try marking.mark()
        #expect(result.students.titles == ["Ann Lee (Ann-Lee)", "Bo", "Ann Lee (Ann-Lee-2)"])
        #expect(MarksTable(result.students).text(width: 80).contains("Ann Lee (Ann-Lee-2)"))
        try MarksReports(result, of: marking, showsAnswers: false).write(isWhole: true)
        for name in ["marks.xml", "marks.html"] {
            #expect(try String(contentsOfFile: folder.marks + "/" + name, encoding: .utf8).contains("Ann Lee (Ann-Lee-2)"))
        }
        #expect(throws: CommandError.self) { try marking.mark(only: "Ann Lee") }
        #expect(try marking.mark(only: "Ann-Lee").students.map(\.student.folder) == ["Ann-Lee"])
    }

    @Test("Links, pipes and sockets are named and not read") func links() throws {
        defer { try? FileManager.default.removeItem(atPath: folder.path) }
        _ = try make()
        let path = { folder.handedIn + "/" + $0 }
        try FileManager.default.createDirectory(atPath: path("Ann-Lee-2"), withIntermediateDirectories: false)
        for name in ["Bo", "other.md", "Ann-Lee.md", "Ann-Lee-2/inner"] {
            try FileManager.default.createSymbolicLink(atPath: path(name), withDestinationPath: folder.key)
        }
        let made = unsafe mkfifo(path("pipe.md"), 0o600)
        #expect(made == 0)
        let remarks = try marking().mark().remarks
        for name in ["Bo", "other.md", "Ann-Lee-2/inner"] { #expect(remarks.contains("handed-in/\(name) is a link, and is not followed")) }
        #expect(remarks.contains("handed-in/pipe.md is a pipe, and is not read"))
        #expect(
            remarks.contains("Ann-Lee: handed-in/Ann-Lee.md: the file is a link, and is not followed; hand in the file itself"))
        #expect(!remarks.contains { $0.contains("belongs to nobody") })
    }
}
