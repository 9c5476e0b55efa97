package import CalendarIntervals
package import QueryDiagnostics

/// A written point in time. A date or a coarse date means its start, unless the clause defines something else.
package struct When: Sendable {
    package enum Kind: Sendable {
        case instant(InstantPhrase)
        /// `-30d`, `+ 2 hours`, `3 days ago`
        case shift(Shift)
        /// `start of this week`
        case startOf(Span)
    }

    package var isExact: Bool
    package var kind: Kind
    package var range: SourceRange
}

package enum InstantPhrase: Sendable {
    /// `2024-03-10T14:30+01:00`
    case dateTime(DateTimeLiteral)
    /// `2024-03-10`, `2024-03-10 03:00`
    case date(DateLiteral, TimeLiteral?)
    /// `2024`, `2024-03`, `2024-Q1`, `2024-W10`
    case coarse(CoarseDate)
    case now
    case today(TimeLiteral?)
    case yesterday(TimeLiteral?)
    /// `monday 03:00`
    case weekday(WeekdayPhrase, TimeLiteral?)
    /// `march 10`, `10 march 2025 08:00`, `october 2025`
    case month(MonthPhrase, TimeLiteral?)
    /// A `let` with a time, or the name of a month
    case name(Name)
}

/// A distance from now.
package struct Shift: Sendable {
    /// `3 days ago` rather than `-3 days`
    package var isAgo: Bool
    /// -1 for `-` and `ago`, 1 for `+`
    package var sign: Int
    package var amount: TimeAmountPhrase
    package var range: SourceRange
}

/// `last 8 full weeks`, `this week`, `today`, `yesterday`, `3 days ago`, `all time`
package struct Span: Sendable {
    package enum Kind: Sendable {
        /// `last week` has no count; `last 30 full days`
        case last(Count?, full: Bool, CalendarPeriod)
        /// `last october`
        case lastMonth(Month)
        /// `last monday`
        case lastWeekday(Weekday)
        /// `3 days ago` after `on` and `during`: a whole day, week and so on
        case ago(Count, CalendarPeriod)
        case this(CalendarPeriod)
        /// `this morning`, `last night`
        case part(DayPart)
        case today
        case yesterday
        case allTime
    }

    package var kind: Kind
    package var range: SourceRange

    package var isAllTime: Bool { if case .allTime = kind { true } else { false } }
}

/// A whole period, after `on`, `during` and `compare to`.
package enum PeriodPhrase: Sendable {
    case date(DateLiteral)
    case coarse(CoarseDate)
    case span(Span)
    case weekday(WeekdayPhrase)
    /// `march 10`, `october 2025`
    case month(MonthPhrase)
    /// A `let` with a span or a date, or the name of a month
    case name(Name)
}

/// `15min`, `2 weeks`, `hour`, `1h30min`
package struct TimeAmount: Sendable {
    /// The count; nil means 1, as in `by hour`.
    package var count: Count?
    package var unit: CalendarPeriod
    /// True if it is written as one token: `15min`
    package var isCompact: Bool
    package var range: SourceRange
    /// The parts after the first one, in shorter and shorter units: `30min` in `1h30min`.
    package var rest: [Part] = []

    package struct Part: Sendable {
        package var count: Int
        package var unit: CalendarPeriod
    }
}

package enum TimeAmountPhrase: Sendable {
    case amount(TimeAmount)
    /// A `let` with a duration
    case name(Name)

    package var range: SourceRange {
        switch self {
        case .amount(let amount): amount.range
        case .name(let name): name.range
        }
    }
}

/// A month of a year, or a day of a month, with the month as a word. Without a year, it is the latest one that has begun.
package struct MonthPhrase: Sendable {
    package var month: Month
    package var day: Int?
    package var year: Int?
    /// True for `10 march`, which the formatter keeps: after `expect row`, `march 10` is a name and a value.
    package var isDayFirst: Bool
    package var range: SourceRange
}

package struct WeekdayPhrase: Sendable {
    package var weekday: Weekday
    package var range: SourceRange
}

/// A date that exists in the proleptic Gregorian calendar.
package struct DateLiteral: Sendable {
    package var year: Int
    package var month: Int
    package var day: Int
    package var range: SourceRange
}

/// A time of day, `00:00` to `23:59:59.999999999`.
package struct TimeLiteral: Sendable {
    package var hour: Int
    package var minute: Int
    package var second: Int
    package var nanosecond: Int
    package var range: SourceRange
}

/// `2024-03-10T14:30:00.5+01:00`; without an offset the time is in the query's zone.
package struct DateTimeLiteral: Sendable {
    package var date: DateLiteral
    package var time: TimeLiteral
    package var offsetSeconds: Int?
    package var range: SourceRange
}

/// A calendar period written as a number.
package struct CoarseDate: Sendable {
    package enum Kind: Sendable, Hashable {
        /// `2024`
        case year(Int)
        /// `2024-03`
        case month(year: Int, Int)
        /// `2024-Q1`
        case quarter(year: Int, Int)
        /// `2024-W10`: an ISO week, 1 to 53, of a week-numbering year
        case week(year: Int, Int)
    }

    package var kind: Kind
    package var range: SourceRange
}
