import CalendarIntervals
import TallyCharts
import HealthModel
import QueryPlan

/// A column as a heatmap: keys over time or slots, or folded time such as hours over days.
struct HeatmapChart {
    /// More rows than this are not readable.
    static let greatestRowCount = 168

    private let panel: ChartPanel
    private let rows: ChartedRows
    private let options: ChartOptions
    private let cells: [CellMark.Cell]
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
                CellMark.Cell(from: cell.0.start, to: cell.0.end, row: row, value: cell.1, completeness: completeness[number])
            }
        }
    }

    func chart(subtitle: [String]) -> Chart {
        let known = cells.compactMap(\.value)
        var axis = rows.horizontalAxis
        if case .time(var time) = axis {
            time.domain = (cells.map(\.start).min() ?? 0)...(cells.map(\.end).max() ?? 0)
            axis = .time(time)
        }
        let mark = CellMark(cells: cells, domain: options.domain(from: known.min() ?? 0, to: known.max() ?? 0), unit: panel.unit)
        let isPartial = cells.contains { $0.completeness != .whole }
        return Chart(
            title: panel.title, subtitle: subtitle, x: axis, y: .slots(labels), marks: [.cell(mark)],
            notes: isPartial ? ["marked: partial"] : [])
    }
}

/// Time in two dimensions: times of day over days, weekdays over weeks, or months over years.
private struct FoldedTime {
    private(set) var cells: [CellMark.Cell]
    let labels: SlotAxis

    private enum Fold { case day, week, year }

    /// Nil if the rows fit none of these.
    init?(_ rows: ChartedRows, _ column: ValueColumn, weekStart: Weekday) {
        let lengths = rows.places.map { $0.end - $0.start }.sorted()
        guard let group = rows.groups.first, !lengths.isEmpty else { return nil }
        let fold: Fold
        switch lengths[lengths.count / 2] / Double(millisecondsPerDay) {
        case ..<0.9: fold = .day
        case 0.9...1.1: fold = .week
        case 27...32: fold = .year
        default: return nil
        }
        let header = rows.table.header
        let dayStart = Int64(header.dayStartHour) * millisecondsPerHour
        func start(of date: CivilDate) -> Double {
            let civil = CivilDateTime(date: date, millisecondOfDay: Int(dayStart))
            return Double(header.calendarZone.instant(of: civil).milliseconds)
        }

        // The column of each place, with its start and end date, and the place's index in the column.
        let spots = rows.places.map { place -> Spot in
            let local = header.calendarZone.localMilliseconds(at: Instant(milliseconds: Int64(place.start))) - dayStart
            let civil = CivilDateTime(localMilliseconds: local)
            switch fold {
            case .day: return Spot(first: civil.date, end: civil.date.adding(days: 1), number: civil.millisecondOfDay)
            case .week:
                let first = civil.date.startOfWeek(weekStart)
                return Spot(first: first, end: first.adding(days: 7), number: civil.date.dayNumber - first.dayNumber)
            case .year:
                let first = civil.date.adding(days: 1 - civil.date.day).adding(months: 1 - civil.date.month)
                return Spot(first: first, end: first.adding(months: 12), number: civil.date.month - 1)
            }
        }
        let numbers =
            switch fold {
            case .day: Set(spots.map(\.number)).sorted()
            case .week: Array(0..<7)
            case .year: Array(0..<12)
            }
        let rowOf = Dictionary(uniqueKeysWithValues: numbers.enumerated().map { ($1, $0) })
        // A repeated hour at a clock change: two cells share its place.
        let sharing = Dictionary(spots.map { ($0, 1) }, uniquingKeysWith: +)
        var taken: [Spot: Int] = [:]
        let values = rows.values(of: column, in: group)
        let completeness = rows.completeness(of: column, in: group)
        cells = []
        for (index, spot) in spots.enumerated() {
            let first = start(of: spot.first)
            let width = (start(of: spot.end) - first) / Double(sharing[spot] ?? 1)
            let from = first + width * Double(taken[spot] ?? 0)
            taken[spot, default: 0] += 1
            cells.append(
                CellMark.Cell(
                    from: from, to: from + width, row: rowOf[spot.number] ?? 0, value: values[index],
                    completeness: completeness[index]))
        }
        switch fold {
        case .day:
            labels = SlotAxis(
                labels: numbers.map { number in
                    let minutes = (number + Int(dayStart)) / 60_000 % 1440
                    return "\(SlotNames.two(minutes / 60)):\(SlotNames.two(minutes % 60))"
                })
        case .week: labels = SlotNames(.weekday, weekStart: weekStart).axis(of: numbers)
        case .year: labels = SlotNames(.monthOfYear, weekStart: weekStart).axis(of: numbers)
        }
    }

    private struct Spot: Hashable {
        var first: CivilDate
        var end: CivilDate
        var number: Int
    }
}
