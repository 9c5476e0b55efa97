package import CalendarIntervals
import HealthModel

/// The meaning of a column of times. Its numbers are milliseconds.
package enum ClockTime: Hashable, Sendable {
    /// Instants: milliseconds since 1970 on the time line of the rows.
    case instant
    /// Times of day: milliseconds since the midnight at which the day of a row starts. Times after the next midnight are 24 hours or more.
    case timeOfDay
}

/// The wall-clock days to which the times in rows belong (S2.6). A time of day counts from the midnight of the row's day, so that 00:10
/// follows 23:50 in a row that contains both.
package struct ClockDay: Hashable, Sendable {
    package enum Rows: Hashable, Sendable {
        /// The day on which a row starts.
        case start
        /// The day before the one on which a row ends, so that days run from noon to noon.
        case night
        /// The day of each time itself, for rows longer than a day.
        case own
    }

    package var zone: Zone
    /// The time of day at which days start, in milliseconds since midnight.
    package var dayStart: Int64
    package var rows: Rows

    package static let milliseconds: Int64 = 86_400_000

    package init(zone: Zone, dayStart: Int64 = 0, rows: Rows = .start) {
        self.zone = zone
        self.dayStart = dayStart
        self.rows = rows
    }

    /// Returns the time of day of an instant in a row.
    package func timeOfDay(_ instant: Int64, inRowFrom start: Int64?, to end: Int64?) -> Int64 {
        local(instant) - midnight(of: instant, inRowFrom: start, to: end)
    }

    /// Returns a wall-clock time as a time of day of these rows: at or after the start of their day.
    package func placed(_ timeOfDay: Int64) -> Int64 {
        let first = rows == .night ? Self.milliseconds / 2 : dayStart
        return timeOfDay < first ? timeOfDay + Self.milliseconds : timeOfDay
    }

    /// Returns the midnight from which times of day in a row count, on the local time line.
    package func midnight(of instant: Int64, inRowFrom start: Int64?, to end: Int64?) -> Int64 {
        switch rows {
        case .start: midnight(before: start ?? instant)
        case .night: (end.map { local($0) } ?? local(instant)).flooredDay - Self.milliseconds
        case .own: midnight(before: instant)
        }
    }

    private func midnight(before instant: Int64) -> Int64 { (local(instant) - dayStart).flooredDay }

    private func local(_ instant: Int64) -> Int64 { zone.localMilliseconds(at: Instant(milliseconds: instant)) }

    /// Returns a time of day as a wall-clock time: from 0 up to 24 hours.
    package static func wallClock(_ timeOfDay: Double) -> Int64 {
        let time = Int64(timeOfDay.rounded())
        return time - time.flooredDay
    }
}

extension Int64 {
    /// The start of the day that contains this point of the local time line.
    fileprivate var flooredDay: Int64 {
        let rest = self % ClockDay.milliseconds
        return self - (rest < 0 ? rest + ClockDay.milliseconds : rest)
    }
}
