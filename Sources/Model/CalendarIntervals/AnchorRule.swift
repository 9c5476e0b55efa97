package import HealthModel

/// Where buckets are anchored when no full date says so.
///
/// The defaults are midnight, Monday, the 1st and 1 January; `anchor 03:00`, `anchor sunday` and `anchor day 15` change one field each.
package struct AnchorRule: Hashable, Sendable {
    /// The first day of a week.
    package var weekStart: Weekday
    /// The wall clock reading at which a day starts, 0 ..< 86 400 000.
    package var millisecondOfDay: Int
    /// The day on which a month starts, 1 … 31, the last one in shorter months. Quarters and years start on it in January.
    package var dayOfMonth: Int
    /// Whether `weekStart` was asked for with an anchor: then it is the first day of all whole weeks, `7 days` and `168h` too.
    package var anchorsWholeWeeks = false

    package init(weekStart: Weekday = .monday, millisecondOfDay: Int = 0, dayOfMonth: Int = 1) {
        self.weekStart = weekStart
        self.millisecondOfDay = millisecondOfDay
        self.dayOfMonth = dayOfMonth
    }

    /// The anchor of `interval`: the start of the anchored day, week, month or year that holds `start`.
    ///
    /// Elapsed intervals and days start with the day, quarters with the year, whatever their count; whole weeks may start with the week.
    package func anchor(of interval: IntervalComponents, holding start: Instant, zone: Zone) -> CivilDateTime {
        var today = CivilDateTime(localMilliseconds: zone.localMilliseconds(at: start) - Int64(millisecondOfDay)).date
        // Where the clocks turn back over the start of the day, the wall clock shows the day before once more.
        let days = BucketSchedule(
            interval: IntervalComponents(1, .day), anchor: CivilDateTime(date: today, millisecondOfDay: millisecondOfDay), zone: zone)
        today = today.adding(days: days.index(of: start))
        let date: CivilDate
        switch interval.period {
        case .second, .minute, .hour, .day: date = anchorsWholeWeeks && interval.isWholeWeeks ? today.startOfWeek(weekStart) : today
        case .week: date = today.startOfWeek(weekStart)
        case .month: date = monthStart(holding: today, every: 1)
        case .quarter, .year: date = monthStart(holding: today, every: 12)
        }
        return CivilDateTime(date: date, millisecondOfDay: millisecondOfDay)
    }

    private func monthStart(holding date: CivilDate, every months: Int) -> CivilDate {
        let month = date.monthNumber.flooredQuotient(by: months) * months
        let start = CivilDate(monthNumber: month, clampingDay: dayOfMonth)
        return start <= date ? start : CivilDate(monthNumber: month - months, clampingDay: dayOfMonth)
    }
}
