import CalendarIntervals
import HealthModel
import QueryEngine
import QueryPlan

/// `value at 14:37`: one row per day with its running total at that time (S9.4).
struct ValueAtStage: RowStage {
    let moment: RowMoment
    let days: BucketSchedule

    func apply(to table: inout ResultTable, _ context: StageContext) {
        let series = RowSeries(table)
        let periods = RowPeriods(days, in: table, context)
        var moments: [(period: Int, instant: Instant)] = (0..<periods.count).map { index in
            (index, moment.instant(in: periods[index], of: days))
        }
        if case .instant(let instant) = moment { moments = moments.filter { periods[$0.period].contains(instant) } }
        var result = series.table(of: table, times: moments.map { (periods.edges[$0.period], periods.edges[$0.period + 1]) })
        result.header.intervalText = days.interval.description
        result.partial = moments.flatMap { moment in series.rows.map { _ in periods.isPartial(moment.period) } }
        result.columns = table.columns.map { column in
            var values = [Double?](repeating: nil, count: result.rowCount)
            for (number, rows) in series.rows.enumerated() {
                let lines = TotalLines(rows, of: column, in: table, now: context.now)
                for (index, moment) in moments.enumerated() { values[index * series.rows.count + number] = lines.value(at: moment.instant) }
            }
            return ValueColumn(computed: values)
        }
        table = result
    }
}

extension RowMoment {
    /// Returns the instant in a day of `days`.
    ///
    /// A time of day is the first instant at which the clocks show or skip it.
    func instant(in day: Range<Instant>, of days: BucketSchedule) -> Instant {
        switch self {
        case .instant(let instant): return instant
        case .sameTime(let instant):
            if day.contains(instant) { return instant }
            let time = days.zone.civil(at: instant).millisecondOfDay
            return RowMoment.timeOfDay(time).instant(in: day, of: days)
        case .timeOfDay(let milliseconds):
            // Times before the start time of days belong to the next date.
            let later = milliseconds < days.anchor.millisecondOfDay ? 1 : 0
            let civil = CivilDateTime(date: days.zone.date(at: day.lowerBound).adding(days: later), millisecondOfDay: milliseconds)
            let instant = days.zone.firstInstant(atOrAfterLocalMilliseconds: civil.localMilliseconds)
            return min(max(instant, day.lowerBound), day.upperBound)
        }
    }
}

/// The running total of a series, with one line for each reset period.
struct TotalLines {
    private let lines: [(period: Range<Instant>?, line: TotalLine?)]

    init(_ rows: [Int], of column: ValueColumn, in table: ResultTable, now: Instant) {
        lines = table.runs(of: rows, per: column.runningTotal?.reset).map { run in
            (run.period, TotalLine(run, of: column, in: table, now: now))
        }
    }

    func value(at instant: Instant) -> Double? { line(at: instant)?.value(at: instant) }

    /// Returns the line of the period that contains `instant`.
    func line(at instant: Instant) -> TotalLine? {
        var (low, high) = (0, lines.count)
        while low < high {
            let middle = (low + high) / 2
            if lines[middle].period?.lowerBound ?? .min <= instant { low = middle + 1 } else { high = middle }
        }
        guard low > 0, lines[low - 1].period?.contains(instant) ?? true else { return nil }
        return lines[low - 1].line
    }
}

extension RowSeries {
    /// Returns rows at the given times for every series, without number columns.
    func table(of table: ResultTable, times: [(start: Int64, end: Int64)]) -> ResultTable {
        let columns = table.keysOfSeries
        var result = ResultTable(
            kind: .statistics, header: table.header, rowCount: times.count * rows.count,
            starts: times.flatMap { time in rows.map { _ in time.start } }, ends: times.flatMap { time in rows.map { _ in time.end } },
            keys: columns.enumerated().map { index, column in
                column.with(times.flatMap { _ in keys.map { $0[index] } })
            })
        result.countsPartial = table.countsPartial
        return result
    }
}
