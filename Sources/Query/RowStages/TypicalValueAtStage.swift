import CalendarIntervals
import QueryEngine
import QueryPlan

/// `value at 14:37` on a typical day: its total at that time, interpolated between the ends of hours (S9.4).
///
/// There is one row for each combination of the other keys, such as each weekday of `average by weekday and hour of day`.
struct TypicalValueAtStage: RowStage {
    let moment: TypicalMoment

    func apply(to table: inout ResultTable, _ context: StageContext) {
        let hours = table.keys[moment.key]
        let others = table.keys.indices.filter { $0 != moment.key }
        var combinations: [[KeyValue?]] = []
        var rowsOf: [[KeyValue?]: [Int?]] = [:]
        for row in 0..<table.rowCount {
            guard let hour = Profile.hourOfDay.slot(ofKey: hours.values[row]) else { continue }
            let keys = others.map { table.keys[$0].values[row] }
            if rowsOf[keys] == nil { combinations.append(keys) }
            rowsOf[keys, default: Array(repeating: nil, count: Profile.hourOfDay.slotCount)][hour] = row
        }
        let keys = others.enumerated().map { place, index in
            KeyColumn(
                name: table.keys[index].name, values: combinations.map { $0[place] }, replacesTime: table.keys[index].replacesTime)
        }
        let columns = table.columns.map { column in
            ValueColumn(computed: combinations.map { keys in rowsOf[keys].flatMap { value(of: column, rows: $0) } })
        }
        var result = ResultTable(
            kind: .statistics, header: table.header, rowCount: combinations.count, partial: combinations.map { _ in false }, keys: keys,
            columns: columns)
        result.countsPartial = table.countsPartial
        table = result
    }

    /// - Parameter rows: The row of each hour of the day.
    private func value(of column: ValueColumn, rows: [Int?]) -> Double? {
        func reached(byEndOf step: Int) -> Double? {
            guard step >= 0 else { return column.runningTotal?.start }
            return rows[(moment.firstHour + step) % rows.count].flatMap { column.values[$0] }
        }
        let (step, rest) = (Int(moment.elapsed / 3_600_000), moment.elapsed % 3_600_000)
        guard let before = reached(byEndOf: step - 1) else { return nil }
        guard rest > 0 else { return before }
        return reached(byEndOf: step).map { before + ($0 - before) * Double(rest) / 3_600_000 }
    }
}
