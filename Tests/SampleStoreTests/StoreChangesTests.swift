import GRDB
import HealthModel
import RandomTesting
import SQLiteStorage
import SampleStore
import StorageModel
import Testing

/// Compares the changes that a store knows with a log of everything that was added and deleted (S10.2).
@Suite struct StoreChangesTests {
    /// Everything that happened to the samples of a store, in order.
    private struct Log {
        var added: [MetricID: Set<Int64>] = [:]
        var deleted: [(metric: MetricID, number: Int64)] = []
        /// The changes of deletions, in order.
        var changes: [Int64] = []
    }

    @Test(
        "S10.2 Since any anchor, a store lists the samples added later that are left, and the deletions", arguments: 0..<8 as Range<UInt64>)
    func changes(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let directory = try TemporaryDirectory()
        var options = StoreOptions()
        (options.blockRows, options.smallWriteRows, options.rowTableRows) = [(7, 40, 100), (16_384, 512, 4096)][Int(seed % 2)]
        let path = directory.path("store")
        for store: any SampleStorage in [MemoryStore(), try SQLiteStore.open(path: path, mode: .create, options: options)] {
            let kept = seed < 4 ? 100_000 : Int.random(in: 0...60, using: &generator)
            if kept != 100_000 { try store.setSetting(StoreLimits.keptDeletionsSetting, to: "\(kept)") }
            var log = Log()
            for _ in 0..<8 {
                _ = try store.write(
                    RandomBatch.make(
                        count: Int.random(in: 1...80, using: &generator), span: [5, 40, 4000].randomElement(using: &generator) ?? 5,
                        using: &generator))
                for metric in RandomBatch.metrics { log.added[metric] = try Set(store.read { try $0.plainSamples(metric) }.map(\.number)) }
                guard let metric = RandomBatch.metrics.randomElement(using: &generator) else { continue }
                let doomed = (log.added[metric] ?? []).filter { _ in Int.random(in: 0..<3, using: &generator) == 0 }
                let before = try lastChange(of: store)
                _ = try store.delete(metric, numbers: doomed)
                log.added[metric]?.subtract(doomed)
                for (index, number) in doomed.sorted().enumerated() {
                    log.deleted.append((metric, number))
                    log.changes.append(before + 1 + Int64(index))
                }
                #expect(try lastChange(of: store) == before + Int64(doomed.count), "each deletion has a number, seed \(seed)")
            }
            try expect(store, log, keeping: kept, seed)
            if let file = store as? SQLiteStore {
                #expect(try file.checkIntegrity() == [], "seed \(seed)")
                try expect(SQLiteStore.open(path: path, mode: .readOnly), log, keeping: kept, seed)
            }
        }
    }

    @Test("A store of the format before deletions were kept knows none, and keeps them from its migration on")
    func migration() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path("store")
        var generator = SplitMix64(seed: 1)
        let metric = try #require(RandomBatch.metrics.first)
        let old = try SQLiteStore.open(path: path, mode: .create)
        _ = try old.write(RandomBatch.make(count: 100, span: 4000, using: &generator))
        let last = try lastChange(of: old)
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { db in
            try db.execute(
                sql: """
                    DROP TABLE deletion; DELETE FROM counter WHERE name = 'lastForgottenDeletion';
                    DELETE FROM grdb_migrations WHERE identifier IN ('3', '6'); PRAGMA user_version = 2
                    """)
        }
        try queue.close()
        func changes<Result>(of store: SQLiteStore, _ body: (any ChangeSource) throws -> Result) throws -> Result {
            try store.read { try body(#require($0.capabilities.changes)) }
        }
        let reader = try SQLiteStore.open(path: path, mode: .readOnly)
        #expect(try changes(of: reader) { try $0.lastForgottenDeletion } == last)
        #expect(try changes(of: reader) { try $0.deletions(of: metric, after: 0) } == [])
        let store = try SQLiteStore.open(path: path, mode: .readWrite)
        #expect(try changes(of: store) { try $0.lastForgottenDeletion } == last)
        let number = try #require(store.read { try $0.plainSamples(metric) }.first?.number)
        #expect(try store.delete(metric, numbers: [number]) == 1)
        #expect(try changes(of: store) { try $0.deletions(of: metric, after: last) } == [DeletedSample(change: last + 1, number: number)])
    }

    /// Returns a store in a file with `count` samples that have the numbers from 1 on.
    private func numbered(_ path: String, count: Int) throws -> (SQLiteStore, MetricID) {
        var options = StoreOptions()
        options.smallWriteRows = 0
        let store = try SQLiteStore.open(path: path, mode: .create, options: options)
        let metric = try #require(RandomBatch.metrics.first)
        var generator = SplitMix64(seed: 1)
        var batch = RandomBatch.make(count: count * RandomBatch.metrics.count * 2, span: 1_000_000, using: &generator)
        batch.samples = batch.samples.filter { $0.key == metric }
        _ = try store.write(batch)
        return (store, metric)
    }

    @Test("S10.2 Samples that came one after another are kept as one run, of which any part can be asked for or forgotten")
    func runs() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path("store")
        let (store, metric) = try numbered(path, count: 200)
        let numbers = try store.read { try $0.plainSamples(metric) }.map(\.number).sorted()
        try #require(numbers.count > 90 && numbers.first == 1 && numbers.last == Int64(numbers.count))
        let last = try lastChange(of: store)
        #expect(try store.delete(metric, numbers: Set(1...80)) == 80)
        func rows() throws -> Int? { try DatabaseQueue(path: path).read { try Int.fetchOne($0, sql: "SELECT count(*) FROM deletion") } }
        #expect(try rows() == 1)
        let all = (1...80).map { DeletedSample(change: last + $0, number: $0) }
        func known(after change: Int64) throws -> [DeletedSample] {
            try store.read { try #require($0.capabilities.changes).deletions(of: metric, after: change) }
        }
        for anchor in [0, last, last + 1, last + 40, last + 79, last + 80] {
            #expect(try known(after: anchor) == all.filter { $0.change > anchor })
        }
        try store.setSetting(StoreLimits.keptDeletionsSetting, to: "30")
        #expect(try store.delete(metric, numbers: [85]) == 1)
        #expect(try known(after: 0) == all.suffix(29) + [DeletedSample(change: last + 81, number: 85)])
        #expect(try rows() == 2)
        #expect(try store.read { try #require($0.capabilities.changes).lastForgottenDeletion } == last + 51)
        #expect(try store.checkIntegrity() == [])
    }

    @Test("A store of the format before runs of deletions is read as it is, and migrated before it is written")
    func migrationToRuns() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path("store")
        let (store, metric) = try numbered(path, count: 100)
        let last = try lastChange(of: store)
        for number in [2, 5, 6] as [Int64] { #expect(try store.delete(metric, numbers: [number]) == 1) }
        let before = [2, 5, 6].enumerated().map { DeletedSample(change: last + 1 + Int64($0), number: $1) }
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { db in
            try EarlierVersion.dropTables(since: 6, db)
            try db.execute(sql: "ALTER TABLE deletion DROP COLUMN count; PRAGMA user_version = 5")
        }
        try queue.close()
        func known(_ store: SQLiteStore) throws -> [DeletedSample] {
            try store.read { try #require($0.capabilities.changes).deletions(of: metric, after: 0) }
        }
        let reader = try SQLiteStore.open(path: path, mode: .readOnly)
        #expect(try known(reader) == before)
        #expect(try reader.checkIntegrity() == [])
        let writer = try SQLiteStore.open(path: path, mode: .readWrite)
        #expect(try known(writer) == before)
        #expect(try writer.delete(metric, numbers: [7, 8]) == 2)
        #expect(try known(writer) == before + [7, 8].enumerated().map { DeletedSample(change: last + 4 + Int64($0), number: $1) })
    }

    @Test("A run of deletions that is too long is damage, and nothing of its length is made", arguments: [0, -5, 1 << 40, Int64.max])
    func damagedRun(count: Int64) throws {
        let directory = try TemporaryDirectory()
        let path = directory.path("store")
        let (store, metric) = try numbered(path, count: 100)
        #expect(try store.delete(metric, numbers: [3]) == 1)
        try DatabaseQueue(path: path).write { try $0.execute(sql: "UPDATE deletion SET count = ?", arguments: [count]) }
        #expect(throws: StoreError.self) {
            try store.read { _ = try #require($0.capabilities.changes).deletions(of: metric, after: 0) }
        }
        #expect(try store.checkIntegrity().contains { $0.message.contains("run of deletions") })
    }

    private func lastChange(of store: any SampleStorage) throws -> Int64 {
        try store.read { try #require($0.capabilities.changes).lastChange }
    }

    private func expect(_ store: any SampleStorage, _ log: Log, keeping limit: Int, _ seed: UInt64) throws {
        try store.read { reader in
            let source = try #require(reader.capabilities.changes)
            let forgotten = log.changes.dropLast(limit).last ?? 0
            #expect(try source.lastForgottenDeletion == forgotten, "seed \(seed)")
            for metric in RandomBatch.metrics {
                for anchor in [0, 1, 17, 60, 150, try source.lastChange - 1, try source.lastChange] {
                    var found: Set<Int64> = []
                    try source.scan(metric, addedAfter: anchor) { batch in
                        found.formUnion(batch.numbers.filter { $0 > anchor })
                        return true
                    }
                    #expect(found == log.added[metric]?.filter { $0 > anchor }, "since \(anchor), seed \(seed)")
                    let expected = zip(log.deleted, log.changes).suffix(limit).filter { $0.0.metric == metric && $0.1 > anchor }
                    let deletions = try source.deletions(of: metric, after: anchor)
                    #expect(deletions.map(\.change) == expected.map(\.1), "since \(anchor), seed \(seed)")
                    #expect(deletions.map(\.number) == expected.map(\.0.number), "since \(anchor), seed \(seed)")
                }
            }
        }
    }
}
