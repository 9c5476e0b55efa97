import CalendarIntervals
import HealthModel
import QueryEngine
import QueryPlan

/// `compare to previous year`: adds a column with the value of each row's counterpart in another period.
///
/// Counterparts belong to the same series, and each matches one row. Without a counterpart, the column is null. A row whose counterpart is
/// partial is partial.
struct CompareStage: RowStage {
    let period: ComparedPeriod

    func apply(to table: inout ResultTable, _ context: StageContext) throws {
        let earlier = try context.rows(of: period.earlier)
        let counterparts = try table.starts.isEmpty ? byKeys(table, earlier) : byTime(table, earlier, context)
        let isPartial = counterparts.map { $0.map { earlier.partial[$0] } ?? false }
        for index in table.columns.indices where table.columns[index].partial == nil { table.columns[index].partial = table.partial }
        for index in period.columns {
            var column = ValueColumn(computed: counterparts.map { $0.flatMap { earlier.columns[index].values[$0] } })
            column.runningTotal = table.columns[index].runningTotal
            column.comparison = .previous
            column.partial = isPartial
            table.columns.append(column)
        }
        for row in isPartial.indices where isPartial[row] { table.partial[row] = true }
        if let bounds = earlier.header.range.bounds { table.header.range.compared = bounds }
    }

    /// Matches rows without time by equal keys.
    private func byKeys(_ table: ResultTable, _ earlier: ResultTable) -> [Int?] {
        func keys(_ table: ResultTable, _ row: Int) -> [KeyValue?] { table.keys.map { $0.values[row] } }
        let rows = Dictionary((0..<earlier.rowCount).map { (keys(earlier, $0), $0) }) { first, _ in first }
        return (0..<table.rowCount).map { rows[keys(table, $0)] }
    }

    private func byTime(_ table: ResultTable, _ earlier: ResultTable, _ context: StageContext) throws -> [Int?] {
        var counterparts = [Int?](repeating: nil, count: table.rowCount)
        let others = RowSeries(earlier)
        let numbers = Dictionary(others.keys.enumerated().map { ($1, $0) }) { first, _ in first }
        let series = RowSeries(table)
        for (keys, rows) in zip(series.keys, series.rows) {
            guard let number = numbers[keys] else { continue }
            let candidates = others.rows[number]
            var isTaken = Set<Int>()
            // First, match the rows that start at the exact time. Then match the others to the row that contains their position: a day
            // that starts at 01:00, or a week that starts on another weekday.
            let targets = try rows.enumerated().map { position, row in
                try context.poll(at: position)
                return target(of: table.starts[row], to: table.ends[row])
            }
            for isExact in [true, false] {
                try context.poll()
                for (row, target) in zip(rows, targets) where counterparts[row] == nil {
                    guard let target, target.isThere || !isExact,
                        let candidate = earlier.row(holding: isExact ? target.start : target.inside, among: candidates),
                        isExact
                            ? earlier.starts[candidate] == target.start
                            : target.isThere || isCounterpart(earlier.starts[candidate], of: table.starts[row]..<table.ends[row]),
                        isTaken.insert(candidate).inserted
                    else { continue }
                    counterparts[row] = candidate
                }
            }
        }
        return counterparts
    }

    /// Returns true if a start in the other period belongs to this row, not to a row that may have been removed.
    private func isCounterpart(_ start: Int64, of row: Range<Int64>) -> Bool {
        switch period.shift {
        case .elapsed(let length): row.contains(start + length)
        case .calendar(let count, let periods):
            row.contains(periods.moving(Instant(milliseconds: start), by: count).milliseconds)
        }
    }

    private struct Target {
        /// The start of the counterpart.
        var start: Int64
        /// An instant inside the counterpart.
        var inside: Int64
        /// True if the other period has that time of day.
        var isThere: Bool
    }

    /// Returns the time to search for, or nil if the other period does not have that day.
    private func target(of start: Int64, to end: Int64) -> Target? {
        switch period.shift {
        case .elapsed(let length):
            // Use the middle, so that an hour of clock change does not lead to another day.
            return Target(start: start - length, inside: start + (end - start) / 2 - length, isThere: true)
        case .calendar(let count, let periods):
            let instant = Instant(milliseconds: start)
            let moved = periods.moving(instant, by: -count)
            let back = periods.moving(moved, by: count)
            guard periods.zone.date(at: back) == periods.zone.date(at: instant) else { return nil }
            return Target(start: moved.milliseconds, inside: moved.milliseconds, isThere: back == instant)
        }
    }
}

extension ResultTable {
    /// Returns the last of `rows` (in time order) that starts at or before `instant`, if it contains `instant`.
    fileprivate func row(holding instant: Int64, among rows: [Int]) -> Int? {
        var (low, high) = (0, rows.count)
        while low < high {
            let middle = (low + high) / 2
            if starts[rows[middle]] <= instant { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return nil }
        let row = rows[low - 1]
        return instant < ends[row] || instant == starts[row] ? row : nil
    }
}
