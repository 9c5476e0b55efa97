import CalendarIntervals
import Foundation
import HealthModel
import QueryDiagnostics
import ResultRendering
import Scripts
import SessionTesting
import StoreCommands
import TallyKit
import Testing
import Workbench

@Suite("Questions in plain English")
struct QuestionTests {
    /// Queries that start like a question.
    @Test(
        "A query is not treated as a question",
        arguments: [
            "average heartRate during my runs", "heart rate during workouts", "latest weight before each workout",
            "average weight in kg", "average heartRate by day", "median heartRate last week", "total(steps)",
            "sum activeEnergy by hour today | running total reset each day", "average heartRate where source contains \"the\"",
        ])
    func query(text: String) {
        let session = Session(.inMemory(in: Surroundings(at: Instant(seconds: 0))), named: "m")
        #expect(!session.findings(in: SourceText(text)).contains { $0.code == .typedQuestion })
    }

    @Test(
        "S1.6 Questions know the metrics that people defined",
        arguments: [
            ("how was my mood last week", "average mood last week"), ("how many coffee yesterday", "sum coffee yesterday"),
            ("what was my average mood per day last week", "average mood by day last week"),
        ])
    func defined(question: String, query: String) throws {
        let session = Session(.inMemory(in: Surroundings(at: Instant(seconds: 0))), named: "m")
        let output = RecordingOutput()
        #expect(
            session.run(SourceText("define metric mood from 1 to 10; define metric coffee in cups cumulative"), output: output) == .fine)
        let finding = try #require(session.findings(in: SourceText(question)).first { $0.code == .typedQuestion })
        #expect(finding.edits.map(\.replacement) == [query], "\(finding.help ?? "")")
    }

    @Test("Help for weekdays and weekends shows a condition")
    func weekend() {
        let session = Session(.inMemory(in: Surroundings(at: Instant(seconds: 0))), named: "m")
        let findings = session.findings(in: SourceText("sum steps where weekend"))
        #expect(findings.filter { $0.severity == .error }.map(\.help) == ["write `weekday in (saturday, sunday)`"])
    }

    /// Questions without a suggestion, with the unknown word or the general help.
    static let unanswered: [(question: String, told: String)] = [
        ("how many steps in Berlin last week", "`berlin`"), ("how quickly did I run yesterday", "`quickly`"),
        ("what is the meaning of life", "write an aggregate"), ("how do I feel today", "write an aggregate"),
        ("what should I eat tomorrow", "write an aggregate"),
        ("is my heart healthy", "`healthy`"), ("how many steps while listening to music", "`while`"), ("who am I", "write an aggregate"),
        ("what is my heart rate when I drink coffee", "`while drink`"), ("how many times did I go outside", "`many times`"),
        ("when was my heart rate high yesterday", "`when` and `high`"),
        ("am I ahead this week", "`this week`"), ("did I walk more than in May", "`more` and `than`"),
        ("did I walk more this month than last year", "`last year`"), ("how many steps next monday", "`next`"),
        ("how well did I sleep yesterday", "`well`"), ("what time did I sleep", "`time`"), ("why did I walk less last week", "`why`"),
        ("how many times did I wake up after 3 am last night", "`many times`"), ("glucose in the morning, at noon and at night?", "`noon`"),
        ("how many calories per hour of running", "`per hour running`"), ("is my blood pressure in the normal range", "`normal`"),
        ("average cadence of my runs?", "`cadence`"),
        ("did I sleep worse the day after many steps", "`day after many`"), ("steps last 7 days vs the previous 14?", "`previous 14`"),

        ("steps after 9 yesterday?", "`after 9`"), ("is my heart rate normal", "`normal`"), ("steps of my wife yesterday?", "`wife`"),
    ]

    private func finding(_ question: String) throws -> Diagnostic {
        let session = Session(.inMemory(in: Surroundings(at: Instant(seconds: 0))), named: "m")
        return try #require(session.findings(in: SourceText(question)).first, "\(question) is treated as a query")
    }

    private static func offers(_ help: String) -> [String] {
        help.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
    }

    @Test("A question gets the queries that it may mean", arguments: corpus + mended + days + brief)
    func offered(question: String, queries: String) throws {
        let finding = try finding(question)
        #expect(finding.code == .typedQuestion)
        let offers = Self.offers(finding.help ?? "")
        #expect(offers == queries.components(separatedBy: " ; "), "\(question): \(finding.help ?? "")")
        // Only a single suggestion is a fix that a key can apply.
        #expect(finding.edits.map(\.replacement) == (offers.count == 1 ? offers : []), "\(question)")
    }

    @Test("Every suggested query runs on generated data")
    func runs() throws {
        var settings = SessionSettings()
        settings.queries.moment = Instant(seconds: 1_782_835_200)
        settings.queries.namedZone = .utc
        let session = Session(.inMemory(in: Surroundings(at: Instant(seconds: 0))), named: "demo", settings: settings)
        try DemoData().fill(session.commandStore)
        for (question, queries) in Self.corpus + Self.mended + Self.days + Self.brief {
            for query in queries.components(separatedBy: " ; ") {
                let errors = session.findings(in: SourceText(query)).filter { $0.severity == .error }.map(\.message)
                #expect(errors.isEmpty, "\(question): \(query): \(errors)")
                let output = RecordingOutput()
                let outcome = session.run(SourceText(query), output: output)
                #expect(outcome == .fine || query.hasPrefix("assert") && outcome == .failed, "\(question): \(query): \(output.codes)")
            }
        }
        #expect(Self.corpus.count >= 80)
    }

    @Test("Unknown words are named, and a question with them has no fix", arguments: unanswered + refused + refusedDays)
    func told(question: String, word: String) throws {
        let finding = try finding(question)
        #expect(finding.code == .typedQuestion)
        #expect(finding.help?.contains(word) == true, "\(finding.help ?? "")")
        #expect(finding.fix == nil)
    }
}
