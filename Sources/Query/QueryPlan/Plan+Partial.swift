import CalendarIntervals
import HealthModel

extension Plan {
    /// Now on the time line of the rows, which `zone sample` writes as wall-clock times.
    package var nowOfRows: Int64 { usesSampleZones ? zone.localMilliseconds(at: now) : now.milliseconds }

    /// For each group whether it is partial: not wholly inside the range or not over at `now`. What stands for many buckets never is (S3.8).
    package var partialGroups: [Bool] {
        guard grid.hasTimeKey else { return Array(repeating: false, count: grid.groupCount) }
        let now = nowOfRows
        return zip(grid.groupStarts, grid.groupEnds).map { start, end in
            start < range.start.milliseconds || end > range.end.milliseconds || end > now
        }
    }
}
