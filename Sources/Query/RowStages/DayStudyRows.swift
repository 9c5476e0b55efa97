import CalendarIntervals
import HealthModel
import QueryEngine
import QueryPlan

/// The rows of `rhythm` and `regularity`: one for each series and column, over the whole range.
extension DayStudy {
    /// Returns the result of a stage.
    ///
    /// - Parameter describe: Returns the values of one column for the rows of a series, in the order of the fields.
    func table(
        of table: ResultTable, fields: Int, _ context: StageContext,
        _ describe: (_ series: [Int], _ keys: [KeyValue?], _ column: Int) throws -> [Double?]
    ) throws -> ResultTable {
        let series = RowSeries(table)
        let header = table.header
        let (start, end) = (header.range.start?.milliseconds, header.range.end?.milliseconds)
        var values = [[Double?]](repeating: [], count: fields)
        for (keys, rows) in zip(series.keys, series.rows) {
            for column in columns.indices {
                for (field, value) in try describe(rows, keys, column).enumerated() { values[field].append(value) }
            }
        }
        let perSeries = columns.count
        let count = series.rows.count * perSeries
        var result = ResultTable(
            kind: .statistics, header: header, rowCount: count,
            starts: Array(repeating: start ?? ResultTable.unknownTime, count: count),
            ends: Array(repeating: end ?? ResultTable.unknownTime, count: count),
            partial: Array(repeating: header.range.end.map { $0 > context.now } ?? false, count: count),
            keys: table.keysOfSeries.enumerated().map { index, key in
                key.with(series.keys.flatMap { Array(repeating: $0[index], count: perSeries) })
            })
        if !names.isEmpty {
            result.keys.append(KeyColumn(name: Self.nameKey, values: series.rows.flatMap { _ in names.map { .text($0) } }))
        }
        if !units.isEmpty {
            let texts = series.rows.flatMap { _ in units.map { $0.map { KeyValue.text($0) } } }
            result.keys.append(KeyColumn(name: Self.unitKey, values: texts).with(texts, describesRow: true))
        }
        result.countsPartial = table.countsPartial
        result.header.intervalText = nil
        result.columns = values.map { ValueColumn(computed: $0) }
        return result
    }
}
