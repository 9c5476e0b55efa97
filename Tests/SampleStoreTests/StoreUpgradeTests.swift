import Foundation
import GRDB
import HealthModel
import RandomTesting
import SQLiteStorage
import SampleStore
import StorageModel
import Testing

@Suite("Blocks of older formats")
struct StoreUpgradeTests {
    private let directory: TemporaryDirectory
    private var path: String { directory.path("store") }

    /// A store whose blocks are all in the first format.
    init() throws {
        directory = try TemporaryDirectory()
        var options = StoreOptions()
        options.blockRows = 100
        options.blockFormat = .stream
        let store = try SQLiteStore.open(path: path, mode: .create, options: options)
        var generator = SplitMix64(seed: 5)
        _ = try store.write(RandomBatch.make(count: 4000, span: 100_000, using: &generator))
    }

    /// The samples of every metric.
    private func content(_ store: SQLiteStore) throws -> [[[Int64]]] {
        try RandomBatch.metrics.map { metric in
            var rows: [[Int64]] = []
            try store.read { reader in
                let (from, through) = (Instant(milliseconds: -1 << 60), Instant(milliseconds: 1 << 60))
                try reader.scan(metric, from: from, through: through, values: nil, columns: .all) { batch in
                    for row in 0..<batch.count {
                        let ids = [batch.sources[row], batch.origins[row], batch.metadata[row], batch.units[row]].map(Int64.init)
                        rows.append(
                            [batch.starts[row], batch.ends[row], Int64(bitPattern: batch.values[row].bitPattern), batch.created[row]]
                                + [batch.numbers[row]] + ids)
                    }
                    return true
                }
            }
            return rows
        }
    }

    private func formats() throws -> Set<UInt8> {
        let blobs = try DatabaseQueue(path: path).read { try Data.fetchAll($0, sql: "SELECT bytes FROM blockContent") }
        return Set(blobs.compactMap(\.first))
    }

    /// Removes what the newest version of the file added.
    private func makeOlderFile() throws {
        try DatabaseQueue(path: path).write { db in
            try db.execute(sql: "DROP TABLE oldBlock; DELETE FROM grdb_migrations WHERE identifier = '4'; PRAGMA user_version = 3")
        }
    }

    /// Changes the bytes of every block.
    private func changeBlocks(_ change: (inout [UInt8]) -> Void) throws {
        try DatabaseQueue(path: path).write { db in
            for row in try Row.fetchAll(db, sql: "SELECT block, bytes FROM blockContent") {
                var bytes = Array(row["bytes"] as Data)
                change(&bytes)
                try db.execute(sql: "UPDATE blockContent SET bytes = ? WHERE block = ?", arguments: [Data(bytes), row["block"] as Int64])
            }
        }
    }

    /// The starts, ends and values of all samples of the first metric, or less of them.
    private func part(_ store: SQLiteStore, _ times: UnpackedTimes) throws -> [[Int64]] {
        var parts: [[Int64]] = []
        try store.read { source in
            let (from, through) = (Instant(milliseconds: -1 << 60), Instant(milliseconds: 1 << 60))
            try source.scanBlocks(
                RandomBatch.metrics[0], from: from, through: through, values: nil, columns: .values, times: { _ in times },
                { block in
                    var rows = SampleBatch()
                    try block.unpack(.values, times: times, into: &rows)
                    let values = rows.values.map { Int64(bitPattern: $0.bitPattern) }
                    return times == .count ? values : rows.starts + (times == .all ? rows.ends : []) + values
                },
                { rows in
                    parts.append(rows)
                    return true
                })
        }
        return parts
    }

    @Test("Blocks whose columns are in another order, as in older versions, give the same samples", arguments: [1, 3])
    func otherOrder(reads: Int) throws {
        let store = try SQLiteStore.open(path: path, mode: .readWrite)
        let before = try content(store)
        let parts = try [UnpackedTimes.all, .starts, .count].map { try part(store, $0) }
        try changeBlocks { bytes in
            // From start to number, as the header lists them.
            var moved = Array(bytes[..<160])
            for entry in stride(from: 8, to: 152, by: 16) {
                let offset = (0..<4).reduce(0) { $0 | Int(bytes[entry + $1]) << (8 * $1) }
                let length = (0..<4).reduce(0) { $0 | Int(bytes[entry + 4 + $1]) << (8 * $1) }
                for index in 0..<4 { moved[entry + index] = UInt8(truncatingIfNeeded: moved.count >> (8 * index)) }
                moved += bytes[offset..<offset + length]
            }
            #expect(moved.count == bytes.count && moved != bytes)
            bytes = moved
            BlockForgery.sign(&bytes)
        }
        let changed = try SQLiteStore.open(path: path, mode: .readOnly)
        // From the second read on, the store keeps blocks.
        for _ in 0..<reads {
            #expect(try [UnpackedTimes.all, .starts, .count].map { try part(changed, $0) } == parts)
            #expect(try content(changed) == before)
        }
        #expect(try changed.checkIntegrity() == [])
    }

    @Test("Bytes after the last column that a reader needs are not read, and those before are needed")
    func shortBlocks() throws {
        let store = try SQLiteStore.open(path: path, mode: .readWrite)
        let parts = try [UnpackedTimes.all, .starts, .count].map { try part(store, $0) }
        try changeBlocks { bytes in
            let source = (0..<4).reduce(0) { $0 | Int(bytes[8 + 3 * 16 + $1]) << (8 * $1) }
            bytes.removeLast(bytes.count - source)
        }
        let changed = try SQLiteStore.open(path: path, mode: .readOnly)
        #expect(try [UnpackedTimes.all, .starts, .count].map { try part(changed, $0) } == parts)
        #expect(throws: StoreError.self) { try content(changed) }
        try changeBlocks { $0.removeLast(9) }
        let shorter = try SQLiteStore.open(path: path, mode: .readOnly)
        #expect(try part(shorter, .starts) == parts[1])
        #expect(throws: StoreError.self) { try part(shorter, .all) }
    }

    @Test("A file of the last version is read as it is if it is opened read-only, and lists its blocks as old otherwise")
    func olderFile() throws {
        let before = try content(SQLiteStore.open(path: path, mode: .readOnly))
        try makeOlderFile()
        let reader = try SQLiteStore.open(path: path, mode: .readOnly)
        #expect(try content(reader) == before)
        #expect(try reader.info().oldBlockCount == reader.info().blockCount && reader.info().formatVersion == 3)
        let writer = try SQLiteStore.open(path: path, mode: .readWrite)
        #expect(try writer.info().formatVersion == 4)
        #expect(try writer.info().oldBlockCount == writer.info().blockCount)
        #expect(try content(writer) == before)
    }

    @Test("An upgrade writes every block again, reports each, and changes neither samples nor the change number")
    func upgrade() throws {
        try makeOlderFile()
        let store = try SQLiteStore.open(path: path, mode: .readWrite)
        let (before, info) = (try content(store), try store.info())
        var reported: [Int] = []
        let written = try store.upgradeBlocks { done, total in
            reported.append(done)
            #expect(total == info.blockCount)
        }
        #expect(written == info.blockCount && written > 20)
        #expect(reported == Array(1...written))
        #expect(try formats() == [2])
        #expect(try content(store) == before)
        #expect(try store.info().changeNumber == info.changeNumber && store.info().oldBlockCount == 0)
        // The file also has tables of later versions, which the check reports.
        #expect(try store.checkIntegrity().filter { !$0.message.contains("does not") && !$0.message.contains("differs") } == [])
        #expect(try store.upgradeBlocks() == 0)
    }

    @Test("An upgrade that is cancelled changes nothing")
    func cancelled() throws {
        struct Stop: Error {}
        let store = try SQLiteStore.open(path: path, mode: .readWrite)
        let before = try content(store)
        #expect(throws: Stop.self) { try store.upgradeBlocks { done, _ in if done == 9 { throw Stop() } } }
        #expect(try formats() == [1])
        #expect(try content(store) == before)
        #expect(try store.info().oldBlockCount == store.info().blockCount)
    }

    @Test("The end of an import writes old blocks again")
    func importing() throws {
        let store = try SQLiteStore.open(path: path, mode: .readWrite)
        let before = try content(store)
        try store.foldFreshRows()
        #expect(try formats() == [2])
        #expect(try content(store) == before)
        #expect(try store.checkIntegrity() == [])
    }

    @Test("A damaged block remains as it is, and all others are written again")
    func damaged() throws {
        let store = try SQLiteStore.open(path: path, mode: .readWrite)
        let count = try store.info().blockCount
        try DatabaseQueue(path: path).write { db in
            try db.execute(sql: "UPDATE blockContent SET bytes = substr(bytes, 1, 300) WHERE block = (SELECT min(block) FROM oldBlock)")
        }
        #expect(try store.upgradeBlocks() == count - 1)
        #expect(try formats() == [1, 2])
        #expect(try store.checkIntegrity().count == 1)
        try store.foldFreshRows()
        #expect(try store.info().oldBlockCount == 1)
    }

    @Test("New samples in an old block write it in the newest format")
    func rewritten() throws {
        let store = try SQLiteStore.open(path: path, mode: .readWrite)
        let count = try store.info().oldBlockCount
        var generator = SplitMix64(seed: 6)
        _ = try store.write(RandomBatch.make(count: 700, span: 100_000, using: &generator))
        #expect(try store.info().oldBlockCount < count)
        #expect(try store.checkIntegrity() == [])
    }

    @Test("A block of many samples at the same time is counted without reading its columns")
    func wideBlock() throws {
        let rowCount = 45_000
        var batch = SampleBatch()
        for row in 0..<rowCount {
            let start = Instant(seconds: 1_700_000_000)
            batch.append(start: start, end: start, value: Double(60 + row % 90), source: 0, number: Int64(row))
        }
        let bytes = BlockCodec.encode(batch)
        try DatabaseQueue(path: path).write { db in
            // As one block of the first metric, instead of its samples.
            try db.execute(
                sql: "DELETE FROM block WHERE metric = (SELECT id FROM metric WHERE identifier = ?)",
                arguments: [RandomBatch.metrics[0].identifier])
            try db.execute(
                sql: """
                    INSERT INTO block (metric, firstStart, lastStart, greatestEnd, count, minimum, maximum, leastNumber, greatestNumber)
                    SELECT id, ?1, ?1, ?1, ?2, 60, 149, 0, ?2 FROM metric WHERE identifier = ?3
                    """, arguments: [1_700_000_000_000, rowCount, RandomBatch.metrics[0].identifier])
            try db.execute(sql: "INSERT INTO blockContent (block, bytes) VALUES (last_insert_rowid(), ?)", arguments: [Data(bytes)])
        }
        let store = try SQLiteStore.open(path: path, mode: .readOnly)
        var counts: [Int] = []
        try store.read { source in
            try source.scanBlocks(
                RandomBatch.metrics[0], from: Instant(seconds: 0), through: Instant(seconds: 1 << 32), values: nil, columns: [],
                times: { _ in .count },
                { block in
                    var rows = SampleBatch()
                    try block.unpack([], times: .count, into: &rows)
                    return rows.count
                },
                { count in
                    counts.append(count)
                    return true
                })
        }
        #expect(counts.contains(rowCount))
    }
}
