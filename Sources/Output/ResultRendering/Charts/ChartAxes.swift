import CalendarIntervals
import TallyCharts
import QueryPlan

extension ChartedRows {
    var horizontalAxis: HorizontalAxis {
        guard axis == .time else { return .slots(labels) }
        return .time(table.header.timeAxis(from: places.first?.start, to: places.last?.end, weekStart: weekStart))
    }
}

extension ResultHeader {
    /// The axis of times of the rows: their zone's clocks, or the wall clocks of samples as they are.
    func timeAxis(from start: Double?, to end: Double?, weekStart: Weekday) -> TimeAxis {
        var domain: ClosedRange<Double>?
        if let start, let end, start <= end { domain = start...end }
        return TimeAxis(zone: ChartZone(calendarZone), domain: domain, dayStartHour: dayStartHour, weekStart: weekStart.rawValue)
    }

    /// The zone whose calendar the rows' times are read with.
    var calendarZone: Zone { isFloating ? .utc : zone }

    /// The hour that an anchor such as `monday 03:00` begins days at.
    var dayStartHour: Int {
        guard let time = anchorText?.split(separator: " ").last, let colon = time.firstIndex(of: ":") else { return 0 }
        return Int(time[..<colon]) ?? 0
    }
}

extension ChartOptions {
    /// The axis of values that was asked for; nil where nothing was. An end that was not named is that of the marks.
    func domain(over marks: [Mark], includesZero: Bool) -> ClosedRange<Double>? {
        guard lower != nil || upper != nil else { return nil }
        let values = marks.flatMap(\.heights) + (includesZero ? [0] : [])
        return domain(from: values.min() ?? 0, to: values.max() ?? 0)
    }

    /// Returns the domain with the ends that were asked for; nil where none was.
    func domain(from least: Double, to greatest: Double) -> ClosedRange<Double>? {
        guard lower != nil || upper != nil else { return nil }
        let lower = lower ?? min(least, upper ?? least)
        return lower...max(upper ?? greatest, lower)
    }
}

extension Mark {
    /// The ends of what it draws along the axis of values.
    fileprivate var heights: [Double] {
        switch self {
        case .bar(let mark): mark.bars.flatMap { [$0.low, $0.high] }.compactMap { $0 }
        case .line(let mark): mark.points.compactMap(\.y)
        case .area(let mark): mark.points.flatMap { [$0.low, $0.high] }.compactMap { $0 }
        case .point(let mark): mark.points.map(\.y)
        case .rule(let mark): if case .y(let value) = mark.place { [value] } else { [] }
        case .cell: []
        }
    }
}
