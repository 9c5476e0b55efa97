import QuerySyntax
import Testing

@Suite("Canonical form")
struct FormatterTests {
    @Test(
        "Words, clauses and literals have a canonical form",
        arguments: [
            ("SUM  Steps BY Days", "sum Steps by day"),
            ("steps where value>5 last 1 days by hour", "steps by hour last 1 day where value > 5"),
            ("steps until now since -30D", "steps since -30d until now"),
            ("average and max of heartRate", "average, max heartRate"),
            ("sum steps by day,source", "sum steps by day and source"),
            ("sum steps by day and source and device", "sum steps by day, source, device"),
            ("samples steps oldest", "samples of steps oldest first"),
            ("sum steps since 3 day ago anchor 3:00", "sum steps since 3 days ago anchor 03:00"),
            ("sum steps since 2024-03-10T14:30:00+00:00", "sum steps since 2024-03-10T14:30Z"),
            ("sum steps during 2024-q1 where source = 'a\"b'", "sum steps during 2024-Q1 where source = \"a\"\"b\""),
            ("sum steps last 30d", "sum steps last 30 days"),
            ("sum steps zone 'a\"b' by day", "sum steps by day zone \"a\"\"b\""),
            ("steps where ((value==5 or value≥7) and (not (end < now)))", "steps where (value = 5 or value >= 7) and not end < now"),
            ("steps where AFTER 2PM and Before  9:30 or in the Morning", "steps where after 14:00 and before 09:30 or in the morning"),
            ("steps where not at Night and BETWEEN noon AND 11:15:30 pm", "steps where not at night and between noon and 23:15:30"),
            (
                "steps by Part Of Day,weekday OR Weekend where in the night",
                "steps by part of day and weekday or weekend where in the night"
            ),
            ("steps where TIME of day>=12am", "steps where time of day >= 00:00"),
            ("set day parts = 6am, noon,17:00 , 9 pm", "set day parts = 06:00, 12:00, 17:00, 21:00"),
            ("steps where value not in (1,2)", "steps where not value in (1, 2)"),
            ("add 70kg weight with 'k'=1 at now from 'x'", "add 70kg weight from \"x\" at now with \"k\" = 1"),
            ("a | derive x=((a+b))*(c*(d-1))/-2|sort by x ascending", "a | derive x = (a + b) * (c * (d - 1)) / -2 | sort x"),
            ("exit", "quit"), ("expect error e120", "expect error E120"), ("expect row today 5kcal", "expect row today 5kcal"),
            ("steps;", "steps"),
        ])
    func canonical(text: String, expected: String) {
        let formatted = QueryFormatter.format(Parser.parse(text))
        #expect(formatted == expected + "\n")
        checkInvariants(text)
    }

    @Test("Comments and single empty lines are kept")
    func comments() {
        let script = """
            #!/usr/bin/env tally


            # what it is   
            let a = 1;   let b = 2 # both
            steps


               # own line
            sum steps by day # daily
              # then
              | average by month   # monthly

            """
        #expect(
            QueryFormatter.format(Parser.parse(script)) == """
                #!/usr/bin/env tally

                # what it is
                let a = 1
                let b = 2  # both
                steps

                # own line
                sum steps by day  # daily
                    # then
                    | average by month  # monthly

                """)
        checkInvariants(script)
    }

    @Test("A long query has line breaks before its pipes, and a long head before its clauses")
    func longQueries() {
        let text = "sum activeEnergy by hour last 30 full days | running total reset each day | average by hour of day as line to \"a.svg\""
        #expect(
            QueryFormatter.format(Parser.parse(text)) == """
                sum activeEnergy by hour last 30 full days
                    | running total reset each day
                    | average by hour of day as line to "a.svg"

                """)
        let head =
            "sum activeEnergy, average heartRate, sum distanceWalkingRunning by hour of day last 30 full days where source = \"Apple Watch\""
        #expect(
            QueryFormatter.format(Parser.parse(head)) == """
                sum activeEnergy, average heartRate, sum distanceWalkingRunning by hour of day last 30 full days
                    where source = "Apple Watch"

                """)
        checkInvariants(text + "\n" + head)
    }

    @Test("A resolver replaces metrics with their canonical names")
    func resolver() {
        let formatted = QueryFormatter.format(Parser.parse("sum active energy, steps by day")) {
            $0 == "active energy" ? "activeEnergyBurned" : nil
        }
        #expect(formatted == "sum activeEnergyBurned, steps by day\n")
    }

    @Test("A text with errors is unchanged")
    func errors() {
        let text = "SUM   steps BY\n\n\nsteps"
        #expect(QueryFormatter.format(Parser.parse(text)) == text)
    }
}
