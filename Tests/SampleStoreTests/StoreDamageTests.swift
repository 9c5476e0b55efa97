import Foundation
import GRDB
import HealthModel
import RandomTesting
import SQLiteStorage
import SampleStore
import StorageModel
import Testing

@Suite struct StoreDamageTests {
    private let directory: TemporaryDirectory
    private var path: String { directory.path("store") }
    private let steps = RandomBatch.metrics[0]
    private let heartRate = RandomBatch.metrics[1]

    /// A store of many blocks of two metrics, a fresh sample, a workout and a correlation.
    init() throws {
        directory = try TemporaryDirectory()
        var options = StoreOptions()
        options.blockRows = 100
        let store = try SQLiteStore.open(path: path, mode: .create, options: options)
        var generator = SplitMix64(seed: 11)
        var batch = RandomBatch.make(count: 2000, span: 100_000, using: &generator)
        batch.workouts = [Workout(activity: "HKWorkoutActivityTypeYoga", start: Instant(seconds: 0), end: Instant(seconds: 60), source: 0)]
        batch.correlations = [
            Correlation(type: "HKCorrelationTypeIdentifierFood", start: Instant(seconds: 0), end: Instant(seconds: 0), source: 0)
        ]
        _ = try store.write(batch)
        _ = try store.write(StoreOpeningTests.oneSample(1_000_000_000))
    }

    private func damage(_ sql: String, _ arguments: StatementArguments = []) throws {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        try DatabaseQueue(path: path, configuration: configuration).write { try $0.execute(sql: sql, arguments: arguments) }
    }

    /// Flips a bit in the third block of the steps and returns the block.
    private func flipBit() throws -> Int64 {
        let queue = try DatabaseQueue(path: path)
        let row = try #require(
            try queue.read {
                try Row.fetchOne(
                    $0,
                    sql: """
                        SELECT block.id, bytes FROM block JOIN blockContent ON block = block.id JOIN metric ON metric.id = block.metric
                        WHERE identifier = ? ORDER BY firstStart LIMIT 1 OFFSET 2
                        """, arguments: [steps.identifier])
            })
        var bytes: [UInt8] = Array(row["bytes"] as Data)
        bytes[bytes.count / 2] ^= 4
        try damage("UPDATE blockContent SET bytes = ? WHERE block = ?", [Data(bytes), row["id"] as Int64])
        return row["id"]
    }

    @Test(
        "A view, a virtual table or a computed column in place of a table is refused before anything of it is read",
        arguments: [
            (
                "a view",
                "DROP TABLE setting; CREATE VIEW setting AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x FROM c"
            ),
            ("a virtual table", "CREATE VIRTUAL TABLE found USING fts5(name)"),
            ("a computed column", "ALTER TABLE setting ADD COLUMN size INTEGER AS (length(hex(zeroblob(1000000000))))"),
        ])
    func strangeTables(kind: String, sql: String) throws {
        try damage(sql)
        for mode in [SQLiteStore.Mode.readOnly, .readWrite] {
            let error = try #require(throws: StoreError.self) { try SQLiteStore.open(path: path, mode: mode) }
            guard case .corrupt(_, let reason) = error else { throw error }
            #expect(reason.contains(kind))
        }
    }

    @Test(
        "A trigger that is not one of a store is refused before a write, and the store can be read",
        arguments: [
            "CREATE TRIGGER thief AFTER INSERT ON freshSample BEGIN DELETE FROM block; END",
            """
            DROP TRIGGER earlier_source_update;
            CREATE TRIGGER earlier_source_update AFTER UPDATE OF name ON source BEGIN DELETE FROM block; END
            """,
        ])
    func strangeTriggers(sql: String) throws {
        try damage(sql)
        let error = try #require(throws: StoreError.self) { try SQLiteStore.open(path: path, mode: .readWrite) }
        guard case .corrupt(_, let reason) = error else { throw error }
        #expect(reason.contains("the trigger"))
        #expect(try SQLiteStore.open(path: path, mode: .readOnly).read { try $0.plainSamples(steps).count } > 0)
    }

    /// The cells with which something is added or subtracted.
    private static let limitedCells = [
        "counter.value", "block.firstStart", "block.lastStart", "block.greatestEnd", "block.count", "blockSource.count",
        "blockSource.firstStart", "blockSource.lastStart", "blockSource.lastEnd", "freshSample.start", "freshSample.\"end\"",
        "workout.start", "workout.\"end\"", "correlation.start", "correlation.\"end\"", "undoStep.first", "undoStep.last",
    ]

    @Test("A time or count with which arithmetic could overflow is damage, and never ends the program")
    func implausible() throws {
        let sound = path + ".sound"
        try FileManager.default.copyItem(atPath: path, toPath: sound)
        for cell in Self.limitedCells {
            for number in [Int64.max, 1 << 62, Int64.min] {
                try copy(sound)
                let parts = cell.split(separator: ".")
                try damage("UPDATE OR IGNORE \(parts[0]) SET \(parts[1]) = \(number)")
                #expect(throws: StoreError.self, "\(cell) = \(number)") { try readEverything() }
            }
        }
        try copy(sound)
        try readEverything()
    }

    /// Puts a copy of a store in place of the store and its log.
    private func copy(_ store: String) throws {
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
        try FileManager.default.copyItem(atPath: store, toPath: path)
    }

    private func readEverything() throws {
        let store = try SQLiteStore.open(path: path, mode: .readWrite)
        try store.read { view in
            _ = try view.metricSummaries()
            for metric in [steps, heartRate] { _ = try view.plainSamples(metric) }
            _ = try view.workouts(from: .min, through: .max)
            _ = try view.correlations(from: .min, through: .max)
        }
        _ = try store.undoSteps()
        _ = try store.write(StoreOpeningTests.oneSample(2_000_000_000))
    }

    @Test("A valid store has no findings")
    func sound() throws {
        #expect(try SQLiteStore.open(path: path, mode: .readOnly).checkIntegrity() == [])
    }

    @Test("A flipped bit is reported with its metric and block, and all other blocks remain readable")
    func flippedBit() throws {
        let store = try SQLiteStore.open(path: path, mode: .readWrite)
        let before = try store.read { try $0.plainSamples(steps).map(\.sample) }
        let heart = try store.read { try $0.plainSamples(heartRate).count }
        let block = try flipBit()
        var broken: (from: Int64, through: Int64)?
        do {
            _ = try store.read { try $0.plainSamples(steps) }
            Issue.record("a damaged block was read")
        } catch StoreError.corruptBlock(_, let metric, let found, let from, let through, _) {
            #expect(metric == steps && found == block)
            broken = (from.milliseconds, through.milliseconds)
        }
        let (from, through) = try #require(broken)
        #expect(try store.read { try $0.plainSamples(heartRate).count } == heart)
        let early = try store.read { try $0.plainSamples(steps, through: from - 1).map(\.sample) }
        #expect(early == before.filter { $0.start < from })
        #expect(early.count == 200)
        let findings = try store.checkIntegrity()
        #expect(findings.map(\.metric) == [steps] && findings.map(\.block) == [block])
        #expect(try store.write(StoreOpeningTests.oneSample(2_000_000_000))[steps]?.added == 1)
        #expect(throws: StoreError.self) { try store.write(StoreOpeningTests.oneSample((from + through) / 2)) }
    }

    @Test("The blocks before a damaged one are read, and a reader that needs no more does not see it")
    func readingAhead() throws {
        let store = try SQLiteStore.open(path: path, mode: .readWrite)
        _ = try flipBit()
        try store.read { source in
            var counts: [Int] = []
            #expect(throws: StoreError.self) {
                try source.scan(steps, from: .min, through: .max, columns: .values) { batch in
                    counts.append(batch.count)
                    return true
                }
            }
            #expect(counts.reduce(0, +) == 200 && counts.count == 2)
            counts = []
            try source.scan(steps, from: .min, through: .max, columns: .values) { batch in
                counts.append(batch.count)
                return counts.count < 2
            }
            #expect(counts.count == 2)
        }
    }

    @Test(
        "A check finds inconsistent data",
        arguments: [
            "UPDATE block SET greatestEnd = greatestEnd + 1 WHERE id = 2",
            "UPDATE block SET minimum = 0.5 WHERE id = 2",
            "UPDATE block SET leastNumber = 0 WHERE id = 2",
            "UPDATE block SET count = count + 1 WHERE id = 2",
            "UPDATE blockSource SET count = count + 1 WHERE block = 2 AND source = 1",
            "DELETE FROM blockSource WHERE block = 2 AND source = 1",
            "DELETE FROM blockContent WHERE block = 2",
            "UPDATE metric SET reach = 0",
            "UPDATE freshSample SET start = 0, \"end\" = 0",
            "UPDATE freshSample SET number = 1",
            "UPDATE freshSample SET metadata = 999",
            "UPDATE workout SET number = 1",
            "UPDATE counter SET value = 7 WHERE name = 'nextNumber'",
            "DELETE FROM source",
            "DELETE FROM metadataSet",
        ])
    func findings(sql: String) throws {
        try damage(sql)
        let findings = try SQLiteStore.open(path: path, mode: .readOnly).checkIntegrity()
        #expect(!findings.isEmpty)
        #expect(findings.allSatisfy { !$0.description.isEmpty })
    }

    @Test("A check names a table that is missing, changed or foreign, and goes on")
    func tables() throws {
        try damage("DROP TABLE deletion; DROP INDEX freshSampleByStart; CREATE TABLE note (text TEXT); UPDATE workout SET \"end\" = -1")
        let messages = try SQLiteStore.open(path: path, mode: .readOnly).checkIntegrity().map(\.message)
        for expected in [
            "the table `deletion` is missing", "the index `freshSampleByStart` is missing", "the table `note` does not belong to a store",
            "`workout`: 1 row with an end before the start",
        ] { #expect(messages.contains(expected), "\(messages)") }
    }

    @Test("Samples of a source that the store does not have are an error, and are not left out")
    func missingSource() throws {
        try damage("DELETE FROM source WHERE id = (SELECT max(source) FROM blockSource)")
        let store = try SQLiteStore.open(path: path, mode: .readOnly)
        #expect(throws: StoreError.self) { try store.read { try $0.metricSummaries() } }
        #expect(throws: StoreError.self) {
            try store.read { view in
                for metric in RandomBatch.metrics { try view.scan(metric, from: .min, through: .max, columns: .sources) { _ in true } }
            }
        }
    }

    @Test("A file with overwritten pages gives errors and never a crash", arguments: 0..<16 as Range<UInt64>)
    func noise(seed: UInt64) throws {
        do { try SQLiteStore.open(path: path, mode: .readWrite).foldFreshRows() }
        var generator = SplitMix64(seed: seed)
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        // The header page is kept, because otherwise the file cannot be opened.
        for _ in 0..<Int.random(in: 1...30, using: &generator) {
            bytes[Int.random(in: 8192..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
        }
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        do {
            let store = try SQLiteStore.open(path: path, mode: .readWrite)
            _ = try store.checkIntegrity()
            try store.read { view in
                _ = try view.metricSummaries()
                for metric in RandomBatch.metrics + [.workouts] {
                    try view.scan(metric, from: .min, through: .max, columns: .all) { _ in true }
                }
            }
            _ = try store.write(RandomBatch.make(count: 600, span: 100_000, using: &generator))
        } catch let error as StoreError {
            #expect(!error.message.isEmpty, "seed \(seed)")
        }
    }
}
