/// The rule for buckets without data.
package enum Fill: Hashable, Sendable {
    /// No `fill` clause: the rows are shown with null.
    case none
    case null
    /// Rows without any value are left out.
    case omit
    case zero, previous, linear
    case number(Double)
}

/// The settings for rules that Apple does not specify.
package struct StatisticRules: Hashable, Sendable {
    /// The weight of a temporally weighted sample (S2.2).
    package enum Weighting: String, Sendable, CaseIterable { case overlap, equal, hold }
    /// The buckets in which a discrete sample counts (S5.2).
    package enum Span: String, Sendable, CaseIterable { case overlap, start }
    /// The rule for adding durations (S5.3).
    package enum DurationRule: String, Sendable, CaseIterable { case union, sum }
    /// The samples that discrete statistics use (S6.5).
    package enum DiscreteMerge: String, Sendable, CaseIterable { case all, priority }
    /// The platform whose rules decide which records count (S15). `auto` is the platform of the exports in the store.
    package enum Merging: String, Sendable, CaseIterable { case auto, apple, android }
    /// The rule for percentiles between two values (S2.5): linear interpolation or the nearest rank.
    package enum PercentileRule: String, Sendable, CaseIterable { case linear, nearest }
    /// The buckets in which `count` counts a sample (S2.5): all that it overlaps, or the one in which it starts.
    package enum CountRule: String, Sendable, CaseIterable { case overlap, start }

    package var weighting = Weighting.overlap
    package var span = Span.overlap
    package var duration = DurationRule.union
    package var discreteMerge = DiscreteMerge.all
    /// The compiler replaces `auto`, so that a plan has the rules of a platform.
    package var merging = Merging.auto
    package var percentile = PercentileRule.linear
    package var count = CountRule.overlap

    package init() {}
}
