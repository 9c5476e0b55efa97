import GRDB
import HealthModel
import SampleStore

/// The blocks of one metric, inside a transaction.
struct BlockTable {
    /// The properties of a block that are known without decoding it.
    struct Entry {
        var id: Int64
        var firstStart: Int64
        var lastStart: Int64
        var count: Int
    }

    let db: Database
    let path: String
    let metric: MetricID
    let metricID: Int64
    /// The format of new blocks.
    var format = BlockCodec.Format.newest

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
    func neighbours(from: Int64, through: Int64) throws -> [Entry] {
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

    private func entries(_ condition: String, _ arguments: [any DatabaseValueConvertible]) throws -> [Entry] {
        let statement = try db.cachedStatement(
            sql: "SELECT id, firstStart, lastStart, count FROM block WHERE metric = ? \(condition) ORDER BY firstStart")
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
        let statement = try db.cachedStatement(sql: "SELECT bytes FROM blockContent WHERE block = ?")
        let cursor = try Row.fetchCursor(statement, arguments: [entry.id])
        guard let row = try cursor.next() else { throw damage(entry, "it has no content") }
        do {
            try row.withBytes(atIndex: 0) { try BlockCodec.decode($0, count: entry.count, columns: columns, into: &rows) }
        } catch let error as BlockError {
            throw damage(entry, error.explanation)
        }
        try check(rows, of: entry)
    }

    private func check(_ rows: borrowing SampleBatch, of entry: Entry) throws {
        guard rows.starts.first == entry.firstStart, rows.starts.last == entry.lastStart else {
            throw damage(entry, "it does not match its entry")
        }
    }

    /// Passes the rows of blocks to `body`, in order.
    ///
    /// - Parameter ahead: True if other threads decode the next blocks while `body` works on one.
    /// - Returns: False if `body` needs no more.
    func read(
        _ entries: [Entry], columns: SampleColumns, ahead: Bool, _ body: (borrowing SampleBatch) throws -> Bool
    ) throws -> Bool {
        guard ahead && entries.count >= 3 else {
            var batch = SampleBatch()
            for entry in entries {
                try read(entry, columns: columns, into: &batch)
                guard try body(batch) else { return false }
            }
            return true
        }
        // More than one, so that threads seldom wait for each other.
        let decodings = (0..<min(4, entries.count)).map { _ in BlockDecoding() }
        var started = 0
        func start(through last: Int) {
            while started <= min(last, entries.count - 1) {
                // SQLite has one thread, so the bytes are read here. A block that cannot be read is an error when its turn comes.
                let entry = entries[started]
                decodings[started % decodings.count].start(Result { try bytes(of: entry) }, count: entry.count, columns: columns)
                started += 1
            }
        }
        for (index, entry) in entries.enumerated() {
            // A reader that needs only one block does not wait for many.
            start(through: index == 0 ? 1 : index + decodings.count - 1)
            let decoding = decodings[index % decodings.count]
            do {
                try decoding.wait()
            } catch let error as BlockError {
                throw damage(entry, error.explanation)
            }
            try check(decoding.rows, of: entry)
            guard try body(decoding.rows) else { return false }
        }
        return true
    }

    private func bytes(of entry: Entry) throws -> [UInt8] {
        let statement = try db.cachedStatement(sql: "SELECT bytes FROM blockContent WHERE block = ?")
        let cursor = try Row.fetchCursor(statement, arguments: [entry.id])
        guard let row = try cursor.next() else { throw damage(entry, "it has no content") }
        return try row.bytes(atIndex: 0)
    }

    func damage(_ entry: Entry, _ reason: String) -> StoreError {
        .corruptBlock(
            path: path, metric: metric, block: entry.id, from: Instant(milliseconds: entry.firstStart),
            through: Instant(milliseconds: entry.lastStart), reason: reason)
    }

    /// Writes `rows`, which must be sorted and not empty, as a new block.
    func insert(_ rows: SampleBatch) throws {
        let statistics = BlockStatistics(rows)
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
            .execute(arguments: [id, BlockCodec.encode(rows, format: format).databaseValue])
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
            db.cachedStatement(sql: "SELECT source, count, sum, firstStart, lastStart, lastEnd FROM blockSource WHERE block = ?"),
            arguments: [entry.id])
        for part in parts {
            try sources[part.get(0)] = SourceTally(
                count: part.get(1), sum: part.get(2), firstStart: part.get(3), lastStart: part.get(4), lastEnd: part.get(5))
        }
        let statement = try db.cachedStatement(
            sql: "SELECT firstStart, lastStart, greatestEnd, count, minimum, maximum, leastNumber, greatestNumber FROM block WHERE id = ?")
        return try Row.fetchOne(statement, arguments: [entry.id]).map { row in
            try BlockStatistics(
                firstStart: row.get(0), lastStart: row.get(1), greatestEnd: row.get(2), count: row.get(3), minimum: row.get(4),
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
    fileprivate func blockEntry() throws -> BlockTable.Entry {
        try BlockTable.Entry(id: get(0), firstStart: get(1), lastStart: get(2), count: get(3))
    }
}
