import HealthModel

/// The key of rows that are intervals themselves: `by workout`, `by night`, `by each (…)` (S13).
///
/// The intervals depend on samples, so the engine finds them when the query runs.
package struct EventRows: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// A row for each sample of a metric.
        case samples(SampleIntervals)
        /// A row for each interval of a set.
        case intervals(IntervalExpression)
        /// A row for each local date: the longest interval of the set that ends on it.
        case nights(IntervalExpression)
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

    /// Rows for nights: time asleep, with gaps of up to one hour.
    package static func nights(of sleep: SampleIntervals) -> EventRows {
        EventRows(.nights(.sessions(.samples(sleep), gap: 3_600_000)), text: "night")
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

    /// The samples that the intervals are computed from.
    package var samples: [SampleIntervals] {
        switch kind {
        case .samples(let samples): [samples]
        case .intervals(let set), .nights(let set): set.samples
        }
    }
}

/// The intervals that are the groups of a grid.
package struct EventGroups: Sendable {
    /// For each group, the value in the key's own column; nil if the key has none.
    package var texts: [String?] = []
    package var isPartial: [Bool] = []
    /// True for an interval without an end, which lasts until the end of the range.
    package var isEndless: [Bool] = []
    /// The number of shorter sessions that end on the date of a night, inside the range.
    package var napCount = 0

    package init() {}
}
