import HealthModel

extension Plan {
    /// The first quarter hour that has not begun.
    package var firstLaterQuarter: Int64 { QuarterHour.holding(nowOfRows.milliseconds - 1) + 1 }

    /// The time spans of the elementary buckets inside the range; empty ones are outside.
    package var bucketsInRange: [Range<Int64>] {
        let (start, end) = (range.start.milliseconds, range.limit.milliseconds)
        return zip(grid.edges, grid.edges.dropFirst()).map { from, to in
            let low = min(max(from, start), end)
            return low..<max(low, min(to, end))
        }
    }

    /// The time spans of groups inside the range: elementary buckets, or intervals that can overlap. Gaps are group −1.
    package var groupsInRange: [(group: Int, span: Range<Int64>)] {
        guard let events = grid.events else {
            return bucketsInRange.enumerated().map { bucket, span in (grid.groupOfBucket.map { Int($0[bucket]) } ?? bucket, span) }
        }
        let (start, end) = (range.start.milliseconds, range.limit.milliseconds)
        return zip(grid.groupStarts, grid.groupEnds).enumerated().map { group, times in
            let low = min(max(times.0, start), end)
            return (group, low..<max(low, events.isEndless[group] ? end : min(times.1, end)))
        }
    }

    /// For each group, the number of quarter hours that meet it and the range and have begun (S2.7).
    package var quarterCounts: [Int64] {
        var counts = [Int64](repeating: 0, count: max(grid.groupCount, 1))
        // Quarter hours on the edge of two buckets of a group count once.
        var reached = [Int64](repeating: .min, count: counts.count)
        let limit = firstLaterQuarter
        for (group, span) in groupsInRange where group >= 0 && !span.isEmpty {
            let quarters = QuarterHour.meeting(from: span.lowerBound, to: span.upperBound)
            let (low, high) = (max(quarters.lowerBound, reached[group]), min(quarters.upperBound, limit))
            if low < high { counts[group] += high - low }
            reached[group] = max(reached[group], quarters.upperBound)
        }
        return counts
    }
}
