#if os(Linux)
import CalendarIntervals
import Foundation
import QueryDiagnostics
import QuerySyntax
import QueryVocabulary
import ResultRendering
import SQLiteStorage
import SampleStore
import SessionTesting
import StorageModel
import StoreCommands
import TallyCharts
import TallyKit
import Testing
import Workbench

/// Compiles and inspects the output of `explain chart` for random queries. Its marks, domains and ticks are those of the shell's drawing.
@Suite("Code of charts", .serialized, .enabled(if: SwiftCompiler.hasCharts, "`make build-guests` builds Charts"))
struct ChartRunTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let seed = environment["TALLY_SEED"].flatMap(UInt64.init) ?? 11
    private static let count = environment["TALLY_CASES"].flatMap(Int.init) ?? 6

    private static let context: QueryContext = {
        // In the night before, the clocks of Berlin changed.
        var context = QueryContext(zone: "Europe/Berlin")
        context.now = ISO8601.read("2026-03-30T18:00:00+02:00")?.instant(in: .utc).date
        return context
    }()

    /// A store with five weeks of a life.
    private static func store(seed: UInt64, in storage: any SampleStorage = MemoryStore()) throws -> HealthStore {
        let store = HealthStore(storage)
        let session = Session(store, named: "memory")
        _ = session.run(SourceText("set zone = \"Europe/Berlin\"\nset now = 2026-03-30T18:00:00+02:00"), output: RecordingOutput())
        try DemoData(seed: seed, days: 35).fill(session.commandStore)
        return store
    }

    @Test("The code of charts of random queries draws the marks, domains and ticks of the shell")
    func randomQueries() async throws {
        let store = try Self.store(seed: Self.seed)
        var question = ChartQuestion(seed: Self.seed)
        try await Self.compare(Self.count, in: store) { question.query() }
    }

    @Test("Every kind of chart has code: bars, stacks, groups, bands, lines, points, rules, cells, timelines, progress, studies")
    func everyKind() async throws {
        let store = try Self.store(seed: 3)
        var queries = [
            "sum steps by day last 7 days as bars rule 10000 called \"goal\"", "average, min, max heartRate by hour yesterday as chart",
            "sum steps by day and source last 7 days as bars", "sum steps, sum flights by day last 7 days as chart",
            "min, max heartRate by day last 7 days as bars", "average heartRate by weekday and hour of day as heatmap",
            "sum steps by hour last 3 days as heatmap", "progress activeEnergy as chart", "samples of sleep last 2 days as chart",
            "average bodyMass by day last 30 days | trend per week as chart", "count heartRate by bins of 10 yesterday as bars",
            "sum steps, average restingHeartRate by day last 30 days | correlate sum with average as chart", "sum steps by source as bars",
            "sum steps by day last 7 days | running total as chart", "sum steps by day last 9 days | compare to previous week as line",
            "duration sleep by night last 9 days as chart", "sum steps by hour on 2026-03-29 as spark", "summaries last 5 days as chart",
            "average heartRate by hour yesterday as line from 40 to 180 rule average", "sum steps by day anchor 03:00 last 3 days as bars",
            "first start, last end sleep by night last 9 days as chart", "sum steps by weekday and source as bars",
            "sum steps by day on 2020-01-01 as bars",
        ][...]
        let count = queries.count
        try await Self.compare(count, in: store) { queries.popFirst() ?? "" }
        #expect(queries.isEmpty)
    }

    @Test("Rows that the code asks HealthKit for become the marks, domains and ticks of the shell")
    func rowsOfHealthKit() async throws {
        let program = ChartProgram()
        let store = try Self.store(seed: 9, in: SQLiteStore.open(path: try program.store(), mode: .create))
        var queries = [
            "sum steps by day last 7 full days as bars", "average heartRate by hour yesterday as line",
            "average, min, max heartRate by hour yesterday as chart", "min, max heartRate by day last 7 full days as bars",
            "average, min, max heartRate by 6h last 4 full days as bars", "sum activeEnergy by hour yesterday as line",
            "sum, count steps by day last 5 full days as bars", "average oxygenSaturation by day last 9 full days as line",
            "sum steps by week last 4 full weeks as bars rule average", "sum steps by day anchor 03:00 last 5 full days as bars",
            "sum steps by weekday last 14 full days as bars", "average heartRate by hour of day last 3 full days as line",
            "average, min, max heartRate by part of day last 3 full days as chart", "sum steps by day and source last 5 full days as bars",
            "sum steps by hour and source yesterday as line", "average heartRate by month of year last 20 full days as bars",
            "sum steps by weekday and source last 14 full days as bars", "sum steps, count steps by weekday last 9 full days as bars",
        ][...]
        let count = queries.count
        try await Self.compare(count, in: store, with: program, fetches: true) { queries.popFirst() ?? "" }
        #expect(queries.isEmpty)
    }

    @Test("The whole file compiles with its preview and the code for HealthKit, without warnings")
    func wholeFile() async throws {
        let store = try Self.store(seed: 5)
        let folder = try TemporaryFolder()
        for (index, query) in [
            "sum steps by day last 7 days as bars", "average, min, max heartRate by hour yesterday as line",
            "average heartRate by weekday as chart", "duration sleep by night last 9 days as chart",
        ].enumerated() {
            let code = try await Self.code(query, in: store)
            #expect(code.contains("struct SumStepCountScreen: View") == query.hasPrefix("sum steps"), "\(query)")
            let file = try folder.write(code, to: "Chart\(index).swift")
            #expect(try SwiftCompiler.problems(in: [file]) == nil, "\(query)")
        }
    }

    private static func code(_ query: String, in store: HealthStore) async throws -> String {
        try await store.explain(store.compile(ParsedQuery(query), context: context), as: .chart)
    }

    /// Compares the code and the drawings of queries that can be drawn.
    private static func compare(
        _ count: Int, in store: HealthStore, with program: ChartProgram = ChartProgram(), fetches: Bool = false, _ query: () -> String
    ) async throws {
        var cases: [(query: String, charts: [LayeredChart], size: SVGOptions)] = []
        for _ in 0..<count * 20 where cases.count < count {
            let query = query()
            guard let answer = try? await store.answer(query, context: context) else { continue }
            let word = query.split(separator: " ").drop { $0 != "as" }.dropFirst().first.map(String.init) ?? ""
            let format = try #require(OutputFormat(rawValue: word), "\(query)")
            guard let drawing = try? answer.drawing(as: format) else { continue }
            let code = try await code(query, in: store)
            // The clock of the code shows the session's now.
            let moment = try #require(context.now).timeIntervalSince1970
            let clocked = code.replacing("Date()", with: "Date(timeIntervalSince1970: \(moment))")
            try program.add(fetches ? clocked : code, as: "Case\(cases.count)", fetches: fetches)
            cases.append((query, drawing.drawn, drawing.size))
        }
        #expect(cases.count == count)
        let found = try program.run()
        for (index, asked) in cases.enumerated() {
            let charts = found["Case\(index)"] ?? []
            #expect(charts.count == asked.charts.count, "\(asked.query)")
            for (chart, (own, layout)) in zip(charts, zip(asked.charts, SVGChart.layouts(of: asked.charts, options: asked.size))) {
                let differences = ChartComparison(own, layout, hidesAxes: asked.query.contains(" as spark")).differences(to: chart)
                #expect(differences == [], "seed \(seed): \(asked.query)")
            }
        }
    }
}
#endif
