import CalendarIntervals
import HealthModel
import QueryEngine
import QueryPlan
import QueryVocabulary

/// The values that studies of rows use: those of whole rows, where amounts add up (S9.1).
extension ResultTable {
    /// Returns the values of a column, without those of partial rows if they are amounts.
    func studiedValues(_ column: Int) -> [Double?] {
        guard leavesOutPartialRows(column) else { return columns[column].values }
        return zip(columns[column].values, partial).map { $1 ? nil : $0 }
    }

    private func leavesOutPartialRows(_ column: Int) -> Bool { !countsPartial && !partial.isEmpty && columns[column].accumulates }

    /// Records how many partial rows a study leaves out, if there are any.
    mutating func notePartialRows(of studied: [Int], by name: String, _ context: StageContext) {
        for column in studied where leavesOutPartialRows(column) {
            let known = columns[column].values.indices.filter { columns[column].values[$0] != nil }
            let whole = known.count { !partial[$0] }
            guard whole < known.count else { continue }
            note(
                .partialRowsLeftOut(
                    PartialRowsLeftOut(ofAll: [], ofWhole: [name], allCount: known.count, wholeCount: whole, isOfTotals: false)), context)
            return
        }
    }

    /// Records that a study had too few values for a result, if it did.
    mutating func noteFewValues(_ counts: [Int], needed: Int, arePairs: Bool, _ context: StageContext) {
        guard let least = counts.min(), least < needed else { return }
        note(.fewValues(FewValues(neededCount: needed, count: least, arePairs: arePairs, isOfOneOfSeveral: counts.count > 1)), context)
    }

    /// Returns one row for each series of rows, in the order of the groups, without number columns.
    func seriesGroups(keys: [Int], zone: Zone, _ context: StageContext) throws -> RowGroups {
        try RowGroups(self, keys: RowKeys(zone: zone, columns: keys), context)
    }

    /// Returns each row of `table` several times, once for each of `names`, with these names in a key.
    static func repeating(_ table: ResultTable, _ column: String, _ names: [KeyValue]) -> ResultTable {
        let rows = (0..<table.rowCount).flatMap { row in names.map { _ in row } }
        var result = table.keeping(rows)
        result.keys.append(KeyColumn(name: column, values: (0..<table.rowCount).flatMap { _ in names }))
        return result
    }
}

extension ColumnInfo {
    /// The column in the words of the query language: `average bodyMass`. A name that the query gave stays.
    var title: String {
        let word = Aggregate(word: aggregate)?.columnName ?? aggregate
        let isNamed = aggregate == ColumnInfo.derived || metric.isEmpty || !name.hasPrefix(word)
        return isNamed ? name : "\(windowedAggregate) \(subject)"
    }
}

extension RowGroups {
    /// The rows of each group, in their order.
    var rows: [[Int]] {
        var rows = [[Int]](repeating: [], count: count)
        for (row, group) in groupOfRow.enumerated() where group >= 0 { rows[group].append(row) }
        return rows
    }

    /// Returns the keys of a group as text: `Watch, 2025`.
    static func label(_ row: Int, of table: ResultTable) -> String {
        table.keys.map { $0.values[row]?.text ?? "–" }.joined(separator: ", ")
    }
}
