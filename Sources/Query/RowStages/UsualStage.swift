import CalendarIntervals
import HealthModel
import QueryEngine
import QueryPlan
import QueryVocabulary

/// `usual`: the 10th and the 90th percentile of the values in the days before each row, and whether its value is above, within or below
/// them (S9.15).
///
/// Amounts of partial rows don't count, and have no place in the range.
struct UsualStage: RowStage {
    let usual: UsualRange
    /// The rows before the range.
    let before: Pipeline?

    /// A value on the local date of its row.
    private struct Dated {
        var date: CivilDate
        var value: Double
    }

    func apply(to table: inout ResultTable, _ context: StageContext) throws {
        table.notePartialRows(of: usual.columns, by: "usual", context)
        let earlier = try before.map { try context.rows(of: $0) }
        var (unknown, count) = (0, 0)
        for (column, stateName) in zip(usual.columns, usual.stateNames) {
            let values = table.studiedValues(column)
            let ranges = try ranges(of: column, table, earlier, context)
            var states = [KeyValue?](repeating: nil, count: table.rowCount)
            for (row, value) in values.enumerated() {
                guard let value else { continue }
                count += 1
                guard let (low, high) = ranges[row] else {
                    unknown += 1
                    continue
                }
                states[row] = .text(UsualRange.State(of: value, from: low, to: high).rawValue)
            }
            table.columns.append(ValueColumn(computed: ranges.map { $0?.low }))
            table.columns.append(ValueColumn(computed: ranges.map { $0?.high }))
            var key = KeyColumn(name: stateName, values: states)
            key.describesRow = true
            table.keys.append(key)
        }
        if unknown > 0 { table.note(.usualUnknown(unknown, of: count), context) }
    }

    /// Returns the usual range of each row; nil if too few values come before it.
    private func ranges(
        of column: Int, _ table: ResultTable, _ earlier: ResultTable?, _ context: StageContext
    ) throws -> [(low: Double, high: Double)?] {
        var ranges = [(low: Double, high: Double)?](repeating: nil, count: table.rowCount)
        let past = earlier.map(RowSeries.init)
        let series = RowSeries(table)
        for (keys, rows) in zip(series.keys, series.rows) {
            var history = dated(rows, of: column, in: table)
            if let earlier, let past, let number = past.keys.firstIndex(of: keys) {
                history += dated(past.rows[number], of: column, in: earlier)
            }
            history.sort { $0.date < $1.date }
            for (position, row) in rows.enumerated() where table.places[row] != ResultTable.unknownTime {
                try context.poll(at: position * 64)
                let place = Instant(milliseconds: table.places[row])
                let date = usual.zone.date(at: place)
                let first = usual.zone.date(at: usual.zone.moving(place, by: -usual.length.count, usual.length.period))
                let values = history.filter { first <= $0.date && $0.date < date }.map(\.value)
                guard values.count >= UsualRange.leastCount else { continue }
                let ends = UsualRange.ends.compactMap { $0.rowStatistic.value(of: values[...], context.percentileRule) }
                ranges[row] = (ends[0], ends[1])
            }
        }
        return ranges
    }

    private func dated(_ rows: [Int], of column: Int, in table: ResultTable) -> [Dated] {
        let values = table.studiedValues(column)
        return rows.compactMap { row in
            guard let value = values[row], table.places[row] != ResultTable.unknownTime else { return nil }
            return Dated(date: usual.zone.date(at: Instant(milliseconds: table.places[row])), value: value)
        }
    }
}
