import HealthModel
import SampleStore
import StorageModel

/// The changes of a store file. A file of an older version that is open read-only knows no deletions.
extension SQLiteContent: ChangeSource {
    var lastChange: Int64 {
        get throws { try Self.counter("nextNumber", db) - 1 }
    }

    var lastForgottenDeletion: Int64 {
        get throws { parts.deletions ? try Self.counter("lastForgottenDeletion", db) : try lastChange }
    }

    func deletions(of metric: MetricID, after change: Int64) throws -> [DeletedSample] {
        guard let metricID = try series(metric), parts.deletions else { return [] }
        return try DeletionTable(db: db).entries(metricID: metricID, after: change, path: path)
    }

    func scan(_ metric: MetricID, addedAfter change: Int64, _ body: (borrowing SampleBatch) throws -> Bool) throws {
        guard change < .max, metric != .workouts, let metricID = try series(metric) else {
            return try scan(metric, from: .min, through: .max, columns: .all, body)
        }
        let blocks = BlockTable(db: db, path: path, metric: metric, metricID: metricID)
        var batch = SampleBatch()
        for entry in try blocks.entries(numbers: (change + 1)...Int64.max, starting: .min ... .max) {
            try blocks.read(entry, into: &batch)
            guard try body(batch) else { return }
        }
        let fresh = try FreshTable(db: db, metricID: metricID).allRows()
        if fresh.count > 0 { _ = try body(fresh) }
    }

    func numberedCorrelations(of type: String) throws -> [NumberedCorrelation] {
        try records().correlations(from: Int64.min, through: Int64.max).filter { $0.correlation.type == type }
            .map { NumberedCorrelation(number: $0.number, correlation: $0.correlation) }
            .sorted { $0.number < $1.number }
    }
}
