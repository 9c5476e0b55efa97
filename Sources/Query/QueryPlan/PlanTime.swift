package import CalendarIntervals
package import HealthModel

/// The window `[start, end)` that a query looks at, or `[start, end]`.
package struct PlanRange: Hashable, Sendable {
    package var start: Instant
    package var end: Instant
    /// Whether the moment `end` is inside: so without a range, where the end is the last sample's, and where `through` names it (S4.4).
    package var includesEnd: Bool

    package init(start: Instant, end: Instant, includesEnd: Bool = false) {
        self.start = start
        self.end = end
        self.includesEnd = includesEnd
    }

    /// The range "from the first to the last sample" where there is no sample.
    package static let unknown = PlanRange(start: Instant(milliseconds: .min), end: Instant(milliseconds: .min))
    package var isUnknown: Bool { self == .unknown }

    /// The first moment after the range, which the end itself is unless it is included.
    package var limit: Instant { includesEnd ? end.advanced(byMilliseconds: 1) : end }
}

/// Elementary time buckets and the groups that they belong to.
///
/// `by day` has one group a bucket. A profile such as `by hour of day` has many buckets a group:
/// every 07:00 hour of the range belongs to group 7. `edges` cover the range; half-open buckets.
package struct TimeGrid: Sendable {
    /// Strictly increasing milliseconds since 1970; bucket *i* is `[edges[i], edges[i + 1])`.
    package var edges: [Int64]
    /// The group of each bucket; nil when bucket *i* is group *i*.
    package var groupOfBucket: [Int32]?
    package var groupCount: Int
    /// Start and end of each group as shown in rows; empty when a profile stands in place of time.
    package var groupStarts: [Int64]
    package var groupEnds: [Int64]
    /// The profile keys of the rows, outermost first.
    package var profiles: [Profile]
    /// For each profile the slot of each group.
    package var slots: [[Int32]]
    /// The rule behind `groupStarts`; nil without a time key.
    package var schedule: BucketSchedule?
    /// What `by` says of time, as the formatter prints it (`hour`, `2 weeks`); nil without a time key.
    package var intervalText: String?
    /// The anchor as the formatter prints it; nil when none was given and nothing depends on it.
    package var anchorText: String?

    /// A grid with one group a bucket.
    package init(edges: [Int64], intervalText: String? = nil, anchorText: String? = nil) {
        self.edges = edges
        groupOfBucket = nil
        groupCount = Swift.max(edges.count - 1, 0)
        groupStarts = Array(edges.dropLast())
        groupEnds = Array(edges.dropFirst())
        profiles = []
        slots = []
        self.intervalText = intervalText
        self.anchorText = anchorText
    }

    /// One bucket, the range, for queries without `by`; an instant at an included end is inside.
    package init(whole range: PlanRange) {
        let end = range.end.milliseconds
        self.init(edges: [range.start.milliseconds, range.includesEnd || range.start == range.end ? end + 1 : end])
        groupEnds = [end]
    }

    package var bucketCount: Int { Swift.max(edges.count - 1, 0) }
    /// Whether rows carry a start and an end.
    package var hasTimeKey: Bool { !groupStarts.isEmpty }
}

/// A key beside time.
package enum SplitKey: Hashable, Sendable {
    case source, device
    case metadata(String)

    /// The field of the rows: `source`, `device`, `metadata.KEY`.
    package var name: String {
        switch self {
        case .source: "source"
        case .device: "device"
        case .metadata(let key): "metadata.\(key)"
        }
    }
}
