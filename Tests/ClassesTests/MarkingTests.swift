import CalendarIntervals
import Classes
import Foundation
import HealthModel
import Testing

/// A class of two that is made once, answered and marked by the program next to the tests. `Tests/Classes/class.py` marks whole classes.
@Suite("Marks")
struct MarkingTests {
    private static let program: String = {
        let beside = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "tally").path
        return FileManager.default.isExecutableFile(atPath: beside) ? beside : ".build/debug/tally"
    }()

    private let folder = ClassFolder(FileManager.default.temporaryDirectory.appending(path: "tally-marks-\(UUID().uuidString)").path)

    private func make() throws -> ClassKey {
        let now = Instant(seconds: 1_775_659_200)  // 2026-04-08 16:40 in Berlin
        return try ClassMaker(
            students: 2, list: nil, lessons: ["anchors", "sources", "styles", "sleep"], questions: nil, seed: 4,
            zone: try #require(Zone.named("Europe/Berlin")), now: now, clock: now
        ).make(in: folder)
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

    @Test("A changed export is named, because its numbers are not those of the key") func changedExport() throws {
        defer { try? FileManager.default.removeItem(atPath: folder.path) }
        _ = try make()
        try handIn(["1"], as: "student-01.md")
        try Data("other".utf8).write(to: URL(filePath: folder.path + "/students/student-01/export.zip"))
        #expect(throws: (any Error).self) { try mark() }
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
