import CalendarIntervals

/// The fields of an anchor on which something depends.
struct AnchorFields: OptionSet {
    let rawValue: Int

    static let time = AnchorFields(rawValue: 1)
    static let weekday = AnchorFields(rawValue: 2)
    static let dayOfMonth = AnchorFields(rawValue: 4)
    /// Which of the days, weeks or months is edge 0.
    static let date = AnchorFields(rawValue: 8)
}

extension AnchorFields {
    /// What the edges of `interval` depend on, where days begin at `millisecondOfDay`.
    ///
    /// Intervals that divide a day have the same edges from midnight as from any multiple of theirs.
    init(edgesOf interval: IntervalComponents, millisecondOfDay: Int) {
        switch interval.period {
        case .second, .minute, .hour:
            let length = interval.approximateMilliseconds
            self = Int64(millisecondOfDay) % length == 0 && 86_400_000 % length == 0 ? [] : [.time, .date]
        case .day: self = .time
        case .week: self = [.time, .weekday]
        case .month, .quarter, .year: self = [.time, .dayOfMonth]
        }
        if interval.isWholeWeeks { insert(.weekday) }
        if interval.count > 1, interval.period.isCalendar { insert(.date) }
    }
}
