import QueryPlan

/// A table with one row per bucket and one column per combination of the keys other than time.
enum PivotedTable {
    /// Returns `table` with its keys turned into columns. Returns it unchanged if it has no time or no keys.
    static func pivoted(_ table: ResultTable) -> ResultTable {
        guard table.kind == .statistics, !table.starts.isEmpty, !table.keys.isEmpty, table.selection == nil else { return table }
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
        /// Returns the cells of each combination.
        func spread<Cell>(_ cells: [Cell], missing: Cell) -> [[Cell]] {
            var result = combinations.map { _ in Array(repeating: missing, count: firstRows.count) }
            for (cell, place) in zip(cells, places) { result[place.combination][place.row] = cell }
            return result
        }
        let columns = table.columns.flatMap { column in
            let values = spread(column.values, missing: nil)
            let texts = column.texts.map { spread($0, missing: nil) }
            let partial = column.partial.map { spread($0, missing: false) }
            return combinations.enumerated().map { index, keys in
                var new = column
                let name = KeyText.name(of: keys, in: table.keys)
                new.name = table.columns.count == 1 ? name : "\(column.name) \(name)"
                (new.values, new.texts, new.partial) = (values[index], texts?[index], partial?[index])
                return new
            }
        }
        return ResultTable(
            kind: .statistics, header: table.header, rowCount: firstRows.count, starts: firstRows.map { table.starts[$0] },
            ends: firstRows.map { table.ends[$0] }, partial: firstRows.map { table.partial[$0] }, columns: columns)
    }
}
