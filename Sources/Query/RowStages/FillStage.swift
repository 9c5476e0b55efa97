import CalendarIntervals
import QueryEngine
import QueryPlan
import QueryVocabulary

/// `fill previous`: replaces missing values, separately for each column and in time order.
struct FillStage: RowStage {
    let fills: [Int: Fill]
    /// The rows before the range, for series that start with a missing value.
    let before: Pipeline?

    func apply(to table: inout ResultTable, _ context: StageContext) throws {
        guard !fills.values.contains(.omit) else { return table.dropEmptyRows() }
        let series = RowSeries(table)
        let last = try lastBefore(table, series, context)
        for (index, fill) in fills where fill != .none && fill != .null {
            for (number, rows) in series.rows.enumerated() {
                var values = rows.map { table.columns[index].values[$0] }
                if fill == .previous, values.first == .some(nil), let known = last[series.keys[number]]?[index] { values[0] = known }
                fill.apply(to: &values)
                for (row, value) in zip(rows, values) { table.columns[index].values[row] = value }
            }
        }
    }

    /// Returns the last known value of each series and column before the range; empty if none is needed.
    private func lastBefore(_ table: ResultTable, _ series: RowSeries, _ context: StageContext) throws -> [[KeyValue?]: [Int: Double]] {
        let carried = fills.filter { $0.value == .previous }.map(\.key)
        let isNeeded = carried.contains { index in
            series.rows.contains { rows in rows.first.map { table.columns[index].values[$0] == nil } ?? false }
        }
        guard isNeeded, let before else { return [:] }
        let earlier = try context.rows(of: before)
        let history = RowSeries(earlier)
        var last: [[KeyValue?]: [Int: Double]] = [:]
        for (keys, rows) in zip(history.keys, history.rows) {
            for index in carried {
                last[keys, default: [:]][index] = rows.last { earlier.columns[index].values[$0] != nil }
                    .flatMap { earlier.columns[index].values[$0] }
            }
        }
        return last
    }
}

/// `partial drop`: removes partial rows. With `keep`, aggregates over rows include them. With `mark`, they do not.
struct PartialStage: RowStage {
    let rule: PartialRule

    func apply(to table: inout ResultTable, _ context: StageContext) {
        table.countsPartial = rule == .keep
        guard rule == .drop else { return }
        table = table.keeping((0..<table.rowCount).filter { !table.partial[$0] })
        table.hasGaps = true
    }
}
