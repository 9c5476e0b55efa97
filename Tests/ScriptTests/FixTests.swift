import CalendarIntervals
import QueryDiagnostics
import HealthModel
import SampleStore
import Workbench
import Testing

@Suite("Fixing scripts")
struct FixTests {
    private func fixed(_ text: String) -> (text: String, count: Int) {
        let session = Session(
            store: MemoryStore(), storeName: "memory", clock: { Instant(seconds: 1_767_225_600) }, machineZone: { .utc })
        return ScriptText.fixed(SourceText(text)) { session.findings(in: $0, keepingQuestions: true) }
    }

    @Test("All suggested fixes are applied, including those that become visible later")
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
        // The count is the same as in `check`: fixing a finding also fixes those that it hides.
        #expect(count == 5)
    }

    @Test("Fixing keeps comments and layout, and a second run changes nothing")
    func layout() {
        let (text, count) = fixed(
            """
            #!/usr/bin/env tally
            # steps of a week

            avg   hartRate   # readings
              by dya
              # the zone of the trip
              zone Europe/Berln
            sum heartRate by day  # which one is meant?
            sum xyzzyplugh by day
            sum steps by day adn source; max heartRate tody
            """)
        #expect(
            text == """
                #!/usr/bin/env tally
                # steps of a week

                average   heartRate   # readings
                  by day
                  # the zone of the trip
                  zone Europe/Berlin
                sum heartRate by day  # which one is meant?
                sum xyzzyplugh by day
                sum steps by day and source; max heartRate today
                """)
        #expect(count == 3)
        #expect(fixed(text) == (text, 0))
    }

    @Test(
        "Fixes that change the meaning are not applied",
        arguments: [
            "sum heartRate by day", "sum, average heartRate by day", "sum steps by day | derive goal = 10000 count", "heartRate > 100",
            "number of steps", "average sleepAnalysis", "progress heartRate", "select avg(value) from weight", "steps since 14:00",
            "sum steps where (value > 5 and source = \"a\" or value < 3",
        ])
    func questions(text: String) { #expect(fixed(text) == (text, 0)) }

    @Test(
        "Fixes that used to be wrong",
        arguments: [
            ("sum, average heartRate by day", "average heartRate by day"), ("average, sum heartRate by day", "average heartRate by day"),
            ("sum steps by day | derive goal = 10000 count", "sum steps by day | derive goal = 10000"),
            ("sum steps by day | derive x = a > 1", nil), ("sum steps by day | derive x = sum > 1", nil),
            ("steps 10/15/2026", "steps on 2026-10-15"), ("heart rate zones", nil), ("sum sum steps", "sum steps"),
            ("steps duirng 2024-03", "steps during 2024-03"), ("sum distance in km/hr/s today", nil),
        ])
    func wrongOnce(text: String, right: String?) {
        let source = SourceText(text)
        let session = Session(
            store: MemoryStore(), storeName: "memory", clock: { Instant(seconds: 1_767_225_600) }, machineZone: { .utc })
        let findings = session.findings(in: source).filter { $0.severity == .error }
        #expect(findings.count == 1 && findings[0].help != nil)
        #expect(findings.first?.fix.map { $0.edits.applied(to: source) } == right)
    }

    @Test("Valid statements, and errors without a fix, are not changed")
    func unchanged() {
        for text in ["sum steps by day\n", "sum xyzzyplugh by day", "", "sum by by (", "SUM   steps\r\n# x"] {
            let (fixed, count) = fixed(text)
            #expect(fixed == text)
            #expect(count == 0)
        }
    }
}
