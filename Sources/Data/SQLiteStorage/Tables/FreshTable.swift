import GRDB
import HealthModel
import SampleStore

/// The rows of one metric in the row table, inside a transaction. They are fresh samples, later than all blocks of the metric.
struct FreshTable {
    let db: Database
    let metricID: Int64

    func count() throws -> Int {
        try Int.fetchOne(db.cachedStatement(sql: "SELECT count(*) FROM freshSample WHERE metric = ?"), arguments: [metricID]) ?? 0
    }

    /// Returns all rows by start.
    func allRows() throws -> SampleBatch { try rows("", []) }

    /// Returns the rows that start in the range, by start.
    func rows(startingFrom from: Int64, through: Int64) throws -> SampleBatch { try rows("AND start BETWEEN ? AND ?", [from, through]) }

    /// Returns the rows that start at or before `through` and end at or after `from`, by start.
    func rows(from: Int64, through: Int64) throws -> SampleBatch { try rows("AND start <= ? AND \"end\" >= ?", [through, from]) }

    private func rows(_ condition: String, _ arguments: [Int64]) throws -> SampleBatch {
        let statement = try db.cachedStatement(
            sql: """
                SELECT start, "end", value, source, origin, metadata, unit, created, number FROM freshSample
                WHERE metric = ? \(condition) ORDER BY start
                """)
        var rows = SampleBatch()
        let cursor = try Row.fetchCursor(statement, arguments: StatementArguments([metricID] + arguments))
        while let row = try cursor.next() {
            let (start, end) = try row.interval(at: 0)
            rows.starts.append(start)
            rows.ends.append(end)
            try rows.values.append(Double(bitPattern: UInt64(bitPattern: row.get(2))))
            try rows.sources.append(row.get(3))
            try rows.origins.append(row.get(4))
            try rows.metadata.append(row.get(5))
            try rows.units.append(row.get(6))
            try rows.created.append(row.get(7))
            try rows.numbers.append(row.get(8))
        }
        return rows
    }

    /// Writes a row. It replaces a row with the same number.
    func put(_ rows: SampleBatch, _ row: Int) throws {
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO freshSample VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)").execute(arguments: [
            rows.numbers[row], metricID, rows.starts[row], rows.ends[row], Int64(bitPattern: rows.values[row].bitPattern),
            rows.sources[row], rows.origins[row], rows.metadata[row], rows.units[row], rows.created[row],
        ])
    }

    func delete(number: Int64) throws {
        try db.cachedStatement(sql: "DELETE FROM freshSample WHERE number = ?").execute(arguments: [number])
    }

    func deleteAll() throws {
        try db.cachedStatement(sql: "DELETE FROM freshSample WHERE metric = ?").execute(arguments: [metricID])
    }
}
