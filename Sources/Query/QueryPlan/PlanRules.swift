/// What stands in a bucket without data.
package enum Fill: Hashable, Sendable {
    /// Nothing was asked: such rows are shown, and show null.
    case none
    case null
    /// Rows in which no column has anything are left out.
    case omit
    case zero, previous, linear
    case number(Double)
}

/// The settings where nobody authoritative says what is right.
package struct StatisticRules: Hashable, Sendable {
    /// The weight of a temporally weighted sample (S2.2).
    package enum Weighting: String, Sendable, CaseIterable { case overlap, equal, hold }
    /// The buckets that a discrete sample takes part in (S5.2).
    package enum Span: String, Sendable, CaseIterable { case overlap, start }
    /// What `duration` adds (S5.3).
    package enum DurationRule: String, Sendable, CaseIterable { case union, sum }
    /// Which samples discrete statistics use (S6.5).
    package enum DiscreteMerge: String, Sendable, CaseIterable { case all, priority }
    /// How percentiles lie between two values (S2.5): on the line between them, or at the nearest rank.
    package enum PercentileRule: String, Sendable, CaseIterable { case linear, nearest }
    /// The buckets that `count` counts a sample in (S2.5): all that it meets, or the one that it starts in.
    package enum CountRule: String, Sendable, CaseIterable { case overlap, start }

    package var weighting = Weighting.overlap
    package var span = Span.overlap
    package var duration = DurationRule.union
    package var discreteMerge = DiscreteMerge.all
    package var percentile = PercentileRule.linear
    package var count = CountRule.overlap

    package init() {}
}
