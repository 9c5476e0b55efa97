/// A condition on samples, with the parts that the merging rules distinguish.
package indirect enum ReferenceCondition: Sendable {
    /// Ascending values, so that a description is always the same.
    case value([Int])
    case source(String)
    case atLeast(Double)
    case not(ReferenceCondition)
    case all([ReferenceCondition])
    case any([ReferenceCondition])

    /// Returns whether a sample matches.
    func holds(_ sample: ReferenceSample) -> Bool {
        switch self {
        case .value(let values): values.contains { Double($0) == sample.value }
        case .source(let name): sample.source == name
        case .atLeast(let value): sample.value >= value
        case .not(let inner): !inner.holds(sample)
        case .all(let parts): parts.allSatisfy { $0.holds(sample) }
        case .any(let parts): parts.contains { $0.holds(sample) }
        }
    }
}

/// How exact a sleep value is: in bed, then unspecified sleep, then awake and the stages. Nil for other numbers, which exclude nothing.
private func exactness(_ sample: ReferenceSample) -> Int? {
    switch sample.value {
    case 0: 0
    case 1: 1
    case 2, 3, 4, 5: 2
    default: nil
    }
}

extension ReferenceQuery {
    /// S6.6: at each moment, one of the open samples counts: that of the best source, then the most exact one, then the one that starts
    /// last. Samples in bed give way only to samples of the same source.
    ///
    /// A sample can overrule others if it would match the condition with one of the sleep values. A sample counts if it matches the
    /// condition, but only while no other one comes before it.
    func decided(_ samples: [ReferenceSample]) -> [ReferencePart] {
        let rivals = parts(
            of: samples.filter { sample in
                exactness(sample) != nil
                    && (0...5).contains { value in
                        var other = sample
                        other.value = Double(value)
                        return condition?.holds(other) ?? true
                    }
            })
        return parts(of: samples.filter { condition?.holds($0) ?? true }).map { part in
            let spans = rivals.filter { !$0.isInstant }
            var part = part
            if part.isInstant {
                part.isDropped = isOverruled(part.sample, by: spans.filter { $0.whole.holds(part.sample.start) }.map(\.sample))
                return part
            }
            let moments = Set(
                spans.flatMap { [$0.whole.start, $0.whole.end] }.filter { part.interval.start < $0 && $0 < part.interval.end }
                    + [part.interval.start, part.interval.end]
            ).sorted()
            part.active = zip(moments, moments.dropFirst()).map { ReferenceInterval($0, $1) }.filter { elementary in
                !isOverruled(part.sample, by: spans.filter { $0.whole.overlap(elementary) != nil }.map(\.sample))
            }
            return part
        }
    }

    /// Returns whether another one of the open samples counts.
    private func isOverruled(_ sample: ReferenceSample, by open: [ReferenceSample]) -> Bool {
        guard let own = exactness(sample) else { return false }
        if sources == .merged, own > 0 {
            let deciding = open.filter { exactness($0) ?? 0 > 0 } + [sample]
            let best = deciding.map(priority.rank).min() ?? 0
            if !deciding.contains(where: { priority.rank($0) == best && $0.source == sample.source }) { return true }
        }
        return open.contains { $0.source == sample.source && isMoreExact($0, than: sample) }
    }

    /// Returns the time in which samples with at least this value count, among all samples of sleep (S11.1).
    static func sleepTimes(of samples: [ReferenceSample], least: Double, _ priority: ReferencePriority) -> [ReferenceInterval] {
        var query = ReferenceQuery(style: .sleep, window: ReferenceWindow(-1 << 50, 1 << 50), priority: priority)
        query.edges = .overlap
        query.condition = .atLeast(least)
        return query.decided(samples).flatMap { part in part.isInstant ? part.isDropped ? [] : [part.interval] : part.active }
    }

    /// Returns whether `a` counts instead of `b`, of the same source, while both are open.
    private func isMoreExact(_ a: ReferenceSample, than b: ReferenceSample) -> Bool {
        guard let own = exactness(a), let other = exactness(b) else { return false }
        if own != other { return own > other }
        if a.start != b.start { return a.start > b.start }
        return a.end != b.end ? a.end < b.end : a.value > b.value
    }
}
