import CalendarIntervals
import HealthModel
import QueryDiagnostics
import QueryEngine
import QueryPlan
import QuerySyntax
import ReferenceEngine
import ResultRendering
import SampleDatabase
import SampleStore
import SessionTesting
import StorageModel
import StoreCommands
import TallyKit
import Testing
import Workbench

/// Compares queries with `while` as users write them with the rules, and both sides of a set with the whole.
@Suite("Sets of times against the reference")
struct TimesAgainstReference {
    @Test("The text of a random set means what the rules say, and its formatted text means the same (S11.1 to S11.3)")
    func texts() throws {
        var count = 0
        for seed in seeds(750) {
            var random = RandomCase(seed: seed)
            guard let times = random.times, random.query.style == .cumulative, !random.usesSampleZones else { continue }
            (random.grid, random.query.buckets, random.leastValue, random.preferred, random.events) = (nil, nil, nil, [], nil)
            random.hours = nil
            (random.query.edges, random.query.assignment, random.query.sources) = (.clip, .share, .merged)
            (random.query.splits, random.query.condition, random.query.rules) = ([], nil, ReferenceRules())
            count += 1
            let set = Self.text(of: times)
            let window = random.query.window
            let range =
                "since \(Self.text(of: window.interval.start)) \(window.includesEnd ? "through" : "until") \(Self.text(of: window.interval.end))"
            let query = "sum, count steps, duration steps in s while \(set) \(range)"
            guard case .query(let parsed)? = Parser.parse(query).statements.first?.kind else {
                Issue.record("no query: \(query)")
                continue
            }
            for text in [query, QueryFormatter.text(of: parsed)] {
                let found = try Self.answer(text, to: random)
                let expected = [ReferenceAggregate.sum, .count, .duration].map { random.rows($0).first?.value }
                let isClose = zip(expected, found).allSatisfy { a, b in abs((a ?? 0) - (b ?? 0)) <= 1e-9 * max(abs(a ?? 0), 1) }
                #expect(
                    found.count == 3 && isClose && zip(expected, found).allSatisfy { ($0 == nil) == ($1 == nil) },
                    "\(expected) expected, \(found) found: \(text)\n\(random)")
            }
        }
        // Without this check, a test without cases would pass.
        #expect(count > 0)
    }

    @Test("Sums and durations inside and outside of a set add up to those without it (S11.5)")
    func bothSides() throws {
        for seed in seeds(200) {
            var random = RandomCase(seed: seed)
            // `assign` counts whole samples, and merging then depends on the samples of the other side.
            guard let times = random.times, [.cumulative, .sleep].contains(random.query.style), random.query.assignment == .share
            else { continue }
            random.query.splits = []
            if random.query.sources == .separate { random.query.sources = .raw }
            random.aggregates.removeAll { $0 != .sum && $0 != .duration }
            let store = MemoryStore()
            try random.write(to: store, batchesOf: 5)
            var tables: [ResultTable] = []
            for set in [times, .not(times), nil] {
                random.times = set
                let plan = try random.plan()
                tables.append(try store.read { try QueryEngine.run(plan, over: $0) })
            }
            for column in tables[2].columns.indices {
                for row in 0..<tables[2].rowCount {
                    let (inside, outside, whole) = (
                        tables[0].columns[column].values[row], tables[1].columns[column].values[row], tables[2].columns[column].values[row]
                    )
                    let sum = (inside ?? 0) + (outside ?? 0)
                    #expect(abs(sum - (whole ?? 0)) <= 1e-9 * max(abs(whole ?? 0), 1), "row \(row): \(sum), not \(whole ?? 0)\n\(random)")
                    #expect(whole == nil || inside != nil || outside != nil, "row \(row)\n\(random)")
                }
            }
        }
    }

    private static func answer(_ query: String, to random: RandomCase) throws -> [Double?] {
        let session = Session(.inMemory(in: Surroundings(at: Instant(milliseconds: random.now))), named: "memory")
        try random.write(to: session.store.storage, batchesOf: 5)
        let output = RecordingOutput()
        guard session.run(SourceText(query + " as csv"), output: output) == .fine else { return [] }
        let found = TextRows(csv: output.text)
        guard let cells = found.cells.first, found.cells.count == 1 else { return [] }
        let cell = Dictionary(uniqueKeysWithValues: zip(found.columns, cells))
        return ["sum", "count", "duration"].map { cell[$0].flatMap(Double.init) }
    }

    private static func text(of milliseconds: Int64) -> String { ISO8601.text(of: Instant(milliseconds: milliseconds), in: .utc) }

    private static func text(of times: ReferenceTimes) -> String {
        switch times {
        case .samples(let metric, let least, let holding):
            let name = ["mindfulSession", "respiratoryRate", "steps"][metric]
            return name + (least.map { " >= \(Int($0))" } ?? "") + (holding.map { " holding \($0 / 1000)s" } ?? "")
        case .any(let parts): return "(\(parts.map(text).joined(separator: " or ")))"
        case .all(let parts): return "(\(parts.map(text).joined(separator: " and ")))"
        case .not(let inner): return "(not \(text(of: inner)))"
        case .before(let inner, let distance): return "within \(distance / 1000)s before (\(text(of: inner)))"
        case .after(let inner, let distance): return "within \(distance / 1000)s after (\(text(of: inner)))"
        case .around(let inner, let distance): return "within \(distance / 1000)s of (\(text(of: inner)))"
        case .sessions(let inner, let gap): return "sessions of (\(text(of: inner)))\(gap > 0 ? " gap \(gap / 1000)s" : "")"
        case .gaps(let inner, let length): return "gaps of (\(text(of: inner)))\(length > 0 ? " longer than \(length / 1000)s" : "")"
        }
    }
}
