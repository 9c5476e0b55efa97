import GRDB
import HealthModel
import SampleStore
import StorageModel

/// Taking back the newest step, in one transaction.
extension StoreWriter {
    /// Takes back `step`. Returns false if the store has a newer step, or if `step` can't be taken back.
    mutating func undo(_ step: UndoStep) throws -> Bool {
        let table = UndoTable(db: db)
        guard try table.steps().first == step, step.obstacle == nil, let beginning = try table.beginning(of: step) else { return false }
        // Rows that refer to each other come back one after the other.
        try db.execute(sql: "PRAGMA defer_foreign_keys = ON")
        for person in try table.addedPersons(step) { _ = try PersonTable(db: db).forget(person) }
        try table.putBack(step)
        for row in try touchedMetrics(step, beginning) {
            try undo(step, beginning, of: MetricID(row.get(1)), metricID: row.get(0))
        }
        try forgetNames(from: beginning)
        try forgetDeletions()
        try table.remove(step)
        isUndone = true
        isChanged = true
        return true
    }

    private func touchedMetrics(_ step: UndoStep, _ beginning: UndoTable.Beginning) throws -> [Row] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT id, identifier FROM metric WHERE id IN (SELECT metric FROM block WHERE greatestNumber >= :number)
                OR id IN (SELECT metric FROM freshSample WHERE number >= :number)
                OR id IN (SELECT metric FROM earlierSample WHERE change BETWEEN :first AND :last)
                """, arguments: ["number": beginning.number, "first": step.first, "last": step.last])
    }

    private func undo(_ step: UndoStep, _ beginning: UndoTable.Beginning, of metric: MetricID, metricID: Int64) throws {
        let series = SeriesWriter(db, path: path, metric: metric, metricID: metricID, content: dictionaries, options: options, earlier: nil)
        let earlier = EarlierSamples(
            db: db, path: path, metric: metric, metricID: metricID, change: step.last, firstChange: step.first,
            firstNumber: beginning.number)
        let quarters = QuarterTable(db: db, metricID: metricID)
        // The chunks of quarter hours name their sources, which will have no name.
        let hasNewSources = try Bool.fetchOne(
            db, sql: "SELECT EXISTS (SELECT 1 FROM blockSource WHERE metric = ? AND source > ?)",
            arguments: [metricID, beginning.lastSource])
        try series.fold()
        var times = try series.removeSamples(numberedFrom: beginning.number)
        try earlier.read(changes: step.first...step.last, kind: .restored) { rows in
            _ = try series.delete(Set(rows.numbers), starting: .min ... .max)
        }
        // Another program's write within the step can have kept a sample again.
        var seen: Set<Int64> = []
        try earlier.read(changes: step.first...step.last) { rows in
            let wanted = rows.numbers.indices.filter {
                rows.numbers[$0] < beginning.number && (!step.hasOthers || seen.insert(rows.numbers[$0]).inserted)
            }
            try series.putBack(rows.rows(wanted))
            times += zip(rows.starts, rows.ends).map { (start: $0, end: $1) }
        }
        if hasNewSources == true { try quarters.clear() } else { try quarters.markChunksStale(times) }
    }

    /// Removes the names that only the step knew. The ids of sources are not used again.
    private mutating func forgetNames(from beginning: UndoTable.Beginning) throws {
        try db.execute(
            sql: """
                UPDATE origin SET version = NULL, hasDevice = 0, name = NULL, manufacturer = NULL, model = NULL, hardware = NULL,
                software = NULL WHERE source > ?
                """, arguments: [beginning.lastSource])
        try db.execute(sql: "UPDATE source SET name = '', person = NULL WHERE id > ?", arguments: [beginning.lastSource])
        try db.execute(sql: "DELETE FROM metadataSet WHERE id > ?", arguments: [beginning.lastMetadata])
    }

    /// Makes readers of numbered changes start again, because samples can come back with their numbers.
    private mutating func forgetDeletions() throws {
        try db.execute(sql: "DELETE FROM deletion")
        try db.execute(sql: "UPDATE counter SET value = ? WHERE name = 'lastForgottenDeletion'", arguments: [nextNumber])
        nextNumber += 1
    }
}
