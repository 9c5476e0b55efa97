package import HealthModel
package import QueryVocabulary

/// A set of intervals of time, computed from samples (S11).
package indirect enum IntervalExpression: Hashable, Sendable {
    case samples(SampleIntervals)
    case union([IntervalExpression])
    case intersection([IntervalExpression])
    case complement(IntervalExpression)
    /// The time near each interval.
    case within(IntervalExpression, WithinSide, milliseconds: Int64)
    /// Joins intervals that are at most `gap` milliseconds apart.
    case sessions(IntervalExpression, gap: Int64)
    /// The time between intervals or instants, and from the last one until now, if it is longer than `length` milliseconds.
    case gaps(IntervalExpression, longerThan: Int64)
    /// The laps or segments of workouts that match a condition (S13.10).
    case parts(SampleIntervals)
}

/// The intervals of the samples of a metric that match a condition.
package struct SampleIntervals: Hashable, Sendable {
    package var metric: MetricID
    /// The part of the metric; nil for the whole metric.
    package var part: MetricPart?
    package var predicate: Predicate?
    /// The longest time that a reading lasts until the next one, in milliseconds; nil if readings keep their own length.
    package var holding: Int64?

    package init(metric: MetricID, part: MetricPart? = nil, predicate: Predicate? = nil, holding: Int64? = nil) {
        self.metric = metric
        self.part = part
        self.predicate = predicate
        self.holding = holding
    }

    /// The condition for a sample to be in the set: that of the part and the written one.
    package var condition: Predicate? { part.map { $0.predicate(and: predicate) } ?? predicate }
}

extension IntervalExpression {
    /// The samples that the set is computed from, in the order of the query.
    package var samples: [SampleIntervals] {
        switch self {
        case .samples(let samples), .parts(let samples): [samples]
        case .union(let parts), .intersection(let parts): parts.flatMap(\.samples)
        case .complement(let inner), .within(let inner, _, _), .sessions(let inner, _), .gaps(let inner, _): inner.samples
        }
    }

    /// True if the set contains gaps, the last of which lasts until now.
    package var hasGaps: Bool {
        switch self {
        case .samples, .parts: false
        case .union(let parts), .intersection(let parts): parts.contains(where: \.hasGaps)
        case .complement(let inner), .within(let inner, _, _), .sessions(let inner, _): inner.hasGaps
        case .gaps: true
        }
    }
}

extension Plan {
    /// True if some readings last until the next one, or gaps until now, so that the answer can change as time passes.
    package var growsWithTime: Bool {
        if case .intervals(let set)? = events?.kind, set.hasGaps { return true }
        return allRules.contains { rules in
            rules.holding != nil || rules.intervals.map { set in set.hasGaps || set.samples.contains { $0.holding != nil } } ?? false
        }
    }
}
