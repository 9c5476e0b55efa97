import GRDB
import HealthModel
import SampleStore
import StorageModel

/// The latest deletions of samples, inside a transaction.
///
/// Samples that came one after another are often deleted together. A row is a run of deletions: its first change, the number of its first
/// sample, and how many there are. Both numbers count up by one.
struct DeletionTable {
    let db: Database

    /// A file with a longer run or more deletions is damaged. The limits keep a small file from using much memory.
    private static let (longestRun, mostDeletions) = (1 << 20, 1 << 22)

    /// Adds deletions in order of the samples' numbers, and forgets the oldest ones beyond the limit.
    func add(_ numbers: [Int64], metricID: Int64, keeping limit: Int, nextNumber: inout Int64) throws {
        let known = numbers.sorted().suffix(limit)
        nextNumber += Int64(numbers.count - known.count)
        let statement = try db.cachedStatement(sql: "INSERT INTO deletion (change, metric, number, count) VALUES (?, ?, ?, ?)")
        var first = known.startIndex
        while first < known.endIndex {
            var end = first + 1
            while end < known.endIndex, known[end] == known[end - 1] + 1, end - first < Self.longestRun { end += 1 }
            try statement.execute(arguments: [nextNumber, metricID, known[first], end - first])
            nextNumber += Int64(end - first)
            first = end
        }
        // If not all of these are kept, none of the older ones is.
        let last = try known.count < numbers.count ? nextNumber - 1 - Int64(known.count) : lastBeyond(limit)
        if let last { try forget(through: last) }
    }

    /// Returns the newest deletion that is not among the last `limit`, or nil if there are not that many.
    private func lastBeyond(_ limit: Int) throws -> Int64? {
        let total = try Int64.fetchOne(db.cachedStatement(sql: "SELECT sum(count) FROM deletion")) ?? 0
        var rest = total - Int64(limit)
        guard rest > 0 else { return nil }
        let runs = try Row.fetchCursor(db.cachedStatement(sql: "SELECT change, count FROM deletion ORDER BY change"))
        while let run = try runs.next() {
            let (change, count): (Int64, Int64) = (try run.get(0), try run.get(1))
            if count >= rest { return change + rest - 1 }
            rest -= count
        }
        return nil
    }

    private func forget(through last: Int64) throws {
        // The rest of a run of which only the first part is forgotten.
        try db.cachedStatement(
            sql: """
                UPDATE deletion SET change = ?1 + 1, number = number + ?1 + 1 - change, count = count - (?1 + 1 - change)
                WHERE change = (SELECT max(change) FROM deletion WHERE change <= ?1) AND change + count - 1 > ?1
                """
        ).execute(arguments: [last])
        try db.cachedStatement(sql: "DELETE FROM deletion WHERE change <= ?").execute(arguments: [last])
        try db.cachedStatement(sql: "UPDATE counter SET value = ? WHERE name = 'lastForgottenDeletion'").execute(arguments: [last])
    }

    /// Returns the deletions of a metric after a change, in order.
    ///
    /// - Parameter path: the path of the store for errors.
    func entries(metricID: Int64, after change: Int64, path: String) throws -> [DeletedSample] {
        // The last run that starts before the change can end after it.
        let statement = try db.cachedStatement(
            sql: """
                SELECT change, number, \(countColumn()) FROM deletion
                WHERE change >= coalesce((SELECT max(change) FROM deletion WHERE change <= ?1), ?1) AND metric = ?2 ORDER BY change
                """)
        var found: [DeletedSample] = []
        try Self.pass(Row.fetchCursor(statement, arguments: [change, metricID]), path: path) { if $0.change > change { found.append($0) } }
        return found
    }

    /// Passes all deletions to `body`, in order.
    func all(path: String, _ body: (DeletedSample) -> Void) throws {
        let sql = try "SELECT change, number, \(countColumn()) FROM deletion ORDER BY change"
        try Self.pass(Row.fetchCursor(db, sql: sql), path: path, body)
    }

    /// The number of deletions of a row. In a file of an older version, which is open read-only, each row is one deletion.
    private func countColumn() throws -> String {
        let hasRuns = try Bool.fetchOne(db, sql: "SELECT count(*) FROM pragma_table_info('deletion') WHERE name = 'count'") ?? false
        return hasRuns ? "count" : "1"
    }

    private static func pass(_ runs: RowCursor, path: String, _ body: (DeletedSample) -> Void) throws {
        var total = 0
        while let run = try runs.next() {
            let (change, number, count): (Int64, Int64, Int64) = (try run.get(0), try run.get(1), try run.get(2))
            let (end, isTooLarge) = max(change, number).addingReportingOverflow(count)
            guard !isTooLarge, end > 0, 1...Int64(longestRun) ~= count else {
                throw StoreError.corrupt(path: path, reason: "a run of deletions has \(count)")
            }
            total += Int(count)
            guard total <= mostDeletions else {
                throw StoreError.corrupt(path: path, reason: "it lists more than \(mostDeletions) deletions")
            }
            for index in 0..<count { body(DeletedSample(change: change + index, number: number + index)) }
        }
    }
}
