import GRDB
import HealthModel
import SampleStore
import StorageModel
import Threading

/// The blocks of one metric, inside a transaction.
struct BlockTable {
    /// The properties of a block that are known without decoding it.
    struct Entry: Equatable {
        var id: Int64
        var firstStart: Int64
        var lastStart: Int64
        var greatestEnd: Int64
        var count: Int

        var extent: BlockExtent {
            BlockExtent(count: count, firstStart: firstStart, lastStart: lastStart, latestEnd: greatestEnd)
        }
    }

    let db: Database
    let path: String
    let metric: MetricID
    let metricID: Int64
    /// The format of new blocks.
    var format = BlockCodec.Format.newest
    /// The greatest id of a source, which no block exceeds.
    var lastSource = Int32.max

    // MARK: Entries

    /// Returns the blocks, by start, that can have samples in the range with a value in `values`.
    func entries(from: Int64, through: Int64, values: ClosedRange<Double>?) throws -> [Entry] {
        let reach = try Int64.fetchOne(db.cachedStatement(sql: "SELECT reach FROM metric WHERE id = ?"), arguments: [metricID]) ?? 0
        let earliest = from.subtractingReportingOverflow(reach)
        var condition = "AND firstStart BETWEEN ? AND ? AND greatestEnd >= ?"
        var arguments: [any DatabaseValueConvertible] = [earliest.overflow ? .min : earliest.partialValue, through, from]
        if let values {
            // Both are null if no value is a number. Such a block has no value in `values`.
            condition += " AND maximum >= ? AND minimum <= ?"
            arguments += [values.lowerBound, values.upperBound]
        }
        return try entries(condition, arguments)
    }

    /// Returns all blocks by start.
    func allEntries() throws -> [Entry] { try entries("", []) }

    /// Returns the blocks that start in the range, and one more on each side.
    func neighbors(from: Int64, through: Int64) throws -> [Entry] {
        try entries(
            """
            AND firstStart >= coalesce((SELECT max(firstStart) FROM block WHERE metric = ? AND firstStart < ?), ?)
            AND firstStart <= coalesce((SELECT min(firstStart) FROM block WHERE metric = ? AND firstStart > ?), ?)
            """, [metricID, from, from, metricID, through, through])
    }

    /// Returns the blocks that can have samples with these numbers and starts.
    func entries(numbers: ClosedRange<Int64>, starting starts: ClosedRange<Int64>) throws -> [Entry] {
        try entries(
            "AND leastNumber <= ? AND greatestNumber >= ? AND firstStart <= ? AND lastStart >= ?",
            [numbers.upperBound, numbers.lowerBound, starts.upperBound, starts.lowerBound])
    }

    /// Returns the blocks in a format before the newest one, at most `limit`.
    func oldEntries(limit: Int) throws -> [Entry] {
        try Array(entries("AND id IN (SELECT block FROM oldBlock)", []).prefix(limit))
    }

    /// Returns the least number of the samples of a block.
    func leastNumber(_ entry: Entry) throws -> Int64 {
        try Int64.fetchOne(db.cachedStatement(sql: "SELECT leastNumber FROM block WHERE id = ?"), arguments: [entry.id]) ?? 0
    }

    private func entries(_ condition: String, _ arguments: [any DatabaseValueConvertible]) throws -> [Entry] {
        let statement = try db.cachedStatement(
            sql: "SELECT id, firstStart, lastStart, greatestEnd, count FROM block WHERE metric = ? \(condition) ORDER BY firstStart")
        return try Row.fetchAll(statement, arguments: StatementArguments([metricID] + arguments)).map { try $0.blockEntry() }
    }

    /// Returns the start of the latest sample in the blocks.
    func lastStart() throws -> Int64? {
        try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT lastStart FROM block WHERE metric = ? ORDER BY firstStart DESC LIMIT 1"), arguments: [metricID])
    }

    // MARK: Content

    /// Decodes a block into `rows`.
    func read(_ entry: Entry, columns: SampleColumns = .all, into rows: inout SampleBatch) throws {
        try packed(entry).unpack(columns, times: .all, into: &rows)
    }

    /// Passes blocks to `work`, and its results to `body`, in order.
    ///
    /// - Parameters:
    ///   - columns: The columns that `work` can unpack.
    ///   - times: Returns the times that `work` can unpack of a block.
    ///   - helperCount: The number of other threads that work.
    ///   - kept: The bytes that need not be read; nil if all are read.
    /// - Returns: False if `body` needs no more.
    func read<Part: Sendable>(
        _ entries: [Entry], columns: SampleColumns, times: (BlockExtent) throws -> UnpackedTimes, helperCount: Int, kept: KeptBlocks?,
        _ work: @escaping @Sendable (any PackedSamples) throws -> Part, _ body: (Part) throws -> Bool
    ) throws -> Bool {
        var blobs = BlobReader(db, table: "blockContent", column: "bytes")
        guard helperCount > 0 && entries.count >= 3 else {
            for entry in entries where try !body(work(packed(entry, columns, times, kept, &blobs))) { return false }
            return true
        }
        // SQLite has one thread, so the bytes are read here. A block that cannot be read is an error when its turn comes.
        let jobs = OrderedWork<[Result<PackedBlock, any Error>], [Result<Part, any Error>]>(helperCount: helperCount) { blocks in
            blocks.map { block in Result { try work(block.get()) } }
        }
        defer { jobs.close() }
        // Handing over a job takes time, so a job of a long scan has several blocks.
        let size = entries.count < 64 ? 1 : 4
        let parts = stride(from: 0, to: entries.count, by: size).map { entries[$0..<min($0 + size, entries.count)] }
        var readCount = 0
        var number = 0
        while number < parts.count {
            // A reader that needs only one block does not wait for many. Later, the helpers always have work.
            let isShort = jobs.waitingCount < (number == 0 ? 1 : helperCount + 2)
            if readCount < parts.count, readCount == number || isShort {
                jobs.add(parts[readCount].map { entry in Result { try packed(entry, columns, times, kept, &blobs) } })
                readCount += 1
            } else if let results = jobs.takeResult(number) {
                for result in try results.get() { guard try body(result.get()) else { return false } }
                number += 1
            } else {
                jobs.workOrWait()
            }
        }
        return true
    }

    /// Returns a block with some columns and times.
    private func packed(
        _ entry: Entry, _ columns: SampleColumns, _ times: (BlockExtent) throws -> UnpackedTimes, _ kept: KeptBlocks?,
        _ blobs: inout BlobReader
    ) throws -> PackedBlock {
        if let bytes = kept?.bytes(of: entry) {
            return PackedBlock(path: path, metric: metric, entry: entry, bytes: bytes, isChecked: true, lastSource: lastSource)
        }
        guard let size = blobs.open(row: entry.id), let header = blobs.read(BlockCodec.headerSize) else { return try packed(entry) }
        var end = try max(
            BlockCodec.end(of: columns, times: times(entry.extent), header: header.span), BlockCodec.leastSize(count: entry.count))
        let keptEnd = kept.map { BlockCodec.end(of: $0.columns, header: header.span) }
        let isKept = keptEnd.map { kept?.hasRoom(for: $0) ?? false } ?? false
        if let keptEnd, isKept { end = max(end, keptEnd) }
        guard end <= size, let bytes = blobs.read(end) else { return try packed(entry) }
        if isKept { kept?.keep(bytes, of: entry) }
        return PackedBlock(path: path, metric: metric, entry: entry, bytes: bytes, lastSource: lastSource)
    }

    /// Returns a block with all columns.
    private func packed(_ entry: Entry) throws -> PackedBlock {
        PackedBlock(path: path, metric: metric, entry: entry, bytes: try readBytes(entry), lastSource: lastSource)
    }

    private func readBytes(_ entry: Entry) throws -> [UInt8] {
        let statement = try db.cachedStatement(sql: "SELECT bytes FROM blockContent WHERE block = ?")
        let cursor = try Row.fetchCursor(statement, arguments: [entry.id])
        guard let bytes = try cursor.next()?.bytes(atIndex: 0) else {
            throw PackedBlock(path: path, metric: metric, entry: entry, bytes: []).damage("it has no content")
        }
        return bytes
    }

    /// Writes the rows in `range`, which must be sorted and not empty, as a new block.
    func insert(_ rows: SampleBatch, _ range: Range<Int>) throws {
        let statistics = BlockStatistics(rows, range)
        try db.cachedStatement(
            sql: """
                INSERT INTO block (metric, firstStart, lastStart, greatestEnd, count, minimum, maximum, leastNumber, greatestNumber)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            metricID, statistics.firstStart, statistics.lastStart, statistics.greatestEnd, statistics.count, statistics.minimum,
            statistics.maximum, statistics.leastNumber, statistics.greatestNumber,
        ])
        let id = db.lastInsertedRowID
        try db.cachedStatement(sql: "INSERT INTO blockContent (block, bytes) VALUES (?, ?)")
            .execute(arguments: [id, BlockCodec.encode(rows, range, format: format).databaseValue])
        if format != .newest { try db.cachedStatement(sql: "INSERT INTO oldBlock VALUES (?)").execute(arguments: [id]) }
        for (source, tally) in statistics.sources.sorted(by: { $0.key < $1.key }) {
            try db.cachedStatement(sql: "INSERT INTO blockSource VALUES (?, ?, ?, ?, ?, ?, ?, ?)").execute(arguments: [
                metricID, source, id, tally.count, tally.sum, tally.firstStart, tally.lastStart, tally.lastEnd,
            ])
        }
        try db.cachedStatement(sql: "UPDATE metric SET reach = ?1 WHERE id = ?2 AND reach < ?1").execute(arguments: [
            statistics.reach, metricID,
        ])
    }

    /// Returns the statistics stored next to a block.
    func statistics(_ entry: Entry) throws -> BlockStatistics? {
        var sources: [Int32: SourceTally] = [:]
        let parts = try Row.fetchAll(
            db.cachedStatement(
                sql: "SELECT source, count, sum, firstStart, lastStart, lastEnd FROM blockSource WHERE block = ? AND metric = ?"),
            arguments: [entry.id, metricID])
        for part in parts {
            try sources[part.get(0)] = SourceTally(
                count: Int(part.limited(1)), sum: part.get(2), firstStart: part.limited(3), lastStart: part.limited(4),
                lastEnd: part.limited(5))
        }
        let statement = try db.cachedStatement(
            sql: "SELECT firstStart, lastStart, greatestEnd, count, minimum, maximum, leastNumber, greatestNumber FROM block WHERE id = ?")
        return try Row.fetchOne(statement, arguments: [entry.id]).map { row in
            try BlockStatistics(
                firstStart: row.limited(0), lastStart: row.limited(1), greatestEnd: row.limited(2), count: Int(row.limited(3)),
                minimum: row.get(4),
                maximum: row.get(5),
                leastNumber: row.get(6), greatestNumber: row.get(7), sources: sources)
        }
    }

    /// Writes a block again in the newest format. Its rows and statistics do not change.
    func upgrade(_ entry: Entry) throws {
        var rows = SampleBatch()
        try read(entry, into: &rows)
        try db.cachedStatement(sql: "UPDATE blockContent SET bytes = ? WHERE block = ?")
            .execute(arguments: [BlockCodec.encode(rows).databaseValue, entry.id])
        try db.cachedStatement(sql: "DELETE FROM oldBlock WHERE block = ?").execute(arguments: [entry.id])
    }

    func delete(_ entry: Entry) throws {
        try db.cachedStatement(sql: "DELETE FROM block WHERE id = ?").execute(arguments: [entry.id])
    }
}

extension Row {
    func blockEntry() throws -> BlockTable.Entry {
        try BlockTable.Entry(id: get(0), firstStart: limited(1), lastStart: limited(2), greatestEnd: limited(3), count: Int(limited(4)))
    }
}
