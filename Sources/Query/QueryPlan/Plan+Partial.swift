import CalendarIntervals
package import HealthModel
import QueryVocabulary

/// The time for which data is complete: inside the range and before `now`.
///
/// All times are on the time line of the rows.
package struct KnownTime: Sendable {
    private let start: Int64
    private let end: Int64

    /// - Parameters:
    ///   - start: The start of the range; nil if it excludes nothing there.
    ///   - end: The end of the range; nil if it excludes nothing there.
    package init(from start: Instant?, to end: Instant?, now: Instant) {
        self.start = (start ?? .min).milliseconds
        self.end = min(end ?? .max, now).milliseconds
    }

    /// Returns true if a row from `start` to `end` is partial. Only this function decides it (S3.8).
    package func isPartial(from start: Int64, to end: Int64) -> Bool { start < self.start || end > self.end }
}

extension Plan {
    /// The current time on the time line of the rows. With `zone sample`, this is a local time.
    package var nowOfRows: Instant { usesSampleZones ? Instant(milliseconds: zone.localMilliseconds(at: now)) : now }

    /// The current time of the people whose clocks are behind those of all others, on the time line of the rows.
    package var earliestNowOfRows: Instant {
        guard let cohort, cohort.hasOwnDays else { return nowOfRows }
        return cohort.plans.map { Instant(milliseconds: $0.zone.localMilliseconds(at: $0.now)) }.min() ?? nowOfRows
    }

    /// For each group, whether it is partial. Slots of a profile never are, because they combine many buckets (S3.8).
    package var partialGroups: [Bool] {
        if let events = grid.events { return events.isPartial }
        if let known = grid.isPartial { return known }
        guard grid.hasTimeKey else { return Array(repeating: false, count: grid.groupCount) }
        let known = KnownTime(from: range.start, to: range.end, now: nowOfRows)
        return zip(grid.groupStarts, grid.groupEnds).map { known.isPartial(from: $0, to: $1) }
    }

    /// Returns true for the first start or the last end of an interval that the range cuts there: the true one is outside (S13.4).
    package func isOutside(_ measure: Measure, ofGroup group: Int) -> Bool {
        let own = following(measure)
        guard events != nil, measure.isPlain, !own.isNearest(measure) else { return false }
        let grid = own.withRows(of: measure).grid
        return switch measure.aggregate {
        case .firstStart: cutsStart && grid.groupStarts[group] < range.start.milliseconds
        case .lastEnd: cutsEnd && grid.groupEnds[group] > range.end.milliseconds
        default: false
        }
    }
}
