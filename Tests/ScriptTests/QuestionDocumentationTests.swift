import Foundation
import HelpPages
import Scripts
import SessionTesting
import TallyKit
import Testing
import Workbench

/// `Tests/Questions/learned.tsv` is the source of the questions that the program knows, and of the guide that lists them.
@Suite("The bank of questions")
struct QuestionDocumentationTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    private static let bank = root.appending(path: "Sources/Language/HelpPages/Texts/questions.txt")
    private static let guide = root.appending(path: "Documentation/Guide/Questions.md")
    private static let isRecording = ProcessInfo.processInfo.environment["TALLY_RECORD"] == "1"

    /// The topics in the order of the guide, with their titles.
    private static let titles = [
        ("activity", "Steps, distance and energy"), ("heart", "Heart and blood pressure"), ("sleep", "Sleep"), ("workouts", "Workouts"),
        ("body", "Weight and body"), ("nutrition", "Food and drink"), ("glucose", "Glucose"), ("mind", "Mind"), ("hearing", "Hearing"),
        ("cycle", "Cycle"), ("compare", "Comparisons"), ("goals", "Goals and streaks"), ("records", "Records"),
        ("days", "Days with and without data"), ("sources", "Sources and devices"),
    ]

    /// Returns the topics of the source. Questions without an answer are left out.
    private static func topics() throws -> [QuestionBank.Topic] {
        let text = try String(contentsOf: root.appending(path: "Tests/Questions/learned.tsv"), encoding: .utf8)
        let rows = text.split(separator: "\n").map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
        #expect(Set(rows.map { $0[0] }) == Set(titles.map(\.0)))
        return titles.map { topic, title in
            QuestionBank.Topic(
                title: title,
                entries: rows.filter { $0[0] == topic && $0[2] != "-" }.map { QuestionBank.Entry(question: $0[1], query: $0[2]) })
        }
    }

    private static let introduction = """
        # From question to query

        These are questions as people ask them, each with its query. `help` with a question shows the nearest of them:

            tally help how many steps did I walk last week

        A question can have several right queries. Ask in your own words, and Tally suggests a query ([Getting started](GettingStarted.md)). \
        `make transcripts` generates this page from `Tests/Questions/learned.tsv`.

        """

    private func check(_ text: String, in file: URL) throws {
        if Self.isRecording { try Data(text.utf8).write(to: file) }
        #expect(try String(contentsOf: file, encoding: .utf8) == text, "run `make transcripts`")
    }

    @Test("The program and the guide have the questions of the source")
    func documents() throws {
        let topics = try Self.topics()
        let bank = topics.map { topic in
            "# \(topic.title)\n" + topic.entries.map { "\($0.question)\t\($0.query)\n" }.joined()
        }
        try check(bank.joined(), in: Self.bank)
        var guide = Self.introduction + "\n"
        for topic in topics {
            let anchor = topic.title.lowercased().filter { $0.isLetter || $0 == " " }.replacing(" ", with: "-")
            guide += "- [\(topic.title)](#\(anchor))\n"
        }
        for topic in topics {
            guide += "\n## \(topic.title)\n\n```tally\n" + topic.entries.map(SessionHelp.script).joined(separator: "\n") + "```\n"
        }
        try check(guide, in: Self.guide)
    }

    @Test("Each query of the bank has no error and at most 80 columns in a line")
    func queries() {
        let session = Session(.inMemory(in: Surroundings(at: Instant(seconds: 1_782_800_000))), named: "m")
        for entry in QuestionBank.topics.flatMap(\.entries) {
            let script = SessionHelp.script(of: entry)
            let errors = session.findings(in: SourceText(script)).filter { $0.severity == .error }
            #expect(errors.isEmpty, "\(script): \(errors.map(\.message))")
            #expect(script.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(script)")
        }
    }

    /// Questions in other words, and a query that must be among those shown.
    private static let asked = [
        ("how many steps did I walk last week", "sum steps last week"),
        ("what was my resting pulse lately", "restingHeartRate"),
        ("show me the nights with little deep sleep", "deep"),
        ("how often did I go running this year", "running"),
        ("did I drink enough water this week", "water"),
        ("what does my blood sugar do after eating", "bloodGlucose"),
    ]

    private func run(_ statement: String) -> RecordingOutput {
        let session = Session(.inMemory(in: Surroundings(at: Instant(seconds: 1_782_800_000))), named: "m")
        let output = RecordingOutput()
        _ = session.run(SourceText(statement), output: output)
        return output
    }

    @Test("`help` and a question shows at most five queries, which run", arguments: asked)
    func nearest(question: String, query: String) {
        let output = run("help \(question)")
        #expect(output.findings.isEmpty)
        let shown = output.text
        #expect(shown.lowercased().contains(query.lowercased()), "\(shown)")
        let queries = shown.components(separatedBy: "\n\n")
        #expect((1...5).contains(queries.count))
        #expect(shown.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(shown)")
        let again = run(shown)
        #expect(!again.findings.contains { $0.severity == .error }, "\(shown): \(again.findings.map(\.message))")
    }

    private static let known = [
        "where", "sum", "typical day", "running total", "show saved", "day of week", "E120", "heart rate", "steps today",
    ]

    @Test("Topics of help keep their pages", arguments: known)
    func pages(topic: String) {
        let text = run("help \(topic)").text
        #expect(!text.isEmpty && !text.hasPrefix("# "))
    }

    @Test("Words that are near no question are an unknown topic", arguments: ["zzzz yyyy", "fnord of the xylophone"])
    func unknown(topic: String) {
        #expect(run("help \(topic)").codes == ["E015"])
        #expect(QuestionBank.nearest(to: topic, atMost: 5).isEmpty)
    }
}
