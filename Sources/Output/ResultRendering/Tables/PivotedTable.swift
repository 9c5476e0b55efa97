import QueryPlan

/// A table with one row a bucket, and a column for each combination of the keys beside time.
enum PivotedTable {
    /// Returns `table` with its keys turned into columns; unchanged where it has no time or no keys.
    static func pivoted(_ table: ResultTable) -> ResultTable {
        guard table.kind == .statistics, !table.starts.isEmpty, !table.keys.isEmpty else { return table }
        var rowOfStart: [Int64: Int] = [:]
        var firstRows: [Int] = []
        var combinations: [[KeyValue?]] = []
        var columnOf: [[KeyValue?]: Int] = [:]
        var places: [(row: Int, combination: Int)] = []
        for row in 0..<table.rowCount {
            let keys = table.keys.map { $0.values[row] }
            if columnOf[keys] == nil {
                columnOf[keys] = combinations.count
                combinations.append(keys)
            }
            if rowOfStart[table.starts[row]] == nil {
                rowOfStart[table.starts[row]] = firstRows.count
                firstRows.append(row)
            }
            places.append((rowOfStart[table.starts[row]] ?? 0, columnOf[keys] ?? 0))
        }
        var result = ResultTable(kind: .statistics, header: table.header, rowCount: firstRows.count)
        result.starts = firstRows.map { table.starts[$0] }
        result.ends = firstRows.map { table.ends[$0] }
        result.partial = firstRows.map { table.partial[$0] }
        for column in table.columns {
            let first = result.columns.count
            for keys in combinations {
                var new = column
                let name = keys.map { DelimitedRenderer.text($0) ?? CellSign.null }.joined(separator: " ")
                new.name = table.columns.count == 1 ? name : "\(column.name) \(name)"
                new.values = Array(repeating: nil, count: firstRows.count)
                result.columns.append(new)
            }
            for (row, place) in places.enumerated() { result.columns[first + place.combination].values[place.row] = column.values[row] }
        }
        return result
    }
}
