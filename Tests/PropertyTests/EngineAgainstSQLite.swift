import CalendarIntervals
import GRDB
import HealthModel
import QueryEngine
import QueryPlan
import QueryVocabulary
import RandomTesting
import RowStages
import SampleStore
import StorageModel
import Testing

/// SQLite's own aggregates are an oracle for cases in which health statistics and databases agree: unweighted readings at instants, and
/// raw totals of instants, in buckets with given edges.
@Suite("The engine against SQLite's aggregates")
struct EngineAgainstSQLite {
    private static let weight = MetricID("HKQuantityTypeIdentifierBodyMass")
    private static let steps = MetricID("HKQuantityTypeIdentifierStepCount")

    @Test("Sums, averages, extremes and counts of instants agree with SQLite", arguments: Array(seeds(10)))
    func aggregates(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let zone = try #require(Zone.named("Europe/Berlin"))
        let start = Instant(seconds: 1_711_753_200)  // 2024-03-30 in Berlin: two days on, the clocks change
        let schedule = BucketSchedule(interval: IntervalComponents(1, .day), anchor: start, zone: zone)
        let edges = schedule.edges(covering: start..<schedule.edge(5))
        let span = edges[edges.count - 1] - edges[0]
        let rows = (0..<Int.random(in: 1...300, using: &random)).map { _ in
            (
                time: edges[0] + Int64.random(in: 0..<span, using: &random), value: Double(Int.random(in: 0...1000, using: &random)) / 8,
                source: Int32.random(in: 0...2, using: &random)
            )
        }
        let store = MemoryStore()
        for metric in [Self.weight, Self.steps] {
            var batch = ImportBatch()
            batch.sources = ["Watch", "Phone", "Scale"].map(Source.init(name:))
            var samples = SampleBatch()
            samples.starts = rows.map(\.time)
            samples.ends = rows.map(\.time)
            samples.values = rows.map(\.value)
            samples.sources = rows.map(\.source)
            samples.origins = rows.map { _ in 0 }
            samples.metadata = rows.map { _ in 0 }
            samples.units = rows.map { _ in 0 }
            samples.created = rows.map { _ in SampleBatch.unknownTime }
            batch.samples[metric] = samples
            _ = try store.write(batch)
        }

        let database = try DatabaseQueue()
        try database.write { db in
            try db.execute(sql: "CREATE TABLE sample (time INTEGER, value REAL, source INTEGER, UNIQUE (time, value, source))")
            for row in rows {
                try db.execute(sql: "INSERT OR IGNORE INTO sample VALUES (?, ?, ?)", arguments: [row.time, row.value, row.source])
            }
        }
        let range = PlanRange(start: Instant(milliseconds: edges[0]), end: Instant(milliseconds: edges[edges.count - 1]))
        func column(_ metric: MetricID, _ aggregate: Aggregate, _ style: AggregationStyle) -> Measure {
            Measure(metric: metric, aggregate: aggregate, style: style, storageUnit: nil, unit: nil, name: aggregate.name)
        }
        let measures =
            [Aggregate.average, .min, .max, .count].map { column(Self.weight, $0, .discreteArithmetic) }
            + [column(Self.steps, .sum, .cumulative)]
        let plan = Plan(
            subject: .statistics(measures), range: range, grid: TimeGrid(edges: edges), zone: zone,
            now: Instant(milliseconds: edges[edges.count - 1]), text: "")
        let table = try store.read { try QueryEngine.run(plan, over: $0) }

        for bucket in 0..<(edges.count - 1) {
            let expected = try database.read { db in
                try #require(
                    try Row.fetchOne(
                        db, sql: "SELECT avg(value), min(value), max(value), count(*), sum(value) FROM sample WHERE time >= ? AND time < ?",
                        arguments: [edges[bucket], edges[bucket + 1]]))
            }
            for index in measures.indices {
                let theirs: Double? = expected[index]
                let ours = table.columns[index].values[bucket]
                let isClose = ours.map { abs($0 - (theirs ?? .nan)) <= 1e-9 * max(1, abs($0)) } ?? (theirs == nil)
                #expect(
                    isClose,
                    "seed \(seed), day \(bucket), \(measures[index].name): \(ours.debugDescription), SQLite says \(theirs.debugDescription)"
                )
            }
        }
    }
}
