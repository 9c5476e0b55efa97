import CalendarIntervals
import HealthModel
import QueryCompiler
import QueryDiagnostics
import QueryPlan
import QuerySyntax
import QueryVocabulary
import Testing

@Suite("Stages")
struct StageTests {
    private func pipeline(_ text: String, in context: CompilationContext = Compilation.filled) throws -> Pipeline {
        let compiled = try Compilation.compile(text, in: context)
        return try #require(compiled.pipeline, "\(text): \(compiled.diagnostics.map(\.message))")
    }

    private func stages(_ text: String, in context: CompilationContext = Compilation.filled) throws -> [PlanStage] {
        try pipeline(text, in: context).stages
    }

    private func columns(_ text: String) throws -> [String] {
        try #require(stages(text).last).columns.map { "\($0.name) \($0.unit ?? "-")\($0.isAdditive ? " +" : "")" }
    }

    private func local(_ instant: Instant, _ plan: Plan) -> String { ISO8601.text(of: instant, in: plan.zone) }

    // MARK: Columns

    @Test(
        "Stages name their columns after the column, the stage or the aggregate",
        arguments: [
            ("sum steps by day | running total", ["sum count"]), ("sum steps by day | rolling 7 days average", ["sum count"]),
            ("sum steps by day | rolling 7 days min, max", ["min count", "max count"]),
            ("sum steps by day last 7 days | compare to previous", ["sum count +", "previous count +"]),
            (
                "sum, duration steps by day last 7 days | compare to previous week",
                [
                    "sum count +", "duration min +", "previous_sum count +", "previous_duration min +",
                ]
            ),
            (
                "sum steps by day last 7 days | compare to previous week | compare to previous year",
                [
                    "sum count +", "previous count +", "previous_2 count +",
                ]
            ),
            ("sum steps by day | change", ["sum count"]), ("sum steps by day | change percent", ["sum %"]),
            ("sum steps by day last 7 days | compare to previous | change percent", ["sum %", "previous count +"]),
            ("sum steps by day | average by month", ["average count"]),
            ("sum steps by day | sum, p95 by month", ["sum count +", "p95 count"]),
            ("sum steps, average heartRate by day | max by month", ["max_sum_stepCount count", "max_average_heartRate count/min"]),
            ("sum steps by day | count", ["count count +"]), ("sum steps by day | duration", ["duration min"]),
            ("sum steps called walked by day | where walked > 5 | sort walked | top 3 | fill zero | partial drop", ["walked count +"]),
            ("sum steps by day | fill previous", ["sum count"]),
            ("sum steps by hour today | running total reset each day | project", ["sum count"]),
            ("sum steps by hour | running total reset each day | value at 14:37", ["sum count"]),
        ])
    func names(query: String, expected: [String]) throws {
        #expect(try columns(query) == expected)
    }

    @Test(
        "Arithmetic computes units",
        arguments: [
            ("derive x = sum * 2", "x count +"), ("derive x = sum / 2", "x count +"), ("derive x = -sum", "x count +"),
            ("derive x = 2", "x -"),
            ("derive x = sum - 500", "x count"), ("derive x = sum / sum", "x -"), ("derive x = (sum + sum) / 7", "x count +"),
            ("derive x = 100 / sum", "x -"), ("derive x = 1 + sum", "x count"),
        ])
    func derivedUnits(stage: String, expected: String) throws {
        #expect(try columns("sum steps by day | \(stage)").last == expected)
    }

    @Test("A quotient has a unit in Apple's notation, and a sum has the unit of its left side")
    func units() throws {
        let query = "sum activeEnergy in kcal called burned, sum dietaryEnergy in kJ called eaten, sum distance in km called far by day"
        #expect(try columns("\(query) | derive x = burned / far").last == "x kcal/km")
        #expect(try columns("\(query) | derive x = burned * far").last == "x kcal·km")
        #expect(try columns("\(query) | derive x = burned / eaten").last == "x -")
        #expect(try columns("\(query) | derive x = eaten - burned").last == "x kJ +")
        #expect(try columns("\(query) | derive burned = burned / 2").map { $0.prefix { $0 != " " } } == ["burned", "eaten", "far"])
        guard
            case .derive(.subtract(.column(1), .converted(.column(0), let conversion)), column: 3)? =
                try stages("\(query) | derive x = eaten - burned").last?.kind
        else {
            Issue.record("no conversion")
            return
        }
        #expect(conversion(1) == 4.184)
        #expect(try Compilation.codes("\(query) | derive x = burned + far", in: Compilation.filled) == ["E180"])
    }

    // MARK: Time

    @Test("Running totals are reset at the start of the query's days")
    func reset() throws {
        guard
            case .runningTotal(let reset?)? =
                try stages("sum steps by hour last 3 days anchor 03:00 | running total reset each day").first?.kind
        else {
            Issue.record("no reset")
            return
        }
        let noon = Instant(seconds: 1_749_916_800)  // 2025-06-14 12:00 in New York
        #expect(reset.floor(noon) == noon.advanced(byMilliseconds: -9 * 3_600_000))
        #expect(reset.ceiling(noon) == noon.advanced(byMilliseconds: 15 * 3_600_000))
    }

    @Test("Windows of days follow the calendar, and windows of hours are elapsed time")
    func windows() throws {
        guard
            case .rolling(.calendar(let week, _), let average, atLeast: 5)? =
                try stages("sum steps by day | rolling 7 days average at least 5").first?.kind,
            case .rolling(.elapsed(let length), _, atLeast: 1)? = try stages("sum steps by hour | rolling 24h max").first?.kind
        else {
            Issue.record("no windows")
            return
        }
        #expect(week == IntervalComponents(7, .day) && average == [RowAggregate(.average, of: 0)])
        #expect(length == 86_400_000)
    }

    @Test("`fill previous` reads the time from the first sample to the range")
    func before() throws {
        let stage = try #require(stages("average heartRate by day last 7 days | fill previous").first)
        let before = try #require(stage.before).plan
        #expect(local(before.range.start, before) == "2025-01-01T00:00:00-05:00")
        #expect(local(before.range.end, before) == "2025-06-09T00:00:00-04:00")
        let linear = try #require(stages("average heartRate by day last 7 days | fill linear").first)
        #expect(linear.before == nil)
    }

    @Test("A projection uses the typical day of the rows, or of the 30 full days before today")
    func typical() throws {
        let query = "| running total reset each day | project"
        guard case .project(let alone)? = try stages("sum steps by hour today \(query)").last?.kind,
            case .project(let inside)? = try stages("sum steps by hour last 10 days \(query)").last?.kind
        else {
            Issue.record("no projection")
            return
        }
        let typical = try #require(alone.typical)
        #expect(local(typical.plan.range.start, typical.plan) == "2025-05-16T00:00:00-04:00")
        #expect(local(typical.plan.range.end, typical.plan) == "2025-06-15T00:00:00-04:00")
        #expect(typical.stages.count == 1)
        #expect(inside.typical == nil)
    }

    // MARK: Comparisons

    @Test(
        "The other period has the length of the range, is one period earlier, or is named",
        arguments: [
            ("by day last 7 days | compare to previous", "2025-06-02 2025-06-09", "7 days"),
            ("by day last 7 full days | compare to previous", "2025-06-01 2025-06-08", "7 days"),
            ("by day this month | compare to previous", "2025-05-01 2025-06-01", "1 month"),
            ("by day last month | compare to previous", "2025-04-01 2025-05-01", "1 month"),
            ("by hour today | compare to previous", "2025-06-14 2025-06-15", "1 day"),
            ("by hour yesterday | compare to previous week", "2025-06-07 2025-06-08", "1 week"),
            ("by day during 2025-Q1 | compare to previous", "2024-10-01 2025-01-01", "1 quarter"),
            ("by month this year | compare to previous year", "2024-01-01 2025-01-01", "1 year"),
            ("by day from 2025-06-01 to 2025-06-11 | compare to previous", "2025-05-22 2025-06-01", "10 days"),
            ("by day from 2025-03 to 2025-05 | compare to previous", "2025-01-01 2025-03-01", "2 months"),
            ("by day since 2025-06-01 | compare to previous", "2025-05-17 2025-05-31", "15 days"),
            ("by day this month | compare to last month", "2025-05-01 2025-06-01", "1 month"),
            ("by day this month | compare to 2024-06", "2024-06-01 2024-07-01", "12 months"),
            ("by hour today | compare to 2025-06-10", "2025-06-10 2025-06-11", "5 days"),
            ("by week last 8 full weeks | compare to previous", "2025-02-17 2025-04-14", "8 weeks"),
            ("by week last 8 full weeks | compare to previous year", "2024-04-15 2024-06-10", "52 weeks"),
            ("by week last 8 full weeks | compare to previous year aligned weekday", "2024-04-15 2024-06-10", "52 weeks"),
            ("by day this month | compare to previous year aligned weekday", "2024-06-02 2024-07-02", "52 weeks"),
            ("by week last 30 days | compare to previous", "2025-04-07 2025-05-12", "5 weeks"),
            ("by day anchor 03:00 last 7 days | compare to previous", "2025-06-02 2025-06-09", "7 days"),
            ("last 7 days | compare to previous", "2025-06-02 2025-06-09", "7 days"),
            ("by hour of day last 7 days | compare to previous", "2025-06-02 2025-06-09", "7 days"),
        ])
    func compared(query: String, range: String, shift: String) throws {
        guard case .compare(let period)? = try stages("sum steps \(query)").last?.kind else {
            Issue.record("no comparison")
            return
        }
        let plan = period.earlier.plan
        let days = [plan.range.start, plan.range.end].map { ISO8601.text(of: plan.zone.date(at: $0)) }
        #expect(days.joined(separator: " ") == range)
        guard case .calendar(let count, let periods) = period.shift else {
            Issue.record("no calendar shift")
            return
        }
        let unit = periods.interval.period
        #expect("\(count) \(unit.name)\(count == 1 ? "" : "s")" == shift)
    }

    @Test("The shift of a range follows its written times, and elapsed alignment counts milliseconds")
    func elapsed() throws {
        guard case .compare(let typed)? = try stages("sum steps by day since -30d | compare to previous").last?.kind,
            case .compare(let hours)? = try stages("sum steps by hour since -36h | compare to previous").last?.kind,
            case .compare(let aligned)? = try stages("sum steps by day this month | compare to previous aligned elapsed").last?.kind
        else {
            Issue.record("no comparison")
            return
        }
        #expect(local(typed.earlier.plan.range.start, typed.earlier.plan) == "2025-04-16T10:37:00-04:00")
        #expect(local(hours.earlier.plan.range.end, hours.earlier.plan) == "2025-06-13T22:37:00-04:00")
        #expect(aligned.shift == .elapsed(milliseconds: 31 * 86_400_000))
    }

    @Test("The other period goes through the stages before the comparison, with shifted instants")
    func earlierStages() throws {
        func moments(_ time: String) throws -> (own: RowMoment, earlier: RowMoment)? {
            let all = try stages("sum steps by hour today | running total reset each day | value at \(time) | compare to previous")
            guard case .compare(let period)? = all.last?.kind, case .valueAt(let own, _) = all[1].kind,
                case .valueAt(let earlier, _)? = period.earlier.stages.last?.kind
            else { return nil }
            return (own, earlier)
        }
        guard case (.instant(let own), .instant(let earlier))? = try moments("today 08:00") else {
            Issue.record("no comparison")
            return
        }
        #expect(earlier == own.advanced(byMilliseconds: -86_400_000))
        // `now` is the same time of day on every day.
        let now = try #require(try moments("now"))
        #expect(now.own == .sameTime(Compilation.now) && now.earlier == now.own)
    }

    @Test("`change` uses the previous period if there is one")
    func changes() throws {
        guard case .change(let alone, percent: false)? = try stages("sum steps by day | change").last?.kind,
            case .change(let compared, percent: true)? = try stages(
                "sum, duration steps by day last 7 days | compare to previous | change percent"
            ).last?.kind
        else {
            Issue.record("no change")
            return
        }
        #expect(alone == [ColumnChange(0, against: nil)])
        #expect(compared == [ColumnChange(0, against: 2), ColumnChange(1, against: 3)])
    }

    // MARK: Rows

    @Test("Rows are grouped by periods and profiles of their start, and by their keys")
    func keys() throws {
        guard case .aggregate(_, by: let month)? = try stages("sum steps by day | average by month").last?.kind,
            case .aggregate(_, by: let hour)? = try stages("sum steps by hour, source | average by hour of day, source").last?.kind,
            case .aggregate(_, by: let kept)? = try stages("sum steps by weekday, hour of day | max by weekday").last?.kind
        else {
            Issue.record("no aggregate")
            return
        }
        #expect(month.schedule?.interval == IntervalComponents(1, .month) && month.intervalText == "month" && month.profiles.isEmpty)
        #expect(hour.profiles == [.hourOfDay] && hour.schedule == nil && hour.columns == [0])
        #expect(kept.profiles.isEmpty && kept.columns == [0])
    }

    @Test("Conditions can use columns in their units, keys and times")
    func conditions() throws {
        func condition(_ text: String) throws -> RowPredicate {
            guard case .filter(let predicate)? = try stages(text).last?.kind else { throw Compilation.NoQuery() }
            return predicate
        }
        guard case .number(.value(0), .greater, 2000) = try condition("sum distance in m by day | where sum > 2 km"),
            case .number(.value(1), .greater, 5) = try condition("sum steps, average heartRate by day | where heartRate > 5"),
            case .number(.value(0), .lessOrEqual, 5) = try condition("samples of heartRate | where value <= 5"),
            case .text(.key(1), .equals(["Watch"])) = try condition("samples of heartRate | where source = \"Watch\""),
            case .missing(.value(0)) = try condition("sum steps by day | where sum is missing"),
            case .not(.isPartial) = try condition("sum steps by day | where not partial"),
            case .number(.start, .greaterOrEqual, 1_749_268_800_000) = try condition("sum steps by day | where start > 2025-06-06"),
            case .profile(.weekday, slots: [5, 6], _, _) = try condition("sum steps by day | where weekday between saturday and sunday"),
            case .numberIn(.key(0), [9, 10]) = try condition("sum steps by hour of day | where hour of day between 9 and 10"),
            case .numberIn(.value(0), _) = try condition("samples of sleep | where value is core"),
            case .number(.value(0), .greater, 50) = try condition("sum steps by day | change percent | where sum > 50%")
        else {
            Issue.record("a condition is bound to something else")
            return
        }
    }

    @Test("A limit directly after a listing moves into the plan")
    func limit() throws {
        let limited = try pipeline("samples of heartRate limit 20 | limit 5")
        #expect(limited.plan.limit == 5 && limited.stages.isEmpty)
        let filtered = try pipeline("samples of heartRate | where value > 5 | limit 5")
        #expect(filtered.plan.limit == nil && filtered.stages.count == 2)
    }

    @Test("Stages continue from the last result and have its pipeline")
    func lastResult() throws {
        let context = Compilation.filled
        let rows = try Compilation.compile("sum steps by day last 7 days | running total", in: context).rows
        let compiled = try Compilation.compile("_ | compare to previous", in: context, after: rows)
        guard case .continuation(let continued?) = compiled.outcome else {
            Issue.record("the rows are not those of the last result")
            return
        }
        #expect(compiled.stages.count == 1 && continued.pipeline.stages.count == 2)
        guard case .compare(let period)? = compiled.stages.first?.kind else {
            Issue.record("no comparison")
            return
        }
        #expect(period.earlier.stages.count == 1)
        #expect(try Compilation.codes("_ | top 3 by smu", in: context, after: rows) == ["E215"])
        #expect(try Compilation.codes("_ | top 3 by smu", in: context) == [])
    }

    // MARK: Findings

    @Test(
        "Correct stages have no findings",
        arguments: [
            "sum steps by hour last 7 days | running total reset each week",
            "sum steps by day last 7 days | rolling 7 days average at least 7",
            "sum steps by month last 6 months | compare to previous year",
            "sum steps by month last 6 months | compare to previous",
            "sum steps by week last 2 weeks | compare to previous year",
            "sum steps by hour last 2 days | rolling 1 week max",
            "count heartRate by day last 7 days | fill zero",
            "average heartRate by day last 7 days | sum by month",
            "duration heartRate by day last 7 days | running total",
            "samples of heartRate last 2 days | count by day",
            "sum steps by day last 7 days | change percent | where sum > 5%",
        ])
    func quiet(query: String) throws {
        #expect(try Compilation.codes(query, in: Compilation.filled) == [])
    }

    @Test("The examples of the grammar compile", arguments: Grammar.entries.filter { $0.place == .stage }.map(\.example))
    func examples(query: String) throws {
        #expect(try Compilation.codes(query, in: Compilation.filled).filter { $0.hasPrefix("E") } == [])
    }

    @Test("Fixes correct a misspelled column and add a missing running total")
    func fixes() throws {
        let misspelt = try Compilation.compile("sum steps by day | top 3 by smu", in: Compilation.filled).diagnostics
        #expect(misspelt.map { $0.edits.map(\.replacement) } == [["sum"]])
        let missing = try Compilation.compile("sum steps by hour today | project", in: Compilation.filled).diagnostics
        #expect(missing.map { $0.edits.map(\.replacement) } == [["running total reset each day | "]])
        let endless = try Compilation.compile("sum steps by day | compare to previous", in: Compilation.filled).diagnostics
        #expect(endless.map { $0.edits.map(\.replacement) } == [[" year"]])
        let unfit = try Compilation.compile("sum steps in C", in: Compilation.filled).diagnostics
        #expect(unfit.map { $0.edits.map(\.replacement) } == [["count"]])
    }

    @Test(
        "A fix corrects a slip in one step",
        arguments: [
            ("sum steps by day | join average heartRate by day", "sum steps by day | join (average heartRate by day)"),
            ("sum steps by day | join average heartRate by day | top 3", "sum steps by day | join (average heartRate by day) | top 3"),
            ("sum steps by day | average sum by month", "sum steps by day | average by month"),
            ("sum steps by day | average steps", "sum steps by day | average "),
            ("average weight by day | smooth ewma 7 days", "average weight by day | smooth half-life 7 days"),
        ])
    func oneStep(query: String, corrected: String) throws {
        let found = Parser.parse(SourceText(query)).diagnostics
        #expect(found.count == 1)
        var text = Array(query.utf8)
        for edit in (found.first?.edits ?? []).sorted(by: { $0.range.start > $1.range.start }) {
            text.replaceSubrange(edit.range.start..<edit.range.end, with: edit.replacement.utf8)
        }
        #expect(String(decoding: text, as: UTF8.self) == corrected)
        #expect(try Compilation.codes(corrected, in: Compilation.filled).filter { $0.hasPrefix("E") } == [])
    }

    @Test("A limit of the last result is a stage, because its rows already exist")
    func limitOfLastResult() throws {
        let rows = try Compilation.compile("samples of steps today", in: Compilation.filled).rows
        let compiled = try Compilation.compile("_ | limit 5", in: Compilation.filled, after: rows)
        #expect(compiled.stages.count == 1 && compiled.pipeline?.plan.limit == nil)
    }

    @Test("Stages on summaries find every column, also in another period")
    func summaries() throws {
        #expect(try pipeline("summaries last 7 days").plan.hasAllSummaryColumns == false)
        let compared = try pipeline("summaries last 7 days | compare to previous")
        guard case .compare(let period)? = compared.stages.first?.kind else {
            Issue.record("no comparison")
            return
        }
        #expect(compared.plan.hasAllSummaryColumns && period.earlier.plan.hasAllSummaryColumns && period.columns == Array(0..<12))
        let context = Compilation.filled
        let rows = try #require(Compilation.compile("summaries last 7 days", in: context).rows)
            .keeping(columns: ["move", "moveGoal", "moveProgress", "stand"], keys: [])
        #expect(try Compilation.compile("_ | sort stand", in: context, after: rows).stages.first?.columns.count == 4)
        #expect(try Compilation.codes("_ | sort moveTime", in: context, after: rows) == ["E215"])
        #expect(try Compilation.codes("_ | compare to previous", in: context, after: rows) == ["E220"])
    }

    @Test("With zone sample the times of rows are wall-clock times")
    func sampleZones() throws {
        guard
            case .filter(.number(.start, .greaterOrEqual, let start))? =
                try stages("sum steps by day last 7 days zone sample | where start >= 2025-06-10").last?.kind
        else {
            Issue.record("no condition")
            return
        }
        #expect(start == 1_749_513_600_000)  // 2025-06-10 00:00, represented in UTC
    }
}
