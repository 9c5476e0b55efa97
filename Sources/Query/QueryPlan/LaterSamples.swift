package import CalendarIntervals
package import HealthModel
package import QueryVocabulary

/// The samples of a query that are after now. A store's list of contents does not include this information.
package struct LaterSamples: Hashable, Sendable {
    /// The end of the last such sample in the range. For an instant, this is a millisecond later. Nil if there is none, or if they are only
    /// counted.
    package var end: Instant?
    /// The number of later samples; 0 if they are not counted.
    package var count: Int

    package init(end: Instant? = nil, count: Int = 0) {
        self.end = end
        self.count = count
    }

    /// The maximum count. Higher numbers are reported as more than this.
    package static let greatestCount = 100_000

    /// A request from the compiler to the store.
    package struct Question: Hashable, Sendable {
        package enum Kind: Hashable, Sendable {
            /// The end of the last later sample in the range.
            case end
            /// The number of samples that start after the range.
            case countAfterRange
            /// The end of the last reading if each lasts until the next one of its source, at most this many milliseconds.
            case heldEnd(longest: Int64)
        }

        package var kind: Kind
        package var metric: MetricID
        package var range: PlanRange
        package var edges: EdgeRule
        package var predicate: Predicate?
        package var zone: Zone
        package var weekStart: Weekday
        /// True for `zone sample`: the range is in the time zone of each sample.
        package var usesSampleZones: Bool
        /// The current time on the time line of the range.
        package var now: Instant

        package init(
            _ kind: Kind, of metric: MetricID, range: PlanRange, edges: EdgeRule, predicate: Predicate?, zone: Zone, weekStart: Weekday,
            usesSampleZones: Bool, now: Instant
        ) {
            self.kind = kind
            self.metric = metric
            self.range = range
            self.edges = edges
            self.predicate = predicate
            self.zone = zone
            self.weekStart = weekStart
            self.usesSampleZones = usesSampleZones
            self.now = now
        }
    }
}
