/// Rows that are intervals themselves (S13), found by comparing all intervals with all others.
package enum ReferenceEvents: Sendable {
    /// A row for each sample of a metric.
    case samples(metric: Int)
    /// A row for each interval of a set.
    case intervals(ReferenceTimes)
    /// A row for the longest interval of a set that ends on each local date.
    case nights(ReferenceTimes)

    package struct Row: Sendable {
        package var interval: ReferenceInterval
        package var isPartial: Bool
        /// The time that counts in the row.
        package var bucket: ReferenceBucket
    }

    /// Returns the rows in order of their starts and ends.
    ///
    /// - Parameter metrics: The samples of each metric, as stored.
    package func rows(_ metrics: [[ReferenceSample]], window: ReferenceWindow, zone: String, now: Int64) -> [Row] {
        let range = window.interval
        // S4.4: a range that includes its end also has the moment of the end.
        let limit = window.includesEnd ? range.end + 1 : range.end
        let all = intervals(metrics, zone: zone, now: now).filter { $0.start < $0.end && $0.start < limit && $0.end > range.start }
        let sorted = all.enumerated().sorted {
            ($0.element.start, $0.element.end, $0.offset) < ($1.element.start, $1.element.end, $1.offset)
        }
        return sorted.map { _, interval in
            let (isEndless, isBeginless) = (interval.end == ReferenceTimes.never, interval.start == ReferenceTimes.always)
            let start = isBeginless ? range.start : interval.start
            return Row(
                interval: ReferenceInterval(start, isEndless ? range.end : interval.end),
                isPartial: interval.start < range.start || interval.end > range.end || interval.end > now,
                bucket: ReferenceBucket(start, isEndless ? limit : interval.end))
        }
    }

    private func intervals(_ metrics: [[ReferenceSample]], zone: String, now: Int64) -> [ReferenceInterval] {
        switch self {
        case .samples(let metric): return metrics[metric].map { ReferenceInterval($0.start, $0.end) }
        case .intervals(let set): return set.intervals(metrics, now: now)
        case .nights(let set):
            guard let calendar = ReferenceCalendar(zone: zone) else { preconditionFailure("unknown zone") }
            func date(_ interval: ReferenceInterval) -> Int64 {
                Int64((Double(calendar.wallTime(at: interval.end)) / 86_400_000).rounded(.down))
            }
            let all = set.intervals(metrics, now: now).filter { $0.start < $0.end }
            return all.filter { one in
                all.allSatisfy { other in
                    date(other) != date(one) || (other.end - other.start, -other.start) <= (one.end - one.start, -one.start)
                }
            }
        }
    }

    /// The same rows with readings in their own length.
    package var withoutHolding: ReferenceEvents {
        switch self {
        case .samples: self
        case .intervals(let set): .intervals(set.withoutHolding)
        case .nights(let set): .nights(set.withoutHolding)
        }
    }
}
