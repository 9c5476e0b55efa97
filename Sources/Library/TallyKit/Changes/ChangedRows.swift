import HealthModel
package import QueryPlan
import TerminalText

/// The rows of an answer, for watches to compare.
package struct WatchedRows: Sendable {
    private let table: ResultTable
    /// True if the range ends now, so that its times change all the time.
    private let isMoving: Bool

    package init(_ table: ResultTable, isMoving: Bool) {
        self.table = table
        self.isMoving = isMoving
    }

    /// The changes between an earlier answer and this one.
    package struct Difference: Sendable {
        /// The rows with changed values, and new rows that have values.
        package var changed: ResultTable
        /// The rows that are no longer in the answer, with null values.
        package var removed: ResultTable
        /// True if anything differs, including empty rows.
        package var isDifferent: Bool

        package var count: Int { changed.rowCount + removed.rowCount }

        /// The number of rows, as in `2 rows`.
        package var inWords: String { Wording.count(count, "row") }
    }

    package func difference(from earlier: WatchedRows) -> Difference {
        let (before, now) = (earlier.identities, identities)
        let rowsBefore = Dictionary(before.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        let present = Set(now)
        let changed = now.enumerated().compactMap { row, identity in
            guard let old = rowsBefore[identity] else { return isEmpty(row) ? nil : row }
            return hasSameContent(row, as: old, of: earlier) ? nil : row
        }
        let gone = before.enumerated().compactMap { row, identity in present.contains(identity) || earlier.isEmpty(row) ? nil : row }
        var removed = earlier.table.keeping(gone)
        for index in removed.columns.indices {
            removed.columns[index].values = gone.map { _ in nil }
            if removed.columns[index].texts != nil { removed.columns[index].texts = gone.map { _ in nil } }
        }
        return Difference(
            changed: table.keeping(changed), removed: removed,
            isDifferent: !changed.isEmpty || !gone.isEmpty || before != now || !isMoving && table.starts != earlier.table.starts)
    }

    /// Identifies a row: its time, its keys, and its index among rows with equal time and keys.
    ///
    /// A row over the whole range stays the same row if the range moves: at midnight, the row of `sum steps today` gets another value.
    private struct Identity: Hashable {
        var start: Instant?
        var end: Instant?
        var keys: [KeyValue?]
        var place: Int
    }

    private var identities: [Identity] {
        var counts: [Identity: Int] = [:]
        return (0..<table.rowCount).map { row in
            var identity = Identity(keys: table.keys.map { $0.values[row] }, place: 0)
            if !table.starts.isEmpty {
                identity.start = Instant(milliseconds: table.starts[row])
                identity.end = Instant(milliseconds: table.ends[row])
            }
            if table.kind == .statistics, (identity.start, identity.end) == (table.header.range.start, table.header.range.end) {
                (identity.start, identity.end) = (nil, nil)
            }
            let place = counts[identity, default: 0]
            counts[identity] = place + 1
            identity.place = place
            return identity
        }
    }

    /// Returns the size of a table for messages, as in `1 row and 2 columns`.
    package static func size(of table: ResultTable) -> String {
        let (rows, columns) = (table.rowCount, table.columns.count)
        return "\(rows) \(rows == 1 ? "row" : "rows") and \(columns) \(columns == 1 ? "column" : "columns")"
    }

    private func isEmpty(_ row: Int) -> Bool { table.columns.allSatisfy { $0.values[row] == nil && $0.texts?[row] == nil } }

    private func hasSameContent(_ row: Int, as old: Int, of earlier: WatchedRows) -> Bool {
        guard table.columns.map({ $0.values[row] }) == earlier.table.columns.map({ $0.values[old] }),
            table.columns.map({ $0.texts?[row] }) == earlier.table.columns.map({ $0.texts?[old] })
        else { return false }
        return isEmpty(row) || table.partial.isEmpty || table.partial[row] == earlier.table.partial[old]
    }
}
