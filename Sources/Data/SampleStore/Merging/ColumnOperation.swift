package import HealthModel

/// An operation on every column of a batch.
package protocol ColumnOperation {
    /// Changes `column`. `other` is the same column of a second batch.
    func apply<Element>(_ column: inout [Element], _ other: [Element])
}

extension SampleBatch {
    /// Applies `operation` to each of the nine columns.
    package mutating func update(from other: SampleBatch, _ operation: some ColumnOperation) {
        operation.apply(&starts, other.starts)
        operation.apply(&ends, other.ends)
        operation.apply(&values, other.values)
        operation.apply(&sources, other.sources)
        operation.apply(&origins, other.origins)
        operation.apply(&metadata, other.metadata)
        operation.apply(&units, other.units)
        operation.apply(&created, other.created)
        operation.apply(&numbers, other.numbers)
    }

    /// Appends the given rows of `other`. Columns that `other` does not have are not changed.
    package mutating func append(_ other: SampleBatch, _ rows: Range<Int>) {
        update(from: other, AppendRows(rows: rows))
    }

    /// Returns the given rows in the given order.
    package func rows(_ order: [Int]) -> SampleBatch {
        var result = SampleBatch()
        result.update(from: self, GatherRows(order: order))
        return result
    }

    /// Returns the given rows.
    package func rows(_ range: Range<Int>) -> SampleBatch {
        if range == 0..<count { return self }
        var result = SampleBatch()
        result.append(self, range)
        return result
    }

    /// Replaces this batch with the given rows and columns of `other` and reuses its memory.
    package mutating func fill(from other: SampleBatch, _ rows: Range<Int>, columns: SampleColumns) {
        removeAll()
        starts.append(contentsOf: other.starts[rows])
        ends.append(contentsOf: other.ends[rows])
        if columns.contains(.values) { values.append(contentsOf: other.values[rows]) }
        if columns.contains(.sources) { sources.append(contentsOf: other.sources[rows]) }
        if columns.contains(.origins) { origins.append(contentsOf: other.origins[rows]) }
        if columns.contains(.metadata) { metadata.append(contentsOf: other.metadata[rows]) }
        if columns.contains(.units) { units.append(contentsOf: other.units[rows]) }
        if columns.contains(.created) { created.append(contentsOf: other.created[rows]) }
        if columns.contains(.numbers) { numbers.append(contentsOf: other.numbers[rows]) }
    }

    /// Returns true if row `i` equals row `j` of `other` in every bit.
    package func isSame(_ i: Int, as other: SampleBatch, _ j: Int) -> Bool {
        starts[i] == other.starts[j] && ends[i] == other.ends[j] && values[i].bitPattern == other.values[j].bitPattern
            && sources[i] == other.sources[j] && origins[i] == other.origins[j] && metadata[i] == other.metadata[j]
            && units[i] == other.units[j] && created[i] == other.created[j] && numbers[i] == other.numbers[j]
    }

    /// Returns the rows that start at `start`. Rows must be sorted by start.
    package func rows(startingAt start: Int64) -> SampleBatch {
        rows(firstRow(startingAt: start)..<(start == .max ? count : firstRow(startingAt: start + 1)))
    }

    /// Returns the first row whose start is at least `start`. Rows must be sorted by start.
    package func firstRow(startingAt start: Int64) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if starts[middle] < start { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

private struct AppendRows: ColumnOperation {
    let rows: Range<Int>

    func apply<Element>(_ column: inout [Element], _ other: [Element]) {
        guard !other.isEmpty else { return }
        column.append(contentsOf: other[rows])
    }
}

private struct GatherRows: ColumnOperation {
    let order: [Int]

    func apply<Element>(_ column: inout [Element], _ other: [Element]) {
        guard !other.isEmpty else { return }
        column.reserveCapacity(column.count + order.count)
        for row in order { column.append(other[row]) }
    }
}

/// Inserts runs of rows of a second batch.
struct SpliceRows: ColumnOperation {
    /// Runs in ascending order of `before`.
    let insertions: [SampleMerge.Insertion]

    func apply<Element>(_ column: inout [Element], _ other: [Element]) {
        guard let first = insertions.first else { return }
        if insertions.count == 1, first.before == column.count { return column.append(contentsOf: other[first.rows]) }
        // From the last row to the first, so that each is moved at most once. Rows before the first insertion are not moved.
        var unread = column.count
        let added = insertions.reduce(0) { $0 + $1.rows.count }
        let filler = other[first.rows.lowerBound]
        column.append(addingCapacity: added) { $0.append(repeating: filler, count: added) }
        var target = column.mutableSpan
        let new = other.span
        var place = target.count
        for insertion in insertions.reversed() {
            while unread > insertion.before {
                unread -= 1
                place -= 1
                target[place] = target[unread]
            }
            var row = insertion.rows.upperBound
            while row > insertion.rows.lowerBound {
                row -= 1
                place -= 1
                target[place] = new[row]
            }
        }
    }
}

/// Removes the rows in a sorted list and keeps the others.
package struct RemoveRows: ColumnOperation {
    private let rows: [Int]

    package init(rows: [Int]) { self.rows = rows }

    package func apply<Element>(_ column: inout [Element], _ other: [Element]) {
        guard var kept = rows.first, !column.isEmpty else { return }
        for (index, row) in rows.enumerated() {
            let next = index + 1 < rows.count ? rows[index + 1] : column.count
            for source in (row + 1)..<next {
                column[kept] = column[source]
                kept += 1
            }
        }
        column.removeSubrange(kept...)
    }
}
