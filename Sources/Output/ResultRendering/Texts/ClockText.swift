import HealthModel
package import QueryPlan

/// The times in a column as text. Columns of numbers have none.
package struct ClockText {
    private let table: ResultTable
    private let times: TimeText

    package init(_ table: ResultTable) {
        self.table = table
        times = TimeText(table.header)
    }

    /// Returns a time for programs: an instant in ISO 8601, or a time of day such as `23:50:00`. Nil if the column has numbers or the row
    /// has no time.
    package func exact(_ column: ValueColumn, row: Int) -> String? {
        guard let clock = column.info.clock, let value = column.values[row] else { return nil }
        return clock == .instant ? times.exact(Int64(value)) : TimeText.timeOfDay(value)
    }

    /// Returns a time for people, to the minute. It has a date if the row is longer than a day.
    func short(_ column: ValueColumn, row: Int) -> String? {
        guard let clock = column.info.clock, let value = column.values[row] else { return nil }
        guard clock == .instant else { return TimeText.minuteOfDay(value) }
        return isOfOneDay(row) ? times.clock(Int64(value)) : times.local(Int64(value), .minute)
    }

    /// True if a time without a date is clear.
    private func isOfOneDay(_ row: Int) -> Bool {
        guard !table.starts.isEmpty, table.starts[row] != ResultTable.unknownTime else { return false }
        // On one day of the year, clocks go back.
        return table.ends[row] - table.starts[row] <= 25 * 3_600_000
    }
}
