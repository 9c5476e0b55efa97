import GRDB
import HealthModel
import SampleStore

/// The series of a store file, inside a transaction. A series belongs to the workout or sample with the number of its owner.
struct SeriesTable {
    let db: Database
    let path: String

    /// The metrics whose samples have series, without workouts.
    static var sampleMetrics: [MetricID] { TimeSeries.Kind.allCases.map(\.owner).filter { $0 != .workouts } }

    /// Passes the numbers of all samples of a metric to `body`, some at a time.
    func forEachNumber(of metric: MetricID, metricID: Int64, _ body: ([Int64]) throws -> Void) throws {
        let blocks = BlockTable(db: db, path: path, metric: metric, metricID: metricID)
        for entry in try blocks.entries(numbers: .min ... .max, starting: .min ... .max) {
            var rows = SampleBatch()
            try blocks.read(entry, columns: .numbers, into: &rows)
            try body(rows.numbers)
        }
        try body(FreshTable(db: db, metricID: metricID).allRows().numbers)
    }

    /// Returns all series of a workout or sample, by kind and start.
    func series(of owner: Int64) throws -> [TimeSeries] {
        try TimeSeries.Kind.allCases.flatMap { try series($0, of: owner) }
    }

    /// Returns the series of a kind of a workout or sample, by start.
    func series(_ kind: TimeSeries.Kind, of owner: Int64) throws -> [TimeSeries] {
        let rows = try Row.fetchCursor(
            db.cachedStatement(sql: "SELECT name, count, bytes FROM series WHERE owner = ? AND kind = ? ORDER BY place"),
            arguments: [owner, kind.rawValue])
        var found: [TimeSeries] = []
        while let row = try rows.next() {
            do {
                let (name, count): (String, Int) = (try row.get(0), try row.get(1))
                try found.append(row.withBytes(atIndex: 2) { try SeriesCodec.decode($0, kind, name: name, count: count) })
            } catch let error as BlockError {
                throw StoreError.corrupt(path: path, reason: "a series of \(kind.ownerName) \(owner): \(error.explanation)")
            }
        }
        return found
    }

    /// Adds series to those of a workout or sample. Returns true if something changed.
    func add(_ new: [TimeSeries], to owner: Int64) throws -> Bool {
        guard !new.isEmpty else { return false }
        var all = try series(of: owner)
        let known = all
        for series in new { _ = all.merge(series) }
        guard all != known else { return false }
        try delete(of: owner)
        for kind in TimeSeries.Kind.allCases {
            for (place, series) in all.filter({ $0.kind == kind }).enumerated() {
                try db.cachedStatement(sql: "INSERT INTO series VALUES (?, ?, ?, ?, ?, ?, ?, ?)").execute(arguments: [
                    owner, kind.rawValue, place, series.name, series.count, series.start.milliseconds, series.end.milliseconds,
                    SeriesCodec.encode(series).databaseValue,
                ])
            }
        }
        return true
    }

    func delete(of owner: Int64) throws {
        try db.cachedStatement(sql: "DELETE FROM series WHERE owner = ?").execute(arguments: [owner])
    }
}

extension TimeSeries.Kind {
    /// The word for the owner of such a series, in messages.
    var ownerName: String { owner == .workouts ? "workout" : "sample" }
}
