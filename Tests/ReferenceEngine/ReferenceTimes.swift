/// A set of times as a plain tree, and its computation from lists of intervals (S11).
///
/// Every operation compares all intervals with all others. The lists are short.
package indirect enum ReferenceTimes: Sendable {
    /// The samples of a metric with at least this value. A reading lasts until the next one of its source, at most `holding` milliseconds.
    case samples(metric: Int, least: Double?, holding: Int64?)
    case any([ReferenceTimes])
    case all([ReferenceTimes])
    case not(ReferenceTimes)
    case before(ReferenceTimes, Int64)
    case after(ReferenceTimes, Int64)
    case around(ReferenceTimes, Int64)
    case sessions(ReferenceTimes, gap: Int64)
    case gaps(ReferenceTimes, longerThan: Int64)

    /// A time before all others, and one after all others.
    static let (always, never) = (-(Int64(1) << 58), Int64(1) << 58)

    /// Returns the intervals, including instants, in order.
    ///
    /// - Parameters:
    ///   - metrics: The samples of each metric, as stored.
    ///   - sleep: The order of the sources of the last metric, if its values are those of sleep.
    package func intervals(_ metrics: [[ReferenceSample]], now: Int64, sleep: ReferencePriority? = nil) -> [ReferenceInterval] {
        let (always, never) = (Self.always, Self.never)
        switch self {
        case .samples(let metric, let least, let holding):
            var samples = metrics[metric]
            if let sleep, let least, metric == metrics.indices.last {
                return ReferenceQuery.sleepTimes(of: samples, least: least, sleep).joined(gap: 0)
            }
            if let holding { samples = samples.lasting(atMost: holding, now: now) }
            return samples.filter { $0.value >= least ?? -.infinity }.map { ReferenceInterval($0.start, $0.end) }.joined(gap: 0)
        case .any(let parts): return parts.flatMap { $0.intervals(metrics, now: now, sleep: sleep) }.joined(gap: 0)
        case .all(let parts):
            let lists = parts.map { $0.intervals(metrics, now: now, sleep: sleep) }
            return lists.dropFirst().reduce(lists[0]) { common, list in
                common.flatMap { a in list.compactMap { b in a.common(b) } }.joined(gap: 0)
            }
        case .not(let inner):
            let ends = inner.intervals(metrics, now: now, sleep: sleep).filter { $0.start < $0.end }
            let moments = Set(ends.flatMap { [$0.start, $0.end] } + [always, never]).sorted()
            return zip(moments, moments.dropFirst()).map { ReferenceInterval($0, $1) }
                .filter { gap in !ends.contains { $0.start <= gap.start && gap.end <= $0.end } }.joined(gap: 0)
        case .before(let inner, let distance):
            return inner.intervals(metrics, now: now, sleep: sleep).filter { $0.start != always }
                .map { ReferenceInterval($0.start - distance, $0.start) }.joined(gap: 0)
        case .after(let inner, let distance):
            return inner.intervals(metrics, now: now, sleep: sleep).filter { $0.end != never }
                .map { ReferenceInterval($0.end, $0.end + distance) }.joined(gap: 0)
        case .around(let inner, let distance):
            return inner.intervals(metrics, now: now, sleep: sleep).map { interval in
                ReferenceInterval(
                    interval.start == always ? always : interval.start - distance, interval.end == never ? never : interval.end + distance)
            }.joined(gap: 0)
        case .sessions(let inner, let gap): return inner.intervals(metrics, now: now, sleep: sleep).joined(gap: gap)
        case .gaps(let inner, let length):
            // S11.7: from each end to the next start, and from the last end until now.
            let known = inner.intervals(metrics, now: now, sleep: sleep)
            return known.compactMap { interval in
                let next = known.map(\.start).filter { $0 > interval.end }.min() ?? now
                let isCovered = known.contains { $0.start <= interval.end && interval.end < $0.end }
                guard interval.end != never, !isCovered, next - interval.end > length else { return nil }
                return ReferenceInterval(interval.end, next)
            }
        }
    }
}

extension ReferenceInterval {
    /// Returns the common part. An instant is common if the other interval contains it, or is the same instant.
    fileprivate func common(_ other: ReferenceInterval) -> ReferenceInterval? {
        if start == end { return other.holds(start) || other == self ? self : nil }
        if other.start == other.end { return holds(other.start) ? other : nil }
        return overlap(other)
    }
}

extension [ReferenceInterval] {
    /// Joins any two intervals that are at most `gap` apart, until there are none.
    fileprivate func joined(gap: Int64) -> [ReferenceInterval] {
        var joined: [ReferenceInterval] = []
        for interval in self {
            var grown = interval
            while let near = joined.firstIndex(where: { $0.start <= grown.end + gap && grown.start <= $0.end + gap }) {
                let other = joined.remove(at: near)
                grown = ReferenceInterval(Swift.min(grown.start, other.start), Swift.max(grown.end, other.end))
            }
            joined.append(grown)
        }
        return joined.sorted { $0.start < $1.start }
    }
}

extension [ReferenceSample] {
    /// Returns the samples with every instant extended to the next sample of its source, but not beyond now (S2.8).
    package func lasting(atMost longest: Int64, now: Int64) -> [ReferenceSample] {
        map { sample in
            guard sample.isInstant else { return sample }
            func order(_ sample: ReferenceSample) -> (Int64, Int64, Int) { (sample.start, sample.created ?? .min, sample.number) }
            let next = filter { $0.source == sample.source && order($0) > order(sample) }.map(\.start).min() ?? .max
            var lasting = sample
            lasting.end = Swift.max(sample.start, Swift.min(next, sample.start + longest, now))
            return lasting
        }
    }
}

extension ReferenceTimes {
    /// The same set of readings with their own length.
    package var withoutHolding: ReferenceTimes {
        switch self {
        case .samples(let metric, let least, _): .samples(metric: metric, least: least, holding: nil)
        case .any(let parts): .any(parts.map(\.withoutHolding))
        case .all(let parts): .all(parts.map(\.withoutHolding))
        case .not(let inner): .not(inner.withoutHolding)
        case .before(let inner, let distance): .before(inner.withoutHolding, distance)
        case .after(let inner, let distance): .after(inner.withoutHolding, distance)
        case .around(let inner, let distance): .around(inner.withoutHolding, distance)
        case .sessions(let inner, let gap): .sessions(inner.withoutHolding, gap: gap)
        case .gaps(let inner, let length): .gaps(inner.withoutHolding, longerThan: length)
        }
    }
}
