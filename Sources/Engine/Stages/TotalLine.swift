import HealthModel
import Results

/// A running total over time within one period: from the end of a row to that of the next it grows evenly (S9.4).
struct TotalLine {
    private var times: [Int64] = []
    private var totals: [Double] = []
    private let period: Range<Int64>
    /// Whether the total at the end of the last row is that at the end of the period too.
    private let isOver: Bool
    /// Before it nothing was read.
    private let cutStart: Int64
    /// Whether some row of it is not whole.
    let isPartial: Bool

    /// Nil where no row of the run has a total.
    ///
    /// - Parameter now: up to where the last row of a running period counts.
    init?(_ run: PeriodRun, of values: [Double?], in table: ResultTable, now: Int64) {
        guard let first = run.rows.first, run.rows.contains(where: { values[$0] != nil }) else { return nil }
        let rangeStart = table.header.rangeStart?.milliseconds ?? .min
        let rangeEnd = table.header.rangeEnd?.milliseconds ?? .max
        period = run.period
        isPartial = run.rows.contains { table.partial[$0] }
        isOver = run.period.upperBound <= now && !isPartial && !table.header.cuts(run.period)
        cutStart = table.header.cutStart ?? .min
        // Of a row that is cut, only the part inside the range and before now was added up.
        times.append(table.partial[first] ? max(table.starts[first], rangeStart) : table.starts[first])
        totals.append(0)
        for row in run.rows {
            guard let total = values[row] else { continue }
            let end = table.partial[row] ? min(table.ends[row], rangeEnd, now) : table.ends[row]
            guard let last = times.last, end > last else { continue }
            times.append(end)
            totals.append(total)
        }
    }

    /// What had been reached by the end of the last row.
    var last: Double? { totals.last }

    /// Returns what had been reached by `instant`; nil where that is not known.
    func value(at instant: Int64) -> Double? {
        guard let first = times.first, let end = times.last, let last, instant >= cutStart,
            period.contains(instant) || instant == period.upperBound
        else {
            return nil
        }
        // A period starts at 0; where there is none, nothing is known before the first row.
        if instant <= first { return instant == first || period.lowerBound > .min ? 0 : nil }
        if instant >= end { return instant == end || isOver ? last : nil }
        var (low, high) = (0, times.count - 1)
        while high - low > 1 {
            let middle = (low + high) / 2
            if times[middle] <= instant { low = middle } else { high = middle }
        }
        let share = Double(instant - times[low]) / Double(times[high] - times[low])
        return totals[low] + (totals[high] - totals[low]) * share
    }
}
