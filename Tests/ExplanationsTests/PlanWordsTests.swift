import Explanations
import QueryPlan
import TerminalText
import Testing

@Suite("A query in words")
struct PlanWordsTests {
    private func words(_ query: String, isEmptyStore: Bool = false) throws -> String {
        let plan = try #require(ExplainedQuery.plan(query, isEmptyStore: isEmptyStore), "\(query)")
        return PlanWords(Pipeline(plan: plan), sources: ExplainedQuery.sources).paragraph
    }

    @Test("The words name metric and style, rows, range with offsets, edges, merging, partial and empty rows")
    func whole() throws {
        let text = try words("sum steps by day last 3 days")
        for part in [
            "Adds up stepCount in count.", "stepCount is cumulative", "one row for each day, 3 rows in all",
            "starts at 2026-06-28 00:00 +02:00 and ends before 2026-07-01 00:00 +02:00, in Europe/Berlin",
            "crosses the start or end of the range, only the part inside counts", "divided among them by time", "Watch before iPhone",
            "The last row is partial", "null, not 0",
        ] {
            #expect(text.contains(part), "\(part)")
        }
    }

    @Test("The words mention the effect of each clause")
    func clauses() throws {
        for (query, part) in [
            ("average heartRate", "weighted by the time they cover. Samples without a duration have equal weights"),
            ("average weight", "all have the same weight"),
            ("average environmentalAudioExposure", "from its energy over time"), ("sum steps by day anchor 03:00", "(starting at 03:00)"),
            ("sum steps by week starting sunday", "(starting on Sunday)"), ("sum steps yesterday strict", "entirely inside the range"),
            ("sum steps by day assign by end", "in which it ends"), ("sum steps sources raw", "The values of all sources are added up"),
            ("sum steps by day and source", "Each source has its own rows"), ("sum steps by day fill zero", "shows 0"),
            ("count heartRate where value > 100", "the value is above 100 count/min"),
            ("count sleepAnalysis where value = awake", "the value is awake"),
            ("sum steps by day on 2026-03", "2026-03-29 00:00 +01:00 is 23 h long"),
            ("sum steps by day partial drop", "Partial rows are left out"),
            ("average heartRate by hour of day", "24 rows in all"), ("median weight", "percentile = linear"),
            ("sum steps by day zone sample", "in the time zone that each sample was recorded in"),
        ] {
            let text = try words(query)
            #expect(text.contains(part), "\(query): \(text)")
        }
    }

    @Test("Percentiles have the endings of their numbers")
    func ordinals() throws {
        let text = try words("p1, p2, p3, p11, p12, p13, p21, p22, p99.9 heartRate")
        for part in ["1st,", "2nd,", "3rd,", "11th,", "12th,", "13th,", "21st,", "22nd ", "99.9th "] {
            #expect(text.replacing(" percentile", with: "").contains("the \(part)"), "\(part): \(text)")
        }
    }

    @Test("The words mention `fill`, as a clause and as a stage")
    func fills() throws {
        #expect(try words("sum steps by day fill linear").contains("without samples shows a value interpolated between its neighbors"))
        #expect(try words("sum steps by day fill none").contains("Rows without samples are left out."))
        for (fill, part) in [("linear", "interpolated"), ("none", "are left out"), ("7", "shows 7"), ("previous", "the row before it")] {
            let plan = try #require(ExplainedQuery.plan("sum steps by day"))
            let rule: Fill = fill == "linear" ? .linear : fill == "none" ? .omit : fill == "7" ? .number(7) : .previous
            let stage = PlanStage(.fill([0: rule]), columns: [], text: "fill \(fill)")
            let text = PlanWords(Pipeline(plan: plan, stages: [stage]), sources: [:]).paragraph
            #expect(text.contains("Then `fill \(fill)`:") && text.contains(part), "\(text)")
        }
    }

    @Test("Without samples, the words say that nothing is recorded yet")
    func emptyStore() throws {
        #expect(try words("sum steps by day", isEmptyStore: true).contains("Nothing is recorded yet"))
    }

    @Test("Wrapping to a width loses no word")
    func wrapping() throws {
        let text = try words("average, min, max heartRate by 15min yesterday")
        let lines = ScreenText.wrapped(text, to: 80, keepsWords: true)
        #expect(lines.allSatisfy { $0.count <= 80 })
        #expect(lines.joined(separator: " ") == text)
    }
}
