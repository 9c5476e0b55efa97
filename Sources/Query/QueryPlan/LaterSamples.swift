package import QueryVocabulary
package import CalendarIntervals
package import HealthModel

/// The samples of a query that lie after now, which the contents list of a store does not tell of.
package struct LaterSamples: Hashable, Sendable {
    /// Where the last one ends inside the range, an instant a millisecond after itself; nil without any, and where they are only counted.
    package var end: Instant?
    /// How many there are; 0 where they are not counted.
    package var count: Int

    package init(end: Instant? = nil, count: Int = 0) {
        self.end = end
        self.count = count
    }

    /// Counting stops here: more is told as more.
    package static let greatestCount = 100_000

    /// What the compiler asks the store.
    package struct Question: Hashable, Sendable {
        package enum Kind: Hashable, Sendable {
            /// Where do the samples that take part in the range end?
            case end
            /// How many start after the range?
            case countAfterRange
        }

        package var kind: Kind
        package var metric: MetricID
        package var range: PlanRange
        package var edges: EdgeRule
        package var predicate: Predicate?
        package var zone: Zone
        package var weekStart: Weekday
        /// `zone sample`: the range is on the clock of each sample.
        package var usesSampleZones: Bool
        /// On the time line of the range.
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
