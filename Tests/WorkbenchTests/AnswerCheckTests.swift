import CalendarIntervals
import QueryDiagnostics
import HealthModel
import ResultRendering
import SampleStore
import Workbench
import Testing

/// Tests the notes about answers that may be misleading.
@Suite("Answers that may mislead (C9)")
struct AnswerCheckTests {
    private static let run =
        "load heartRate at 2025-01-01 every 2h for 0s: 60x9; load heartRate at 2025-01-01 18:00 every 1min for 0s: 150x30"

    /// Returns the codes of the findings about the last query.
    private func codes(_ statements: String, _ query: String) -> [String] {
        let session = Session(
            store: MemoryStore(), storeName: "memory", clock: { Instant(seconds: 1_750_000_000) }, machineZone: { .utc })
        _ = session.run(SourceText(statements), output: RecordingOutput())
        let output = RecordingOutput()
        _ = session.run(SourceText(query), output: output)
        return output.codes
    }

    @Test("Readings that are denser at some times are noted")
    func dense() {
        #expect(codes(Self.run, "average heartRate on 2025-01-01") == ["I441"])
        #expect(codes(Self.run, "average heartRate by day") == ["I441"])
    }

    @Test(
        "There is no note for evenly spaced readings, fewer than ten, readings with a length, rows after a stage or another weighting",
        arguments: [
            ("load heartRate at 2025-01-01 every 1h for 0s: 60x10 90x10", "average heartRate"),
            (Self.run, "average heartRate from 2025-01-01 16:00 to 2025-01-01 18:06"),
            ("load heartRate at 2025-01-01 every 1h: 60x10; load heartRate at 2025-01-01 10:00 every 1min: 150x60", "average heartRate"),
            (Self.run, "average heartRate by day | top 1"), (Self.run + "; set weighting = hold", "average heartRate"),
            (Self.run, "max heartRate"), (Self.run, "average heartRate by hour as line"),
            ("load weight at 2025-01-01 every 1h for 0s: 60x10 90x10", "average weight"),
        ])
    func even(statements: String, query: String) {
        #expect(codes(statements, query) == [])
    }

    @Test("A duration of 0 is explained, other durations are not")
    func duration() {
        #expect(codes(Self.run, "duration heartRate") == ["I442"])
        #expect(codes("load steps at 2025-01-01 every 1h: 60x3", "duration steps") == [])
        #expect(codes(Self.run, "duration heartRate on 2025-02-01") == ["I450"])
    }

    @Test("A source without samples of the metric is noted")
    func sources() {
        let statements = "add 1 count steps from \"Watch\" at 2025-01-01 08:00; add 70 kg weight from \"Scale\" at 2025-01-01 08:00"
        #expect(codes(statements, "sum steps where source = \"Watch\"") == [])
        #expect(codes(statements, "sum steps where source = \"Scale\"") == ["I440"])
        #expect(codes(statements, "sum steps where source is phone") == ["W211"])
    }

    @Test("Time in bed is explained only if there are no samples in bed")
    func timeInBed() {
        let asleep = "add core sleep at 2025-01-01 01:00 for 5h"
        #expect(codes(asleep, "time in bed") == ["I443"])
        #expect(codes(asleep, "duration sleep") == [])
        #expect(codes(asleep + "; add inBed sleepAnalysis at 2025-01-01 for 7h", "time in bed") == [])
    }
}
