import CalendarIntervals
import Foundation
import HealthModel
import QueryDiagnostics
import SessionTesting
import TallyKit
import Testing
import Workbench

/// Tests the exact notes about answers without values. The numbers were counted by hand.
@Suite("Empty answers")
struct EmptyAnswerTests {
    private func output(_ script: String) -> RecordingOutput {
        let output = RecordingOutput()
        let session = Session(.inMemory(in: Surroundings(at: Instant(seconds: 0))), named: "test")
        _ = session.run(SourceText(data + script), output: output)
        return output
    }

    private func reasons(_ script: String) -> [String] { output(script).findings.filter { $0.code == .noValue }.map(\.message) }

    private let data = """
        set now = 2025-06-15T12:00Z
        load heartRate from "Watch" at 2025-06-13 every 1h: 48 100 148
        add 95% oxygenSaturation at 2025-06-13 10:00
        add 98% oxygenSaturation at 2025-06-13 11:00
        load steps from "Watch" at 2025-06-13 every 1h: 10x24
        load steps from "Phone" at 2025-06-14 every 1h: 30

        """

    @Test("If the range has no samples, the note says what the store has")
    func outside() {
        #expect(
            reasons("sum steps by day on 2020-01-01")
                == ["the range has no stepCount samples; the store has 25, from 2025-06-13 to 2025-06-14"])
    }

    @Test("A range of values is one condition, in the words of the query")
    func between() {
        #expect(
            reasons("count heartRate where value between 400 and 500")
                == ["none of the 3 samples in the range match `value between 400 and 500`; they range from 48 to 148 count/min"])
    }

    @Test("Samples that one source replaces with other values are not said to be of another source")
    func replacedBySameSource() {
        let sleep = """
            add unspecified sleepAnalysis from "Watch" at 2025-06-14 01:00 for 1h
            add deep sleepAnalysis from "Watch" at 2025-06-14 01:00 for 1h

            """
        #expect(
            reasons(sleep + "duration sleep where value is unspecified")
                == ["samples of the same source with other values replace the only sample; `why 1` lists it"])
    }

    @Test("If no sample matches a value condition, the note says what the values are")
    func value() {
        #expect(
            reasons("average heartRate where value > 500")
                == ["none of the 3 samples in the range match `value > 500`; they range from 48 to 148 count/min"])
    }

    @Test("Percent types are shown in percent")
    func percent() {
        #expect(
            reasons("average oxygenSaturation where value < 50%")
                == ["none of the 2 samples in the range match `value < 50%`; they range from 95 to 98 %"])
    }

    @Test("If a second condition leaves nothing, the note has the count after the first and the sources of the metric")
    func source() {
        #expect(
            reasons("samples of steps where value > 20 and source is \"Watch\"")
                == [
                    "the only sample that matches `value > 20` does not match `source is \"Watch\"`; stepCount samples are from Phone, Watch"
                ])
    }

    @Test("If a stage keeps no rows, the note says what the rows before it have")
    func stage() {
        #expect(
            reasons("sum steps by day | where sum > 1000")
                == ["`where sum > 1000` keeps none of the 2 rows before it; sum ranges from 30 to 240 count"])
    }

    @Test("A note says that a range in the future has not started")
    func future() {
        #expect(
            reasons("sum steps since 2026-01-01")
                == ["the range starts at 2026-01-01 00:00, which is after now (2025-06-15 12:00)"])
    }

    @Test("An empty store is reported once, without other findings")
    func emptyStore() {
        let output = RecordingOutput()
        let session = Session(.inMemory(in: Surroundings(at: Instant(seconds: 0))), named: "test")
        _ = session.run(SourceText("sum activeEnergy by hour since -30d anchor 03:00"), output: output)
        #expect(output.codes == ["W201"])
        #expect(output.text.contains("no rows"))
    }

    @Test("A metric without samples does not hide other findings if the store has other metrics")
    func emptyMetric() {
        #expect(output("sum flightsClimbed by hour since -30d anchor 03:00").codes == ["W201", "I410"])
    }

    @Test("`why` on an empty row counts the samples after each step")
    func why() {
        let text = output("count heartRate by day since 2025-06-12 where value > 90 and value > 500; why 2").text
        let steps = text.split(separator: "\n").map { $0.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ") }
        for line in ["in the store 3", "in the range 3", "in the time of the row 3", "value > 90 2", "value > 500 0"] {
            #expect(steps.contains(line), "\(line) in:\n\(text)")
        }
    }

    @Test("`why` on an answer without rows counts samples in the whole range")
    func whyWithoutRows() {
        let text = output("sum steps by day and source on 2025-06-13 where value > 500; why 1").text
        #expect(text.contains("value > 500"))
    }
}

/// Rows that a clause removed do not shift the row that `why` explains.
@Suite("why with removed rows")
struct WhyOfRowsLeftOutTests {
    @Test(
        "`why` lists the samples of the row that is shown",
        arguments: [
            "sum steps by day fill none; why 2", "sum steps by day fill none; why 2025-01-04", "sum steps by hour of day fill none; why 1",
            "sum steps by day and source fill none; why 2", "sum steps by day fill none | limit 2; why 2",
            "sum steps by day partial drop; why 4",
        ])
    func samples(query: String) {
        let output = RecordingOutput()
        let session = Session(.inMemory(in: Surroundings(at: Instant(seconds: 0))), named: "test")
        let data = """
            set now = 2025-01-07T12:00Z
            load steps at 2025-01-01 10:00 every 1h: 10x3
            load steps at 2025-01-04 10:00 every 1h: 20x3

            """
        _ = session.run(SourceText(data + query), output: output)
        #expect(output.codes.filter { $0.hasPrefix("E") } == [])
        #expect(output.text.components(separatedBy: "contribution").count == 2)
        #expect(output.text.contains("2025-01-04 10:00"))
    }
}
