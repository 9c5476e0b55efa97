import CalendarIntervals
import Diagnostics
import HealthModel
import SampleStore
import TallySession
import Testing

@Suite("Fixes of scripts")
struct FixTests {
    private func fixed(_ text: String) -> (text: String, count: Int) {
        let session = Session(
            store: MemoryStore(), storeName: "memory", clock: { Instant(seconds: 1_767_225_600) }, machineZone: { .utc })
        return ScriptText.fixed(SourceText(text)) { session.findings(in: $0) }
    }

    @Test("All edits that findings propose are made, also those that others uncover")
    func all() {
        let (text, count) = fixed(
            """
            # report
            avg hartRate by day  # why
            sum(steps) per hour since –30d
            sum steps by day running total
            """)
        #expect(
            text == """
                # report
                average heartRate by day  # why
                sum steps by hour since -30d
                sum steps by day | running total
                """)
        #expect(count == 6)
    }

    @Test("What is right, and what nobody knows how to mend, stays as it is")
    func unchanged() {
        for text in ["sum steps by day\n", "sum xyzzyplugh by day", "", "sum by by (", "SUM   steps\r\n# x"] {
            let (fixed, count) = fixed(text)
            #expect(fixed == text)
            #expect(count == 0)
        }
    }
}
