import CalendarIntervals
import QueryEngine
import QueryPlan

/// `change`: the difference between each value and the one it is compared with, or the percentage with `percent`. Null if either is
/// missing, or if a percentage of zero is needed.
///
/// Without `compare to`, values are compared with the previous bucket, not the previous row. A bucket that a stage removed counts as
/// missing.
struct ChangeStage: RowStage {
    let changes: [ColumnChange]
    let percent: Bool

    func apply(to table: inout ResultTable, _ context: StageContext) {
        let rowsBefore = changes.contains { $0.previous == nil } ? BucketOrder(table).rowsBefore : []
        for change in changes {
            let values = table.columns[change.column].values
            let before = change.previous.map { table.columns[$0].values } ?? rowsBefore.map { $0.flatMap { values[$0] } }
            var column = ValueColumn(computed: zip(values, before).map(difference))
            column.comparison = .change
            table.columns[change.column] = column
        }
    }

    private func difference(_ value: Double?, _ before: Double?) -> Double? {
        guard let value, let before else { return nil }
        guard percent else { return value - before }
        return before == 0 ? nil : (value - before) / before * 100
    }
}

/// Finds the row with the previous bucket of each row: the time span that ends where the row starts, or the previous slot.
private struct BucketOrder {
    /// Nil for the first bucket of a series, and if the previous bucket is not among the rows.
    private(set) var rowsBefore: [Int?]

    init(_ table: ResultTable) {
        rowsBefore = Array(repeating: nil, count: table.rowCount)
        let slots = table.starts.isEmpty ? Self.slots(of: table) : []
        for rows in RowSeries(table).rows {
            let rows = slots.isEmpty ? rows : rows.sorted { slots[$0] < slots[$1] }
            for (row, next) in zip(rows, rows.dropFirst()) {
                // Rows that are intervals themselves have no buckets between them.
                let follows =
                    slots.isEmpty
                    ? table.header.rowsAreEvents || !table.starts.isEmpty && table.ends[row] == table.starts[next]
                    : slots[row] + 1 == slots[next]
                if follows { rowsBefore[next] = row }
            }
        }
    }

    /// Returns the slots of profile rows; empty without profiles. Several profiles are combined like digits, the first as the most
    /// significant.
    private static func slots(of table: ResultTable) -> [Int] {
        let profiles = table.keys.compactMap { key in Profile(rawValue: key.name).map { ($0, key.values) } }
        guard !profiles.isEmpty else { return [] }
        return (0..<table.rowCount).map { row in
            profiles.reduce(0) { $0 * $1.0.slotCount + ($1.0.slot(ofKey: $1.1[row]) ?? 0) }
        }
    }
}
