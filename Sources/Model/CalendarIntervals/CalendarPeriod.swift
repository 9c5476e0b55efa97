/// A unit of time that people count in.
///
/// Second, minute and hour are elapsed time; day and longer follow the calendar of a zone.
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

    /// Whether the period follows the calendar and is not a fixed time.
    package var isCalendar: Bool { self >= .day }

    /// The length in elapsed time; for calendar periods the mean, with days of 24 hours.
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

    /// The suffix in compact tokens: `15min`, `1mo`.
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

    /// Whether `a` is shorter than `b`.
    public static func < (a: CalendarPeriod, b: CalendarPeriod) -> Bool { a.rawValue < b.rawValue }
}

/// A whole number of one period: `hour`, `15min`, `2 weeks`.
package struct IntervalComponents: Hashable, Sendable, CustomStringConvertible {
    /// At least 1.
    package let count: Int
    package let period: CalendarPeriod

    package init(_ count: Int, _ period: CalendarPeriod) {
        precondition(count >= 1, "an interval counts at least one period")
        self.count = count
        self.period = period
    }

    /// The interval of this elapsed length in the longest period that divides it, or `nil` for a length that is not whole seconds above 0.
    package init?(elapsedMilliseconds: Int64) {
        guard elapsedMilliseconds > 0 else { return nil }
        for period in [CalendarPeriod.hour, .minute, .second] where elapsedMilliseconds % period.approximateMilliseconds == 0 {
            self.init(Int(elapsedMilliseconds / period.approximateMilliseconds), period)
            return
        }
        return nil
    }

    /// The length in elapsed time; for calendar periods the mean, with days of 24 hours.
    package var approximateMilliseconds: Int64 { Int64(count) * period.approximateMilliseconds }

    /// Whether the interval is whole weeks, by whatever name: `week`, `14 days`, `168h`.
    package var isWholeWeeks: Bool {
        period < .month && approximateMilliseconds % CalendarPeriod.week.approximateMilliseconds == 0
    }

    /// As the language writes it: `hour`, `15min`, `6h`, `2 weeks`.
    package var description: String {
        if count == 1 { return period.name }
        return period.isCalendar ? "\(count) \(period.name)s" : "\(count)\(period.suffix)"
    }
}
