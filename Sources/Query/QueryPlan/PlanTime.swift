package import CalendarIntervals
package import HealthModel

/// The range of a query: `[start, end)` or `[start, end]`.
package struct PlanRange: Hashable, Sendable {
    package var start: Instant
    package var end: Instant
    /// True if `end` is part of the range: after `through`, or without a range, if the last sample determines the end (S4.4).
    package var includesEnd: Bool

    package init(start: Instant, end: Instant, includesEnd: Bool = false) {
        self.start = start
        self.end = end
        self.includesEnd = includesEnd
    }

    /// The range of a query without a range if there are no samples.
    package static let unknown = PlanRange(start: Instant(milliseconds: .min), end: Instant(milliseconds: .min))
    package var isUnknown: Bool { self == .unknown }

    /// The first moment after the range. It equals the end unless the end is included.
    package var limit: Instant { includesEnd ? end.advanced(byMilliseconds: 1) : end }
}

/// Elementary time buckets and the groups to which they belong.
///
/// `by day` has one bucket per group. A profile such as `by hour of day` has many: every 07:00 hour of the range belongs to group 7.
/// `edges` cover the range, and buckets are half-open.
package struct TimeGrid: Sendable {
    /// The edges in milliseconds since 1970, strictly increasing. Bucket *i* is `[edges[i], edges[i + 1])`.
    package var edges: [Int64]
    /// The group of each bucket; nil if bucket *i* is group *i*.
    package var groupOfBucket: [Int32]?
    package var groupCount: Int
    /// The start and end of each group, as shown in rows. Empty if a profile replaces time.
    package var groupStarts: [Int64]
    package var groupEnds: [Int64]
    /// The profile keys of the rows, outermost first.
    package var profiles: [Profile]
    /// For each profile, the slot of each group.
    package var slots: [[Int32]]
    /// The schedule of `groupStarts`; nil without a time key.
    package var schedule: BucketSchedule?
    /// The time interval of `by` as printed by the formatter (`hour`, `2 weeks`); nil without a time key.
    package var intervalText: String?
    /// The anchor as printed by the formatter; nil if there is none and nothing depends on it.
    package var anchorText: String?
    /// For rows that are intervals themselves, what is known of each group; nil for all other rows.
    package var events: EventGroups?
    /// For each group of several people, whether it is partial for any of them; nil if the times of the group tell.
    package var isPartial: [Bool]?

    /// Creates a grid with one bucket per group.
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

    /// True if each moment of a range is in a bucket that counts.
    package func holdsAll(of range: PlanRange) -> Bool {
        guard events == nil, let first = edges.first, let last = edges.last else { return false }
        return first <= range.start.milliseconds && last >= range.end.milliseconds && groupOfBucket?.contains { $0 < 0 } != true
    }

    /// Creates one bucket for the whole range, for queries without `by`. If the end is included, so is an instant at the end.
    package init(whole range: PlanRange) {
        let end = range.end.milliseconds
        self.init(edges: [range.start.milliseconds, range.includesEnd || range.start == range.end ? end + 1 : end])
        groupEnds = [end]
    }

    /// Creates a grid for rows that are intervals themselves. It has no groups until the engine finds them.
    package init(eventsIn range: PlanRange, text: String) {
        self.init(whole: range)
        groupOfBucket = Array(repeating: -1, count: bucketCount)
        groupCount = 0
        (groupStarts, groupEnds) = ([], [])
        intervalText = text
        events = EventGroups()
    }

    package var bucketCount: Int { Swift.max(edges.count - 1, 0) }
    /// True if rows have a start and an end.
    package var hasTimeKey: Bool { !groupStarts.isEmpty || events != nil }
}
