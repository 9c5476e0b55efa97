/// A unit of time.
///
/// Second, minute and hour are elapsed time. Day and longer units follow the calendar of a time zone.
public enum CalendarPeriod: Int, CaseIterable, Hashable, Comparable, Sendable {
    case second, minute, hour, day, week, month, quarter, year

    /// The English singular.
    package var name: String {
        switch self {
        case .second: "second"
        case .minute: "minute"
        case .hour: "hour"
        case .day: "day"
        case .week: "week"
        case .month: "month"
        case .quarter: "quarter"
        case .year: "year"
        }
    }

    /// True if the period follows the calendar, and false if it has a fixed length.
    package var isCalendar: Bool { self >= .day }

    /// The length in elapsed time. For calendar periods, this is the mean, with days of 24 hours.
    package var approximateMilliseconds: Int64 {
        switch self {
        case .second: 1000
        case .minute: 60_000
        case .hour: 3_600_000
        case .day: 86_400_000
        case .week: 604_800_000
        case .month: 2_629_746_000  // a twelfth of the Gregorian year of 365.2425 days
        case .quarter: 7_889_238_000
        case .year: 31_556_952_000
        }
    }

    /// The suffix in compact notation: `15min`, `1mo`.
    package var suffix: String {
        switch self {
        case .second: "s"
        case .minute: "min"
        case .hour: "h"
        case .day: "d"
        case .week: "w"
        case .month: "mo"
        case .quarter: "q"
        case .year: "y"
        }
    }

    /// Returns true if `a` is shorter than `b`.
    public static func < (a: CalendarPeriod, b: CalendarPeriod) -> Bool { a.rawValue < b.rawValue }
}

/// A whole number of periods: `hour`, `15min`, `2 weeks`.
package struct IntervalComponents: Hashable, Sendable, CustomStringConvertible {
    /// The number of periods, at least 1.
    package let count: Int
    package let period: CalendarPeriod

    package init(_ count: Int, _ period: CalendarPeriod) {
        precondition(count >= 1, "an interval counts at least one period")
        self.count = count
        self.period = period
    }

    /// Creates the interval with this elapsed length, in the longest period that divides it. Returns `nil` unless the length is a positive
    /// number of whole seconds.
    package init?(elapsedMilliseconds: Int64) {
        guard elapsedMilliseconds > 0 else { return nil }
        for period in [CalendarPeriod.hour, .minute, .second] where elapsedMilliseconds % period.approximateMilliseconds == 0 {
            self.init(Int(elapsedMilliseconds / period.approximateMilliseconds), period)
            return
        }
        return nil
    }

    /// The length in elapsed time. For calendar periods, this is the mean, with days of 24 hours.
    package var approximateMilliseconds: Int64 { Int64(count) * period.approximateMilliseconds }

    /// True if the interval consists of whole weeks, in any notation: `week`, `14 days`, `168h`.
    package var isWholeWeeks: Bool {
        period < .month && approximateMilliseconds % CalendarPeriod.week.approximateMilliseconds == 0
    }

    /// True for elapsed time of less than 24 hours.
    package var isShorterThanDay: Bool { !period.isCalendar && approximateMilliseconds < millisecondsPerDay }

    /// The interval as written in queries: `hour`, `15min`, `6h`, `2 weeks`.
    package var description: String {
        if count == 1 { return period.name }
        return period.isCalendar ? "\(count) \(period.name)s" : "\(count)\(period.suffix)"
    }
}
