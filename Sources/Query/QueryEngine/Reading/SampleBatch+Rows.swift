import HealthModel

extension SampleBatch {
    /// Appends the given rows of `other`: starts, ends, and all of its columns that are in `columns`.
    ///
    /// - Parameter times: False if starts and ends are not needed.
    mutating func append(_ rows: ArraySlice<Int32>, of other: borrowing SampleBatch, columns: SampleColumns = .all, times: Bool = true) {
        func gather<Element>(_ column: [Element], to result: inout [Element]) {
            // Appending nothing would write the count of the storage that the empty arrays of all threads share.
            guard !column.isEmpty, !rows.isEmpty else { return }
            let column = column.span
            result.append(addingCapacity: rows.count) { output in
                for row in rows { output.append(column[Int(row)]) }
            }
        }
        if times {
            gather(other.starts, to: &starts)
            gather(other.ends, to: &ends)
        }
        if columns.contains(.values) { gather(other.values, to: &values) }
        if columns.contains(.sources) { gather(other.sources, to: &sources) }
        if columns.contains(.origins) { gather(other.origins, to: &origins) }
        if columns.contains(.metadata) { gather(other.metadata, to: &metadata) }
        if columns.contains(.units) { gather(other.units, to: &units) }
        if columns.contains(.created) { gather(other.created, to: &created) }
        if columns.contains(.numbers) { gather(other.numbers, to: &numbers) }
    }

    mutating func append(_ rows: [Int32], of other: borrowing SampleBatch, columns: SampleColumns = .all) {
        append(rows[...], of: other, columns: columns)
    }

    /// Appends adjacent rows of `other`: starts, ends, and all of its columns.
    mutating func append(_ rows: Range<Int>, of other: borrowing SampleBatch) {
        func copy<Element>(_ column: [Element], to result: inout [Element]) {
            if !column.isEmpty { result.append(contentsOf: column[rows]) }
        }
        copy(other.starts, to: &starts)
        copy(other.ends, to: &ends)
        copy(other.values, to: &values)
        copy(other.sources, to: &sources)
        copy(other.origins, to: &origins)
        copy(other.metadata, to: &metadata)
        copy(other.units, to: &units)
        copy(other.created, to: &created)
        copy(other.numbers, to: &numbers)
    }

    /// Returns the rows for which `passes` is true.
    func rows(where passes: [Bool]) -> ArraySlice<Int32> {
        // Each row is written, and only a row that passes is kept. A branch would cost more, because values are almost random. The compiler
        // writes one for the number of a Bool, but not for a number that it reads.
        let steps = [UInt8](count: passes.count, filler: 0) { passes[$0] ? 1 : 0 }
        var rows = [Int32](repeating: 0, count: passes.count + 1)
        var count = 0
        var target = rows.mutableSpan
        for (row, step) in steps.enumerated() {
            target[count] = Int32(truncatingIfNeeded: row)
            count &+= Int(step)
        }
        return rows[..<count]
    }

    /// Empties the columns that are not in `columns`. Starts and ends stay.
    mutating func removeColumns(except columns: SampleColumns) {
        if !columns.contains(.values) { values = [] }
        if !columns.contains(.sources) { sources = [] }
        if !columns.contains(.origins) { origins = [] }
        if !columns.contains(.metadata) { metadata = [] }
        if !columns.contains(.units) { units = [] }
        if !columns.contains(.created) { created = [] }
        if !columns.contains(.numbers) { numbers = [] }
    }

    /// Removes the first `count` rows.
    mutating func removeFirst(_ count: Int) { removeRows(0..<count) }

    /// Removes the last `count` rows.
    mutating func removeLast(_ count: Int) { removeRows(self.count - count..<self.count) }

    private mutating func removeRows(_ rows: Range<Int>) {
        func remove<Element>(_ column: inout [Element]) { if !column.isEmpty { column.removeSubrange(rows) } }
        remove(&values)
        remove(&sources)
        remove(&origins)
        remove(&metadata)
        remove(&units)
        remove(&created)
        remove(&numbers)
        remove(&ends)
        remove(&starts)
    }
}
