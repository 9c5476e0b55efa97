import CalendarIntervals
import HealthModel
import QueryDiagnostics
import QueryVocabulary
import Scripts
import SessionTesting
import StoreCommands
import TallyKit
import Testing
import Workbench

@Suite("Rolling windows as text")
struct RollingTextTests {
    private func printed(_ query: String, as format: OutputFormat) -> String {
        let output = RecordingOutput()
        let session = Session(.inMemory(in: Surroundings(at: Instant(seconds: 1_751_328_000))), named: "test")
        session.settings.format = format
        let script = "load steps at 2025-06-09 08:00 every 1d for 1min: 10 20 30\nsum steps by day from 2025-06-09 to 2025-06-12 | \(query)"
        #expect(session.run(SourceText(script), output: output) == .fine)
        return output.text
    }

    @Test(
        "The heading names the window, and a line counts the rows whose window is not full",
        arguments: [
            ("rolling 2 days average", "sum, 2-day average (count)", "the first row covers less than 2 days\n"),
            ("rolling 3 days average, max", "3-day max (count)", "2 rows at the start cover less than 3 days\n"),
        ])
    func table(query: String, heading: String, line: String) {
        let text = printed(query, as: .table)
        #expect(text.contains(heading))
        #expect(text.contains(line))
    }

    @Test(
        "Full windows, and windows with a minimum, have no line below the table",
        arguments: ["rolling 1 day sum", "rolling 3 days sum at least 3"])
    func full(query: String) { #expect(!printed(query, as: .table).contains("less than")) }

    @Test("The title of a chart names the window, and CSV keeps the name of the column")
    func otherFormats() {
        #expect(printed("rolling 2 days average", as: .bars).hasPrefix("2-day average stepCount\n"))
        #expect(printed("rolling 2 days average", as: .csv).hasPrefix("start,end,sum,partial\n"))
    }
}
