import HealthModel

extension SampleBatch {
    /// Appends the given rows of `other`, of every column that it has among `columns`; starts and ends always.
    mutating func append(_ rows: [Int32], of other: borrowing SampleBatch, columns: SampleColumns = .all) {
        SampleBatch.append(rows, of: other.starts, to: &starts)
        SampleBatch.append(rows, of: other.ends, to: &ends)
        if columns.contains(.values) { SampleBatch.append(rows, of: other.values, to: &values) }
        if columns.contains(.sources) { SampleBatch.append(rows, of: other.sources, to: &sources) }
        if columns.contains(.origins) { SampleBatch.append(rows, of: other.origins, to: &origins) }
        if columns.contains(.metadata) { SampleBatch.append(rows, of: other.metadata, to: &metadata) }
        if columns.contains(.units) { SampleBatch.append(rows, of: other.units, to: &units) }
        if columns.contains(.created) { SampleBatch.append(rows, of: other.created, to: &created) }
        if columns.contains(.numbers) { SampleBatch.append(rows, of: other.numbers, to: &numbers) }
    }

    private static func append<Element>(_ rows: [Int32], of column: [Element], to result: inout [Element]) {
        guard !column.isEmpty else { return }
        result.reserveCapacity(result.count + rows.count)
        for row in rows { result.append(column[Int(row)]) }
    }

    /// Drops the first `count` rows.
    mutating func removeFirst(_ count: Int) {
        func drop<Element>(_ column: inout [Element]) { column.removeFirst(Swift.min(count, column.count)) }
        drop(&starts)
        drop(&ends)
        drop(&values)
        drop(&sources)
        drop(&origins)
        drop(&metadata)
        drop(&units)
        drop(&created)
        drop(&numbers)
    }
}
