import GRDB
import HealthModel
import SampleStore

/// The series of a store file, inside a transaction. A series belongs to the workout with the number of its owner.
struct SeriesTable {
    let db: Database
    let path: String

    /// Returns all series of a workout, by kind and start.
    func series(of owner: Int64) throws -> [TimeSeries] {
        try TimeSeries.Kind.allCases.flatMap { try series($0, of: owner) }
    }

    /// Returns the series of a kind of a workout, by start.
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
                throw StoreError.corrupt(path: path, reason: "a series of workout \(owner): \(error.explanation)")
            }
        }
        return found
    }

    /// Adds series to those of a workout. Returns true if something changed.
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
