import CalendarIntervals
import Foundation
import HealthModel
import TallyKit

/// The buckets of any date components: edge *k* is the anchor plus *k* times the components.
///
/// First come years and months, and a day that a month does not have is clamped to its last one; then weeks and days; both keep the local
/// time of the anchor. Hours and shorter components are elapsed time after that. No edge depends on another one, so months do not drift.
struct ComponentSchedule: Sendable {
    private let zone: Zone
    private let anchor: Instant
    private let civil: CivilDateTime
    private let months: Int
    private let days: Int
    private let milliseconds: Int64
    /// The buckets of one calendar unit, which the engine knows.
    private let simple: BucketSchedule?

    /// Creates the buckets. Traps unless the components are a positive time.
    init(_ components: DateComponents, anchor: Date, in calendar: Calendar) {
        let calendar = components.calendar ?? calendar
        let timeZone = components.timeZone ?? calendar.timeZone
        guard let zone = Zone.named(timeZone.identifier) else {
            fatalError(
                "Interval components have the ambiguous time zone \(timeZone.identifier). Use one such as America/New_York or GMT-0500")
        }
        self.zone = zone
        self.anchor = Instant(anchor)
        civil = zone.civil(at: self.anchor)
        months = (components.year ?? 0) * 12 + (components.quarter ?? 0) * 3 + (components.month ?? 0)
        let weeks = (components.weekOfYear ?? 0) + (components.weekOfMonth ?? 0)
        days = weeks * 7 + (components.day ?? 0) + (components.weekday ?? 0) + (components.dayOfYear ?? 0)
        let seconds = Int64((components.hour ?? 0) * 3600 + (components.minute ?? 0) * 60 + (components.second ?? 0))
        milliseconds = seconds * 1000 + Int64((components.nanosecond ?? 0) / 1_000_000)
        guard months >= 0, days >= 0, milliseconds >= 0, months + days > 0 || milliseconds > 0 else {
            fatalError("Interval components must be a positive time: \(components)")
        }
        let interval = Self.simple(months, days, milliseconds)
        simple = if let interval { BucketSchedule(interval: interval, anchor: self.anchor, zone: zone) } else { nil }
    }

    private static func simple(_ months: Int, _ days: Int, _ milliseconds: Int64) -> IntervalComponents? {
        switch (months, days, milliseconds) {
        case (1..., 0, 0): IntervalComponents(months, .month)
        case (0, 1..., 0): IntervalComponents(days, .day)
        case (0, 0, 1...): IntervalComponents(elapsedMilliseconds: milliseconds)
        default: nil
        }
    }

    /// Returns edge `k`.
    func edge(_ k: Int) -> Instant {
        if let simple { return simple.edge(k) }
        guard months > 0 || days > 0 else { return anchor.advanced(byMilliseconds: Int64(k) * milliseconds) }
        let date = CivilDate(monthNumber: civil.date.monthNumber + k * months, clampingDay: civil.date.day).adding(days: k * days)
        return zone.instant(of: CivilDateTime(date: date, millisecondOfDay: civil.millisecondOfDay))
            .advanced(byMilliseconds: Int64(k) * milliseconds)
    }

    /// Returns the number of the bucket that contains `instant`: the greatest `k` with `edge(k) <= instant`.
    func index(of instant: Instant) -> Int {
        if let simple { return simple.index(of: instant) }
        let length = Int64(months) * 2_629_746_000 + Int64(days) * 86_400_000 + milliseconds
        var k = Int((Double(instant.milliseconds - anchor.milliseconds) / Double(length)).rounded(.down))
        while edge(k) > instant { k -= 1 }
        while edge(k + 1) <= instant { k += 1 }
        return k
    }

    /// Returns the numbers of the buckets that a sample overlaps, or the one that holds an instant.
    func indices(start: Int64, end: Int64) -> ClosedRange<Int> {
        index(of: Instant(milliseconds: start))...index(of: Instant(milliseconds: max(start, end - 1)))
    }

    /// Returns the edges of the buckets with these numbers, without repetitions around days that a zone skipped.
    func edges(_ indices: ClosedRange<Int>) -> [Int64] {
        var edges: [Int64] = []
        edges.reserveCapacity(indices.count + 1)
        for k in indices.lowerBound...(indices.upperBound + 1) {
            let edge = edge(k).milliseconds
            if edges.last.map({ $0 < edge }) ?? true { edges.append(edge) }
        }
        return edges
    }
}
