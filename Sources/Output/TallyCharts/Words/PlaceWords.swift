import CalendarIntervals
import HealthModel

/// The places of a chart in words, as its axis has them: days without the year if all are in the same one, and times without the day if
/// the chart has only one.
@_spi(Guests)
public struct PlaceWords {
    private let axis: HorizontalAxis
    private let rows: SlotAxis?
    private let extent: ClosedRange<Double>?
    private let periods: [Range<Double>]
    /// True if the last day starts at the end of the extent, because a point is there.
    private let hasPointAtEnd: Bool

    init(_ chart: LayeredChart) {
        axis = chart.x
        rows = if case .slots(let rows) = chart.y { rows } else { nil }
        let given = chart.x.givenDomain
        let periods = chart.periods
        let range = given ?? DataExtent(of: chart.layers, within: nil).x.range
        // Points are in the middle of their periods, the first and the last of which are a part of the extent.
        extent = range.map { range in
            let first = periods.first.map { min($0.lowerBound, range.lowerBound) } ?? range.lowerBound
            return first...(periods.last.map { max($0.upperBound, range.upperBound) } ?? range.upperBound)
        }
        hasPointAtEnd = given == nil && periods.isEmpty && !chart.layers.contains(where: \.hasSpans)
        self.periods = periods
    }

    /// Creates the words of a time axis.
    ///
    /// - Parameters:
    ///   - extent: from the first to the last moment, in milliseconds since 1970.
    ///   - isEndOpen: true if the last moment is the end of a span and not the time of a value.
    public init(zone: ChartZone, extent: ClosedRange<Double>, isEndOpen: Bool) {
        axis = .time(TimeAxis(zone: zone))
        rows = nil
        self.extent = extent
        periods = []
        hasPointAtEnd = !isEndOpen
    }

    // MARK: The axis

    /// The numbers at the ends of a horizontal axis of numbers.
    var numbers: ClosedRange<Double>? { if case .slots(let slots) = axis { slots.numbers } else { nil } }

    /// The extent of the horizontal axis, and of the rows of a heatmap.
    public var reach: String {
        var across = ""
        switch axis {
        case .slots(let slots): across = Self.reach(of: slots)
        case .time(let time): if let extent { across = "\(reach(extent)), \(time.zone.identifier)" }
        }
        guard let rows else { return across }
        return [across, Self.reach(of: rows)].filter { !$0.isEmpty }.joined(separator: "; rows ")
    }

    private static func reach(of slots: SlotAxis) -> String {
        let unit = slots.unit.map { " \($0)" } ?? ""
        if let first = slots.edges.first, let last = slots.edges.last, slots.edges.count > 1 { return "\(first) to \(last)\(unit)" }
        guard let first = slots.labels.first, let last = slots.labels.last else { return "" }
        return slots.labels.count <= 3 ? slots.labels.joined(separator: ", ") : "\(first) to \(last)"
    }

    private func reach(_ extent: ClosedRange<Double>) -> String {
        let (first, last) = (civil(extent.lowerBound), civil(extent.upperBound))
        if isDayStart(first), isDayStart(last), first.date < last.date {
            let end = hasPointAtEnd ? last.date : last.date.adding(days: -1)
            if first.date == end { return day(end, hasYear: true) }
            return "\(day(first.date, hasYear: first.date.year != end.year)) to \(day(end, hasYear: true))"
        }
        let start = "\(day(first.date, hasYear: true)), \(clock(extent.lowerBound))"
        if extent.lowerBound == extent.upperBound { return start }
        if first.date == last.date { return "\(start) to \(clock(extent.upperBound))" }
        return "\(start) to \(day(last.date, hasYear: true)), \(clock(extent.upperBound))"
    }

    // MARK: Places

    var hasNoPeriods: Bool { periods.isEmpty }

    /// Returns the period that contains a place, but not at its start.
    func period(around x: Double) -> Range<Double>? {
        var (low, high) = (0, periods.count)
        while low < high {
            let middle = (low + high) / 2
            if periods[middle].lowerBound < x { low = middle + 1 } else { high = middle }
        }
        guard low > 0, x < periods[low - 1].upperBound else { return nil }
        return periods[low - 1]
    }

    /// Returns a place with its preposition, such as `on 3 Jun`.
    public func text(of value: ChartAccount.Value) -> String {
        var text = ""
        switch axis {
        case .slots(let slots):
            if let numbers = slots.numbers, !slots.labels.isEmpty {
                let share = value.start / Double(slots.labels.count)
                let number = numbers.lowerBound + share * (numbers.upperBound - numbers.lowerBound)
                text = "at \(DecimalText.text(number))\(slots.unit.map { " \($0)" } ?? "")"
            } else if value.start == value.end, value.start == value.start.rounded() {
                text = edge(Int(value.start), of: slots)
            } else if value.start >= 0, value.start < Double(slots.labels.count), !slots.labels[Int(value.start)].isEmpty {
                text = "for \(slots.labels[Int(value.start)])"
            }
        case .time: text = value.start < value.end ? span(value.start, value.end) : moment(value.start)
        }
        guard let rows, rows.labels.indices.contains(value.row) else { return text }
        return text.isEmpty ? "for \(rows.labels[value.row])" : "\(text), \(rows.labels[value.row])"
    }

    /// Returns the edge between two slots, where running totals have their values.
    private func edge(_ index: Int, of slots: SlotAxis) -> String {
        if index > 0, index <= slots.labels.count { return "at the end of \(slots.labels[index - 1])" }
        return index == 0 && !slots.labels.isEmpty ? "at the start of \(slots.labels[0])" : ""
    }

    /// Returns two moments, such as `22:30 to 06:10`.
    public func range(_ start: Double, _ end: Double) -> String {
        func word(_ x: Double) -> String { (isOneDay ? "" : day(civil(x).date) + ", ") + clock(x) }
        if start == end { return word(start) }
        let isSameDay = civil(start).date == civil(end).date
        return "\(word(start)) to \(isSameDay ? clock(end) : word(end))"
    }

    private func moment(_ x: Double) -> String {
        let civil = civil(x)
        if isOneDay { return "at \(clock(x))" }
        return civil.millisecondOfDay == 0 ? "on \(day(civil.date))" : "at \(day(civil.date)), \(clock(x))"
    }

    private func span(_ start: Double, _ end: Double) -> String {
        let (from, to) = (civil(start), civil(end))
        guard isDayStart(from), isDayStart(to), from.date < to.date else {
            let first = (isOneDay ? "" : day(from.date) + ", ") + clock(start)
            let isSameDay = from.date == to.date || to.millisecondOfDay == 0 && to.date == from.date.adding(days: 1)
            let last = to.millisecondOfDay == 0 && isSameDay ? "24:00" : clock(end)
            return isSameDay ? "for \(first)–\(last)" : "for \(first) to \(day(to.date)), \(last)"
        }
        let last = to.date.adding(days: -1)
        if from.date == last { return "on \(day(last))" }
        if from.date.day == 1, to.date.day == 1 {
            if from.date.adding(months: 1) == to.date { return "in \(TimeText.month(last))\(isOneYear ? "" : " \(last.year)")" }
            if from.date.month == 1, from.date.adding(months: 12) == to.date { return "in \(last.year)" }
        }
        return "for \(day(from.date)) to \(day(last))"
    }

    // MARK: Words

    private func day(_ date: CivilDate, hasYear: Bool? = nil) -> String {
        TimeText.date(date) + (hasYear ?? !isOneYear ? " \(date.year)" : "")
    }

    private var isOneYear: Bool { lastDay.map { $0.year == firstDay?.year } ?? false }
    private var isOneDay: Bool { lastDay.map { $0 == firstDay } ?? false }
    private var firstDay: CivilDate? { extent.map { civil($0.lowerBound).date } }
    private var lastDay: CivilDate? {
        guard let extent else { return nil }
        let last = civil(extent.upperBound)
        return isDayStart(last) && last.date != firstDay && !hasPointAtEnd ? last.date.adding(days: -1) : last.date
    }

    private func clock(_ x: Double) -> String { times.clock(x) }

    private var times: MarkTime {
        guard case .time(let axis) = axis else { return MarkTime(zone: .utc, dayStartHour: 0) }
        return MarkTime(zone: axis.zone.zone, dayStartHour: axis.dayStartHour)
    }

    private func civil(_ x: Double) -> CivilDateTime { times.civil(x) }

    private func isDayStart(_ civil: CivilDateTime) -> Bool { times.isDayStart(civil) }
}

extension Layer {
    /// True for marks with a start and an end along x.
    fileprivate var hasSpans: Bool {
        switch self {
        case .bar, .cell: true
        case .line, .area, .point, .rule: false
        }
    }
}
