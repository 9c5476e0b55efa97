import CalendarIntervals
import HealthModel
import QueryCompiler
import QueryDiagnostics
import QueryPlan
import QuerySyntax
import RandomTesting
import Testing

/// Invariants of every query.
@Suite("Random queries")
struct RandomQueryTests {
    @Test("A query has a plan or an error, and its buckets are in order", arguments: [1, 2, 3, 4] as [UInt64])
    func invariants(seed: UInt64) {
        var queries = QueryGenerator(seed: seed)
        for _ in 0..<150 {
            let text = queries.query()
            if case .plan(let rows)? = checkedQuery(text, seed: seed)?.outcome { check(rows.pipeline.plan, "seed \(seed): \(text)") }
        }
    }

    private func check(_ plan: Plan, _ text: Comment) {
        let grid = plan.grid
        #expect(plan.range.start <= plan.range.end, text)
        #expect(zip(grid.edges, grid.edges.dropFirst()).allSatisfy { $0 < $1 }, text)
        #expect(grid.bucketCount == 0 || grid.groupOfBucket?.count ?? grid.groupCount == grid.bucketCount, text)
        #expect(grid.groupOfBucket?.allSatisfy { (0..<Int32(grid.groupCount)).contains($0) } ?? true, text)
        #expect(!grid.hasTimeKey || grid.groupStarts.count == grid.groupCount && grid.groupEnds.count == grid.groupCount, text)
        #expect(grid.slots.count == grid.profiles.count && grid.slots.allSatisfy { $0.count == grid.groupCount }, text)
        guard grid.intervalText != nil, grid.groupOfBucket == nil, let first = grid.edges.first, !plan.range.isUnknown else { return }
        // The first bucket overlaps the range, and no bucket starts after now.
        #expect(first <= plan.range.start.milliseconds && grid.edges.count > 1 && grid.edges[1] > plan.range.start.milliseconds, text)
        let now = plan.usesSampleZones ? plan.zone.localMilliseconds(at: plan.now) : plan.now.milliseconds
        #expect(grid.groupStarts.allSatisfy { $0 <= now }, text)
    }
}

/// Returns the compiled query, or nil if the text doesn't parse. Checks that only an error prevents a query, and that findings are in it.
func checkedQuery(_ text: String, seed: UInt64) -> CompiledQuery? {
    let parsed = Parser.parse(text)
    guard parsed.diagnostics.isEmpty, case .query(let query)? = parsed.statements.first?.kind else { return nil }
    let compiled = QueryCompiler(context: Compilation.filled).compile(query)
    #expect(compiled.hasFailed == compiled.diagnostics.contains { $0.severity == .error }, "seed \(seed): \(text)")
    for finding in compiled.diagnostics {
        #expect(finding.range.end <= text.utf8.count, "seed \(seed): \(finding.code.rawValue): \(text)")
    }
    return compiled
}

/// Generates queries with all clauses, and with ordinary and extreme values.
struct QueryGenerator {
    private var random: SplitMix64

    init(seed: UInt64) { random = SplitMix64(seed: seed &* 0x9E37_79B9_7F4A_7C15) }

    private mutating func next(below bound: Int) -> Int { Int(random.next() % UInt64(bound)) }

    private mutating func pick(_ choices: [String]) -> String { choices[next(below: choices.count)] }

    mutating func query() -> String {
        var clauses = [
            pick(["", "by \(keys())"]), pick(["", range(), range()]), pick(["", "anchor \(anchor())"]), pick(["", "zone \(zone())"]),
        ]
        clauses.append(pick(["", "", "where \(condition())"]))
        clauses.append(
            pick([
                "", "", "", "vs last month", "vs the same days of \(pick(["last year", "2024-02", "from 2024-03-30 to 2024-04-02"]))",
                "vs the \(pick(["week", "3 days", "500 months"])) before", "before and after 2025-03-30", "40h before and after -3d",
            ]))
        clauses.append(
            pick(["", "", "strict start", "edges overlap", "grid clock", "assign by end", "sources raw", "fill zero", "partial drop"]))
        let start = pick(["sum steps", "average, count heartRate", "steps, heartRate", "duration sleep", "samples of steps", "workouts"])
        return ([start] + clauses.filter { !$0.isEmpty }).joined(separator: " ")
    }

    /// Generates stages of every kind. Many don't fit the rows before them.
    mutating func stages() -> String {
        (0...next(below: 3)).map { _ in "| \(stage())" }.joined(separator: " ")
    }

    private mutating func stage() -> String {
        let column = pick(["sum", "average", "steps", "count", "previous", "value", "x", "previous_sum_stepCount", "start", "source"])
        let aggregates = pick(["average", "sum, count", "p95", "latest and first", "duration", "stddev, stddev"])
        return pick([
            "running total", "running total reset each \(pick(["day", "week", "month", "hour"]))",
            "rolling \(pick(["7 days", "24h", "1 month", "2 weeks", "90min"])) \(aggregates)\(pick(["", " at least 3"]))",
            "compare to \(pick(["previous", "previous year", "previous week", "last month", "2025-02", "yesterday", "all time"]))"
                + pick(["", " aligned clock", " aligned weekday", " aligned elapsed"]),
            "change", "change percent", aggregates, "\(aggregates) by \(keys())", "where \(column) > 5",
            "where \(column) is missing or hour of day in (1, 2) or partial", "where \(condition())",
            "fill \(pick(["zero", "null", "previous", "linear", "7"]))", "partial \(pick(["drop", "keep"]))", "value at 14:37",
            "value at now", "project", "rhythm", "regularity", "sort \(column)", "sort start", "top 3", "bottom 2 by \(column)",
            "trend per \(pick(["day", "week", "month"]))", "trend linear", "smooth ewma 0.2", "smooth loess 9 days",
            "outliers by \(column)", "streaks where \(column) > 5", "longest streak skipping missing where \(condition())",
            "usual", "usual of \(pick(["30 days", "3 months", "5 days", "2h"]))", "share where \(column) > 5",
            "share where \(condition()) by \(keys())",
            "correlate \(column) with \(column) lag 0 to 2", "limit 5",
            "derive x = \(column) \(pick(["+", "-", "*", "/"])) \(pick(["sum", "2", "x", "-previous"]))",
        ])
    }

    private mutating func keys() -> String {
        let time = pick([
            "90s", "15min", "hour", "7h", "day", "3 days", "week", "2 weeks starting sunday", "month", "5mo", "quarter",
            "year",
        ])
        let other = pick([
            "source", "device", "metadata \"k\"", "weekday", "hour of day", "month of year", "part of day", "weekend", "hour of week",
            "value", "product", "activity",
            "(value > 100) called high", "bins of 10", "bands 50, 100",
        ])
        return pick([time, time, other, "\(time), \(other)", "\(other) and \(pick(["weekday", "day of month", "source"]))"])
    }

    private mutating func time() -> String {
        pick([
            "2025-03-09", "2025-03-09 02:30", "2024-02-29", "2025-06-15T14:37:00.5Z", "2025", "2025-03", "2025-Q1", "2025-W10", "now",
            "today",
            "yesterday 03:00", "monday", "sunday 23:59", "-30d", "-36h", "-1mo", "3 weeks ago", "+2d", "exactly 2025-03",
            "start of last week",
            "0001-01-01", "9999-12-31", "2011-12-30",
        ])
    }

    private mutating func range() -> String {
        pick([
            "since \(time())", "until \(time())", "through \(time())", "since \(time()) until \(time())",
            "since \(time()) through \(time())",
            "from \(time()) to \(time())", "between \(time()) and \(time())", "on 2025-03-09", "during 2025-Q1", "last 30 days",
            "last 3 full weeks",
            "last month", "this year", "today", "yesterday", "all time", "last 5 hours", "last 100000 days",
        ])
    }

    private mutating func anchor() -> String {
        pick([
            "03:00", "02:30", "23:59:59", "monday 03:00", "sunday", "day 31", "day 15 12:00", "2024-01-31", "2030-06-15 03:00",
            "2024-01-01T03:00Z",
        ])
    }

    private mutating func zone() -> String {
        pick([
            "utc", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe", "America/Sao_Paulo", "Pacific/Apia", "sample",
            "Africa/Monrovia",
        ])
    }

    private mutating func condition() -> String {
        pick([
            "value > 5", "start >= \(time())", "duration between 1min and 2h", "hour of day between 22 and 5",
            "between 22:00 and 06:00", "after noon", "weekday in (monday, sunday)",
            "source = \"Watch\" or not entered by user", "metadata \"k\" > 5", "value is asleep", "created is missing",
        ])
    }
}
