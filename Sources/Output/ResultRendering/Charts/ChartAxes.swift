import CalendarIntervals
import QueryPlan
import TallyCharts

extension ChartedRows {
    var horizontalAxis: HorizontalAxis {
        guard axis == .time else { return .slots(labels) }
        return .time(table.header.timeAxis(from: places.first?.start, to: places.last?.end, weekStart: weekStart))
    }
}

extension ResultHeader {
    /// The time axis of the rows: in their time zone, or with the samples' own wall-clock times.
    func timeAxis(from start: Double?, to end: Double?, weekStart: Weekday) -> TimeAxis {
        var domain: ClosedRange<Double>?
        if let start, let end, start <= end { domain = start...end }
        return TimeAxis(zone: ChartZone(calendarZone), domain: domain, dayStartHour: dayStartHour, weekStart: weekStart.rawValue)
    }

    /// The time zone whose calendar applies to the rows' times.
    var calendarZone: Zone { isFloating ? .utc : zone }

    /// The hour at which an anchor such as `monday 03:00` starts days.
    var dayStartHour: Int {
        guard let time = anchorText?.split(separator: " ").last, let colon = time.firstIndex(of: ":") else { return 0 }
        return Int(time[..<colon]) ?? 0
    }
}

extension ChartOptions {
    /// Returns the domain that the options give for the axis of values. Nil if they give none. A missing end is taken from the marks.
    func domain(over layers: [Layer], includesZero: Bool) -> ClosedRange<Double>? {
        guard lower != nil || upper != nil else { return nil }
        let values = layers.flatMap(\.heights) + (includesZero ? [0] : [])
        return domain(from: values.min() ?? 0, to: values.max() ?? 0)
    }

    /// Returns the domain with the ends that the options give. Nil if they give none.
    func domain(from least: Double, to greatest: Double) -> ClosedRange<Double>? {
        guard lower != nil || upper != nil else { return nil }
        let lower = lower ?? min(least, upper ?? least)
        return lower...max(upper ?? greatest, lower)
    }
}

extension Layer {
    /// The values that the mark covers on the axis of values.
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
