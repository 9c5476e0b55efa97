import CalendarIntervals
import HealthModel
import QueryCompiler
import QueryDiagnostics
import QueryPlan
import QuerySyntax
import QueryVocabulary
import Testing

@Suite("Plans")
struct PlanTests {
    private func plan(_ text: String, in context: CompilationContext = Compilation.filled) throws -> Plan {
        try #require(Compilation.compile(text, in: context).pipeline?.plan, "\(text)")
    }

    @Test("The plan has every rule of the query, including defaults")
    func rules() throws {
        let standard = try plan("sum steps by day")
        #expect(standard.edges == .clip && standard.assignment == .share && standard.sourceRule == .merged)
        #expect(standard.fill == .none && standard.partial == .mark && standard.limit == nil && !standard.usesSampleZones)
        #expect(standard.splits.isEmpty && standard.predicate == nil && standard.preferredSources.isEmpty)
        let full = try plan(
            "sum steps by day strict start assign by end sources raw prefer \"iPhone\", 'Watch' fill -0.5 partial drop zone Asia/Tokyo")
        #expect(full.edges == .strictStart && full.assignment == .end && full.sourceRule == .raw)
        #expect(full.preferredSources == [Source.fold("iPhone"), Source.fold("Watch")])
        #expect(full.fill == .number(-0.5) && full.partial == .drop && full.zone.identifier == "Asia/Tokyo")
        #expect(try plan("sum steps edges overlap").edges == .overlap)
        #expect(try plan("sum steps strict").edges == .strict)
        #expect(try plan("sum steps strict end").edges == .strictEnd)
        #expect(try plan("sum steps by day zone sample").usesSampleZones)
    }

    @Test("`by source` and `sources separate` have the same plan")
    func separate() throws {
        let bySource = try plan("sum steps by day and source")
        let separate = try plan("sum steps by day sources separate")
        #expect(bySource.splits == [.source] && separate.splits == [.source])
        #expect(bySource.sourceRule == .separate && separate.sourceRule == .separate)
    }

    @Test("The plan of a listing has its unit, order and limit")
    func samples() throws {
        let plan = try plan("samples of heartRate newest first limit 10")
        guard case .samples(let listing) = plan.subject else {
            Issue.record("no listing")
            return
        }
        #expect(listing.isNewestFirst && plan.limit == 10 && listing.unit?.symbol == "count/min")
        for clause in ["by day", "assign by end", "fill zero", "partial drop", "grid clock", "sources raw", "prefer \"Watch\""] {
            #expect(try Compilation.codes("samples of steps \(clause)", in: Compilation.filled) == ["E159"], "\(clause)")
        }
        #expect(try Compilation.codes("sum steps by day limit 5") == ["E159"])
        #expect(try Compilation.codes("sum steps by day newest first") == ["E159"])
        #expect(try Compilation.codes("summaries by day") == ["E159"])
    }

    @Test(
        "The plan has the interval and the anchor as the formatter prints them",
        arguments: [
            ("sum steps by hour today", "hour", nil), ("sum steps by 15min today", "15min", nil),
            ("sum steps by 2  WEEKS last 4 weeks", "2 weeks", nil), ("sum steps by day anchor 03:00 today", "day", "03:00"),
            ("sum steps by week starting sunday last 4 weeks", "week starting sunday", nil),
            ("sum steps by week anchor monday 03:00 today", "week", "monday 03:00"),
            ("sum steps by month anchor day 15", "month", "day 15"),
            ("sum steps by 3 days anchor 2024-01-01 03:00", "3 days", "2024-01-01 03:00"), ("sum steps today", nil, nil),
            ("sum steps by hour of day", nil, nil), ("let b = 90min\nsum steps by b today", "90min", nil),
        ] as [(String, String?, String?)])
    func texts(query: String, interval: String?, anchor: String?) throws {
        let grid = try plan(query).grid
        #expect(grid.intervalText == interval)
        #expect(grid.anchorText == anchor)
    }

    @Test("A million rows are allowed, and one more is an error with the number of rows")
    func rowLimit() throws {
        let most = try plan("sum steps by second from 2025-01-01T00:00Z to 2025-01-12T13:46:40Z")
        #expect(most.grid.groupCount == 1_000_000)
        let more = try Compilation.compile("sum steps by second from 2025-01-01T00:00Z to 2025-01-12T13:46:41Z", in: Compilation.filled)
        #expect(more.diagnostics.map(\.code) == [.tooManyRows])
        #expect(more.diagnostics.first?.message.contains("1,000,001 rows") == true)
        let profiles = try Compilation.compile("sum steps by hour of week, day of month, week of year, month of year")
        let message = profiles.diagnostics.first { $0.code == .tooManyRows }?.message ?? ""
        #expect(message.contains("3,312,288 rows"))
    }

    @Test("Implied ends move to bucket edges, and written ends stay")
    func ends() throws {
        let implied = try plan("sum steps by week last 30 days")
        #expect(ISO8601.text(of: implied.range.start, in: implied.zone) == "2025-05-12T00:00:00-04:00")
        #expect(ISO8601.text(of: implied.range.end, in: implied.zone) == "2025-06-16T00:00:00-04:00")
        let typed = try plan("sum steps by week since 2025-05-17")
        #expect(ISO8601.text(of: typed.range.start, in: typed.zone) == "2025-05-17T00:00:00-04:00")
        #expect(typed.range.end == Compilation.now)
        let everything = try plan("sum steps by month")
        #expect(everything.range.start == Instant(seconds: 1_735_707_600))
        #expect(!everything.range.includesEnd)
        #expect(try plan("sum steps").range.includesEnd)
    }

    @Test("With `zone sample`, the range waits for the recorded times of the samples")
    func recordedTimes() throws {
        let steps = MetricID("HKQuantityTypeIdentifierStepCount")
        #expect(try Compilation.compile("sum steps by day zone sample", in: Compilation.filled).wantsRecordedTimes == [steps])
        #expect(try Compilation.compile("sum steps until today zone sample", in: Compilation.filled).wantsRecordedTimes == [steps])
        #expect(try Compilation.compile("sum steps last 7 days zone sample", in: Compilation.filled).wantsRecordedTimes.isEmpty)
        #expect(try Compilation.compile("sum steps by day", in: Compilation.filled).wantsRecordedTimes.isEmpty)
    }

    @Test("The duration of a workout in a condition excludes its pauses")
    func workoutDuration() throws {
        guard case .number(let field, .greater, let seconds)? = try plan("count workouts where duration > 30min").predicate else {
            Issue.record("another condition")
            return
        }
        #expect(field == .workout(.activeDuration) && seconds == 1800)
        guard case .number(let plain, _, _)? = try plan("count steps where duration > 30min").predicate else {
            Issue.record("another condition")
            return
        }
        #expect(plain == .duration)
    }
}
