package import HealthModel

/// The key of rows that are intervals themselves: `by workout`, `by night`, `by each (…)` (S13).
///
/// The intervals depend on samples, so the engine finds them when the query runs.
package struct EventRows: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// A row for each sample of a metric.
        case samples(SampleIntervals)
        /// A row for each interval of a set.
        case intervals(IntervalExpression)
        /// A row for each local date: the longest night that ends on it.
        case nights(NightSets)
        /// A row for each equal distance of each workout (S13.9).
        case splits(SplitRows)
        /// A row for each lap or segment of each workout that matches a condition (S13.10).
        case parts(SampleIntervals)
    }

    package var kind: Kind
    /// The key as printed by the formatter, such as `night`.
    package var text: String
    /// True if measures count the time near the events, which can then be instants (S13.6).
    package var isNear = false
    /// The time that all rows have; nil if they have the times of the events.
    package var window: EventWindow?
    /// The key of the events' values, which rows near the samples of a quantity show.
    package var valueKey: SplitKey?

    package init(_ kind: Kind, text: String) {
        self.kind = kind
        self.text = text
    }

    /// Rows for workouts.
    package static let workouts = EventRows(.samples(SampleIntervals(metric: .workouts)), text: "workout")

    /// Rows for nights.
    ///
    /// - Parameter sleep: The time asleep.
    package static func nights(of sleep: SampleIntervals) -> EventRows {
        let stays = IntervalExpression.sessions(.samples(SampleIntervals(metric: sleep.metric)), gap: 3_600_000)
        return EventRows(.nights(NightSets(asleep: .samples(sleep), stays: stays, metric: sleep.metric)), text: "night")
    }

    /// The key in messages: `by night`, `each workout`.
    package var words: String { !isNear ? "by \(text)" : text.hasPrefix("each ") ? text : "each \(text)" }

    /// The metrics from whose samples the events are found.
    package var metrics: [MetricID] {
        switch kind {
        case .samples(let samples): [samples.metric]
        case .intervals(let set): set.samples.map(\.metric)
        case .nights(let sets): [sets.metric]
        case .splits(let splits): [splits.workouts.metric]
        case .parts(let workouts): [workouts.metric]
        }
    }

    /// True if each row is a workout or a part of one.
    package var areOfWorkouts: Bool {
        switch kind {
        case .samples(let samples): samples.metric == .workouts
        case .splits, .parts: true
        case .intervals, .nights: false
        }
    }

    /// True if rows are parts of workouts, so that several can belong to one.
    package var areParts: Bool {
        switch kind {
        case .splits, .parts: true
        case .samples, .intervals, .nights: false
        }
    }

    /// True if rows are activities, laps or segments of workouts (S13.10).
    package var areNamedParts: Bool { if case .parts = kind { true } else { false } }

    /// True if rows belong to the local date on which they end, as nights do.
    package var isByEnd: Bool { if case .nights = kind { true } else { false } }
}

/// The workouts that are divided into equal distances, and the distance (S13.9).
package struct SplitRows: Hashable, Sendable {
    package var workouts: SampleIntervals
    /// The length of a split in meters.
    package var meters: Double
    /// The keys of the sources that have one distance for all activities (S15.15).
    package var keysOfAndroid: Set<String>

    /// The shortest and the longest split in meters.
    package static let shortest = 1.0
    package static let longest = 1_000_000.0

    package init(workouts: SampleIntervals, meters: Double, keysOfAndroid: Set<String> = []) {
        (self.workouts, self.meters, self.keysOfAndroid) = (workouts, meters, keysOfAndroid)
    }
}

/// The sets of times from which nights are found (S13.3).
package struct NightSets: Hashable, Sendable {
    /// The time asleep. A night lasts from its first to its last moment in a stay.
    package var asleep: IntervalExpression
    /// The stays in bed. A stay without time asleep can be a night itself.
    package var stays: IntervalExpression
    /// The metric whose samples belong to the whole stay.
    package var metric: MetricID

    package init(asleep: IntervalExpression, stays: IntervalExpression, metric: MetricID) {
        (self.asleep, self.stays, self.metric) = (asleep, stays, metric)
    }
}

extension Plan {
    /// Returns true if the rows of a measure are whole stays in bed, because its samples can be before or after the time asleep (S13.3).
    package func usesStays(_ measure: Measure) -> Bool {
        guard window == nil, case .nights(let sets)? = events?.kind, measure.metric == sets.metric else { return false }
        return sets.asleep != .samples(SampleIntervals(metric: measure.metric, part: measure.part))
    }

    /// Returns true if each row of a measure is a workout and counts only the workout itself, not those at the same time (S13.1).
    package func countsOwnWorkout(_ measure: Measure) -> Bool {
        window == nil && events?.areOfWorkouts == true && measure.metric == .workouts
    }

    /// The range as the answer shows it. For nights, it is the one with their dates, not with their first start.
    package var shownRange: PlanRange { events?.isByEnd == true ? wholeRows ?? range : range }

    /// Returns the plan for the rows of a measure, which can be whole stays in bed, or times near events.
    package func withRows(of measure: Measure) -> Plan {
        guard let times = rowTimes(of: measure) else { return self }
        var plan = self
        plan.grid.groupStarts = times.map(\.lowerBound)
        plan.grid.groupEnds = times.map(\.upperBound)
        return plan
    }
}

/// The intervals that are the groups of a grid.
package struct EventGroups: Sendable {
    /// For each group, the values of ``EventRows/keyColumns``.
    package var labels: [[KeyValue?]] = []
    /// For each group, the time of the event itself, if rows are near events; empty for other rows.
    package var spans: [Range<Int64>] = []
    /// The time from the first to the last moment that counts in any row near an event; nil for other rows.
    package var reach: Range<Int64>?
    package var isPartial: [Bool] = []
    /// True for an interval without an end, which lasts until the end of the range.
    package var isEndless: [Bool] = []
    /// For each night, the stay in bed to which it belongs; empty for other rows.
    package var stays: [Range<Int64>] = []
    /// For each row that is a workout or a part of one, the workout; empty for other rows.
    package var samples: [RowSample] = []
    /// For each split, its distance in the range of the query; empty for other rows.
    package var meters: [Double] = []
    /// The number of shorter nights that end on the date of a night, inside the range.
    package var napCount = 0
    /// The number of workouts without samples of distance, which have no splits.
    package var noDistanceCount = 0

    package init() {}

    /// Returns some of the groups.
    package func keeping(_ groups: [Int]) -> EventGroups {
        var kept = EventGroups()
        kept.labels = groups.map { labels[$0] }
        kept.isPartial = groups.map { isPartial[$0] }
        kept.isEndless = groups.map { isEndless[$0] }
        if !samples.isEmpty { kept.samples = groups.map { samples[$0] } }
        if !meters.isEmpty { kept.meters = groups.map { meters[$0] } }
        return kept
    }
}

/// The workout that is a row.
package struct RowSample: Hashable, Sendable {
    package var number: Int64
    package var source: Int32
    package var value: Double

    package init(number: Int64, source: Int32, value: Double) {
        (self.number, self.source, self.value) = (number, source, value)
    }
}
