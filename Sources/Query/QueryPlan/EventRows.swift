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
    }

    package var kind: Kind
    /// The key as printed by the formatter, such as `night`.
    package var text: String

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

    /// The name of the key's own column; nil if rows only have a start and an end.
    package var columnName: String? {
        switch kind {
        case .samples(let samples): samples.metric == .workouts ? "activity" : nil
        case .intervals: nil
        case .nights: "night"
        }
    }

    /// True if rows belong to the local date on which they end, as nights do.
    package var isByEnd: Bool { if case .nights = kind { true } else { false } }
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
        guard case .nights(let sets)? = events?.kind, measure.metric == sets.metric else { return false }
        return sets.asleep != .samples(SampleIntervals(metric: measure.metric, part: measure.part))
    }

    /// Returns true if each row of a measure is a workout and counts only the workout itself, not those at the same time (S13.1).
    package func countsOwnWorkout(_ measure: Measure) -> Bool {
        guard case .samples(let samples)? = events?.kind else { return false }
        return samples.metric == .workouts && measure.metric == .workouts
    }

    /// The range as the answer shows it. For nights, it is the one with their dates, not with their first start.
    package var shownRange: PlanRange { events?.isByEnd == true ? wholeRows ?? range : range }

    /// Returns the plan for the rows of a measure, which can be whole stays in bed.
    package func withRows(of measure: Measure) -> Plan {
        guard usesStays(measure), let stays = grid.events?.stays else { return self }
        var plan = self
        plan.grid.groupStarts = stays.map(\.lowerBound)
        plan.grid.groupEnds = stays.map(\.upperBound)
        return plan
    }
}

/// The intervals that are the groups of a grid.
package struct EventGroups: Sendable {
    /// For each group, the value in the key's own column; nil if the key has none.
    package var texts: [String?] = []
    package var isPartial: [Bool] = []
    /// True for an interval without an end, which lasts until the end of the range.
    package var isEndless: [Bool] = []
    /// For each night, the stay in bed to which it belongs; empty for other rows.
    package var stays: [Range<Int64>] = []
    /// For each row that is a workout, the workout itself; empty for other rows.
    package var samples: [RowSample] = []
    /// The number of shorter nights that end on the date of a night, inside the range.
    package var napCount = 0

    package init() {}
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
