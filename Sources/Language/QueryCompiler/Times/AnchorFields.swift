import CalendarIntervals

/// The fields of an anchor that a range or a grid depends on.
struct AnchorFields: OptionSet {
    let rawValue: Int

    static let time = AnchorFields(rawValue: 1)
    static let weekday = AnchorFields(rawValue: 2)
    static let dayOfMonth = AnchorFields(rawValue: 4)
    /// The day, week or month that is edge 0.
    static let date = AnchorFields(rawValue: 8)
}

extension AnchorFields {
    /// Creates the fields that the edges of `interval` depend on, if days start at `millisecondOfDay`.
    ///
    /// An interval that divides a day has the same edges if it is counted from midnight or from any of its multiples.
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
