import CalendarIntervals

/// Formats dates and times with short English words, independent of the locale.
enum TimeText {
    /// Returns a time such as `06:00`, with seconds if they are not zero.
    static func clock(_ clock: CivilDateTime) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return two(clock.hour) + ":" + two(clock.minute) + (clock.second == 0 ? "" : ":" + two(clock.second))
    }

    /// Returns a weekday and day such as `Mon 2`.
    static func weekday(_ date: CivilDate) -> String {
        "\(["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"][date.weekday.rawValue - 1]) \(date.day)"
    }

    /// Returns a date such as `2 Mar`.
    static func date(_ date: CivilDate) -> String { "\(date.day) \(month(date))" }

    /// Returns a month such as `Mar`.
    static func month(_ date: CivilDate) -> String {
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"][date.month - 1]
    }

    /// Returns a date such as `2 Mar 2026`, with the time of day if it is not midnight.
    static func moment(_ civil: CivilDateTime) -> String {
        "\(date(civil.date)) \(civil.date.year)" + (civil.millisecondOfDay == 0 ? "" : " " + clock(civil))
    }
}
