import HealthModel
import QueryPlan

/// A running total over time within one period: from the end of a row to that of the next it grows evenly (S9.4).
///
/// Between rows nothing was recorded, so that it stays as it is. What is computed of totals is not known there, nor in rows without a value.
struct TotalLine {
    private var times: [Int64] = []
    private var totals: [Double?] = []
    private let period: Range<Int64>
    /// The value at the start of the period.
    private let start: Double?
    /// Whether the total at the end of the last row is that at the end of the period too.
    private let isOver: Bool
    /// Before it nothing was read.
    private let cutStart: Int64
    /// Up to where it is known that nothing was recorded after the last row.
    private let knownEnd: Int64

    /// Nil where no row of the run has a total.
    ///
    /// - Parameter now: up to where the last row of a running period counts.
    init?(_ run: PeriodRun, of column: ValueColumn, in table: ResultTable, now: Int64) {
        let values = column.values
        guard let first = run.rows.first, run.rows.contains(where: { values[$0] != nil }) else { return nil }
        let rangeStart = table.header.rangeStart?.milliseconds ?? .min
        let rangeEnd = table.header.rangeEnd?.milliseconds ?? .max
        period = run.period
        start = column.runningTotal?.start
        isOver = run.period.upperBound <= now && !run.rows.contains { table.partial[$0] } && !table.header.cuts(run.period)
        cutStart = table.header.cutStart ?? .min
        let carries = column.runningTotal?.isTotal ?? false
        knownEnd = carries && !table.hasGaps ? min(rangeEnd, now) : .min
        // Of a row that is cut, only the part inside the range and before now was added up.
        times.append(table.partial[first] ? max(table.starts[first], rangeStart) : table.starts[first])
        totals.append(start)
        for row in run.rows {
            if carries, values[row] == nil { continue }
            let end = table.partial[row] ? min(table.ends[row], rangeEnd, now) : table.ends[row]
            guard let last = times.last, end > last else { continue }
            if table.starts[row] > last {
                times.append(table.starts[row])
                totals.append(carries ? totals[totals.count - 1] : nil)
            }
            times.append(end)
            totals.append(values[row])
        }
    }

    /// What had been reached by the end of the last row, and when that was.
    var last: (time: Int64, total: Double)? {
        guard let time = times.last, let total = totals.last ?? nil else { return nil }
        return (time, total)
    }

    /// Returns what had been reached by `instant`; nil where that is not known.
    func value(at instant: Int64) -> Double? {
        guard let first = times.first, let end = times.last, instant >= cutStart, period.contains(instant) || instant == period.upperBound
        else { return nil }
        // Where there is no period, nothing is known before the first row.
        if instant <= first { return instant == first || period.lowerBound > .min ? start : nil }
        if instant >= end { return instant == end || isOver || instant <= knownEnd ? last?.total : nil }
        var (low, high) = (0, times.count - 1)
        while high - low > 1 {
            let middle = (low + high) / 2
            if times[middle] <= instant { low = middle } else { high = middle }
        }
        guard instant > times[low] else { return totals[low] }
        guard let before = totals[low], let after = totals[high] else { return nil }
        return before + (after - before) * Double(instant - times[low]) / Double(times[high] - times[low])
    }
}
