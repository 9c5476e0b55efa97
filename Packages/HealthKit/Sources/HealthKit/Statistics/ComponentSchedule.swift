import Foundation
@_spi(Guests) import TallyKit

/// The buckets of any date components from an anchor, in both directions.
///
/// Years and quarters are months, and weeks are days. Hours and shorter components are elapsed time.
struct ComponentSchedule: Sendable {
    private let buckets: AnchoredBuckets

    /// Creates the buckets. Traps unless the components are a positive time.
    init(_ components: DateComponents, anchor: Date, in calendar: Calendar) {
        let calendar = components.calendar ?? calendar
        let timeZone = components.timeZone ?? calendar.timeZone
        let months = (components.year ?? 0) * 12 + (components.quarter ?? 0) * 3 + (components.month ?? 0)
        let weeks = (components.weekOfYear ?? 0) + (components.weekOfMonth ?? 0)
        let days = weeks * 7 + (components.day ?? 0) + (components.weekday ?? 0) + (components.dayOfYear ?? 0)
        let seconds = Int64((components.hour ?? 0) * 3600 + (components.minute ?? 0) * 60 + (components.second ?? 0))
        let milliseconds = seconds * 1000 + Int64((components.nanosecond ?? 0) / 1_000_000)
        guard months >= 0, days >= 0, milliseconds >= 0, months + days > 0 || milliseconds > 0 else {
            fatalError("Interval components must be a positive time: \(components)")
        }
        let buckets = AnchoredBuckets(
            months: months, days: days, milliseconds: milliseconds, anchor: Instant(anchor), zone: timeZone.identifier)
        guard let buckets else {
            fatalError(
                "Interval components have the ambiguous time zone \(timeZone.identifier). Use one such as America/New_York or GMT-0500")
        }
        self.buckets = buckets
    }

    /// Returns edge `k`.
    func edge(_ k: Int) -> Instant { buckets.edge(k) }

    /// Returns the number of the bucket that contains `instant`: the greatest `k` with `edge(k) <= instant`.
    func index(of instant: Instant) -> Int { buckets.index(of: instant) }

    /// Returns the numbers of the buckets that a sample overlaps, or the one that holds an instant.
    func indices(start: Int64, end: Int64) -> ClosedRange<Int> {
        index(of: Instant(milliseconds: start))...index(of: Instant(milliseconds: max(start, end - 1)))
    }

    /// Returns the edges of the buckets with these numbers, without repetitions around days that a zone skipped.
    func edges(_ indices: ClosedRange<Int>) -> [Instant] {
        var edges: [Instant] = []
        edges.reserveCapacity(indices.count + 1)
        for k in indices.lowerBound...(indices.upperBound + 1) {
            let edge = edge(k)
            if edges.last.map({ $0 < edge }) ?? true { edges.append(edge) }
        }
        return edges
    }
}
