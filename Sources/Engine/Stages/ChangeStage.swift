import QueryPlan
import Results

/// `change`: each value less what it is compared with, `percent` in hundredths of that; null where either is missing, or a part of zero is asked for.
struct ChangeStage: RowStage {
    let changes: [ColumnChange]
    let percent: Bool

    func apply(to table: inout ResultTable, _ context: StageContext) {
        let series = changes.contains { $0.previous == nil } ? RowSeries(table).rows : []
        for change in changes {
            let values = table.columns[change.column].values
            var before = [Double?](repeating: nil, count: table.rowCount)
            if let previous = change.previous {
                before = table.columns[previous].values
            } else {
                for rows in series {
                    for (row, next) in zip(rows, rows.dropFirst()) { before[next] = values[row] }
                }
            }
            var column = ValueColumn(computed: zip(values, before).map(difference))
            column.isInHundredths = percent
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
