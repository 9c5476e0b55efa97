import CalendarIntervals
import HealthModel
import QueryDiagnostics
import QueryVocabulary
import ResultRendering
import Scripts
import SessionTesting
import StoreCommands
import TallyKit
import Testing
import Workbench

@Suite("describe")
struct DescribeTests {
    private static let now = Instant(seconds: 1_748_779_200)  // 2025-06-01T12:00Z

    private static func session(now: Instant = now) -> Session {
        Session(.inMemory(in: Surroundings(at: now)), named: "test")
    }

    private static func answer(_ text: String, in session: Session) -> (outcome: Outcome, text: String) {
        let output = RecordingOutput()
        let outcome = session.run(SourceText(text), output: output)
        return (outcome, output.text)
    }

    @Test("Every suggested query has an answer, even long after the last sample", arguments: [0, 400])
    func examples(daysLater: Int64) throws {
        let filled = Self.session()
        try DemoData(days: 20).fill(filled.commandStore)
        let session = Session(
            HealthStore(
                filled.store.storage, surroundings: Surroundings(at: Instant(milliseconds: Self.now.milliseconds + daysLater * 86_400_000))),
            named: "test")
        session.settings.format = .csv
        for summary in try session.read({ try $0.metricSummaries() }) {
            let told = Self.answer("describe `\(summary.metric.shortName)`", in: session)
            #expect(told.outcome == .fine)
            let lines = told.text.split(separator: "\n")
            let examples = lines.drop { !$0.hasPrefix("try ") }.map { String($0.dropFirst(lines.first?.firstValueOffset ?? 0)) }
            #expect(!examples.isEmpty, "\(summary.metric.shortName)")
            for example in examples {
                let answer = Self.answer(example, in: session)
                #expect(answer.outcome == .fine, "\(example)")
                // Category samples have no unit, but rows of statistics have a value.
                let rows = answer.text.split(separator: "\n").dropFirst().filter { example.hasPrefix("samples") || !$0.contains(",,") }
                #expect(rows.contains { !$0.hasSuffix(",0,false") }, "\(example)")
            }
        }
    }

    @Test("Days without samples are counted, and the longest gaps are listed")
    func gaps() {
        let session = Self.session()
        for day in ["01", "02", "05", "09"] {
            _ = Self.answer("add 60 count/min heartRate from \"Watch\" at 2025-01-\(day) 10:00", in: session)
        }
        _ = Self.answer("add 61 count/min heartRate from \"Strap\" at 2025-01-09 11:00", in: session)
        let text = Self.answer("describe heartRate", in: session).text
        #expect(text.contains("days          4 days with samples, 5 days without\n"))
        #expect(text.contains("longest gaps  2025-01-06 to 2025-01-08  3 days\n              2025-01-03 to 2025-01-04  2 days\n"))
        #expect(text.contains("sources       Watch  4 samples  2025-01-01 to 2025-01-09\n              Strap   1 sample  2025-01-09\n"))
        #expect(text.contains("from          2025-01-01 10:00:00\n"))
    }

    @Test("`describe` reports a metric without samples")
    func none() {
        let text = Self.answer("describe bodyMass", in: Self.session()).text
        #expect(text.contains("samples      none in this store\n"))
        #expect(!text.contains("try"))
    }
}

extension Substring {
    /// The column where the text starts: two spaces after the longest name.
    fileprivate var firstValueOffset: Int {
        let name = prefix { $0 != " " }
        return name.count + dropFirst(name.count).prefix { $0 == " " }.count
    }
}
