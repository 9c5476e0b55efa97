import QueryVocabulary
import CalendarIntervals
import HealthModel

/// The time for which data is complete: inside the range and before `now`.
///
/// All numbers are milliseconds on the time line of the rows.
package struct KnownTime: Sendable {
    private let start: Int64
    private let end: Int64
    private let now: Int64

    package init(from start: Int64, to end: Int64, now: Int64) {
        self.start = start
        self.end = end
        self.now = now
    }

    /// Returns true if a row from `start` to `end` is partial. Only this function decides it (S3.8).
    package func isPartial(from start: Int64, to end: Int64) -> Bool { start < self.start || end > self.end || end > now }
}

extension Plan {
    /// The current time on the time line of the rows. With `zone sample`, this is a local time.
    package var nowOfRows: Int64 { usesSampleZones ? zone.localMilliseconds(at: now) : now.milliseconds }

    /// For each group, whether it is partial. Slots of a profile never are, because they combine many buckets (S3.8).
    package var partialGroups: [Bool] {
        if let events = grid.events { return events.isPartial }
        if let known = grid.isPartial { return known }
        guard grid.hasTimeKey else { return Array(repeating: false, count: grid.groupCount) }
        let known = KnownTime(from: range.start.milliseconds, to: range.end.milliseconds, now: nowOfRows)
        return zip(grid.groupStarts, grid.groupEnds).map { known.isPartial(from: $0, to: $1) }
    }

    /// Returns true for the first start or the last end of an interval that the range cuts there: the true one is outside (S13.4).
    package func isOutside(_ measure: Measure, ofGroup group: Int) -> Bool {
        guard events != nil else { return false }
        let grid = withRows(of: measure).grid
        return switch measure.aggregate {
        case .firstStart: cutsStart && grid.groupStarts[group] < range.start.milliseconds
        case .lastEnd: cutsEnd && grid.groupEnds[group] > range.end.milliseconds
        default: false
        }
    }
}
