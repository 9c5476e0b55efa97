import HealthModel
import QueryPlan

/// The rows of an answer as `watch` compares them.
struct WatchedRows {
    private let table: ResultTable
    /// Whether a row over the whole range stays the same row although its times move on.
    private let isMoving: Bool

    init(_ table: ResultTable, isMoving: Bool) {
        self.table = table
        self.isMoving = isMoving
    }

    /// What became of the rows of an earlier answer.
    struct Difference {
        /// The rows with other values than before, and new ones with any.
        var changed: ResultTable
        /// The rows that are not in the answer any more, with nulls.
        var removed: ResultTable
        /// Whether anything differs, be it an empty row.
        var isDifferent: Bool

        var count: Int { changed.rowCount + removed.rowCount }
    }

    func difference(from earlier: WatchedRows) -> Difference {
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
            changed: table.keeping(changed), removed: removed, isDifferent: !changed.isEmpty || !gone.isEmpty || before != now)
    }

    /// What a row is about: its time, where that tells it apart, and its keys, and for samples their place among equal ones.
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
            if isMoving, (identity.start, identity.end) == (table.header.rangeStart, table.header.rangeEnd) {
                (identity.start, identity.end) = (nil, nil)
            }
            let place = counts[identity, default: 0]
            counts[identity] = place + 1
            identity.place = place
            return identity
        }
    }

    private func isEmpty(_ row: Int) -> Bool { table.columns.allSatisfy { $0.values[row] == nil && $0.texts?[row] == nil } }

    private func hasSameContent(_ row: Int, as old: Int, of earlier: WatchedRows) -> Bool {
        guard table.columns.map({ $0.values[row] }) == earlier.table.columns.map({ $0.values[old] }),
            table.columns.map({ $0.texts?[row] }) == earlier.table.columns.map({ $0.texts?[old] })
        else { return false }
        return isEmpty(row) || table.partial.isEmpty || table.partial[row] == earlier.table.partial[old]
    }
}
