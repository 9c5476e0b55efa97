import Foundation
import HealthModel
import QueryEngine
import QueryPlan
import QueryVocabulary
import Testing

/// Compares the engine with `Tests/Android/oracle.py`, which has the rules of Android in a few lines.
@Suite("S15: records are merged as on Android")
struct RecordMergingTests {
    struct Case: Decodable, Sendable {
        struct Record: Decodable, Sendable {
            var app: String
            var device: String?
            var modified: Int64
            var start: Int64
            var end: Int64
            var value: Double?
            var awake: [[Int64]]?
        }

        var name: String
        var kind: String
        var order: [String]?
        var records: [Record]
        var edges: [Int64]
        var answers: [Double?]
    }

    /// The cases of the project, or those in the file that `TALLY_ANDROID_CASES` names.
    static let cases: [Case] = {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let other = ProcessInfo.processInfo.environment["TALLY_ANDROID_CASES"].map { URL(filePath: $0) }
        guard let data = try? Data(contentsOf: other ?? folder.appending(path: "Android/cases.json")) else { return [] }
        return (try? JSONDecoder().decode([Case].self, from: data)) ?? []
    }()

    /// The length of a unit of time in the cases. It does not divide a quarter hour.
    private static let unit: Int64 = 7 * 60_000
    private static let distance = MetricID("HKQuantityTypeIdentifierDistanceWalkingRunning")

    private static func metric(_ found: Case) -> MetricID {
        found.kind == "session" ? .sleep : found.kind == "whole" ? .steps : distance
    }

    /// Returns the samples that the reader of Health Connect makes of a record.
    private static func samples(_ record: Case.Record, of metric: MetricID) -> [TestSample] {
        let source = record.app + (record.device.map { " (\($0))" } ?? "")
        func sample(_ start: Int64, _ end: Int64, _ value: Double) -> TestSample {
            TestSample(
                metric: metric, start: clock(0) + start * unit, end: clock(0) + end * unit, value: value, source: source,
                device: record.device, metadata: ["packageName": "com.example." + record.app], created: record.modified)
        }
        guard let awake = record.awake else { return [sample(record.start, record.end, record.value ?? 0)] }
        let edges = [record.start] + awake.flatMap { $0 } + [record.end]
        return zip(edges, edges.dropFirst()).enumerated().compactMap { index, times in
            times.0 < times.1 ? sample(times.0, times.1, index % 2 == 0 ? 1 : 2) : nil
        }
    }

    private static func source(_ found: Case, batchSize: Int) -> ListedSamples {
        let metric = metric(found)
        var source = ListedSamples(found.records.flatMap { samples($0, of: metric) })
        source.batchSize = batchSize
        if let order = found.order {
            let names = Set(found.records.map { $0.app + ($0.device.map { " (\($0))" } ?? "") })
            source.priorities[metric] = order.flatMap { app in
                names.filter { $0 == app || $0.hasPrefix(app + " (") }.sorted().map(Source.fold)
            }
        }
        return source
    }

    private static func plan(_ found: Case, _ change: (inout Plan) -> Void = { _ in }) -> Plan {
        let isSession = found.kind == "session"
        let edges = found.edges.map { clock(0) + $0 * unit }
        var plan = Plan.inUTC(
            [.of(isSession ? .duration : .sum, metric(found), style: isSession ? nil : .cumulative)], from: edges[0],
            to: edges[edges.count - 1])
        plan.grid = TimeGrid(edges: edges, intervalText: "interval")
        plan.rules.merging = .android
        if isSession { plan.predicate = .numberIn(.value, [1, 3, 4, 5]) }
        change(&plan)
        return plan
    }

    @Test("S15.2 to S15.8 The engine agrees with the rules, in batches of any size", arguments: [1, 3, 4096])
    func agrees(batchSize: Int) throws {
        #expect(Self.cases.count > 40)
        var differing: [String] = []
        for found in Self.cases {
            let values = try Self.plan(found).values(Self.source(found, batchSize: batchSize))
            let scale = found.kind == "session" ? Double(Self.unit) / 1000 : 1
            let isEqual =
                values.count == found.answers.count
                && zip(values, found.answers).allSatisfy { value, answer in
                    guard let value, let answer else { return value == nil && answer == nil }
                    return abs(value - answer * scale) <= 1e-9 * max(1, abs(value))
                }
            if !isEqual { differing.append("\(found.name): \(values), and the rules give \(found.answers)") }
        }
        #expect(differing.isEmpty, "\(differing.count): \(differing.prefix(5))")
    }

    @Test("S15.4 Groups add up to the whole time, except whole numbers")
    func addsUp() throws {
        for found in Self.cases where found.kind != "whole" {
            let source = Self.source(found, batchSize: 5)
            let groups = try Self.plan(found).values(source).compactMap(\.self)
            let whole = try Self.plan(found) { $0.grid = TimeGrid(whole: $0.range) }.values(source)
            let total = groups.isEmpty ? nil : groups.reduce(0, +)
            #expect((total == nil) == (whole[0] == nil), "\(found.name)")
            #expect(abs((total ?? 0) - (whole[0] ?? 0)) <= 1e-9 * max(1, total ?? 0), "\(found.name)")
        }
    }

    @Test("S15.2 With sources as rows, each source is merged by itself")
    func separateSources() throws {
        for found in Self.cases where found.kind == "real" {
            let source = Self.source(found, batchSize: 4)
            let rows = try Self.plan(found) {
                $0.splits = [.source]
                $0.sourceRule = .separate
            }.run(source)
            for (index, key) in (rows.keys.last?.values ?? []).enumerated() {
                guard case .text(let name)? = key else { continue }
                let alone = try Self.plan(found) { $0.predicate = .text(.source, .equals([name])) }.run(source)
                let row = try #require(alone.starts.firstIndex(of: rows.starts[index]))
                let values = (rows.columns[0].values[index] ?? -1, alone.columns[0].values[row] ?? -1)
                #expect(abs(values.0 - values.1) < 1e-9, "\(found.name) \(name)")
            }
        }
    }

    @Test("S15 Contributions of `why` add up to the value")
    func contributions() throws {
        for found in Self.cases.prefix(80) where found.kind == "real" {
            let source = Self.source(found, batchSize: 6)
            let plan = Self.plan(found)
            let table = try plan.run(source)
            for row in 0..<table.rowCount {
                guard let value = table.columns[0].values[row] else { continue }
                let parts = try QueryEngine.contributions(toRow: row, column: 0, of: table, plan: plan, over: source)
                #expect(abs(parts.reduce(0) { $0 + $1.contribution } - value) <= 1e-9 * max(1, value), "\(found.name)")
            }
        }
    }

    @Test("S15.2 S15.3 `why` names the later record of an app, and apps that are not in the list")
    func reasons() throws {
        let records = [
            Case.Record(app: "Alfa", device: nil, modified: 1, start: 0, end: 10, value: 100),
            Case.Record(app: "Alfa", device: nil, modified: 2, start: 5, end: 10, value: 30),
            Case.Record(app: "Bravo", device: nil, modified: 3, start: 0, end: 20, value: 40),
            Case.Record(app: "Charlie", device: nil, modified: 4, start: 0, end: 20, value: 70),
        ]
        let found = Case(name: "reasons", kind: "real", order: ["Alfa", "Bravo"], records: records, edges: [0, 20], answers: [])
        let source = Self.source(found, batchSize: 2)
        let plan = Self.plan(found)
        let table = try plan.run(source)
        // Half of 100, then 30, and half of 40 after them.
        #expect(table.columns[0].values == [100])
        #expect(table.header.findings == [.appsNotInList(["Charlie"])])
        let parts = try QueryEngine.contributions(toRow: 0, column: 0, of: table, plan: plan, over: source)
        let reasons = Dictionary(uniqueKeysWithValues: parts.map { ($0.value, $0.suppressedBy) })
        #expect(reasons == [100: ["a later record of Alfa"], 30: [], 40: ["Alfa"], 70: ["not in the list of apps"]])
    }
}
