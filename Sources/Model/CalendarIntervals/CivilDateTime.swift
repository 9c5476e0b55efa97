package import HealthModel

/// What a calendar and a clock on the wall show, without a zone.
package struct CivilDateTime: Hashable, Comparable, Sendable {
    package var date: CivilDate
    /// 0 ..< 86 400 000.
    package var millisecondOfDay: Int

    package init(date: CivilDate, millisecondOfDay: Int = 0) {
        self.date = date
        self.millisecondOfDay = millisecondOfDay
    }

    /// The wall clock reading at a point of the local time line.
    package init(localMilliseconds: Int64) {
        date = CivilDate(dayNumber: Int(localMilliseconds.flooredQuotient(by: millisecondsPerDay)))
        millisecondOfDay = Int(localMilliseconds.flooredRemainder(by: millisecondsPerDay))
    }

    /// Milliseconds on the local time line: those from 1970-01-01 00:00 to this reading, every day taken as 24 hours.
    package var localMilliseconds: Int64 { Int64(date.dayNumber) * millisecondsPerDay + Int64(millisecondOfDay) }

    /// 0 … 23.
    package var hour: Int { millisecondOfDay / 3_600_000 }
    /// 0 … 59.
    package var minute: Int { millisecondOfDay / 60_000 % 60 }
    /// 0 … 59.
    package var second: Int { millisecondOfDay / 1000 % 60 }
    /// 0 … 999.
    package var millisecond: Int { millisecondOfDay % 1000 }

    package static func < (a: CivilDateTime, b: CivilDateTime) -> Bool {
        (a.date, a.millisecondOfDay) < (b.date, b.millisecondOfDay)
    }
}

extension Zone {
    /// What the zone's clocks show at `instant`.
    package func civil(at instant: Instant) -> CivilDateTime {
        CivilDateTime(localMilliseconds: localMilliseconds(at: instant))
    }

    /// The date that the zone's calendars show at `instant`.
    package func date(at instant: Instant) -> CivilDate { civil(at: instant).date }

    /// The instant at which the zone's clocks show `civil`; `instant(ofLocalMilliseconds:)` says what twice and never mean.
    package func instant(of civil: CivilDateTime) -> Instant { instant(ofLocalMilliseconds: civil.localMilliseconds) }

    /// The instant at which `date` begins in the zone.
    package func start(of date: CivilDate) -> Instant { instant(of: CivilDateTime(date: date)) }

    /// `instant` moved by a number of periods: elapsed time for hours and shorter, the same wall clock reading for days and longer.
    package func moving(_ instant: Instant, by count: Int, _ period: CalendarPeriod) -> Instant {
        guard count != 0 else { return instant }
        return BucketSchedule(interval: IntervalComponents(1, period), anchor: instant, zone: self).edge(count)
    }
}
