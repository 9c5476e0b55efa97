/// A day of the week, numbered as in ISO 8601: Monday is 1.
public enum Weekday: Int, CaseIterable, Hashable, Sendable {
    case monday = 1, tuesday, wednesday, thursday, friday, saturday, sunday

    /// The English name in lower case, as written in queries.
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

/// A date in the proleptic Gregorian calendar, without a time zone.
package struct CivilDate: Hashable, Comparable, Sendable {
    package var year: Int
    /// The month, 1 … 12.
    package var month: Int
    /// The day of the month, 1 … 31.
    package var day: Int

    /// Creates a date, or `nil` if it does not exist, such as 2023-02-29.
    package init?(year: Int, month: Int, day: Int) {
        guard (1...12).contains(month), day >= 1, day <= Self.dayCount(year: year, month: month) else { return nil }
        self.init(checkedYear: year, month: month, day: day)
    }

    private init(checkedYear year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// Creates the date `dayNumber` days after 1970-01-01.
    ///
    /// The algorithm counts years from 1 March, so that the leap day is the last day of its year. Source: Howard Hinnant,
    /// "chrono-Compatible Low-Level Date Algorithms".
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

    /// Creates day `day` of the month that is `monthNumber` months after January of year 0, or the last day of that month if it is
    /// shorter.
    package init(monthNumber: Int, clampingDay day: Int) {
        let year = monthNumber.flooredQuotient(by: 12)
        let month = monthNumber - year * 12 + 1
        self.init(checkedYear: year, month: month, day: min(day, Self.dayCount(year: year, month: month)))
    }

    /// The days since 1970-01-01; negative before.
    package var dayNumber: Int {
        let marchYear = month <= 2 ? year - 1 : year
        let era = marchYear.flooredQuotient(by: 400)
        let yearOfEra = marchYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// The months since January of year 0.
    package var monthNumber: Int { year * 12 + month - 1 }

    /// The day of the year, 1 … 366.
    package var dayOfYear: Int { dayNumber - CivilDate(checkedYear: year, month: 1, day: 1).dayNumber + 1 }

    package var weekday: Weekday { Self.weekday(ofDayNumber: dayNumber) }

    static func weekday(ofDayNumber dayNumber: Int) -> Weekday {
        // 1970-01-01 was a Thursday.
        Weekday.allCases[(dayNumber + 3).flooredRemainder(by: 7)]
    }

    /// Returns the date that is `days` days later.
    package func adding(days: Int) -> CivilDate { CivilDate(dayNumber: dayNumber + days) }

    /// Returns the date that is `months` months later. If that month is too short, the day is its last.
    package func adding(months: Int) -> CivilDate { CivilDate(monthNumber: monthNumber + months, clampingDay: day) }

    /// Returns the number of days in a month.
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

/// A week of a year. A week belongs to the year that contains most of its days.
///
/// Weeks from Monday follow ISO 8601. Weeks from Sunday are the MMWR weeks of epidemiology.
package struct CivilWeek: Hashable, Sendable {
    package var year: Int
    /// The number of the week, 1 … 53.
    package var week: Int

    /// Creates a week, or `nil` if the year does not have it.
    package init?(year: Int, week: Int, weekStart: Weekday = .monday) {
        self.year = year
        self.week = week
        guard week >= 1, CivilWeek(holding: firstDay(weekStart: weekStart), weekStart: weekStart) == self else { return nil }
    }

    /// Creates the week that contains `date`.
    package init(holding date: CivilDate, weekStart: Weekday = .monday) {
        // The fourth day of a week is always in the year that contains most of the week.
        let fourthDay = date.startOfWeek(weekStart).adding(days: 3)
        year = fourthDay.year
        week = (fourthDay.dayOfYear - 1) / 7 + 1
    }

    /// Returns the first day of the week.
    package func firstDay(weekStart: Weekday = .monday) -> CivilDate {
        // 4 January is always in week 1.
        let weekOne = CivilDate(monthNumber: year * 12, clampingDay: 4).startOfWeek(weekStart)
        return weekOne.adding(days: 7 * (week - 1))
    }
}

extension CivilDate {
    /// Returns the last `weekStart` on or before this date.
    package func startOfWeek(_ weekStart: Weekday) -> CivilDate {
        adding(days: -(weekday.rawValue - weekStart.rawValue).flooredRemainder(by: 7))
    }
}
