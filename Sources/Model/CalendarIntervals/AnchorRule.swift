package import HealthModel

/// The default anchor of buckets, for anchors without a full date.
///
/// The defaults are midnight, Monday, the 1st and 1 January. `anchor 03:00`, `anchor sunday` and `anchor day 15` each change one field.
package struct AnchorRule: Hashable, Sendable {
    /// The first day of the week.
    package var weekStart: Weekday
    /// The local time at which a day starts, 0 ..< 86 400 000.
    package var millisecondOfDay: Int
    /// The day on which a month starts, 1 … 31, or the last day of a shorter month. Quarters and years start on this day of January.
    package var dayOfMonth: Int
    /// True if an anchor specified `weekStart`. Then all whole weeks start on that day, including `7 days` and `168h`.
    package var anchorsWholeWeeks = false

    package init(weekStart: Weekday = .monday, millisecondOfDay: Int = 0, dayOfMonth: Int = 1) {
        self.weekStart = weekStart
        self.millisecondOfDay = millisecondOfDay
        self.dayOfMonth = dayOfMonth
    }

    /// Returns the anchor of `interval`: the start of the anchored day, week, month or year that contains `start`.
    ///
    /// Regardless of their count, elapsed intervals and days start with the day, and quarters with the year. Whole weeks can start with
    /// the week.
    package func anchor(of interval: IntervalComponents, holding start: Instant, zone: Zone) -> CivilDateTime {
        var today = CivilDateTime(localMilliseconds: zone.localMilliseconds(at: start) - Int64(millisecondOfDay)).date
        // If the clocks go back across the start of the day, local time briefly shows the previous day again.
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
