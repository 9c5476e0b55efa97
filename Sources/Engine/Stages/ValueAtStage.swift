import CalendarIntervals
import HealthModel
import QueryPlan
import Results

/// `value at 14:37`: a row for each day, with what its running total had reached by then (S9.4).
struct ValueAtStage: RowStage {
    let moment: RowMoment
    let days: BucketSchedule

    func apply(to table: inout ResultTable, _ context: StageContext) {
        let series = RowSeries(table)
        let periods = RowPeriods(days, in: table, now: context.now)
        var moments: [(period: Int, instant: Int64)] = (0..<periods.count).map { index in
            let day = Instant(milliseconds: periods.edges[index])..<Instant(milliseconds: periods.edges[index + 1])
            return (index, moment.instant(in: day, zone: days.zone))
        }
        if case .instant(let instant) = moment {
            moments = moments.filter { periods.edges[$0.period] <= instant && instant < periods.edges[$0.period + 1] }
        }
        var result = series.table(of: table, times: moments.map { (periods.edges[$0.period], periods.edges[$0.period + 1]) })
        result.header.intervalText = days.interval.description
        result.partial = moments.flatMap { moment in series.rows.map { _ in periods.isCut(moment.period) } }
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
    /// The instant in a day: the first one with that time of day; the day's end where it has none.
    func instant(in day: Range<Instant>, zone: Zone) -> Int64 {
        switch self {
        case .instant(let instant): return instant
        case .timeOfDay(let milliseconds):
            let date = zone.date(at: day.lowerBound)
            for later in 0...1 {
                let instant = zone.instant(of: CivilDateTime(date: date.adding(days: later), millisecondOfDay: milliseconds))
                if day.contains(instant) { return instant.milliseconds }
            }
            return day.upperBound.milliseconds
        }
    }
}

/// The running total of a series: a line for each period that it is reset with.
struct TotalLines {
    private let lines: [(period: Range<Int64>, line: TotalLine?)]

    init(_ rows: [Int], of column: ValueColumn, in table: ResultTable, now: Int64) {
        lines = table.runs(of: rows, per: column.runningTotal?.reset).map { run in
            (run.period, TotalLine(run, of: column.values, in: table, now: now))
        }
    }

    func value(at instant: Int64) -> Double? { line(at: instant)?.value(at: instant) }

    /// The line of the period that holds `instant`.
    func line(at instant: Int64) -> TotalLine? {
        var (low, high) = (0, lines.count)
        while low < high {
            let middle = (low + high) / 2
            if lines[middle].period.lowerBound <= instant { low = middle + 1 } else { high = middle }
        }
        guard low > 0, lines[low - 1].period.contains(instant) else { return nil }
        return lines[low - 1].line
    }
}

extension RowSeries {
    /// Returns rows at some times, at each one for every series, without columns of numbers.
    func table(of table: ResultTable, times: [(start: Int64, end: Int64)]) -> ResultTable {
        var result = ResultTable(kind: .statistics, header: table.header, rowCount: times.count * rows.count)
        result.countsPartial = table.countsPartial
        result.starts = times.flatMap { time in rows.map { _ in time.start } }
        result.ends = times.flatMap { time in rows.map { _ in time.end } }
        if table.kind == .statistics {
            result.keys = table.keys.enumerated().map { index, column in
                KeyColumn(name: column.name, values: times.flatMap { _ in keys.map { $0[index] } })
            }
        }
        return result
    }
}
