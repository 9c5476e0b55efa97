import CalendarIntervals
import HealthModel
import QueryEngine
import QueryPlan

/// `project`: estimates today's running total at the end of the day, as today's total so far plus the typical rest (S9.5).
///
/// A typical day is the mean of the complete days before today that have a value. If rows end before now, today is known up to their end.
/// At the first moment of the day, its total is 0.
struct ProjectStage: RowStage {
    let projection: Projection

    func apply(to table: inout ResultTable, _ context: StageContext) throws {
        let now = projection.now
        let today = projection.days.bucket(holding: now)
        let history = try projection.typical.map(context.rows) ?? table
        let historySeries = RowSeries(history)
        let numbers = Dictionary(historySeries.keys.enumerated().map { ($1, $0) }) { first, _ in first }
        let series = RowSeries(table)
        var result = series.table(of: table, times: [(today.lowerBound.milliseconds, today.upperBound.milliseconds)])
        result.header.intervalText = projection.days.interval.description
        result.partial = Array(repeating: today.upperBound > context.now, count: result.rowCount)
        result.columns = table.columns.indices.map { index in
            ValueColumn(
                computed: zip(series.keys, series.rows).map { keys, rows in
                    let lines = TotalLines(rows, of: table.columns[index], in: table, now: context.now)
                    // At the first moment of the day, nothing can be missing.
                    let nothing = now == today.lowerBound ? table.columns[index].runningTotal?.start.map { (now, $0) } : nil
                    guard let soFar: (time: Instant, total: Double) = lines.line(at: now)?.last ?? nothing,
                        let number = numbers[keys]
                    else { return nil }
                    // Hours without data are known, but hours that were removed are not.
                    let known = table.hasGaps ? min(soFar.time, now) : now
                    return typicalRest(history, historySeries.rows[number], column: index, before: today, after: known, context)
                        .map { soFar.total + $0 }
                })
        }
        table = result
    }

    /// Returns the mean of the rest of complete days after the time of day of `instant`.
    private func typicalRest(
        _ table: ResultTable, _ rows: [Int], column: Int, before today: Range<Instant>, after instant: Instant, _ context: StageContext
    ) -> Double? {
        let time = RowMoment.sameTime(instant)
        let lines = TotalLines(rows, of: table.columns[column], in: table, now: context.now)
        var rests: [Double] = []
        for run in table.runs(of: rows, per: projection.days) {
            guard let day = run.period, day.upperBound <= today.lowerBound, !table.header.range.cuts(day),
                !run.rows.contains(where: { table.partial[$0] }),
                let line = lines.line(at: day.lowerBound),
                let soFar = line.value(at: time.instant(in: day, of: projection.days)),
                let full = line.last
            else { continue }
            rests.append(full.total - soFar)
        }
        return rests.isEmpty ? nil : rests.reduce(0, +) / Double(rests.count)
    }
}
