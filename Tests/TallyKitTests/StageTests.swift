import Foundation
import QueryDiagnostics
import TallyKit
import Testing

@Suite("Stages of a query: parse, compile, explain, run")
struct StageTests {
    private let context = QueryContext(zone: "UTC", now: newYear)

    @Test("A misspelled word is an error with its position and a fix that works")
    func wrongWord() async throws {
        let store = try await walk()
        let error = await #expect(throws: QueryError.self) { try await store.answer("sum stpes by hour", context: context) }
        let finding = try #require(error?.diagnostics.first)
        #expect(finding.severity == .error)
        #expect(finding.range.lowerBound.line == 1 && finding.range.lowerBound.column == 5)
        #expect(finding.range.lowerBound.utf8Offset..<finding.range.upperBound.utf8Offset == 4..<9)
        let fix = try #require(finding.fix)
        #expect(fix.text == "sum steps by hour")
        #expect(fix.keepsQuestion)
        #expect(try await store.answer(fix.text, context: context).rows.count == 2)
        #expect(error?.description.contains("stpes") == true)
    }

    @Test(
        "Text that is not a query is refused by the parser",
        arguments: ["let a = 1", "sum steps; sum steps", "sum steps as csv to \"x.csv\"", ""])
    func notAQuery(text: String) {
        let error = #expect(throws: QueryError.self) { try ParsedQuery(text) }
        #expect(error?.reason == .wrongQuery)
        #expect(error?.diagnostics.isEmpty == false)
    }

    @Test("A query is parsed once, compiled once, explained in all forms, run, and compiled again only for new samples")
    func stages() async throws {
        let store = try await walk()
        let trace = PipelineTrace()
        try await trace.recording {
            let parsed = try ParsedQuery("SUM steps   BY hour")
            #expect(parsed.text == "sum steps by hour")
            let compiled = try await store.compile(parsed, context: context)
            #expect(compiled.text == "sum steps by hour")
            for explanation in QueryExplanation.allCases {
                let text = try await store.explain(compiled, as: explanation)
                #expect(!text.isEmpty, "\(explanation)")
                if explanation == .swift { #expect(text.contains("HKStatisticsCollectionQuery")) }
            }
            #expect(try await store.run(compiled).rows.map { $0["sum"] as Double? } == [600, 200])
            #expect(trace.count(.parse) == 1)
            #expect(trace.count(.compile) == 1)
            #expect(trace.purposes == Array(repeating: "answer", count: QueryExplanation.allCases.count + 2), "one in each stage")
            try await store.add([HealthSample(.stepCount, from: hour(10), to: hour(11), value: 5, source: "Watch")])
            #expect(try await store.run(compiled).rows.map { $0["sum"] as Double? } == [600, 200, 5])
            #expect(trace.count(.parse) == 1)
            #expect(trace.count(.compile) == 2)
        }
    }

    @Test("A text query is parsed once, compiled once and answered on one view")
    func once() async throws {
        let store = try await walk()
        let trace = PipelineTrace()
        let answer = try await trace.recording { try await store.answer("sum steps by hour", context: context) }
        #expect(answer.rows.count == 2)
        #expect(trace.steps.map(\.name) == ["parse", "read to answer", "compile", "run"])
    }

    @Test("An aggregate that does not suit the metric is an error when the query is compiled")
    func illegal() async throws {
        let store = try await walk()
        let parsed = try ParsedQuery("sum heartRate")
        let error = await #expect(throws: QueryError.self) { try await store.compile(parsed, context: context) }
        #expect(error?.diagnostics.map(\.code) == ["E120"])
    }

    @Test("Using the last result without a session is an error of the compiler")
    func lastResult() async throws {
        let store = try await walk()
        let parsed = try ParsedQuery("_ | limit 1")
        let compiling = await #expect(throws: QueryError.self) { try await store.compile(parsed, context: context) }
        #expect(compiling?.diagnostics.map(\.message) == ["there is no last result yet"])
        let answering = await #expect(throws: QueryError.self) { try await store.answer(parsed, context: context) }
        #expect(answering == compiling)
    }

    @Test("An unknown time zone is not a wrong query")
    func zone() async throws {
        let store = try await walk()
        let error = await #expect(throws: QueryError.self) {
            try await store.answer("sum steps", context: QueryContext(zone: "Mars/Olympus"))
        }
        #expect(error?.reason == .unknownZone("Mars/Olympus"))
    }

    @Test("A cancelled task has no answer")
    func cancellation() async throws {
        let store = try await walk()
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await store.answer("sum steps by hour", context: context)
        }
        task.cancel()
        let error = await #expect(throws: QueryError.self) { try await task.value }
        #expect(error?.reason == .cancelled)
    }
}

@Suite("Queries built in Swift equal those of their text")
struct StatisticsQueryTests {
    private static let cases: [(StatisticsQuery, String)] = [
        (.sum(.stepCount).by(.day).last(7, .days), "sum steps by day last 7 days"),
        (
            .sum(.activeEnergyBurned).by(.hour).last(30, .days, full: true).anchored(hour: 3),
            "sum activeEnergy by hour last 30 full days anchor 03:00"
        ),
        (
            .average(.heartRate).and(.max, of: .heartRate).by(.every(15, .minutes), .source).today(),
            "average, max heartRate by 15 minutes and source today"
        ),
        (
            .sum(.stepCount).by(.week).anchored(on: .sunday, hour: 4, minute: 30).yesterday(),
            "sum steps by week anchor sunday 04:30 yesterday"
        ),
        (.percentile(95, .heartRate).by(.hourOfDay, .weekday).last(1, .months), "p95 heartRate by hour of day and weekday last 1 month"),
        (
            .sum(.stepCount).from(hour(0), to: hour(24)).filtered(by: .value(.greaterOrEqual, 2.5)).filtered(
                by: .source("Bob's \"Watch\"")),
            "sum steps from 2025-01-01T00:00:00Z to 2025-01-02T00:00:00Z where value >= 2.5 and source is \"Bob's \"\"Watch\"\"\""
        ),
        (
            .count(.heartRate).filtered(by: .any([.enteredByUser(true), .not(.metadata("HKTimeZone", "Europe/Berlin"))])),
            "count heartRate where (entered by user or not (metadata \"HKTimeZone\" is \"Europe/Berlin\"))"
        ),
        (
            .duration(.sleepAnalysis).filtered(by: .category("asleepREM")).by(.day).assigned(by: .end),
            "duration sleepAnalysis by day where value is asleepREM assign by end"
        ),
        (.sum(.stepCount).by(.hour).assigned(by: .share), "sum steps by hour assign by share"),
        (
            .sum(.distanceWalkingRunning).converted(to: "mi", called: "far").by(.month).sources(.raw).filled(with: .zero).partialRows(
                .drop),
            "sum distanceWalkingRunning in mi called far by month sources raw fill zero partial drop"
        ),
        (
            .sum(.stepCount).preferring("iPhone", "Watch").edges(.overlap).zone("America/New_York"),
            "sum steps zone America/New_York edges overlap prefer \"iPhone\", \"Watch\""
        ),
        (
            .sum(.stepCount).by(.hour).runningTotal(resetEach: .days).top(3, by: "sum"),
            "sum steps by hour | running total reset each day | top 3 by sum"
        ),
        (
            .sum(.stepCount).by(.day).rolling(7, .days, .average).comparedToPrevious(.weeks).sorted(by: "average", descending: true).limit(
                5),
            "sum steps by day | rolling 7 days average | compare to previous week | sort average descending | limit 5"
        ),
        (.latest(.bodyMass).since(hour(0)).bottom(1), "latest weight since 2025-01-01T00:00:00Z | bottom 1"),
    ]

    @Test("Each has the same plan, words, rows and explanation as its text", arguments: cases.indices)
    func plan(index: Int) async throws {
        let (query, text) = Self.cases[index]
        let store = try await walk()
        let context = QueryContext(zone: "UTC", now: newYear)
        let (built, written) = (try ParsedQuery(query.text), try ParsedQuery(text))
        let (one, other) = (try await store.compile(built, context: context), try await store.compile(written, context: context))
        #expect(try await store.explain(one) == store.explain(other))
        #expect(try await store.run(one).formatted(as: .csv) == store.run(other).formatted(as: .csv))
    }

    @Test(
        "A caller's text is one name, unit or zone and adds no stage, clause or statement",
        arguments: [
            "UTC | limit 1", "x\" | limit 1", "x\"\" | limit 1", "x` | limit 1", "x\n| limit 1", "x\"\r\n| limit 1", "x; sum steps", "# x",
            "x by hour", "by", "\\\" | limit 1", "x' | limit 1",
        ])
    func injection(text: String) async throws {
        let store = try await walk()
        let context = QueryContext(zone: "UTC", now: newYear)
        let steps = StatisticsQuery.sum(.stepCount)
        // Two rows or none. An added stage would leave one, and an added clause would change the columns or the keys.
        let allowed: [StatisticsQuery] = [
            steps.by(.hour).preferring(text), steps.by(.hour).filtered(by: .not(.source(text))),
            steps.by(.hour).filtered(by: .not(.device(text))), steps.by(.hour).filtered(by: .not(.metadata(text, text))),
            steps.by(.hour).filtered(by: .not(.metadata("key", text))),
            StatisticsQuery(.init(.sum, of: .stepCount, called: text)).by(.hour),
        ]
        let hasLineBreak = text.contains { $0.isNewline }
        for query in allowed {
            do {
                let answer = try await store.answer(query, context: context)
                #expect(!hasLineBreak, "\(query)")
                #expect((answer.rows.count, answer.columns.count, answer.keys) == (2, 1, []), "\(query)")
            } catch {
                #expect(error.reason == .wrongQuery && hasLineBreak, "\(query): \(error)")
            }
        }
        let refused: [StatisticsQuery] = [
            steps.zone(text), steps.converted(to: text), steps.filtered(by: .value(.greater, 1, unit: text)),
            .duration(.sleepAnalysis).filtered(by: .category(text)), steps.sorted(by: text), steps.top(1, by: text),
            steps.bottom(1, by: text),
            .sum(MetricID(text)),
        ]
        for query in refused {
            let error = await #expect(throws: QueryError.self, "\(query)") { try await store.answer(query, context: context) }
            #expect(error?.reason == .wrongQuery)
        }
    }

    @Test("Every known metric has a name in Swift, and a query of it compiles")
    func metrics() async throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Sources/Library/TallyKit/Query/MetricID+Names.swift")
        let pattern = #/static let (\w+) = MetricID\("(\w+)"\)/#
        let named = try String(contentsOf: file, encoding: .utf8).matches(of: pattern).map { (String($0.output.1), String($0.output.2)) }
        let known = MetricCatalog.all.filter { $0.id != .workouts }
        #expect(Set(named.map(\.1)) == Set(known.map(\.id.identifier)))
        let store = HealthStore.inMemory()
        for (name, identifier) in named {
            #expect(MetricID(identifier).shortName == name)
            _ = try await store.compile(ParsedQuery(StatisticsQuery.count(MetricID(identifier)).text))
        }
    }
}
