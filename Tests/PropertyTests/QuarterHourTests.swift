import CalendarIntervals
import Foundation
import GRDB
import HealthModel
import QueryEngine
import QueryPlan
import QueryVocabulary
import RandomTesting
import ReferenceEngine
import RowStages
import SQLiteStorage
import SampleStore
import StorageModel
import Synchronization
import Testing

@Suite("Quarter hours in a store")
final class QuarterHourTests {
    private let path = FileManager.default.temporaryDirectory.appending(path: "tally-\(UUID().uuidString)").path
    private let metrics = ["StepCount", "HeartRate", "EnvironmentalAudioExposure"].map { MetricID("HKQuantityTypeIdentifier\($0)") }
    private let day: Int64 = 86_400_000

    deinit { for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) } }

    /// Returns samples of three metrics and two sources over a hundred days around 1970, in four chunks.
    private func batch(seed: UInt64, count: Int = 1000, days: ClosedRange<Int64> = -50...50) -> ImportBatch {
        var random = SplitMix64(seed: seed)
        var batch = ImportBatch()
        batch.sources = [Source(name: "Apple Watch"), Source(name: "iPhone")]
        for metric in metrics {
            var rows = SampleBatch()
            for _ in 0..<count {
                let start = Int64.random(in: days.lowerBound * day..<days.upperBound * day, using: &random)
                rows.starts.append(start)
                rows.ends.append(start + random.pick([0, 1000, 600_000, 7_200_000, random.chance(2) ? 50 * day : 1]))
                rows.values.append(random.chance(50) ? Double(random.pick(1...100)) : Double.random(in: 0...100, using: &random))
                rows.sources.append(Int32(random.pick([0, 1])))
            }
            batch.samples[metric] = rows
        }
        return batch
    }

    private func store(_ mode: SQLiteStore.Mode = .create) throws -> SQLiteStore { try SQLiteStore.open(path: path, mode: mode) }

    private func upkeep(
        _ store: SQLiteStore, usesTwoThreads: Bool = false, isCancelled: @escaping () -> Bool = { false }
    ) -> QuarterUpkeep {
        QuarterUpkeep(store, leastSampleCount: 0, usesTwoThreads: usesTwoThreads, isCancelled: isCancelled)
    }

    /// Returns sum, count and averages by six hours as text, and the number of quarter hours read for them.
    private func answers(_ store: any SampleStorage, _ use: QuarterUse = .always) throws -> (text: String, quarterCount: Int) {
        let range = PlanRange(start: Instant(milliseconds: -60 * day - 1), end: Instant(milliseconds: 60 * day + 1))
        let trace = QueryTrace()
        let tables = try zip(metrics, [AggregationStyle.cumulative, .discreteTemporallyWeighted, .discreteEquivalentContinuousLevel])
            .map { metric, style in
                let aggregates: [Aggregate] = style == .cumulative ? [.sum, .count, .coverage] : [.average, .count, .min, .max, .coverage]
                let measures = aggregates.map {
                    Measure(metric: metric, aggregate: $0, style: style, storageUnit: nil, unit: nil, name: $0.name)
                }
                let edges =
                    [range.start.milliseconds] + stride(from: -60 * day, through: 60 * day, by: 21_600_000) + [range.end.milliseconds]
                let plan = Plan(
                    subject: .statistics(measures), range: range, grid: TimeGrid(edges: edges, intervalText: "bucket"), zone: .utc,
                    now: range.end, text: "")
                return try store.read { try QueryEngine.run(plan, over: $0, options: EngineOptions(quarterHours: use, trace: trace)) }
            }
        return ("\(tables)", trace.steps.reduce(0) { $0 + $1.quarterCount })
    }

    private func expectSameAnswers(_ store: any SampleStorage, _ comment: Comment, at location: SourceLocation = #_sourceLocation) throws {
        let (samples, quarters) = (try answers(store, .off).text, try answers(store).text)
        #expect(quarters == samples, comment, sourceLocation: location)
    }

    private func edit(_ sql: String, _ arguments: StatementArguments = []) throws {
        try DatabaseQueue(path: path).write { try $0.execute(sql: sql, arguments: arguments) }
    }

    private func stale(_ store: SQLiteStore) throws -> [Range<Int64>]? {
        try store.read { try $0.quarterDirectory(of: metrics[0])?.stale }
    }

    @Test("Samples of more than 500 sources have no sums of quarter hours, and the sums of fewer are not used any more")
    func manySources() throws {
        let store = try store()
        _ = try store.write(batch(seed: 3, days: -5...5))
        try upkeep(store).run()
        #expect(try stale(store) == [])
        var many = ImportBatch()
        many.sources = (0..<501).map { Source(name: "Source \($0)") }
        var rows = SampleBatch()
        for source in 0..<501 {
            rows.starts.append(Int64(source) * 60_000)
            rows.ends.append(Int64(source) * 60_000 + 600_000)
            rows.values.append(Double(source))
            rows.sources.append(Int32(source))
        }
        many.samples[metrics[0]] = rows
        _ = try store.write(many)
        try upkeep(store).run()
        #expect(try stale(store)?.isEmpty == false)
        try expectSameAnswers(store, "many sources")
    }

    /// A query such as `by day through` a later time has no rows after now and the last sample (S3.8).
    @Test("Rows that end before a range that includes its end have the same values from quarter hours, and none from later samples")
    func rowsEndBeforeTheRange() throws {
        let store = try store()
        var rows = SampleBatch()
        for (start, value) in [(0, 7.0), (day / 2, 1), (day, 5), (day + day / 2, 3)] as [(Int64, Double)] {
            rows.starts.append(start)
            rows.ends.append(start)
            rows.values.append(value)
            rows.sources.append(0)
        }
        var batch = ImportBatch()
        batch.sources = [Source(name: "Apple Watch")]
        batch.samples[metrics[0]] = rows
        _ = try store.write(batch)
        try upkeep(store).run()
        let range = PlanRange(start: Instant(milliseconds: 0), end: Instant(milliseconds: 3 * day), includesEnd: true)
        let sum = Measure(metric: metrics[0], aggregate: .sum, style: .cumulative, storageUnit: nil, unit: nil, name: "sum")
        // The last row ends where a sample is, and where a quarter hour starts.
        let plan = Plan(
            subject: .statistics([sum]), range: range, grid: TimeGrid(edges: [0, day], intervalText: "day"), zone: .utc, now: range.end,
            text: "")
        for use in [QuarterUse.off, .always] {
            let table = try store.read { try QueryEngine.run(plan, over: $0, options: EngineOptions(quarterHours: use)) }
            #expect(table.columns[0].values == [8], "\(use)")
        }
    }

    @Test("Two threads compute the same quarter hours as one, and leave none stale")
    func twoThreads() throws {
        let store = try store()
        for seed: UInt64 in 1...2 {
            _ = try store.write(batch(seed: seed))
            try upkeep(store, usesTwoThreads: true).run()
            #expect(try stale(store) == [])
            #expect(try store.read { try QuarterCheck.findings(in: $0) }.isEmpty)
            try expectSameAnswers(store, "\(seed)")
        }
    }

    @Test("The views of both threads are counted")
    func viewsOfTwoThreads() throws {
        let store = try store()
        _ = try store.write(batch(seed: 1))
        let views = Mutex<[ViewPurpose]>([])
        try ViewPurpose.$observer.withValue({ purpose in views.withLock { $0.append(purpose) } }) {
            try upkeep(store, usesTwoThreads: true).run()
        }
        // One view finds what is stale, another divides it into jobs of four chunks, and each metric needs one to see that nothing is left.
        let jobCount = try store.read { view in
            try metrics.reduce(0) { count, metric in
                let summary = try #require(try view.metricSummary(of: metric))
                let ends = [summary.firstStart, summary.lastEnd].map { QuarterHour.chunk(of: QuarterHour.holding($0.milliseconds)) }
                return count + Int(ends[1] - ends[0]) / 4 + 1
            }
        }
        let found = views.withLock(\.self)
        #expect(found.count == 2 + jobCount + metrics.count)
        #expect(found.allSatisfy { $0 == .sumUp })
    }

    @Test("Two threads compute the quarter hours of each person, and leave none stale")
    func twoThreadsForPersons() throws {
        let store = try store()
        for (person, seed) in zip(["P1", "P2", "P3"], UInt64(1)...) {
            var batch = batch(seed: seed)
            batch.person = person
            _ = try store.write(batch)
        }
        try upkeep(store, usesTwoThreads: true).run()
        try store.read { view in
            let persons = try view.persons()
            #expect(persons.map(\.id) == ["P1", "P2", "P3"])
            for person in persons {
                let source = try view.view(of: person.id)
                for metric in metrics { #expect(try source.quarterDirectory(of: metric)?.stale == []) }
            }
            #expect(try QuarterCheck.findings(in: view).isEmpty)
        }
    }

    // MARK: Marks

    @Test("A write marks affected quarter hours in its own transaction, a write without changes marks none, and upkeep removes the marks")
    func marks() throws {
        let store = try store()
        _ = try store.write(batch(seed: 1))
        #expect(try stale(store) == nil)
        try upkeep(store).run()
        #expect(try stale(store) == [])
        _ = try store.write(batch(seed: 1))
        #expect(try stale(store) == [])

        var late = batch(seed: 2, count: 1)
        late.samples[metrics[0]]?.starts = [899_999]
        late.samples[metrics[0]]?.ends = [1_800_001]
        let outcome = try store.write(late)
        #expect(outcome[metrics[0]]?.added == 1)
        #expect(try stale(store) == [0..<3])
        try expectSameAnswers(store, "late")
        try upkeep(store).run()
        #expect(try stale(store) == [])

        let number = try store.read { source in
            var numbers: [Int64] = []
            try source.scan(metrics[0], from: Instant(milliseconds: 899_999), through: Instant(milliseconds: 899_999), columns: .numbers) {
                batch in
                numbers += batch.numbers.indices.filter { batch.starts[$0] == 899_999 }.map { batch.numbers[$0] }
                return true
            }
            return try #require(numbers.last)
        }
        #expect(try store.delete(metrics[0], numbers: [number]) == 1)
        #expect(try stale(store)?.contains { $0.contains(1) } == true)
        try expectSameAnswers(store, "deleted")
    }

    @Test(
        "After writes and deletions of a few hours, quarter hours equal those that are computed again from all samples",
        arguments: seeds(2))
    func smallChanges(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let store = try store()
        _ = try store.write(batch(seed: seed))
        try upkeep(store).run()
        for step in 0..<4 {
            // All samples of a day are deleted, or samples of a few hours are added. A third source has samples only then.
            let first = Int64.random(in: -45...45, using: &random)
            if random.chance(50) {
                for metric in metrics {
                    var numbers: [Int64] = []
                    let (from, through) = (first * day, (first + random.pick([1, 1, 3])) * day)
                    try store.read { source in
                        try source.scan(
                            metric, from: Instant(milliseconds: from), through: Instant(milliseconds: through), columns: .numbers
                        ) { batch in
                            numbers += batch.numbers.indices.filter { (from...through).contains(batch.starts[$0]) }.map {
                                batch.numbers[$0]
                            }
                            return true
                        }
                    }
                    _ = try store.delete(metric, numbers: Set(numbers))
                }
            } else {
                var added = batch(seed: seed &+ UInt64(step), count: random.pick([1, 5, 50]), days: first...first + 1)
                if random.chance(50) { added.sources = [Source(name: "Ring"), Source(name: "iPhone")] }
                _ = try store.write(added)
            }
            try upkeep(store, usesTwoThreads: random.chance(50)).run()
            #expect(try stale(store) == [])
            #expect(try store.read { try QuarterCheck.findings(in: $0) } == [], "step \(step)")
        }
        try expectSameAnswers(store, "after all changes")
    }

    @Test("Each person has separate quarter hours, and a write marks only those of its person")
    func persons() throws {
        let store = try store()
        for (seed, person) in ["P1", "P2"].enumerated() {
            var batch = batch(seed: UInt64(seed) + 1)
            batch.person = person
            _ = try store.write(batch)
        }
        try upkeep(store).run()
        let alone = try SQLiteStore.open(path: path + "-alone", mode: .create)
        defer { for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + "-alone" + suffix) } }
        _ = try alone.write(batch(seed: 2))
        let expected = try answers(alone, .off).text
        let second = try answers(store.scoped(to: "P2"))
        #expect(second.quarterCount > 0 && second.text == expected)
        #expect(try answers(store.scoped(to: "P1")).text != expected)
        var late = batch(seed: 9, count: 1)
        late.person = "P2"
        _ = try store.write(late)
        func stale(_ person: String) throws -> Bool? {
            try store.scoped(to: person).read { try $0.quarterDirectory(of: metrics[0])?.stale.isEmpty }
        }
        #expect(try stale("P1") == true && stale("P2") == false)
        try expectSameAnswers(store.scoped(to: "P2"), "late")
        try upkeep(store).run()
        #expect(try stale("P2") == true)
        try expectSameAnswers(store.scoped(to: "P2"), "updated")
        #expect(try store.read { try QuarterCheck.findings(in: $0) } == [])
        #expect(try store.read { try $0.quarterDirectory(of: metrics[0]) } == nil)
        try store.clearQuarters(of: metrics[0], person: "P1")
        #expect(try stale("P1") == nil && stale("P2") == true)
    }

    @Test("Quarter hours computed from another state of the store are not written")
    func outrun() throws {
        let store = try store()
        _ = try store.write(batch(seed: 1))
        try store.beginQuarters(of: metrics[0], person: "")
        let changeNumber = try store.read { $0.changeNumber }
        _ = try store.write(batch(seed: 2, count: 1))
        #expect(try !store.replaceQuarters(QuarterHour.all, of: metrics[0], person: "", by: [], madeAt: changeNumber))
        #expect(try stale(store) == [QuarterHour.all])
    }

    @Test("If upkeep stops between any two steps, answers are right, and the next run completes the work", arguments: 0..<8)
    func interrupted(steps: Int) throws {
        do {
            let store = try store()
            _ = try store.write(batch(seed: 1))
            var left = steps
            try upkeep(store) {
                left -= 1
                return left < 0
            }.run()
        }
        let store = try store()
        try expectSameAnswers(store, "after \(steps) steps")
        try upkeep(store).run()
        #expect(try answers(store).quarterCount > 0)
        #expect(try store.read { try QuarterCheck.findings(in: $0) } == [])
    }

    @Test("After a new order of sources, merged sums come from samples until they are merged again")
    func order() throws {
        let store = try store()
        _ = try store.write(batch(seed: 1))
        try upkeep(store).run()
        let before = try answers(store).text
        try store.setPriority(of: metrics[0], to: ["iphone", "apple watch"])
        try expectSameAnswers(store, "another order")
        #expect(try answers(store).text != before)
        let remaining = try answers(store).quarterCount
        try upkeep(store).run()
        try expectSameAnswers(store, "merged again")
        #expect(try answers(store).quarterCount > remaining)
    }

    // MARK: Damage and versions

    @Test("Damaged and missing parts are replaced by samples, and the check names their metric")
    func damage() throws {
        let store = try store()
        _ = try store.write(batch(seed: 1))
        try upkeep(store).run()
        #expect(try store.read { try QuarterCheck.findings(in: $0) } == [])
        try edit("UPDATE quarterPart SET bytes = CAST(substr(bytes, 1, 20) || x'00' || substr(bytes, 22) AS BLOB) WHERE id % 3 = 0")
        try edit("DELETE FROM quarterPart WHERE id % 7 = 0")
        try edit("UPDATE quarterChunk SET content = x'0102' WHERE id = 2")
        let reopened = try self.store(.readOnly)
        try expectSameAnswers(reopened, "damaged")
        let findings = try reopened.read { try QuarterCheck.findings(in: $0) }
        #expect(Set(findings.map(\.metric)).isSubset(of: metrics))
        #expect(findings.contains { $0.message.contains("missing or damaged") })
    }

    @Test("The check finds an intact part that does not match the samples, and its quarter hour")
    func wrong() throws {
        let store = try store()
        _ = try store.write(batch(seed: 1))
        try upkeep(store).run()
        // Swap two chunks: each is intact in itself.
        try edit("UPDATE quarterChunk SET number = CASE number WHEN 0 THEN 90 ELSE number END")
        try edit("UPDATE quarterChunk SET number = CASE number WHEN -1 THEN 0 WHEN 90 THEN -1 ELSE number END")
        let findings = try self.store(.readOnly).read { try QuarterCheck.findings(in: $0) }
        #expect(Set(findings.map(\.metric)) == Set(metrics))
    }

    @Test("A store of the version before quarter hours is readable, and is updated if it is writable")
    func oldVersion() throws {
        do { _ = try store().write(batch(seed: 1)) }
        for table in ["quarterPart", "quarterChunk", "quarterStale", "quarterMetric"] { try edit("DROP TABLE \(table)") }
        try edit("DELETE FROM counter WHERE name = 'quarterNumber'; DELETE FROM grdb_migrations WHERE identifier = '2'")
        try edit("PRAGMA user_version = 1")
        let old = try store(.readOnly)
        #expect(try answers(old).quarterCount == 0)
        let new = try store(.readWrite)
        try upkeep(new).run()
        #expect(try answers(new).quarterCount > 0)
        #expect(try answers(new).text == answers(old).text)
    }
}
