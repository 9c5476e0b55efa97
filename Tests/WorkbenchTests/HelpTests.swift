import CalendarIntervals
import HealthModel
import HelpPages
import QueryDiagnostics
import ResultRendering
import Scripts
import SessionTesting
import StoreCommands
import TallyKit
import Testing
import Workbench

@Suite("Help")
struct HelpTests {
    private static func help(_ topic: String) -> RecordingOutput {
        let output = RecordingOutput()
        let session = Session(.inMemory(in: Surroundings(at: Instant(seconds: 0))), named: "m")
        _ = session.run(SourceText("help \(topic)"), output: output)
        return output
    }

    @Test("The overview fits on one screen with 80 columns")
    func map() {
        let lines = Self.help("").text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count > 15 && lines.count <= 23)
        #expect(lines.allSatisfy { $0.count <= 80 }, "\(lines.max { $0.count < $1.count } ?? "")")
    }

    @Test("Every topic has a page, and its prose fits in 80 columns")
    func topics() {
        for topic in HelpBook.topics {
            let output = Self.help(topic)
            #expect(!output.text.isEmpty && output.codes.isEmpty, "\(topic)")
        }
        #expect(HelpBook.topics.count > 300)
    }

    @Test(
        "Concepts and phrases of several words have pages",
        arguments: [
            ("bucket", "a period of time"), ("edges", "HealthKit"), ("typical day", "running total"), ("hour of day", "slots"),
            ("running total", "from row to row"), ("Running  Total reset each day", "from row to row"), ("merged", "counts them"),
            ("missing", "not the same as zero"), ("zones", "23 or 25 hours"), ("day", "follows the calendar"),
            ("compare to", "adds the values of another period"),
            ("sleep", "anchor 18:00"), ("E120", "E120"), ("settings", "set week"), ("set", "changes a setting"), ("week", "calendar"),
            ("heart rate", "count/min"), ("load", "adds samples"), ("case", "tally test"), ("learn", "lesson"), ("partial", "~"),
            ("svg", "SVG"), ("by", "groups by day"), ("|", "stages"), ("where value > 5", "condition"),
            ("where", "help conditions"), ("keys", "Ctrl-R"), ("shell", "Tab"), ("weekend", "saturday"), ("twice", "priority"),
            ("check", "tally test"), ("color", "NO_COLOR"), ("goal", "activity summary"), ("pager", "auto, on, off"),
            ("elapsed", "since start of this month"), ("average", "without a duration"),
            ("sources", "sources merged | raw | separate"), ("sources", "show sources"), ("sources", "progress METRIC"),
            ("to", "to \"FILE\""),
        ])
    func phrases(topic: String, word: String) {
        #expect(Self.help(topic).text.contains(word), "\(topic): \(Self.help(topic).text)")
    }

    @Test("A word does not show the page of a longer word that starts with it")
    func prefixes() { #expect(!Self.help("to").text.contains("today")) }

    @Test("A misspelled topic gets a suggestion, an unknown one the list")
    func unknown() {
        #expect(Self.help("ancor").codes == ["E015"])
        #expect(Self.help("xyzzy plugh").codes == ["E015"])
    }

    @Test("Every example runs on generated data, or passes the check if it uses files")
    func examples() throws {
        var settings = SessionSettings()
        settings.queries.moment = Instant(seconds: 1_782_835_200)
        settings.queries.namedZone = .utc
        let session = Session(.inMemory(in: Surroundings(at: Instant(seconds: 0))), named: "demo", settings: settings)
        try DemoData().fill(session.commandStore)
        // `forget` needs a name, `_` and `why` need a result.
        _ = session.run(SourceText("let goal = 500 kcal"), output: RecordingOutput())
        _ = session.run(SourceText("sum steps by day last 7 days"), output: RecordingOutput())
        // `stop` needs a watch.
        _ = session.run(SourceText("watch moving = sum steps by day last 7 days"), output: RecordingOutput())
        var examples: Set<String> = []
        for topic in HelpBook.topics {
            for line in Self.help(topic).text.split(separator: "\n") {
                if let found = line.firstMatch(of: /^    example: (.*)$/) { examples.insert(String(found.1)) }
            }
        }
        #expect(examples.count > 200)
        for example in examples.sorted() {
            let touchesFiles = ["import ", "export ", "run ", "open ", "quit", "save ", "watch ", "expect ", "delete ", "learn a"].contains
            {
                example.hasPrefix($0)
            }
            let findings = session.findings(in: SourceText(example)).filter { $0.severity == .error }
            #expect(touchesFiles || findings.isEmpty, "\(example): \(findings.map(\.message))")
            guard !touchesFiles, !example.contains(" to \"") else { continue }
            let output = RecordingOutput()
            let outcome = session.run(SourceText(example), output: output)
            // The examples after `act as` are the owner's.
            _ = session.run(SourceText("act as owner"), output: RecordingOutput())
            #expect(outcome == .fine || output.codes.contains("E310") || output.codes.contains("E202"), "\(example): \(output.codes)")
            if !example.hasPrefix("let") { _ = session.run(SourceText("sum steps by day last 7 days"), output: RecordingOutput()) }
        }
    }
}
