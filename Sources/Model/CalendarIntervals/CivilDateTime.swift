package import HealthModel

/// A local date and time, without a time zone.
package struct CivilDateTime: Hashable, Comparable, Sendable {
    package var date: CivilDate
    /// The milliseconds since midnight, 0 ..< 86 400 000.
    package var millisecondOfDay: Int

    package init(date: CivilDate, millisecondOfDay: Int = 0) {
        self.date = date
        self.millisecondOfDay = millisecondOfDay
    }

    /// Creates the local time at a point of the local time line.
    package init(localMilliseconds: Int64) {
        date = CivilDate(dayNumber: Int(localMilliseconds.flooredQuotient(by: millisecondsPerDay)))
        millisecondOfDay = Int(localMilliseconds.flooredRemainder(by: millisecondsPerDay))
    }

    /// The milliseconds from 1970-01-01 00:00 to this local time, if every day has 24 hours.
    package var localMilliseconds: Int64 { Int64(date.dayNumber) * millisecondsPerDay + Int64(millisecondOfDay) }

    /// The hour, 0 … 23.
    package var hour: Int { millisecondOfDay / 3_600_000 }
    /// The minute, 0 … 59.
    package var minute: Int { millisecondOfDay / 60_000 % 60 }
    /// The second, 0 … 59.
    package var second: Int { millisecondOfDay / 1000 % 60 }
    /// The millisecond, 0 … 999.
    package var millisecond: Int { millisecondOfDay % 1000 }

    package static func < (a: CivilDateTime, b: CivilDateTime) -> Bool {
        (a.date, a.millisecondOfDay) < (b.date, b.millisecondOfDay)
    }
}

extension Zone {
    /// Returns the local time in the zone at `instant`.
    package func civil(at instant: Instant) -> CivilDateTime {
        CivilDateTime(localMilliseconds: localMilliseconds(at: instant))
    }

    /// Returns the local date in the zone at `instant`.
    package func date(at instant: Instant) -> CivilDate { civil(at: instant).date }

    /// Returns the instant at local time `civil`. `instant(ofLocalMilliseconds:)` defines local times that occur twice or never.
    package func instant(of civil: CivilDateTime) -> Instant { instant(ofLocalMilliseconds: civil.localMilliseconds) }

    /// Returns the instant at which `date` starts in the zone.
    package func start(of date: CivilDate) -> Instant { instant(of: CivilDateTime(date: date)) }

    /// Returns `instant` moved by a number of periods: by elapsed time for hours and shorter, to the same local time for days and longer.
    package func moving(_ instant: Instant, by count: Int, _ period: CalendarPeriod) -> Instant {
        guard count != 0 else { return instant }
        return BucketSchedule(interval: IntervalComponents(1, period), anchor: instant, zone: self).edge(count)
    }
}
