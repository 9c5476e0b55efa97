/// Rows that are intervals themselves (S13), found by comparing all intervals with all others.
package enum ReferenceEvents: Sendable {
    /// A row for each sample of a metric.
    case samples(metric: Int)
    /// A row for each interval of a set.
    case intervals(ReferenceTimes)
    /// A row for the longest night that ends on each local date: the time from the first to the last moment asleep in a stay, or else the
    /// stay if there is no time asleep at all. If `ownStays` is true, the samples of the query's metric count in the whole stay, and every
    /// stay is a night.
    case nights(asleep: ReferenceTimes, stays: ReferenceTimes, ownStays: Bool)

    package struct Row: Sendable {
        package var interval: ReferenceInterval
        package var isPartial: Bool
        /// The time of the row that the range can cut: a whole stay, or `interval`.
        package var whole: ReferenceInterval
        /// The time that counts in the row.
        package var bucket: ReferenceBucket
    }

    /// Returns the rows in order of their starts and ends.
    ///
    /// - Parameters:
    ///   - metrics: The samples of each metric, as stored.
    ///   - sleep: The order of the sources of the last metric, if its values are those of sleep.
    package func rows(
        _ metrics: [[ReferenceSample]], window: ReferenceWindow, zone: String, now: Int64, sleep: ReferencePriority?
    ) -> [Row] {
        let range = window.interval
        // S4.4: a range that includes its end also has the moment of the end.
        let limit = window.includesEnd ? range.end + 1 : range.end
        let all = intervals(metrics, zone: zone, now: now, sleep: sleep).filter { found in
            found.own.start < found.own.end && found.own.start < limit && found.own.end > range.start
        }
        let sorted = all.enumerated().sorted {
            ($0.element.own.start, $0.element.own.end, $0.offset) < ($1.element.own.start, $1.element.own.end, $1.offset)
        }
        return sorted.map { _, found in
            func shown(_ interval: ReferenceInterval) -> ReferenceInterval {
                ReferenceInterval(
                    interval.start == ReferenceTimes.always ? range.start : interval.start,
                    interval.end == ReferenceTimes.never ? range.end : interval.end)
            }
            let whole = shown(found.whole)
            // S11.7: a gap that lasts until now is not over.
            var isOpen = false
            if case .intervals(.gaps(let set, _)) = self, found.whole.end == now {
                isOpen = !set.intervals(metrics, now: now, sleep: sleep).contains { $0.start == now }
            }
            return Row(
                interval: shown(found.own),
                isPartial: found.whole.start < range.start || found.whole.end > range.end || found.whole.end > now || isOpen,
                whole: whole,
                bucket: ReferenceBucket(whole.start, found.own.end == ReferenceTimes.never ? limit : whole.end))
        }
    }

    /// The intervals, and for each the time of its samples.
    private func intervals(
        _ metrics: [[ReferenceSample]], zone: String, now: Int64, sleep: ReferencePriority?
    ) -> [(own: ReferenceInterval, whole: ReferenceInterval)] {
        switch self {
        case .samples(let metric): return metrics[metric].map { ReferenceInterval($0.start, $0.end) }.map { ($0, $0) }
        case .intervals(let set): return set.intervals(metrics, now: now, sleep: sleep).map { ($0, $0) }
        case .nights(let asleep, let stays, let ownStays):
            guard let calendar = ReferenceCalendar(zone: zone) else { preconditionFailure("unknown zone") }
            func date(_ interval: ReferenceInterval) -> Int64 {
                Int64((Double(calendar.wallTime(at: interval.end)) / 86_400_000).rounded(.down))
            }
            let sleeps = asleep.intervals(metrics, now: now, sleep: sleep)
            let hasBeds = ownStays || sleeps.allSatisfy { $0.start == $0.end }
            let nights = stays.intervals(metrics, now: now, sleep: sleep).filter { $0.start < $0.end }.map { stay in
                let parts = sleeps.compactMap { $0.overlap(stay) }.filter { $0.start < $0.end }
                let (first, last) = (parts.map(\.start).min() ?? stay.start, parts.map(\.end).max() ?? stay.end)
                return (own: ReferenceInterval(first, last), stay: stay, isAsleep: !parts.isEmpty)
            }.filter { hasBeds || $0.isAsleep }
            func order(_ night: (own: ReferenceInterval, stay: ReferenceInterval, isAsleep: Bool)) -> (Int, Int64, Int64) {
                (night.isAsleep ? 1 : 0, night.own.end - night.own.start, -night.own.start)
            }
            return nights.filter { one in nights.allSatisfy { date($0.own) != date(one.own) || order($0) <= order(one) } }
                .map { ($0.own, ownStays ? $0.stay : $0.own) }
        }
    }

    /// The same rows with readings in their own length.
    package var withoutHolding: ReferenceEvents {
        switch self {
        case .samples: self
        case .intervals(let set): .intervals(set.withoutHolding)
        case .nights(let asleep, let stays, let ownStays):
            .nights(asleep: asleep.withoutHolding, stays: stays.withoutHolding, ownStays: ownStays)
        }
    }
}
