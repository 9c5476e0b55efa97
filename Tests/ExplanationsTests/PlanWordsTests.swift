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
            "from 2026-06-28 00:00 +02:00 to but not including 2026-07-01 00:00 +02:00, in Europe/Berlin",
            "crosses an end of the range only the part inside counts", "gives each its share by time", "Watch before iPhone",
            "The last row is partial", "null, which is not 0",
        ] {
            #expect(text.contains(part), "\(part)")
        }
    }

    @Test("What a clause changes is in the words")
    func clauses() throws {
        for (query, part) in [
            ("average heartRate", "each weighted by the time that it covers; those without length count alike"),
            ("average weight", "every one counts alike"),
            ("average environmentalAudioExposure", "by its energy over time"), ("sum steps by day anchor 03:00", "begins at 03:00"),
            ("sum steps by week starting sunday", "begins on Sunday"), ("sum steps yesterday strict", "wholly inside the range"),
            ("sum steps by day assign by end", "in which it ends"), ("sum steps sources raw", "Everything that every source recorded"),
            ("sum steps by day and source", "Each source stands alone"), ("sum steps by day fill zero", "shows 0"),
            ("count heartRate where value > 100", "the value is above 100 count/min"),
            ("count sleepAnalysis where value = awake", "the value is awake"),
            ("sum steps by day on 2026-03", "2026-03-29 00:00 +01:00 is 23 h long"), ("sum steps by day partial drop", "and left out"),
            ("average heartRate by hour of day", "24 rows in all"), ("median weight", "percentile = linear"),
            ("sum steps by day zone sample", "on the clock of the zone that each sample was recorded in"),
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

    @Test("What is filled is in the words, as a clause and as a stage")
    func fills() throws {
        #expect(try words("sum steps by day fill linear").contains("without samples lies on the line between its neighbours"))
        #expect(try words("sum steps by day fill none").contains("Rows without samples are left out."))
        for (fill, part) in [("linear", "lies on the line"), ("none", "are left out"), ("7", "shows 7"), ("previous", "the row before it")]
        {
            let plan = try #require(ExplainedQuery.plan("sum steps by day"))
            let rule: Fill = fill == "linear" ? .linear : fill == "none" ? .omit : fill == "7" ? .number(7) : .previous
            let stage = PlanStage(.fill([0: rule]), columns: [], text: "fill \(fill)")
            let text = PlanWords(Pipeline(plan: plan, stages: [stage]), sources: [:]).paragraph
            #expect(text.contains("by `fill \(fill)`") && text.contains(part), "\(text)")
        }
    }

    @Test("Without samples there is no range, and the words say so")
    func emptyStore() throws {
        #expect(try words("sum steps by day", isEmptyStore: true).contains("Nothing is recorded yet"))
    }

    @Test("Words are wrapped to a width, and none is lost")
    func wrapping() throws {
        let text = try words("average, min, max heartRate by 15min yesterday")
        let lines = ScreenText.wrapped(text, to: 80, keepsWords: true)
        #expect(lines.allSatisfy { $0.count <= 80 })
        #expect(lines.joined(separator: " ") == text)
    }
}
