import CalendarIntervals
import Classes
import Foundation
import HealthModel
import Testing

/// A class of two that is made once, then answered and marked by the program next to the tests. `Tests/Classes/class.py` marks whole classes.
@Suite("Marks")
struct MarkingTests {
    private static let program: String = {
        let beside = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "tally").path
        return FileManager.default.isExecutableFile(atPath: beside) ? beside : ".build/debug/tally"
    }()

    private let folder = ClassFolder(FileManager.default.temporaryDirectory.appending(path: "tally-marks-\(UUID().uuidString)").path)

    /// The class of which each test marks a copy.
    private static let made = Result {
        let folder = ClassFolder(FileManager.default.temporaryDirectory.appending(path: "tally-marks-\(UUID().uuidString)").path)
        let now = Instant(seconds: 1_775_659_200)  // 2026-04-08 16:40 in Berlin
        try ClassMaker(
            students: 2, list: nil, lessons: ["anchors", "sources", "styles", "sleep"], questions: nil, seed: 4,
            zone: try #require(Zone.named("Europe/Berlin")), now: now, clock: now
        ).make(in: folder)
        return folder
    }

    private func make() throws -> ClassKey {
        try FileManager.default.copyItem(atPath: Self.made.get().path, toPath: folder.path)
        return try folder.readKey()
    }

    private func mark(seconds: Int = 10) throws -> ClassMarking.Result {
        try ClassMarking(of: folder, program: Self.program, arguments: ["class", "run-answers"], seconds: seconds).mark()
    }

    private func handIn(_ answers: [String], as name: String) throws {
        let blocks = answers.enumerated().map { "## Question \($0 + 1)\n\n```tally\n\($1)\n```\n" }
        try Data(blocks.joined().utf8).write(to: URL(filePath: folder.handedIn + "/" + name))
    }

    @Test("A wrong number has its reason, and what is not allowed costs only its question") func verdicts() throws {
        defer { try? FileManager.default.removeItem(atPath: folder.path) }
        let key = try make()
        let (anchor, sources, percent, sleep) = (
            key.students[0].questions[0], key.students[0].questions[1], key.students[0].questions[2], key.students[0].questions[3]
        )
        let hours = try #require(sleep.mistakes.first { $0.mistake.kind == .hours })
        let midnight = try #require(anchor.mistakes.first { $0.mistake.kind == .fromMidnight })
        try handIn(
            [
                midnight.mistake.query, "let mine = steps\nsum mine on 1999-01-01\n\(sources.value)", "\(percent.value / 100)",
                "\(hours.value) h",
            ], as: "student-01.md")
        let others = key.students[1].questions
        try handIn(
            [others[0].query, "open \"\(folder.key)\"", "sum stepz on 2026-04-01", "\(others[3].value + 3)"], as: "STUDENT-02.MD")
        let result = try mark()
        #expect(
            result.students[0].answers.map(\.verdict)
                == [.mistake(.fromMidnight), .right, .mistake(.fraction), .mistake(.hours)])
        #expect(result.students[0].answers.map(\.points) == [0, 2, 1, 1])
        #expect(result.students[1].answers.map(\.verdict) == [.right, .refused, .failed, .unknownNumber])
        #expect(result.students[1].answers[2].finding.contains("stepz"))
        let marking = try ClassMarking(of: folder, program: "", arguments: [], seconds: 1)
        try MarksReports(result, of: marking, showsAnswers: false).write(isWhole: true)
        let feedback = try String(contentsOfFile: folder.marks + "/students/student-02.md", encoding: .utf8)
        #expect(feedback.contains("2 of 8 points"))
        for question in others { #expect(!feedback.contains(question.rounding.text(question.value))) }
    }

    @Test("An answer that the feedback quotes is text") func quotedAnswers() throws {
        defer { try? FileManager.default.removeItem(atPath: folder.path) }
        _ = try make()
        try handIn(["# <b>1</b> [x](javascript:a) `y", "# <b>two</b> `x` 3 4 ![x](http://y)"], as: "student-01.md")
        let result = try mark()
        let marking = try ClassMarking(of: folder, program: "", arguments: [], seconds: 1)
        try MarksReports(result, of: marking, showsAnswers: false).write(isWhole: false)
        let feedback = try String(contentsOfFile: folder.marks + "/students/student-01.md", encoding: .utf8)
        #expect(feedback.contains("\\<b\\>1\\</b\\> \\[x\\](javascript:a) \\`y"), "\(feedback)")
        #expect(feedback.contains("\\<b\\>two\\</b\\> `x` 3 4 \\!\\[x\\](http://y)"), "\(feedback)")
    }

    private func verdicts(_ result: ClassMarking.Result, of student: Int = 0) -> [String] {
        result.students[student].answers.map(\.verdict.word)
    }

    /// Returns a number as a table of Tally shows it.
    private func shown(_ value: Double) -> String {
        String(format: "%.\(value >= 1000 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : 3)f", value)
    }

    @Test("A number with the digits that a table shows has its verdict, right or wrong") func shownDigits() throws {
        defer { try? FileManager.default.removeItem(atPath: folder.path) }
        let questions = try make().students[0].questions
        try handIn(questions.map { shown($0.value) }, as: "student-01.md")
        try handIn(questions.map { shown($0.value) }, as: "student-02.md")
        #expect(verdicts(try mark()) == ["right", "right", "right", "right"])
        for place in 0..<4 {
            let mistakes = questions.map { $0.mistakes[min(place, $0.mistakes.count - 1)] }
            try handIn(mistakes.map { shown($0.value) }, as: "student-01.md")
            #expect(verdicts(try mark()) == mistakes.map(\.mistake.kind.rawValue))
        }
    }

    @Test("A number with fewer digits than a table shows is a slip, and the reason has it as written") func fewDigits() throws {
        defer { try? FileManager.default.removeItem(atPath: folder.path) }
        let questions = try make().students[0].questions
        let written = questions.map { question in
            var unit = 1e-6
            while unit * 100 <= question.value { unit *= 10 }
            return String(format: "%.\(unit < 1 ? 1 : 0)f", (question.value / unit).rounded() * unit)
        }
        try handIn(written, as: "student-01.md")
        let answers = try mark().students[0].answers
        for (answer, text) in zip(answers, written) {
            #expect([.mistake(.roundedTooFar), .mistake(.tooFewDigits)].contains(answer.verdict), "\(answer.reason)")
            #expect(answer.reason.hasPrefix(text + " "))
            #expect(answer.points == 1)
        }
    }

    @Test("A number with another unit is understood, and one with a wrong unit is a slip") func units() throws {
        defer { try? FileManager.default.removeItem(atPath: folder.path) }
        let questions = try make().students[0].questions
        let sleep = questions[3].value
        let answers = { try mark().students[0].answers.map(\.verdict.word) }
        try handIn(
            ["\(questions[0].value) kg", "\(questions[1].value) kg", "\(questions[2].value) %", "\(sleep / 60) h"], as: "student-01.md")
        #expect(try answers() == ["wrongUnit", "wrongUnit", "right", "hours"])
        let minutes = Int(sleep.rounded())
        try handIn(["1", "1", "1", "\(minutes / 60) h \(minutes % 60) min"], as: "student-01.md")
        #expect(try answers().last == "hours")
        try handIn(["1", "1", "1", "\(sleep * 60) seconds"], as: "student-01.md")
        #expect(try answers().last == "otherUnit")
        try handIn(["1", "1", "1", questions[3].query.replacing("in min", with: "in h")], as: "student-01.md")
        #expect(try answers().last == "hours")
        try handIn(["1", "1", "1", "\(sleep) m"], as: "student-01.md")
        #expect(try answers().last == "right")
    }

    @Test("A number that can be read in two ways is right if one of them is, and the reason says which") func readings() throws {
        defer { try? FileManager.default.removeItem(atPath: folder.path) }
        let question = try make().students[0].questions[3]
        let text = String(format: "%.3f", question.value).replacing(".", with: ",")
        try handIn(["1", "1", "1", text], as: "student-01.md")
        let answer = try mark().students[0].answers[3]
        #expect(answer.verdict == .right)
        #expect(answer.reason.contains("It was read as \(text.replacing(",", with: ".").prefix(5))"))
    }

    @Test("A number as a comment is an answer, and one outside of the block has a hint") func comments() throws {
        defer { try? FileManager.default.removeItem(atPath: folder.path) }
        let questions = try make().students[0].questions
        let text =
            "## Question 1\n```tally\n# \(questions[0].value)\n```\n## Question 2\n\nHow?\n\n```tally\n```\n\n\(questions[1].value)\n"
        try Data(text.utf8).write(to: URL(filePath: folder.handedIn + "/student-01.md"))
        let answers = try mark().students[0].answers
        #expect(answers[0].verdict == .right)
        #expect(answers[1].verdict == .missing)
        #expect(answers[1].reason.contains("between the lines"))
        #expect(!answers[2].reason.contains("between the lines"))
    }

    // MARK: Files

    @Test("A file with answers is marked in place of a newer one without") func answered() throws {
        defer { try? FileManager.default.removeItem(atPath: folder.path) }
        let questions = try make().students[0].questions
        try handIn(questions.map(\.query), as: "student-01.md")
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: folder.handedIn + "/student-01.md")
        try FileManager.default.copyItem(
            atPath: folder.path + "/students/student-01/questions.ipynb", toPath: folder.handedIn + "/student-01.ipynb")
        let result = try mark()
        #expect(verdicts(result) == ["right", "right", "right", "right"])
        #expect(result.remarks.contains { $0.contains("the one with answers, handed-in/student-01.md, is marked") })
    }

    @Test("A file with another name belongs to the student whose sheet it is") func otherNames() throws {
        defer { try? FileManager.default.removeItem(atPath: folder.path) }
        let key = try make()
        for (name, student) in [("questions.md", 0), ("student-02 (1).tally", 1)] {
            let blocks = key.students[student].questions.enumerated().map { "## Question \($0 + 1)\n\n```tally\n\($1.query)\n```\n" }
            let mark = student == 0 ? "<!-- tally sheet \(key.students[0].sheet) -->\n\n" : ""
            try Data((mark + blocks.joined()).utf8).write(to: URL(filePath: folder.handedIn + "/" + name))
        }
        let result = try mark()
        for student in 0..<2 { #expect(verdicts(result, of: student) == ["right", "right", "right", "right"]) }
        #expect(result.remarks.contains { $0.contains("questions.md counts as a file of student-01, because of the sheet in it") })
    }

    @Test("An empty file is named, and so is a file that two students handed in") func emptyAndCopied() throws {
        defer { try? FileManager.default.removeItem(atPath: folder.path) }
        let key = try make()
        try Data("\n".utf8).write(to: URL(filePath: folder.handedIn + "/student-01.md"))
        #expect(try mark().remarks.contains { $0.contains("student-01.md is empty") })
        for student in ["student-01", "student-02"] { try handIn(key.students[0].questions.map(\.query), as: student + ".md") }
        #expect(try mark().remarks.contains("student-01, student-02: the same file was handed in"))
    }

    @Test("A student without the right export is not marked, and the others are", arguments: [true, false])
    func exports(_ isMissing: Bool) throws {
        defer { try? FileManager.default.removeItem(atPath: folder.path) }
        let key = try make()
        for student in key.students { try handIn(student.questions.map(\.query), as: student.folder + ".md") }
        let export = URL(filePath: folder.path + "/students/student-01/export.zip")
        if isMissing { try FileManager.default.removeItem(at: export) } else { try Data("other".utf8).write(to: export) }
        let result = try mark()
        #expect(verdicts(result) == ["noExport", "noExport", "noExport", "noExport"])
        #expect(verdicts(result, of: 1) == ["right", "right", "right", "right"])
        #expect(result.remarks.contains { $0.contains("student-01/export.zip") })
    }

    @Test("A link is not followed, and a file of nobody is named") func links() throws {
        defer { try? FileManager.default.removeItem(atPath: folder.path) }
        _ = try make()
        try FileManager.default.createSymbolicLink(atPath: folder.handedIn + "/student-01.md", withDestinationPath: folder.key)
        try handIn(["1"], as: "student-03.md")
        let result = try mark()
        #expect(result.students[0].answers.allSatisfy { $0.verdict == .unreadable })
        #expect(result.students[1].answers.allSatisfy { $0.verdict == .notHandedIn })
        #expect(result.remarks.contains { $0.contains("student-03.md belongs to nobody") })
    }
}
