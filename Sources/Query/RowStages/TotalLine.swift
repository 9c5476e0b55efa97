import HealthModel
import QueryEngine
import QueryPlan

/// A running total over time within one period. It grows evenly from the end of one row to the end of the next (S9.4).
///
/// Between rows, nothing was recorded, so the total does not change. Values computed from totals are unknown there, and in rows without a
/// value.
struct TotalLine {
    private var times: [Int64] = []
    private var totals: [Double?] = []
    /// The period; nil if the total never restarts.
    private let period: Range<Instant>?
    /// The value at the start of the period.
    private let start: Double?
    /// True if the total at the end of the last row is also the total at the end of the period.
    private let isOver: Bool
    /// The time before which no samples were read; nil if all were.
    private let cutStart: Instant?
    /// The time up to which it is known that nothing was recorded after the last row; nil if it is unknown.
    private let knownEnd: Instant?

    /// Returns nil if no row of the run has a total.
    ///
    /// - Parameter now: The time up to which the last row of a running period counts.
    init?(_ run: PeriodRun, of column: ValueColumn, in table: ResultTable, now: Instant) {
        let values = column.values
        guard let first = run.rows.first, run.rows.contains(where: { values[$0] != nil }) else { return nil }
        let range = table.header.range
        let reached = min(range.end ?? .max, now).milliseconds
        period = run.period
        start = column.runningTotal?.start
        isOver = run.period.map { $0.upperBound <= now && !range.cuts($0) } ?? false && !run.rows.contains { table.partial[$0] }
        cutStart = range.cutStart
        let carries = column.runningTotal?.isTotal ?? false
        knownEnd = carries && !table.hasGaps ? Instant(milliseconds: reached) : nil
        // For a clipped row, only the part inside the range and before now was added up.
        times.append(table.partial[first] ? max(table.starts[first], (range.start ?? .min).milliseconds) : table.starts[first])
        totals.append(start)
        for row in run.rows {
            if carries, values[row] == nil { continue }
            let end = table.partial[row] ? min(table.ends[row], reached) : table.ends[row]
            guard let last = times.last, end > last else { continue }
            if table.starts[row] > last {
                times.append(table.starts[row])
                totals.append(carries ? totals[totals.count - 1] : nil)
            }
            times.append(end)
            totals.append(values[row])
        }
    }

    /// The total at the end of the last row, and its time.
    var last: (time: Instant, total: Double)? {
        guard let time = times.last, let total = totals.last ?? nil else { return nil }
        return (Instant(milliseconds: time), total)
    }

    /// Returns the total at `moment`, or nil if it is unknown.
    func value(at moment: Instant) -> Double? {
        guard let first = times.first, let end = times.last, moment >= cutStart ?? .min,
            period.map({ $0.contains(moment) || moment == $0.upperBound }) ?? true
        else { return nil }
        let instant = moment.milliseconds
        // Without periods, the total before the first row is unknown.
        if instant <= first { return instant == first || period != nil ? start : nil }
        if instant >= end { return instant == end || isOver || knownEnd.map { moment <= $0 } ?? false ? last?.total : nil }
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
