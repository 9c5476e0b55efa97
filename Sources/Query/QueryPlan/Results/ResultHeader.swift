package import CalendarIntervals
package import HealthModel

/// The resolved settings of a query, which are printed above its result.
package struct ResultHeader: Sendable {
    package var query: String
    package var zone: Zone
    /// True if times are local times in the zone of each sample, which print without an offset.
    package var isFloating = false
    /// The id of the only person of the rows, in a store of several people.
    package var person: String?
    /// The people of the rows; nil for a query about one person.
    package var persons: RowPersons?
    package var range = RowRange()
    package var intervalText: String?
    package var anchor: Anchor?
    /// True if rows are intervals themselves, which can overlap and have gaps between them.
    package var rowsAreEvents = false
    /// The days to which the times in rows belong.
    package var clockDay: ClockDay
    /// The displayed names of the merged sources, best first; empty if nothing was merged.
    package var mergedSources: [String] = []
    /// The times of the parts of the day that the query names.
    package var dayParts: [DayPart: DayTimes] = [:]
    package var findings: [RowFinding] = []
    /// For the samples of `why`: the row that they belong to, as text.
    package var explainedRow: String?
    package var notes: [ResultNote] = []

    package enum Anchor: Hashable, Sendable {
        /// The start of periods, as text: `monday 03:00`.
        case time(String)
        /// The number of the last change that `changes` covers.
        case change(Int64)
    }

    package init(query: String, zone: Zone) {
        self.query = query
        self.zone = zone
        clockDay = ClockDay(zone: zone)
    }

    /// The start of periods, as text; nil without an anchor.
    package var anchorText: String? { if case .time(let text) = anchor { text } else { nil } }
}

/// The time that rows cover. All times are nil if the time is unknown.
package struct RowRange: Hashable, Sendable {
    package var start: Instant?
    package var end: Instant?
    /// The start if the range excludes earlier samples, so that periods across it are incomplete; nil if it includes all samples.
    package var cutStart: Instant?
    /// The end if the range excludes later samples.
    package var cutEnd: Instant?
    /// The range of the rows with which `compare` compares.
    package var compared: Range<Instant>?

    package init() {}

    /// The whole range; nil if an end is unknown.
    package var bounds: Range<Instant>? {
        guard let start, let end, start <= end else { return nil }
        return start..<end
    }

    /// Returns true if the range excludes a part of `period`.
    package func cuts(_ period: Range<Instant>) -> Bool {
        period.lowerBound < cutStart ?? .min || period.upperBound > cutEnd ?? .max
    }
}

/// The people of rows.
package struct RowPersons: Hashable, Sendable {
    /// The number of people that the query concerns.
    package var count: Int
    /// The number of time zones of the people, if days are each person's own; otherwise nil.
    package var zoneCount: Int?

    package init(count: Int, zoneCount: Int?) { (self.count, self.zoneCount) = (count, zoneCount) }
}

/// A diagnostic that is attached to a result.
package struct ResultNote: Sendable, Hashable {
    package var code: String
    package var severity: String
    package var message: String
    /// More facts; nil if there are none.
    package var note: String?

    package init(code: String, severity: String, message: String, note: String? = nil) {
        self.note = note
        self.code = code
        self.severity = severity
        self.message = message
    }
}
