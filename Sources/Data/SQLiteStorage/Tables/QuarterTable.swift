import GRDB
import HealthModel
import SampleStore
import StorageModel

/// The quarter hours of one metric, inside a transaction.
///
/// A row of `quarterMetric` means that the metric has quarter hours. Every write of samples then marks the quarter hours that it touches as
/// stale, in the same transaction. Only the transaction that writes them again removes the mark.
struct QuarterTable {
    let db: Database
    let metricID: Int64

    // MARK: Reading

    func directory() throws -> QuarterDirectory? {
        guard try isKept() else { return nil }
        var stale = try staleRanges()
        var chunks: [QuarterChunk] = []
        let rows = try Row.fetchCursor(
            db.cachedStatement(sql: "SELECT number, content FROM quarterChunk WHERE metric = ? ORDER BY number"), arguments: [metricID])
        while let row = try rows.next() {
            let index: Int64 = try row.get(0)
            if let chunk = try row.withBytes(atIndex: 1, { QuarterCodec.decode($0, index: index) }) {
                chunks.append(chunk)
            } else {
                stale = QuarterTable.adding(QuarterHour.quarters(ofChunk: index), to: stale)
            }
        }
        // Without its chunk, these samples would count as none.
        for index in try missingChunks() { stale = QuarterTable.adding(QuarterHour.quarters(ofChunk: index), to: stale) }
        return QuarterDirectory(chunks: chunks, stale: stale)
    }

    /// Returns the chunks that the store lacks although a block begins or ends in them and that time is not stale. Only damage does this.
    func missingChunks() throws -> [Int64] {
        guard try isKept() else { return [] }
        let known = try Set(
            Int64.fetchAll(db.cachedStatement(sql: "SELECT number FROM quarterChunk WHERE metric = ?"), arguments: [metricID]))
        let edges = try Int64.fetchSet(
            db.cachedStatement(sql: "SELECT firstStart FROM block WHERE metric = ?1 UNION SELECT lastStart FROM block WHERE metric = ?1"),
            arguments: [metricID])
        let stale = try staleRanges()
        let fresh = edges.map(QuarterHour.holding).filter { quarter in !stale.contains { $0.contains(quarter) } }
        return Set(fresh.map(QuarterHour.chunk)).subtracting(known).sorted()
    }

    func columns(_ part: QuarterPart, source: Int32, chunk: Int64) throws -> QuarterColumns? {
        try withBytes(of: part, source: source, chunk: chunk) { bytes in
            QuarterCodec.decode(bytes, columnCount: part.columnCount).map { QuarterColumns(columns: $0, byteCount: bytes.count) }
        }
    }

    func crossing(chunk: Int64) throws -> SampleBatch? {
        try withBytes(of: .crossing, source: 0, chunk: chunk) { bytes in
            var rows = SampleBatch()
            guard bytes.count >= 8 else { return nil }
            let count = Int(UInt64(bitPattern: bytes.word(at: 0)) >> 32)
            return (try? BlockCodec.decode(bytes, count: count, columns: [.values, .sources], into: &rows)).map { rows }
        }
    }

    private func withBytes<Result>(
        of part: QuarterPart, source: Int32, chunk: Int64, _ decode: (Span<UInt8>) -> Result?
    ) throws -> Result? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT bytes FROM quarterPart p JOIN quarterChunk c ON c.id = p.chunk
                WHERE c.metric = ? AND c.number = ? AND part = ? AND source = ?
                """)
        let rows = try Row.fetchCursor(statement, arguments: [metricID, chunk, part.rawValue, source])
        return try rows.next().flatMap { try $0.withBytes(atIndex: 0, decode) }
    }

    private func isKept() throws -> Bool {
        try Int64.fetchOne(db.cachedStatement(sql: "SELECT format FROM quarterMetric WHERE metric = ?"), arguments: [metricID])
            == QuarterCodec.format
    }

    // MARK: Stale quarter hours

    private func staleRanges() throws -> [Range<Int64>] {
        try Row.fetchAll(
            db.cachedStatement(sql: "SELECT first, last FROM quarterStale WHERE metric = ? ORDER BY first"), arguments: [metricID]
        ).compactMap { row in
            let (first, last): (Int64, Int64) = (try row.get(0), try row.get(1))
            return first <= last ? first..<last + 1 : nil
        }
    }

    private func setStale(_ ranges: [Range<Int64>]) throws {
        try db.cachedStatement(sql: "DELETE FROM quarterStale WHERE metric = ?").execute(arguments: [metricID])
        let insertion = try db.cachedStatement(sql: "INSERT INTO quarterStale VALUES (?, ?, ?)")
        for range in ranges { try insertion.execute(arguments: [metricID, range.lowerBound, range.upperBound - 1]) }
    }

    /// Marks the quarter hours of samples at these times as stale.
    func markStale(_ times: some Sequence<(start: Int64, end: Int64)>) throws {
        guard try isKept() else { return }
        try markStale(quarters: times.map { QuarterHour.meeting(from: $0.start, to: $0.end) })
    }

    /// Marks the chunks with samples at these times as stale, because chunks that no longer have samples go.
    func markChunksStale(_ times: [(start: Int64, end: Int64)]) throws {
        guard try isKept() else { return }
        try markStale(
            quarters: times.map { time in
                let range = QuarterHour.meeting(from: time.start, to: time.end)
                let (first, last) = (QuarterHour.chunk(of: range.lowerBound), QuarterHour.chunk(of: range.upperBound - 1))
                return QuarterHour.quarters(ofChunk: first).lowerBound..<QuarterHour.quarters(ofChunk: last).upperBound
            })
    }

    private func markStale(quarters: [Range<Int64>]) throws {
        var touched: [Range<Int64>] = []
        for range in quarters.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            // Ranges within a day of each other become one mark, because few marks are faster than precise ones.
            if let last = touched.last, range.lowerBound <= last.upperBound + 96 {
                touched[touched.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                touched.append(range)
            }
        }
        guard !touched.isEmpty else { return }
        try setStale(touched.reduce(staleRanges()) { QuarterTable.adding($1, to: $0) })
    }

    /// Adds `range` to `ranges`, which are ascending and do not touch.
    static func adding(_ range: Range<Int64>, to ranges: [Range<Int64>]) -> [Range<Int64>] {
        var union = range
        var result = ranges.filter { other in
            guard other.upperBound >= union.lowerBound, other.lowerBound <= union.upperBound else { return true }
            union = min(union.lowerBound, other.lowerBound)..<max(union.upperBound, other.upperBound)
            return false
        }
        result.insert(union, at: result.firstIndex { $0.lowerBound > union.lowerBound } ?? result.count)
        return result
    }

    /// Returns the parts of `ranges` outside `range`.
    static func removing(_ range: Range<Int64>, from ranges: [Range<Int64>]) -> [Range<Int64>] {
        ranges.flatMap { other in
            [
                other.lowerBound..<max(min(other.upperBound, range.lowerBound), other.lowerBound),
                min(max(other.lowerBound, range.upperBound), other.upperBound)..<other.upperBound,
            ].filter { !$0.isEmpty }
        }
    }

    // MARK: Writing

    /// Starts to store quarter hours. All of them are stale at first.
    func begin() throws {
        guard try !isKept() else { return }
        try clear()
        try db.cachedStatement(sql: "INSERT INTO quarterMetric VALUES (?, ?)").execute(arguments: [metricID, QuarterCodec.format])
        try setStale([QuarterHour.all])
    }

    /// Deletes all quarter hours of the metric.
    func clear() throws {
        for table in ["quarterMetric", "quarterStale", "quarterChunk"] {
            try db.execute(sql: "DELETE FROM \(table) WHERE metric = ?", arguments: [metricID])
        }
    }

    /// Replaces all chunks in `quarters` with `contents`. They are no longer stale.
    func replace(_ quarters: Range<Int64>, by contents: [QuarterChunkContent]) throws {
        try db.cachedStatement(sql: "DELETE FROM quarterChunk WHERE metric = ? AND number BETWEEN ? AND ?").execute(arguments: [
            metricID, QuarterHour.chunk(of: quarters.lowerBound), QuarterHour.chunk(of: quarters.upperBound - 1),
        ])
        for content in contents {
            try db.cachedStatement(sql: "INSERT INTO quarterChunk (metric, number, content) VALUES (?, ?, ?)")
                .execute(arguments: [metricID, content.chunk.index, QuarterCodec.encode(content.chunk).databaseValue])
            let chunk = db.lastInsertedRowID
            let insertion = try db.cachedStatement(sql: "INSERT INTO quarterPart (chunk, part, source, bytes) VALUES (?, ?, ?, ?)")
            for (key, columns) in content.parts.sorted(by: { ($0.key.part.rawValue, $0.key.source) < ($1.key.part.rawValue, $1.key.source) }
            ) {
                try insertion.execute(arguments: [chunk, key.part.rawValue, key.source, QuarterCodec.encode(columns).databaseValue])
            }
            try insertion.execute(arguments: [
                chunk, QuarterPart.crossing.rawValue, 0, BlockCodec.encode(content.crossing.withEveryColumn).databaseValue,
            ])
        }
        try setStale(QuarterTable.removing(quarters, from: staleRanges()))
    }
}

extension SampleBatch {
    /// The rows with zeros in missing columns.
    fileprivate var withEveryColumn: SampleBatch {
        var result = self
        func fill<Element: ExpressibleByIntegerLiteral>(_ column: inout [Element]) {
            if column.isEmpty { column = Array(repeating: 0, count: count) }
        }
        fill(&result.values)
        fill(&result.sources)
        fill(&result.origins)
        fill(&result.metadata)
        fill(&result.units)
        fill(&result.created)
        fill(&result.numbers)
        return result
    }
}
