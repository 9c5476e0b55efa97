import GRDB
import HealthModel
import SampleStore

/// The latest deletions of samples, inside a transaction.
///
/// Samples that came one after another are often deleted together. A row is a run of deletions: its first change, the number of its first
/// sample, and how many there are. Both numbers count up by one.
struct DeletionTable {
    let db: Database
    /// False for a file of an older version that is open read-only, in which each row is one deletion.
    var hasRuns = true

    /// A longer run is damage. A small file cannot ask for much memory.
    private static let longestRun = 1 << 20

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
        // The last run that starts before can end after.
        let statement = try db.cachedStatement(
            sql: """
                SELECT change, number, \(hasRuns ? "count" : "1") FROM deletion
                WHERE change >= coalesce((SELECT max(change) FROM deletion WHERE change <= ?1), ?1) AND metric = ?2 ORDER BY change
                """)
        var found: [DeletedSample] = []
        for run in try Row.fetchAll(statement, arguments: [change, metricID]) {
            try Self.pass(run, path: path) { if $0.change > change { found.append($0) } }
        }
        return found
    }

    /// Passes all deletions to `body`, in order.
    func all(path: String, _ body: (DeletedSample) -> Void) throws {
        let runs = try Row.fetchCursor(db, sql: "SELECT change, number, \(hasRuns ? "count" : "1") FROM deletion ORDER BY change")
        while let run = try runs.next() { try Self.pass(run, path: path, body) }
    }

    private static func pass(_ run: Row, path: String, _ body: (DeletedSample) -> Void) throws {
        let (change, number, count): (Int64, Int64, Int64) = (try run.get(0), try run.get(1), try run.get(2))
        let (end, isTooLarge) = max(change, number).addingReportingOverflow(count)
        guard !isTooLarge, end > 0, 1...Int64(longestRun) ~= count else {
            throw StoreError.corrupt(path: path, reason: "a run of deletions has \(count)")
        }
        for index in 0..<count { body(DeletedSample(change: change + index, number: number + index)) }
    }
}
