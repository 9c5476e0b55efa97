import CalendarIntervals
import HealthModel
import QueryDiagnostics
import Scripts
import TallyKit
import Testing
import Workbench

@Suite("Fixing scripts")
struct FixTests {
    private func fixed(_ text: String) -> (text: String, count: Int) {
        let session = Session(.inMemory(in: Surroundings(at: Instant(seconds: 1_767_225_600))), named: "memory")
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

    @Test(
        "A month or a weekday that stands alone gets the word before it, and is never a slip of another word",
        arguments: [
            ("sum steps by day may", "sum steps by day during may"), ("average weight by week mar", "average weight by week during mar"),
            ("sum steps by hour monday", "sum steps by hour on monday"), ("sum steps by day 2026-06-01", "sum steps by day on 2026-06-01"),
        ])
    func bareDate(written: String, right: String) {
        #expect(fixed(written).text == right)
    }

    @Test(
        "A metric that stands only once is never removed without asking",
        arguments: [
            "average hartRate today\n  sum stepz today", "average heartRate today sum steps today",
            "sum steps by day last 7 days | average heartRate", "sum steps by day | average sum heartRate",
        ])
    func lonelyMetric(_ text: String) { #expect(fixed(text).text == text) }

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
            "sum heartRate by day", "sum, average heartRate by day", "heartRate > 100",
            "number of steps", "average sleepAnalysis", "progress heartRate", "select avg(value) from weight", "steps since 14:00",
            "sum steps where (value > 5 and source = \"a\" or value < 3",
        ])
    func questions(text: String) { #expect(fixed(text) == (text, 0)) }

    @Test(
        "Fixes that used to be wrong",
        arguments: [
            ("sum, average heartRate by day", "average heartRate by day"), ("average, sum heartRate by day", "average heartRate by day"),
            ("sum steps by day | derive x = a > 1", nil), ("sum steps by day | select smu, date", "sum steps by day | select sum, date"),
            ("steps 10/15/2026", "steps on 2026-10-15"),
            ("sum sum steps", "sum steps"),
            ("steps duirng 2024-03", "steps during 2024-03"), ("sum distance in km/hr/s today", "sum distance in km today"),
            ("add 98 degF bodyTemperatur", "add 98 degF bodyTemperature"), ("add 5 km distnce", "add 5 km distance"),
            ("add 70 kg weigth", "add 70 kg weight"), ("add 72 bpm hartRate", "add 72 bpm heartRate"),
            ("sum steps by day | cumulative sum", "sum steps by day | running total"),
            ("sum steps where value > 5 || value < 2", "sum steps where value > 5 or value < 2"),
            ("count heartRate where value > 5 && value < 90", "count heartRate where value > 5 and value < 90"),
            ("sum steps by day | compare with last year", "sum steps by day | compare to last year"), ("set styles = ios27", nil),
            ("sum steps by day | | top 3", "sum steps by day | top 3"),
            ("latest headache", "samples of headache newest first limit 1"),
            ("first fever where value is mild last 1y", "samples of fever where value is mild last 1y oldest first limit 1"),
            ("latest sleep by day", "duration sleep by hour | latest by day"),
        ])
    func wrongOnce(text: String, right: String?) {
        let source = SourceText(text)
        let session = Session(.inMemory(in: Surroundings(at: Instant(seconds: 1_767_225_600))), named: "memory")
        let findings = session.findings(in: source).filter { $0.severity == .error }
        #expect(findings.count == 1 && findings[0].help != nil)
        #expect(findings.first?.fix.map { $0.edits.applied(to: source) } == right)
    }

    /// Returns the statement with the fix of its first error, on 2026-01-01.
    private func suggested(_ text: String) -> String? {
        let source = SourceText(text)
        let session = Session(.inMemory(in: Surroundings(at: Instant(seconds: 1_767_225_600))), named: "memory")
        let error = session.findings(in: source).first { $0.severity == .error }
        return error?.fix.map { $0.edits.applied(to: source) }
    }

    @Test(
        "Times in other words become times of the language; without a year, a date is the latest one that has begun",
        arguments: [
            ("steps since January 1st", "steps since 2026-01-01"), ("steps since January 2nd", "steps since 2025-01-02"),
            ("steps on the 3rd of March by hour", "steps on 2025-03-03 by hour"), ("steps February 29", "steps on 2024-02-29"),
            ("steps since 1 of January 2024", "steps since 2024-01-01"), ("steps May 5, 2024", "steps on 2024-05-05"),
            ("steps in january", "steps during 2026-01"), ("weight in January 2024", "weight during 2024-01"),
            ("steps february", "steps during 2025-02"), ("steps in 2024", "steps during 2024"),
            ("steps from November until December", "steps between 2025-11 and 2025-12"),
            ("steps since March 3 to March 9", "steps since March 3 through 2025-03-09"),
            ("steps yesterday morning", "steps since yesterday 00:00 until yesterday 12:00"),
            ("steps by hour tonight", "steps by hour this evening"),
        ])
    func times(text: String, right: String) { #expect(suggested(text) == right) }

    @Test("Names and units are not times", arguments: ["weight in kilos", "January", "in", "let march = 2025-03-01\nsteps since march"])
    func notTimes(text: String) { #expect(suggested(text) == nil) }

    @Test(
        "`derive` calculates with measures",
        arguments: [
            ("sum steps + sum flights", "sum steps, sum flights | derive total = steps + flights"),
            ("steps - flights by day as csv", "steps, flights by day | derive difference = steps - flights as csv"),
            ("max heartRate - min heartRate by day", "max heartRate, min heartRate by day | derive difference = max - min"),
            ("active energy / steps | top 1", "active energy, steps | derive ratio = `active energy` / steps | top 1"),
            ("steps / 1000", "steps | derive result = steps / 1000"),
        ])
    func arithmetic(text: String, right: String) { #expect(suggested(text) == right) }

    @Test(
        "The average of amounts is the average of totals, for the keys of the query",
        arguments: [
            ("average steps", "sum steps by day | average"),
            ("average steps by weekday", "sum steps by day | average by weekday"),
            ("average steps by month this year", "sum steps by day this year | average by month"),
            ("median steps by hour of day | top 1", "sum steps by hour | median by hour of day | top 1"),
            ("max steps by source", "sum steps by day, source | max by source"),
            ("average steps by day", "sum steps by day"), ("max steps by day", "sum steps by hour | max by day"),
        ])
    func totals(text: String, right: String) { #expect(suggested(text) == right) }

    @Test("Valid statements, and errors without a fix, are not changed")
    func unchanged() {
        for text in [
            "sum steps by day\n", "sum xyzzyplugh by day", "", "sum by by (", "SUM   steps\r\n# x", "sum step count by day",
            "step count today",
        ] {
            let (fixed, count) = fixed(text)
            #expect(fixed == text)
            #expect(count == 0)
        }
    }
}
