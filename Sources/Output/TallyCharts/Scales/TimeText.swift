import CalendarIntervals

/// Dates and times in short English words, the same everywhere.
enum TimeText {
    /// `06:00`, with seconds where there are any.
    static func clock(_ clock: CivilDateTime) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return two(clock.hour) + ":" + two(clock.minute) + (clock.second == 0 ? "" : ":" + two(clock.second))
    }

    /// `Mon 2`
    static func weekday(_ date: CivilDate) -> String {
        "\(["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"][date.weekday.rawValue - 1]) \(date.day)"
    }

    /// `2 Mar`
    static func date(_ date: CivilDate) -> String { "\(date.day) \(month(date))" }

    /// `Mar`
    static func month(_ date: CivilDate) -> String {
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"][date.month - 1]
    }

    /// `2 Mar 2026`, with the time of day where there is any.
    static func moment(_ civil: CivilDateTime) -> String {
        "\(date(civil.date)) \(civil.date.year)" + (civil.millisecondOfDay == 0 ? "" : " " + clock(civil))
    }
}
