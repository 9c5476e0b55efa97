import CalendarIntervals
import HealthModel

extension Plan {
    /// For each group whether it is partial: not wholly inside the range or not over at `now`. What stands for many buckets never is (S3.8).
    package var partialGroups: [Bool] {
        guard grid.hasTimeKey else { return Array(repeating: false, count: grid.groupCount) }
        let now = usesSampleZones ? zone.localMilliseconds(at: now) : now.milliseconds
        return zip(grid.groupStarts, grid.groupEnds).map { start, end in
            start < range.start.milliseconds || end > range.end.milliseconds || end > now
        }
    }
}
