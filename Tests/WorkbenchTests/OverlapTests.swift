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

@Suite("show overlap")
struct OverlapTests {
    /// On the 1st, the phone records 400 from 08:30 to 09:30, and the watch 600 from 08:00 to 09:00. There are no samples on the 2nd.
    /// On the 3rd, only the phone has 100. Over midnight to the 4th, both have an hour of 60.
    private func rows(_ statement: String) -> [String] {
        let session = Session(.inMemory(in: Surroundings(at: Instant(seconds: 1_736_208_000))), named: "test")
        session.settings.format = .csv
        let output = RecordingOutput()
        let lines = """
            add 600 count steps from "Watch" at 2025-01-01 08:00 for 1h
            add 400 count steps from "iPhone" at 2025-01-01 08:30 for 1h
            add 100 count steps from "iPhone" at 2025-01-03 10:00 for 1h
            add 60 count steps from "Watch" at 2025-01-03 23:30 for 1h
            add 60 count steps from "iPhone" at 2025-01-03 23:30 for 1h
            \(statement)
            """
        #expect(session.run(SourceText(lines), output: output) == .fine)
        return output.text.split(separator: "\n").map(String.init)
    }

    @Test("by day: one row for each day, null if the day has no samples")
    func byDay() {
        #expect(
            rows("show overlap of steps by day since 2025-01-01 until 2025-01-05") == [
                "start,end,recorded,suppressed,overlap,partial",
                "2025-01-01T00:00:00Z,2025-01-02T00:00:00Z,1000,200,0.5,false",
                "2025-01-02T00:00:00Z,2025-01-03T00:00:00Z,,,,false",
                "2025-01-03T00:00:00Z,2025-01-04T00:00:00Z,160,30,0.5,false",
                "2025-01-04T00:00:00Z,2025-01-05T00:00:00Z,60,30,0.5,false",
            ])
    }

    @Test("by hour of day: one row for each hour")
    func byHourOfDay() {
        let rows = rows("show overlap of steps by hour of day since 2025-01-01 until 2025-01-05")
        #expect(rows.count == 25)
        #expect(rows[0] == "hourOfDay,recorded,suppressed,overlap,partial")
        // 600 of the watch, and half of the phone's 400, which the watch suppresses.
        #expect(rows[9] == "8,800,200,0.5,false")
        #expect(rows[10] == "9,200,0,0,false")
        #expect(rows[1] == "0,60,30,0.5,false")
    }

    @Test("by day and source: one row for each source of a day")
    func bySource() {
        #expect(
            rows("show overlap of steps by day and source on 2025-01-01") == [
                "start,end,source,suppressedBy,recorded,suppressed,overlap,partial",
                "2025-01-01T00:00:00Z,2025-01-02T00:00:00Z,Watch,,600,0,0,false",
                "2025-01-01T00:00:00Z,2025-01-02T00:00:00Z,iPhone,Watch,400,200,0.5,false",
            ])
    }

    @Test("without a key, or by source: one row for each source over the whole range", arguments: ["", " by source"])
    func whole(clause: String) {
        #expect(
            rows("show overlap of steps\(clause)") == [
                "source,suppressedBy,recorded,suppressed,overlap", "Watch,,660,0,0", "iPhone,Watch,560,260,1.5",
            ])
    }
}
