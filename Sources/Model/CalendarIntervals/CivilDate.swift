/// A day of the week, numbered as ISO 8601 does: Monday is 1.
public enum Weekday: Int, CaseIterable, Hashable, Sendable {
    case monday = 1, tuesday, wednesday, thursday, friday, saturday, sunday

    /// The English name in small letters, as the language writes it.
    package var name: String {
        switch self {
        case .monday: "monday"
        case .tuesday: "tuesday"
        case .wednesday: "wednesday"
        case .thursday: "thursday"
        case .friday: "friday"
        case .saturday: "saturday"
        case .sunday: "sunday"
        }
    }

    package init?(name: String) {
        guard let day = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = day
    }
}

/// A date of the proleptic Gregorian calendar, without a zone.
package struct CivilDate: Hashable, Comparable, Sendable {
    package var year: Int
    /// 1 … 12.
    package var month: Int
    /// 1 … 31.
    package var day: Int

    /// The date, or `nil` when there is no such day, as 2023-02-29.
    package init?(year: Int, month: Int, day: Int) {
        guard (1...12).contains(month), day >= 1, day <= Self.dayCount(year: year, month: month) else { return nil }
        self.init(checkedYear: year, month: month, day: day)
    }

    private init(checkedYear year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// The date `dayNumber` days after 1970-01-01.
    ///
    /// The algorithm counts years from 1 March, so that the leap day is the last of its year:
    /// Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".
    package init(dayNumber: Int) {
        let shifted = dayNumber + 719_468  // days since 0000-03-01
        let era = shifted.flooredQuotient(by: 146_097)  // 400 years
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        self.init(
            checkedYear: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month,
            day: dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    /// The day `day` of the month `monthNumber` months after January of year 0, or that month's last day if it is shorter.
    package init(monthNumber: Int, clampingDay day: Int) {
        let year = monthNumber.flooredQuotient(by: 12)
        let month = monthNumber - year * 12 + 1
        self.init(checkedYear: year, month: month, day: min(day, Self.dayCount(year: year, month: month)))
    }

    /// Days since 1970-01-01; negative before.
    package var dayNumber: Int {
        let marchYear = month <= 2 ? year - 1 : year
        let era = marchYear.flooredQuotient(by: 400)
        let yearOfEra = marchYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// Months since January of year 0.
    package var monthNumber: Int { year * 12 + month - 1 }

    /// 1 … 4.
    package var quarter: Int { (month - 1) / 3 + 1 }

    /// 1 … 366.
    package var dayOfYear: Int { dayNumber - CivilDate(checkedYear: year, month: 1, day: 1).dayNumber + 1 }

    package var weekday: Weekday { Self.weekday(ofDayNumber: dayNumber) }

    static func weekday(ofDayNumber dayNumber: Int) -> Weekday {
        // 1970-01-01 was a Thursday.
        Weekday.allCases[(dayNumber + 3).flooredRemainder(by: 7)]
    }

    /// This date moved by whole days.
    package func adding(days: Int) -> CivilDate { CivilDate(dayNumber: dayNumber + days) }

    /// This date moved by whole months; the day is the month's last where the month is shorter.
    package func adding(months: Int) -> CivilDate { CivilDate(monthNumber: monthNumber + months, clampingDay: day) }

    /// The number of days in a month.
    package static func dayCount(year: Int, month: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    package static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

    package static func < (a: CivilDate, b: CivilDate) -> Bool { (a.year, a.month, a.day) < (b.year, b.month, b.day) }
}

/// A week of a year. A week belongs to the year that holds most of its days.
///
/// With weeks from Monday that is ISO 8601, with weeks from Sunday the MMWR week of epidemiology.
package struct CivilWeek: Hashable, Sendable {
    package var year: Int
    /// 1 … 53.
    package var week: Int

    /// The week, or `nil` when the year has no such week.
    package init?(year: Int, week: Int, weekStart: Weekday = .monday) {
        self.year = year
        self.week = week
        guard week >= 1, CivilWeek(holding: firstDay(weekStart: weekStart), weekStart: weekStart) == self else { return nil }
    }

    /// The week that holds `date`.
    package init(holding date: CivilDate, weekStart: Weekday = .monday) {
        // The fourth day of a week is always in the year that holds most of it.
        let fourthDay = date.startOfWeek(weekStart).adding(days: 3)
        year = fourthDay.year
        week = (fourthDay.dayOfYear - 1) / 7 + 1
    }

    /// The week's first day.
    package func firstDay(weekStart: Weekday = .monday) -> CivilDate {
        // 4 January is always in week 1.
        let weekOne = CivilDate(monthNumber: year * 12, clampingDay: 4).startOfWeek(weekStart)
        return weekOne.adding(days: 7 * (week - 1))
    }
}

extension CivilDate {
    /// The last `weekStart` on or before this date.
    package func startOfWeek(_ weekStart: Weekday) -> CivilDate {
        adding(days: -(weekday.rawValue - weekStart.rawValue).flooredRemainder(by: 7))
    }

    /// The first day of the calendar period that holds this date; the date itself for days and shorter periods.
    package func start(of period: CalendarPeriod, weekStart: Weekday = .monday) -> CivilDate {
        switch period {
        case .second, .minute, .hour, .day: self
        case .week: startOfWeek(weekStart)
        case .month: CivilDate(monthNumber: monthNumber, clampingDay: 1)
        case .quarter: CivilDate(monthNumber: year * 12 + (quarter - 1) * 3, clampingDay: 1)
        case .year: CivilDate(monthNumber: year * 12, clampingDay: 1)
        }
    }
}
