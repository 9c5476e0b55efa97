import CalendarIntervals
import HealthModel

/// The time that a result knows as a whole: inside the range, and over at `now`.
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

    /// Whether a row from `start` to `end` is partial: the one place that decides it (S3.8).
    package func isPartial(from start: Int64, to end: Int64) -> Bool { start < self.start || end > self.end || end > now }
}

extension Plan {
    /// Now on the time line of the rows, which `zone sample` writes as wall-clock times.
    package var nowOfRows: Int64 { usesSampleZones ? zone.localMilliseconds(at: now) : now.milliseconds }

    /// For each group whether it is partial. A slot of a profile never is: it stands for many buckets (S3.8).
    package var partialGroups: [Bool] {
        guard grid.hasTimeKey else { return Array(repeating: false, count: grid.groupCount) }
        let known = KnownTime(from: range.start.milliseconds, to: range.end.milliseconds, now: nowOfRows)
        return zip(grid.groupStarts, grid.groupEnds).map { known.isPartial(from: $0, to: $1) }
    }
}
