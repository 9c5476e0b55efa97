import QueryPlan

/// A table with one row per bucket and one column per combination of the keys other than time.
enum PivotedTable {
    /// Returns `table` with its keys turned into columns. Returns it unchanged if it has no time or no keys.
    static func pivoted(_ table: ResultTable) -> ResultTable {
        if let ranges = table.keys.firstIndex(where: \.isOfRanges), table.selection == nil,
            table.columns.contains(where: { $0.comparison == .ranges })
        {
            return pivoted(table, byRanges: ranges)
        }
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

    /// Returns a table with one row for each combination of the keys other than the range, and the columns of each range side by side. The
    /// differences stay single columns.
    private static func pivoted(_ table: ResultTable, byRanges key: Int) -> ResultTable {
        let others = table.keys.indices.filter { $0 != key }
        var groups: [[KeyValue?]: [KeyValue?: Int]] = [:]
        var order: [[KeyValue?]] = []
        var labels: [KeyValue?] = []
        for row in 0..<table.rowCount {
            let (keys, label) = (others.map { table.keys[$0].values[row] }, table.keys[key].values[row])
            if groups[keys] == nil { order.append(keys) }
            groups[keys, default: [:]][label] = row
            if !labels.contains(label) { labels.append(label) }
        }
        let columns = table.columns.flatMap { column -> [ValueColumn] in
            func values(_ label: KeyValue?) -> [Double?] { order.map { groups[$0]?[label].flatMap { column.values[$0] } } }
            guard column.comparison != .ranges || column.aggregate == RangeDifference.countAggregate else {
                var single = column
                single.values = order.map { keys in groups[keys]?.values.lazy.compactMap { column.values[$0] }.first }
                single.partial = nil
                return [single]
            }
            return labels.map { label in
                var new = column
                new.name = "\(column.name) \(label?.text ?? "")"
                (new.values, new.partial) = (values(label), nil)
                new.texts = column.texts.map { texts in order.map { groups[$0]?[label].flatMap { texts[$0] } } }
                return new
            }
        }
        var result = ResultTable(
            kind: table.kind, header: table.header, rowCount: order.count, partial: order.map { _ in false },
            keys: others.enumerated().map { index, key in
                table.keys[key].with(order.map { $0[index] }, replacesTime: table.keys[key].replacesTime)
            }, columns: columns)
        result.isWithoutTime = true
        return result
    }
}
