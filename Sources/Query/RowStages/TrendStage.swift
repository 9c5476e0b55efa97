import CalendarIntervals
import HealthModel
import QueryEngine
import QueryPlan
import QueryVocabulary

/// `trend per week`: the slope of each column over local time, with its 95 % interval. One row for each series and column.
///
/// The position of a row is the local time of its start in days, so that clock changes do not bend a line. For months and years it is in
/// months of the calendar. Under three values there is no slope.
struct TrendStage: RowStage {
    let trend: Trend

    /// The fewest values for a slope.
    private static let leastCount = 3

    func apply(to table: inout ResultTable, _ context: StageContext) throws {
        let columns = trend.columns
        table.notePartialRows(of: columns.map(\.column), by: "trend", context)
        let groups = try table.seriesGroups(keys: trend.keys, zone: trend.zone, context)
        var result = groups.table(of: table)
        let series = groups.rows.map { table.inOrderOfTime($0) }
        let labels = (0..<result.rowCount).map { RowGroups.label($0, of: result) }
        var lines: [TrendLine] = []
        for (rows, label) in zip(series, labels) {
            for column in columns {
                let line = try line(of: column, rows, in: table, label: label, context)
                lines.append(line)
            }
        }
        if columns.count > 1 {
            result = .repeating(result, "column", columns.map { .text($0.name) })
            var units = KeyColumn(name: "unit", values: lines.map { .text($0.slopeUnit) })
            units.describesRow = true
            result.keys.append(units)
        }
        let values = [lines.map { $0.slope?.value }, lines.map { $0.slope?.low }, lines.map { $0.slope?.high }]
        result.columns = values.map { ValueColumn(computed: $0) } + [ValueColumn(computed: lines.map { Double($0.points.count) })]
        // The slope is one of rows, not an amount of the range.
        result.partial = Array(repeating: false, count: result.rowCount)
        result.studied = .trend(lines)
        result.noteFewValues(lines.map(\.points.count), needed: Self.leastCount, arePairs: false, context)
        table = result
    }

    private func line(
        of column: StudiedColumn, _ rows: [Int], in table: ResultTable, label: String, _ context: StageContext
    ) throws -> TrendLine {
        let values = table.studiedValues(column.column)
        let known = rows.filter { values[$0] != nil && table.starts[$0] != ResultTable.unknownTime }
        let origin = known.first.map { table.starts[$0] } ?? 0
        let points = known.map { row in
            TrendLine.Point(
                time: Instant(milliseconds: table.starts[row] + (table.ends[row] - table.starts[row]) / 2),
                x: position(table.starts[row], since: origin),
                y: (values[row] ?? 0) * column.scale)
        }
        // Local time goes back if clocks do.
        let ordered = points.sorted { $0.x < $1.x }
        let (xs, ys) = (ordered.map(\.x), ordered.map(\.y))
        var line = TrendLine(
            title: table.columns[column.column].title, series: label, unit: table.columns[column.column].unit,
            isClock: table.columns[column.column].clock != nil, points: points, slope: nil, center: (0, 0), slopeUnit: column.unit)
        guard points.count >= Self.leastCount else { return line }
        if trend.isLinear {
            let fit = LeastSquares(xs: xs, ys: ys)
            line.slope = fit.estimate
            line.center = (fit.centerX, fit.centerY)
        } else {
            guard points.count <= SlopesBetweenPoints.greatestCount else { throw EngineError.tooManyForTrend(points.count) }
            line.slope = try SlopesBetweenPoints(xs: xs, ys: ys, poll: context.poll).estimate()
            line.center = (xs.sorted().middleOfSorted ?? 0, ys.sorted().middleOfSorted ?? 0)
        }
        return line
    }

    /// Returns the local time of an instant in periods of the slope, from that of `origin`.
    private func position(_ instant: Int64, since origin: Int64) -> Double {
        if let days = trend.period.dayCount {
            let elapsed = local(instant) - local(origin)
            return Double(elapsed) / Double(Int64(days) * ClockDay.milliseconds)
        }
        return months(instant) - months(origin)
    }

    private func local(_ instant: Int64) -> Int64 { trend.zone.localMilliseconds(at: Instant(milliseconds: instant)) }

    private func months(_ instant: Int64) -> Double {
        let civil = trend.zone.civil(at: Instant(milliseconds: instant))
        let days = Double(civil.date.day - 1) + Double(civil.millisecondOfDay) / Double(ClockDay.milliseconds)
        let length = Double(CivilDate.dayCount(year: civil.date.year, month: civil.date.month))
        return (Double(civil.date.monthNumber) + days / length) / Double(trend.period.monthCount ?? 1)
    }
}
