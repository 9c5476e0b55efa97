import CalendarIntervals
import Foundation
import HealthModel
import QueryDiagnostics
import Scripts
import StoreCommands
import TallyKit
import Testing
import Workbench

/// A file that isn't a script, or a script with many mistakes, gets an answer at once.
@Suite("Wrong files")
struct WrongFileTests {
    private static func session() -> Session {
        Session(.inMemory(in: Surroundings(at: Instant(seconds: 1_767_225_600))), named: "memory")
    }

    private static let wrongLines: [(name: String, text: String)] = [
        ("misspelled queries", "sum stepz by dya limit 5 foo"), ("prose", "The quick brown fox jumps over the lazy dog, then it sleeps."),
        ("two unknown words", "lorem ipsum"), ("a table", "2024-01-01 10:00,heartRate,60,count/min,\"Watch\""),
        ("samples of a misspelled metric", "add 100 count stepz at 2025-01-01"), ("SQL", "select avg(value) from heart_rate group by day;"),
        ("questions", "how many stepz did I walk last week?"),
    ]

    @Test("Of 10,000 wrong lines, 20 errors are shown and the others are counted", arguments: wrongLines)
    func manyErrors(name: String, text: String) {
        let script = ParsedScript(SourceText(String(repeating: text + "\n", count: 10_000)))
        let started = ContinuousClock.now
        let errors = Self.session().findings(in: script, limit: ShownErrors.forPeople).filter(\.isError).map(\.diagnostic)
        // A debug build on a busy machine is tens of times slower than a release build.
        #expect(ContinuousClock.now - started < .seconds(60), "\(name)")
        #expect((2...21).contains(errors.count), "\(name)")
        #expect(errors.last?.code == .moreErrors && errors.last?.message.hasSuffix("more statements have errors") == true)
    }

    @Test("A program gets 200 errors")
    func errorsForPrograms() {
        let script = ParsedScript(SourceText(String(repeating: "stepz\n", count: 300)))
        let errors = Self.session().findings(in: script, limit: ShownErrors.forPrograms).filter(\.isError)
        #expect(errors.count == 201)
        #expect(errors.last?.diagnostic.message == "100 more statements have errors")
    }

    @Test("Right lines around a wrong one don't hide it, and 21 wrong lines have one more")
    func fewErrors() {
        let right = String(repeating: "let a = 5\n", count: 2_000)
        let single = Self.session().findings(in: ParsedScript(SourceText(right + "sum stepz\n" + right)), limit: ShownErrors.forPeople)
        #expect(single.filter(\.isError).map(\.diagnostic.code) == [.unknownMetric])
        let many = ParsedScript(SourceText(String(repeating: "stepz\n", count: 21)))
        let errors = Self.session().findings(in: many, limit: ShownErrors.forPeople).filter(\.isError)
        #expect(errors.count == 21 && errors.last?.diagnostic.message == "1 more statement has errors")
    }

    @Test(
        "One line of a million characters gets an answer, with a short message",
        arguments: ["a", "abc ", "(", "|", "1,", "\"", "sum ", "by day "])
    func longLine(part: String) {
        let text = String(repeating: part, count: 1_000_000 / part.utf8.count)
        let started = ContinuousClock.now
        let errors = Self.session().findings(in: ParsedScript(SourceText(text)), limit: ShownErrors.forPeople).filter(\.isError)
        #expect(ContinuousClock.now - started < .seconds(90), "\(part)")
        #expect(!errors.isEmpty && errors.count <= 21)
        #expect(errors.allSatisfy { $0.diagnostic.message.utf8.count < 1_000 })
    }

    @Test(
        "A file with data is not read as a script, and the error says what to write",
        arguments: [
            ("<?xml version=\"1.0\"?>\n<HealthData>", "tally import x.tally"), ("PK\u{3}\u{4}rest", "tally import x.tally"),
            ("{\"type\": \"HeartRate\"}", "tally import x.tally"), ("%PDF-1.4", "a PDF document"), ("sum\u{0}steps", "binary data"),
            ("<html><body>", "an HTML page"),
        ])
    func data(text: String, words: String) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "x.tally")
        try Data(text.utf8).write(to: file)
        let error = #expect(throws: CommandError.self) { try ParsedScript(at: file.path) }
        #expect(error?.message.replacingOccurrences(of: folder.path + "/", with: "").contains(words) == true, "\(error?.message ?? "")")
    }

    @Test("An empty script, a comment and a byte order mark are scripts", arguments: ["", "\n\n", "# only a comment\n", "sum steps\n"])
    func scripts(text: String) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).tally")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(text.utf8).write(to: file)
        #expect(try ParsedScript(at: file.path).text == text)
    }
}
