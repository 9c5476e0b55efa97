import CalendarIntervals
import HealthModel
import QueryPlan
import TallyCharts

/// A column as a heatmap: keys over time or slots, or folded time such as hours over days.
struct HeatmapChart {
    /// More rows than this are not readable.
    static let greatestRowCount = 168

    private let panel: ChartPanel
    private let rows: ChartedRows
    private let options: ChartOptions
    private let cells: [CellLayer.Cell]
    private let labels: SlotAxis

    init(_ column: ValueColumn, _ rows: ChartedRows, options: ChartOptions) throws(ChartRefusal) {
        guard column.clock == nil else {
            throw ChartRefusal(
                reason: .oneDimension, message: "a heatmap needs amounts or readings, but `\(column.name)` has times",
                help: "write `as line`")
        }
        panel = ChartPanel(unit: column.unit, columns: [column])
        self.rows = rows
        self.options = options
        guard rows.hasGroups else {
            guard rows.axis == .time, let folded = FoldedTime(rows, column, weekStart: options.weekStart) else {
                throw ChartRefusal(
                    reason: .oneDimension, message: "a heatmap needs two keys, or times that can be split into days, weeks or years",
                    help: "write `by weekday and hour of day as heatmap`, `by hour as heatmap`, or `as bars`")
            }
            (cells, labels) = (folded.cells, folded.labels)
            return
        }
        guard rows.groups.count <= Self.greatestRowCount else {
            throw ChartRefusal(
                reason: .tooManyKeys, message: "a heatmap of \(rows.groups.count) rows is too large to read",
                help: "remove a key, or select fewer groups with `where`")
        }
        labels = SlotAxis(labels: rows.groups.map(\.name))
        cells = rows.groups.enumerated().flatMap { row, group in
            let completeness = rows.completeness(of: column, in: group)
            return zip(rows.places, rows.values(of: column, in: group)).enumerated().map { number, cell in
                CellLayer.Cell(from: cell.0.start, to: cell.0.end, row: row, value: cell.1, completeness: completeness[number])
            }
        }
    }

    func chart(subtitle: [String]) -> LayeredChart {
        let known = cells.compactMap(\.value)
        var axis = rows.horizontalAxis
        if case .time(var time) = axis {
            time.domain = (cells.map(\.start).min() ?? 0)...(cells.map(\.end).max() ?? 0)
            axis = .time(time)
        }
        let mark = CellLayer(
            cells: cells, domain: options.domain(from: known.min() ?? 0, to: known.max() ?? 0),
            unit: panel.unit.map(HealthUnit.shown))
        let isPartial = cells.contains { $0.completeness != .whole }
        return LayeredChart(
            title: panel.title, subtitle: subtitle, x: axis, y: .slots(labels), layers: [.cell(mark)],
            notes: isPartial ? ["marked: partial"] : [])
    }
}

/// Time in two dimensions: times of day over days, weekdays over weeks, or months over years.
private struct FoldedTime {
    let cells: [CellLayer.Cell]
    let labels: SlotAxis

    /// Nil if the rows fit none of these.
    init?(_ rows: ChartedRows, _ column: ValueColumn, weekStart: Weekday) {
        guard let group = rows.groups.first, let fold = Fold(rows, weekStart: weekStart) else { return nil }
        let spots = rows.places.map { fold.spot(of: Instant(milliseconds: Int64($0.start))) }
        let numbers = fold.numbers(of: spots)
        let rowOf = Dictionary(uniqueKeysWithValues: numbers.enumerated().map { ($1, $0) })
        // A repeated hour at a clock change: two cells share its place.
        let sharing = Dictionary(spots.map { ($0, 1) }, uniquingKeysWith: +)
        var taken: [Spot: Int] = [:]
        let values = rows.values(of: column, in: group)
        let completeness = rows.completeness(of: column, in: group)
        cells = spots.enumerated().map { index, spot in
            let first = fold.start(of: spot.first)
            let width = (fold.start(of: spot.end) - first) / Double(sharing[spot] ?? 1)
            let from = first + width * Double(taken[spot] ?? 0)
            taken[spot, default: 0] += 1
            return CellLayer.Cell(
                from: from, to: from + width, row: rowOf[spot.number] ?? 0, value: values[index], completeness: completeness[index])
        }
        labels = fold.labels(of: numbers)
    }

    /// The column of a place, from `first` to `end`, and the number of the place in the column.
    private struct Spot: Hashable {
        var first: CivilDate
        var end: CivilDate
        var number: Int
    }

    /// The period that is a column of the heatmap, and its calendar.
    private struct Fold {
        private enum Period { case day, week, year }

        private let period: Period
        private let zone: Zone
        private let dayStart: Int64
        private let weekStart: Weekday

        /// Nil if the rows are neither parts of days nor days nor months.
        init?(_ rows: ChartedRows, weekStart: Weekday) {
            let lengths = rows.places.map { $0.end - $0.start }.sorted()
            guard !lengths.isEmpty else { return nil }
            switch lengths[lengths.count / 2] / Double(millisecondsPerDay) {
            case ..<0.9: period = .day
            case 0.9...1.1: period = .week
            case 27...32: period = .year
            default: return nil
            }
            let header = rows.table.header
            zone = header.calendarZone
            dayStart = Int64(header.dayStartHour) * millisecondsPerHour
            self.weekStart = weekStart
        }

        func start(of date: CivilDate) -> Double {
            Double(zone.instant(of: CivilDateTime(date: date, millisecondOfDay: Int(dayStart))).milliseconds)
        }

        func spot(of instant: Instant) -> Spot {
            let civil = CivilDateTime(localMilliseconds: zone.localMilliseconds(at: instant) - dayStart)
            switch period {
            case .day: return Spot(first: civil.date, end: civil.date.adding(days: 1), number: civil.millisecondOfDay)
            case .week:
                let first = civil.date.startOfWeek(weekStart)
                return Spot(first: first, end: first.adding(days: 7), number: civil.date.dayNumber - first.dayNumber)
            case .year:
                let first = civil.date.adding(days: 1 - civil.date.day).adding(months: 1 - civil.date.month)
                return Spot(first: first, end: first.adding(months: 12), number: civil.date.month - 1)
            }
        }

        /// Returns the numbers that have a row, in order.
        func numbers(of spots: [Spot]) -> [Int] {
            switch period {
            case .day: Set(spots.map(\.number)).sorted()
            case .week: Array(0..<7)
            case .year: Array(0..<12)
            }
        }

        func labels(of numbers: [Int]) -> SlotAxis {
            switch period {
            case .day:
                SlotAxis(
                    labels: numbers.map { number in
                        let minutes = (number + Int(dayStart)) / 60_000 % 1440
                        return "\(SlotNames.two(minutes / 60)):\(SlotNames.two(minutes % 60))"
                    })
            case .week: SlotNames(.weekday, weekStart: weekStart).axis(of: numbers)
            case .year: SlotNames(.monthOfYear, weekStart: weekStart).axis(of: numbers)
            }
        }
    }
}
