import CalendarIntervals
public import HealthModel

/// The buckets of any interval from an anchor, in both directions: edge *k* is the anchor plus *k* times the interval.
///
/// First come the months, and a day that a month does not have is clamped to its last one; then the days; both keep the local time of the
/// anchor. Milliseconds are elapsed time after that. No edge depends on another one, so months do not drift.
@_spi(Guests)
public struct AnchoredBuckets: Sendable {
    private let zone: Zone
    private let anchor: Instant
    private let civil: CivilDateTime
    private let months: Int
    private let days: Int
    private let milliseconds: Int64
    /// The buckets of one calendar unit, which the engine knows.
    private let simple: BucketSchedule?

    /// Creates the buckets; nil if the zone is unknown or its name ambiguous. The interval must be a positive time.
    public init?(months: Int, days: Int, milliseconds: Int64, anchor: Instant, zone name: String) {
        precondition(months >= 0 && days >= 0 && milliseconds >= 0 && (months + days > 0 || milliseconds > 0), "an interval is positive")
        guard let zone = Zone.named(name) else { return nil }
        (self.zone, self.anchor) = (zone, anchor)
        (self.months, self.days, self.milliseconds) = (months, days, milliseconds)
        civil = zone.civil(at: anchor)
        let interval: IntervalComponents? =
            switch (months, days, milliseconds) {
            case (1..., 0, 0): IntervalComponents(months, .month)
            case (0, 1..., 0): IntervalComponents(days, .day)
            case (0, 0, 1...): IntervalComponents(elapsedMilliseconds: milliseconds)
            default: nil
            }
        simple = interval.map { BucketSchedule(interval: $0, anchor: anchor, zone: zone) }
    }

    /// Returns edge `k`.
    public func edge(_ k: Int) -> Instant {
        if let simple { return simple.edge(k) }
        guard months > 0 || days > 0 else { return anchor.advanced(byMilliseconds: Int64(k) * milliseconds) }
        let date = CivilDate(monthNumber: civil.date.monthNumber + k * months, clampingDay: civil.date.day).adding(days: k * days)
        return zone.instant(of: CivilDateTime(date: date, millisecondOfDay: civil.millisecondOfDay))
            .advanced(byMilliseconds: Int64(k) * milliseconds)
    }

    /// Returns the number of the bucket that contains `instant`: the greatest `k` with `edge(k) <= instant`.
    public func index(of instant: Instant) -> Int {
        if let simple { return simple.index(of: instant) }
        let length = Int64(months) * 2_629_746_000 + Int64(days) * 86_400_000 + milliseconds
        var k = Int((Double(instant.milliseconds - anchor.milliseconds) / Double(length)).rounded(.down))
        while edge(k) > instant { k -= 1 }
        while edge(k + 1) <= instant { k += 1 }
        return k
    }
}
