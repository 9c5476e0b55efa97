import HealthModel

extension Plan {
    /// The first quarter hour that has not begun.
    package var firstLaterQuarter: Int64 { QuarterHour.holding(nowOfRows - 1) + 1 }

    /// The time spans of the elementary buckets inside the range; empty ones are outside.
    package var bucketsInRange: [Range<Int64>] {
        let (start, end) = (range.start.milliseconds, range.limit.milliseconds)
        return zip(grid.edges, grid.edges.dropFirst()).map { from, to in
            let low = min(max(from, start), end)
            return low..<max(low, min(to, end))
        }
    }

    /// For each group, the number of quarter hours that meet it and the range and have begun (S2.7).
    package var quarterCounts: [Int64] {
        var counts = [Int64](repeating: 0, count: max(grid.groupCount, 1))
        // Quarter hours on the edge of two buckets of a group count once.
        var reached = [Int64](repeating: .min, count: counts.count)
        let limit = firstLaterQuarter
        for (bucket, span) in bucketsInRange.enumerated() where !span.isEmpty {
            let group = grid.groupOfBucket.map { Int($0[bucket]) } ?? bucket
            let quarters = QuarterHour.meeting(from: span.lowerBound, to: span.upperBound)
            let (low, high) = (max(quarters.lowerBound, reached[group]), min(quarters.upperBound, limit))
            if low < high { counts[group] += high - low }
            reached[group] = max(reached[group], quarters.upperBound)
        }
        return counts
    }
}
