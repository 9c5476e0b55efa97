/// The aggregation style of the type (S2). `sleep` has none, because its values are categories (S7.1).
public enum ReferenceStyle: CaseIterable, Sendable {
    case cumulative, discreteArithmetic, discreteTemporallyWeighted, discreteEquivalentContinuousLevel, sleep
}

/// A statistic. A percentile is a fraction with at most three decimals: 0.95 for `p95`.
public enum ReferenceAggregate: Hashable, Sendable {
    case sum, average, min, max, latest, first, count, duration, median, percentile(Double), stddev, firstStart, lastEnd, coverage

    /// True if values are times, in milliseconds since 1970.
    package var isTime: Bool { self == .firstStart || self == .lastEnd }
}

/// Which samples in the window count, and whether they are clipped (S4).
public enum ReferenceEdges: CaseIterable, Sendable { case clip, overlap, strictStart, strictEnd, strict }

/// The assignment of samples that cross an edge to buckets (S3.9).
package enum ReferenceAssignment: CaseIterable, Sendable { case share, start, end }

/// How sources are combined: merged, added up or kept separate (S6.4).
public enum ReferenceSources: CaseIterable, Sendable { case merged, raw, separate }

/// The settings for rules that Apple does not specify.
package struct ReferenceRules: Sendable {
    package enum Weighting: CaseIterable, Sendable { case overlap, equal, hold }
    package enum Span: CaseIterable, Sendable { case overlap, start }
    package enum Duration: CaseIterable, Sendable { case union, sum }
    package enum DiscreteMerge: CaseIterable, Sendable { case all, priority }
    package enum Percentile: CaseIterable, Sendable { case linear, nearest }

    package var weighting = Weighting.overlap  // S2.2
    package var span = Span.overlap  // S5.2
    package var duration = Duration.union  // S5.3
    package var discreteMerge = DiscreteMerge.all  // S6.5
    package var percentile = Percentile.linear  // S2.5

    package init() {}
}

/// The window `[start, end)` of a query.
public struct ReferenceWindow: Sendable {
    package var interval: ReferenceInterval
    /// True if the very end is included: without a range, and with `through` (S4.4).
    package var includesEnd: Bool

    /// Creates a window.
    public init(_ start: Int64, _ end: Int64, includesEnd: Bool = false) {
        (interval, self.includesEnd) = (ReferenceInterval(start, end), includesEnd)
    }
}

/// The time of a row: one interval for a time bucket, or all intervals of a slot for a profile key.
public struct ReferenceBucket: Hashable, Sendable {
    package var pieces: [ReferenceInterval]

    /// Creates the time of a bucket.
    public init(_ start: Int64, _ end: Int64) { pieces = [ReferenceInterval(start, end)] }

    package init(pieces: [ReferenceInterval]) { self.pieces = pieces }

    func moved(by milliseconds: Int64) -> ReferenceBucket { ReferenceBucket(pieces: pieces.map { $0.moved(by: milliseconds) }) }

    /// An instant on an edge belongs to the later bucket (S3.4).
    func holds(_ instant: Int64) -> Bool { pieces.contains { $0.holds(instant) } }

    /// An end on an edge belongs to the earlier bucket (S3.9).
    func holdsLastMoment(before end: Int64) -> Bool { pieces.contains { $0.start < end && end <= $0.end } }
}

/// One value of a bucket (0 without `by`), for one combination of keys.
public struct ReferenceRow: Equatable, Sendable {
    /// The key; nil for rows without one.
    public var key: String?
    /// The number of the bucket.
    public var bucket: Int
    /// The value; nil without samples.
    public var value: Double?

    package init(key: String? = nil, bucket: Int, value: Double?) {
        (self.key, self.bucket, self.value) = (key, bucket, value)
    }
}

/// A fully resolved query about the samples of one type.
public struct ReferenceQuery: Sendable {
    package var style: ReferenceStyle
    package var window: ReferenceWindow
    /// The time of the rows, or `nil` without `by`: one row for the whole range (S4.2).
    package var buckets: [ReferenceBucket]?
    /// The samples that count.
    public var edges = ReferenceEdges.clip
    package var assignment = ReferenceAssignment.share
    /// The way in which sources are combined.
    public var sources = ReferenceSources.merged
    /// The keys other than time and source; at most one of them is a range of values.
    package var splits: [ReferenceSplit] = []
    package var priority: ReferencePriority
    package var rules = ReferenceRules()
    /// The current time on the time line of the rows.
    package var now = Int64.max
    /// The longest time that a reading lasts until the next one of its source; nil if readings keep their own length (S2.8).
    package var holding: Int64?
    /// The times that count; nil if all do (S11.2).
    package var times: [ReferenceInterval]?
    /// True if rows are intervals with gaps between them.
    package var hasGaps = false
    /// The condition on samples.
    package var condition: ReferenceCondition?

    /// Creates a query.
    public init(style: ReferenceStyle, window: ReferenceWindow, buckets: [ReferenceBucket]? = nil, priority: ReferencePriority) {
        (self.style, self.window, self.buckets, self.priority) = (style, window, buckets, priority)
    }
}
