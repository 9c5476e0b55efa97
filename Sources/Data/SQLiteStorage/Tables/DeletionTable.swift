import GRDB
import HealthModel
import SampleStore

/// The latest deletions of samples, inside a transaction.
struct DeletionTable {
    let db: Database

    /// Adds deletions in order of the samples' numbers, and forgets the oldest ones beyond the limit.
    func add(_ numbers: [Int64], metricID: Int64, keeping limit: Int, nextNumber: inout Int64) throws {
        let known = numbers.sorted().suffix(limit)
        nextNumber += Int64(numbers.count - known.count)
        // Samples that came one after another are often deleted together. SQLite counts faster than it binds parameters.
        let statement = try db.cachedStatement(
            sql: """
                WITH RECURSIVE run (change, number) AS (
                    VALUES (?1, ?2) UNION ALL SELECT change + 1, number + 1 FROM run WHERE number < ?3)
                INSERT INTO deletion SELECT change, ?4, number FROM run
                """)
        var first = known.startIndex
        while first < known.endIndex {
            var last = first
            while last + 1 < known.endIndex, known[last + 1] == known[last] + 1 { last += 1 }
            try statement.execute(arguments: [nextNumber, known[first], known[last], metricID])
            nextNumber += Int64(last - first + 1)
            first = last + 1
        }
        // If not all of these are kept, none of the older ones is.
        let last =
            try known.count < numbers.count
            ? nextNumber - 1 - Int64(known.count)
            : Int64.fetchOne(
                db.cachedStatement(sql: "SELECT change FROM deletion ORDER BY change DESC LIMIT 1 OFFSET ?"), arguments: [limit])
        guard let last else { return }
        try db.cachedStatement(sql: "DELETE FROM deletion WHERE change <= ?").execute(arguments: [last])
        try db.cachedStatement(sql: "UPDATE counter SET value = ? WHERE name = 'lastForgottenDeletion'").execute(arguments: [last])
    }

    func entries(metricID: Int64, after change: Int64) throws -> [DeletedSample] {
        let statement = try db.cachedStatement(
            sql: "SELECT change, number FROM deletion WHERE change > ? AND metric = ? ORDER BY change")
        return try Row.fetchAll(statement, arguments: [change, metricID]).map { row in
            DeletedSample(change: try row.get(0), number: try row.get(1))
        }
    }
}
