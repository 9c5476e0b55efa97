import CalendarIntervals
import HealthModel
import QueryDiagnostics
import ResultRendering
import SessionTesting
import TallyKit
import Testing
import Workbench

/// Tests the notes about answers that may be misleading.
@Suite("Answers that may mislead (C9)")
struct AnswerCheckTests {
    private static let run =
        "load heartRate at 2025-01-01 every 2h for 0s: 60x9; load heartRate at 2025-01-01 18:00 every 1min for 0s: 150x30"

    /// Returns the codes of the findings about the last query.
    private func codes(_ statements: String, _ query: String) -> [String] { findings(statements, query).map(\.code.rawValue) }

    private func findings(_ statements: String, _ query: String) -> [Diagnostic] {
        let session = Session(.inMemory(in: Surroundings(at: Instant(seconds: 1_750_000_000))), named: "memory")
        _ = session.run(SourceText(statements), output: RecordingOutput())
        let output = RecordingOutput()
        _ = session.run(SourceText(query), output: output)
        return output.findings
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

    /// Returns the messages, with their help, about the last query.
    private func messages(_ statements: String, _ query: String) -> [String] {
        findings(statements, query).map { $0.message + ($0.help.map { "; \($0)" } ?? "") }
    }

    @Test(
        "The reason for an answer without a value is true, also for one sample",
        arguments: [
            ("last end sleep until 2025-01-01 03:00", "the only sample of sleepAnalysis ends after the range"),
            ("first start sleep from 2025-01-01 03:00 to 2025-01-01 08:00", "the only sample of sleepAnalysis starts before the range"),
            (
                "first start, last end sleep from 2025-01-01 03:00 to 2025-01-01 04:00",
                "the only sample of sleepAnalysis starts before the range and ends after the range"
            ),
            (
                "duration sleepAnalysis where value is inBed on 2025-01-03",
                "time asleep or awake of the same or a better source replaces the only sample; `why 1` lists it"
            ),
            ("last end steps until 2025-01-02 00:45", "all 2 samples of stepCount end after the range"),
        ])
    func reasons(query: String, reason: String) {
        let statements =
            "add core sleep at 2025-01-01 01:00 for 6h; add inBed sleepAnalysis at 2025-01-03 01:00 for 6h; "
            + "add core sleepAnalysis at 2025-01-03 01:00 for 6h; load steps at 2025-01-02 every 30min for 1h: 5x2"
        #expect(messages(statements, query).contains { $0.contains(reason) }, "\(messages(statements, query))")
    }

    @Test("A duration of 0 in a pause of a workout has the pause as its reason")
    func pause() {
        let fixture =
            #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(2).joined(separator: "/")
            + "/Scripts/Fixtures/workouts.xml"
        let found = messages("import \"\(fixture)\"", "duration workouts from 2025-06-10 08:20 to 2025-06-10 08:30")
        #expect(found.first?.hasPrefix("the duration of workouts is 0, because they recorded no active time in the range") == true)
    }

    @Test("A value that is not in the tables has its name in the reason")
    func unknownValue() {
        let found = messages("add core sleep at 2025-01-01 01:00 for 6h", "duration sleepAnalysis where value = \"nap\"")
        #expect(found.last == "the only sample in the range does not match `value = \"nap\"`")
        let named = messages(
            "let nap = where value = \"nap\" and value is not rem; add core sleep at 2025-01-01 01:00 for 6h",
            "duration sleepAnalysis where nap")
        #expect(named.last == "the only sample in the range does not match `the value is “nap”, which is not in the tables`")
    }

    @Test("A time that a day skips at midnight has help without a time before 00:00")
    func skippedMidnight() {
        let found = messages("set zone = America/Havana", "add 5 count steps at 2025-03-09 00:30")
        #expect(found.first?.hasSuffix("use a time on 2025-03-08 or earlier, or 01:00 or later") == true)
    }

    @Test(
        "`explain plan` of an empty store reports that it has no samples",
        arguments: ["sum steps by day", "sum steps by day last 3 days", "sum steps"])
    func planOfNothing(query: String) {
        let session = Session(.inMemory(in: Surroundings(at: Instant(seconds: 1_750_000_000))), named: "memory")
        let output = RecordingOutput()
        _ = session.run(SourceText("explain plan \(query)"), output: output)
        #expect(output.text.contains("no samples"))
        #expect(!output.text.contains("single samples") && !output.text.contains("none are kept"))
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
