import GRDB
import HealthModel
import SampleStore
import StorageModel

/// The samples of a metric before a step changed or deleted them, inside a transaction. A sample is kept once for each step.
///
/// Samples that the step itself added are not kept. Taking back the step removes them by their numbers, so an import costs nothing.
struct EarlierSamples {
    let db: Database
    let path: String
    let metric: MetricID
    let metricID: Int64
    /// The change of this transaction, and the first one of the step.
    let change: Int64
    let firstChange: Int64
    /// The least number of a sample that the step added.
    let firstNumber: Int64

    /// Keeps sorted samples that are about to change.
    func keep(_ rows: SampleBatch, _ kind: UndoEffect.Part.Kind) throws {
        let kept = try keptNumbers()
        let wanted = rows.numbers.indices.filter { rows.numbers[$0] < firstNumber && !kept.contains(rows.numbers[$0]) }
        guard !wanted.isEmpty else { return }
        let rows = wanted.count == rows.count ? rows : rows.rows(wanted)
        var first = 0
        while first < rows.count {
            let range = first..<min(first + Self.mostRows, rows.count)
            try db.cachedStatement(sql: "INSERT INTO earlierSample VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?)").execute(arguments: [
                change, metricID, kind.rawValue, range.count, rows.starts[first], rows.starts[range.upperBound - 1],
                rows.ends[range].max(), BlockCodec.encode(rows, range).databaseValue,
            ])
            first = range.upperBound
        }
    }

    private static let mostRows = 16_384

    /// The numbers of the samples that the step has changed so far. There are few, because merging hardly ever changes a sample.
    private func keptNumbers() throws -> Set<Int64> {
        var numbers: Set<Int64> = []
        try read(changes: firstChange...change, kind: .restored) { numbers.formUnion($0.numbers) }
        return numbers
    }

    /// Passes kept samples to `body`, in the order in which they were kept.
    ///
    /// - Parameter kind: nil for all.
    func read(changes: ClosedRange<Int64>, kind: UndoEffect.Part.Kind? = nil, _ body: (SampleBatch) throws -> Void) throws {
        let statement = try db.cachedStatement(
            sql: """
                SELECT id, firstStart, lastStart, greatestEnd, count FROM earlierSample
                WHERE change BETWEEN ? AND ? AND metric = ? AND (?4 IS NULL OR kind = ?4) ORDER BY id
                """)
        let entries = try Row.fetchAll(statement, arguments: [changes.lowerBound, changes.upperBound, metricID, kind?.rawValue])
        var rows = SampleBatch()
        for entry in try entries.map({ try $0.blockEntry() }) {
            let cursor = try Row.fetchCursor(
                db.cachedStatement(sql: "SELECT bytes FROM earlierSample WHERE id = ?"), arguments: [entry.id])
            let bytes = try cursor.next()?.bytes(atIndex: 0) ?? []
            try PackedBlock(path: path, metric: metric, entry: entry, bytes: bytes).unpack(.all, times: .all, into: &rows)
            try body(rows)
        }
    }
}
