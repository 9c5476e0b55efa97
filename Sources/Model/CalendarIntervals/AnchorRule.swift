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

    /// Returns the anchor of `interval`, such as the start of the anchored day, week, month or year that contains `start` (S3.5).
    ///
    /// Regardless of their count, days start with the day, and quarters with the year. Whole weeks can start with the week. Intervals
    /// shorter than a day start at the time of day on the date of `start`. A month that is too short for the day of the anchor starts on
    /// its last day, so the anchor is then in an earlier month that has this day.
    package func anchor(of interval: IntervalComponents, holding start: Instant, zone: Zone) -> CivilDateTime {
        func day(startingAt time: Int) -> CivilDate { Self.day(holding: start, startingAt: time, zone: zone) }
        let date: CivilDate
        switch interval.period {
        case .second, .minute, .hour, .day:
            if anchorsWholeWeeks, interval.isWholeWeeks {
                date = day(startingAt: millisecondOfDay).startOfWeek(weekStart)
            } else {
                date = day(startingAt: interval.isShorterThanDay ? 0 : millisecondOfDay)
            }
        case .week: date = day(startingAt: millisecondOfDay).startOfWeek(weekStart)
        case .month: date = monthStart(holding: day(startingAt: millisecondOfDay), everyMonths: 1, stepMonths: interval.count)
        case .quarter, .year:
            let step = interval.count * (interval.period == .quarter ? 3 : 12)
            date = monthStart(holding: day(startingAt: millisecondOfDay), everyMonths: 12, stepMonths: step)
        }
        return CivilDateTime(date: date, millisecondOfDay: millisecondOfDay)
    }

    /// Returns the date on which the day that contains `instant` begins, if days start at this time.
    private static func day(holding instant: Instant, startingAt millisecondOfDay: Int, zone: Zone) -> CivilDate {
        let today = CivilDateTime(localMilliseconds: zone.localMilliseconds(at: instant) - Int64(millisecondOfDay)).date
        // If the clocks go back across the start of the day, local time briefly shows the previous day again.
        let days = BucketSchedule(
            interval: IntervalComponents(1, .day), anchor: CivilDateTime(date: today, millisecondOfDay: millisecondOfDay), zone: zone)
        return today.adding(days: days.index(of: instant))
    }

    /// Returns an edge of periods that start on `dayOfMonth`, or on the last day of a shorter month.
    ///
    /// The result is in the month or year that contains `date`, or a whole number of steps before it. Edges are counted from it and keep
    /// its day, so it must have the greatest day among them (S3.1): the last one with `dayOfMonth`, or 29 February before 28 February.
    private func monthStart(holding date: CivilDate, everyMonths months: Int, stepMonths step: Int) -> CivilDate {
        let month = date.monthNumber.flooredQuotient(by: months) * months
        func start(_ month: Int) -> CivilDate { CivilDate(monthNumber: month, clampingDay: dayOfMonth) }
        let latest = start(month) <= date ? month : month - months
        var best = start(latest)
        var steps = 1
        while best.day < dayOfMonth, steps <= Self.stepsToGreatestDay {
            let earlier = start(latest - steps * step)
            if earlier.day > best.day { best = earlier }
            steps += 1
        }
        return best
    }

    /// Steps of 25 years from a February meet a leap year at the latest after 16 steps. All others meet their longest month earlier.
    private static let stepsToGreatestDay = 16
}
