// The buckets of a query, as the engine searches them: edges in order, and for each bucket the row of the result to which it belongs.
//
//     edges    e0      e1      e2      e3        bucket i is [e(i), e(i+1))
//     groups       0      −1       1             −1: time that does not count, as outside of `while`
//
// A row can have several buckets, such as all Mondays, or the parts of a day inside sets of times. The search starts at the bucket of the
// last sample, because samples are in order of start: it takes constant time if the next sample is near, and O(log distance) if it is not.
//
// Invariant: a query never asks a calendar here. All edges come from the plan.
//
// Decisions 0044 (sets of times divide the grid), 0050 (rows that are intervals).

import HealthModel
import QueryPlan
import QueryVocabulary
import StorageModel

/// The buckets for placing samples, adjusted by the edge rule.
struct CellGrid {
    /// Bucket *i* is `[edges[i], edges[i + 1])`. With `clip`, buckets do not extend beyond the window, so that dividing at edges also
    /// clips.
    private(set) var edges: [Int64]
    /// The bounds at which whole samples are clipped: the window with `clip`, otherwise unlimited.
    private(set) var lowerBound: Int64
    private(set) var upperBound: Int64
    /// True if the last bucket includes the last edge, because the window includes its end.
    private var includesEnd: Bool
    /// The group of each bucket, −1 for time that does not count; nil if bucket *i* is group *i*.
    private var groups: [Int32]?
    /// For each bucket, the number of the bucket that it is a part of; nil if buckets are not divided.
    private var wholes: [Int32]?
    private(set) var groupCount: Int

    init(_ grid: TimeGrid, window: SampleWindow) {
        groups = grid.groupOfBucket
        groupCount = grid.groupCount
        lowerBound = window.rule == .clip ? window.start : .min
        upperBound = window.rule == .clip ? window.end : .max
        if window.rule != .clip, grid.intervalText == nil, grid.profiles.isEmpty {
            // Without `by`, samples count in full, including their time outside the range (S4.2).
            edges = [.min, .max]
            includesEnd = false
            return
        }
        edges = window.rule == .clip ? grid.edges.map { min(max($0, window.start), window.end) } : grid.edges
        // Rows end after now and the last sample, so the last edge can be before the end of the range.
        includesEnd = window.includesEnd && edges.last == window.end
    }

    /// One bucket for all time.
    static let unlimited = CellGrid()

    private init() {
        edges = [.min, .max]
        (lowerBound, upperBound) = (.min, .max)
        includesEnd = false
        groups = nil
        groupCount = 1
    }

    var bucketCount: Int { max(edges.count - 1, 0) }
    /// True if a row of the result can consist of several buckets.
    var hasGroups: Bool { groups != nil }

    func contains(_ bucket: Int) -> Bool { bucket >= 0 && bucket < bucketCount }

    /// Returns true if the bucket exists and its time counts.
    func counts(_ bucket: Int) -> Bool { contains(bucket) && group(of: bucket) >= 0 }

    /// Returns the group of a bucket, or −1 if the time of the bucket does not count.
    func group(of bucket: Int) -> Int { groups.map { Int($0[bucket]) } ?? bucket }

    /// Returns true if this is one bucket, whose time counts, and all samples of a time are inside.
    func isOneCell(from first: Int64, through last: Int64) -> Bool {
        counts(0) && bucketCount == 1 && edges[0] <= first && last <= min(edges[1], upperBound)
    }

    /// The edges of the buckets. If the last edge is included, the moment after it takes its place.
    var limits: [Int64] {
        guard includesEnd, let last = edges.last, last < .max else { return edges }
        return edges.dropLast() + [last + 1]
    }

    /// Returns the runs of samples in the buckets of their starts.
    ///
    /// - Parameter earlier: The samples that start before each of `limits`.
    func runs(_ earlier: [EarlierRows]) -> [Run] {
        (0..<bucketCount).compactMap { bucket in
            let rows = earlier[bucket].count..<earlier[bucket + 1].count
            return !rows.isEmpty && counts(bucket) ? Run(rows: rows, cell: group(of: bucket)) : nil
        }
    }

    /// Returns true if two buckets are parts of the same bucket of the query.
    func isSameWhole(_ a: Int, _ b: Int) -> Bool { wholes.map { $0[a] == $0[b] } ?? (a == b) }

    /// Returns this grid with buckets divided at the edges of `times`. Other time does not count (S11.2).
    func limited(to times: IntervalList?) -> CellGrid {
        guard let times, let lastEdge = edges.last else { return self }
        var parts = self
        parts.edges = []
        var groups: [Int32] = []
        var wholes: [Int32] = []
        func append(_ edge: Int64, _ bucket: Int, counts: Bool) {
            parts.edges.append(edge)
            groups.append(counts ? Int32(group(of: bucket)) : -1)
            wholes.append(Int32(bucket))
        }
        var next = edges.first.map { times.index(after: $0) } ?? 0
        for bucket in 0..<bucketCount {
            let end = edges[bucket + 1]
            var from = edges[bucket]
            while next < times.stretches.count, times.stretches[next].from < end, from < end {
                let stretch = times.stretches[next]
                if from < stretch.from { append(from, bucket, counts: false) }
                append(max(from, stretch.from), bucket, counts: true)
                from = min(stretch.to, end)
                // An interval that extends beyond the bucket also counts in the next one.
                if stretch.to > end { break }
                next += 1
            }
            if from < end { append(from, bucket, counts: false) }
        }
        parts.includesEnd = includesEnd && times.contains(lastEdge)
        // An instant at the end of the range is in an empty bucket.
        if parts.includesEnd { append(lastEdge, bucketCount - 1, counts: true) }
        parts.edges.append(lastEdge)
        parts.groups = groups
        parts.wholes = wholes
        return parts
    }

    /// Returns the buckets that samples of a time can be in. Nil if there are none.
    ///
    /// - Parameter last: The latest end.
    /// - Returns: The part, and the group of the whole grid that is the first one of the part.
    func part(from first: Int64, through last: Int64) -> (grid: CellGrid, firstGroup: Int)? {
        let lowest = max(bucket(holding: max(first, lowerBound), near: 0), 0)
        let highest = min(bucket(holding: min(last, upperBound), near: lowest), bucketCount - 1)
        guard lowest <= highest else { return nil }
        var part = self
        part.edges = Array(edges[lowest...highest + 1])
        part.includesEnd = includesEnd && highest == bucketCount - 1
        part.wholes = wholes.map { Array($0[lowest...highest]) }
        guard let own = groups.map({ $0[lowest...highest] }) else {
            part.groupCount = highest - lowest + 1
            return (part, lowest)
        }
        guard let least = own.lazy.filter({ $0 >= 0 }).min(), let greatest = own.max() else { return nil }
        part.groups = own.map { $0 < 0 ? -1 : $0 - least }
        part.groupCount = Int(greatest - least) + 1
        return (part, Int(least))
    }

    /// Returns this grid with its edges shifted in time. Unlimited edges do not change.
    func moved(byMilliseconds shift: Int64) -> CellGrid {
        func move(_ edge: Int64) -> Int64 { edge == .min || edge == .max ? edge : edge + shift }
        var grid = self
        grid.edges = edges.map(move)
        grid.lowerBound = move(lowerBound)
        grid.upperBound = move(upperBound)
        return grid
    }

    /// Returns the bucket that contains `moment`: −1 before the first edge, `bucketCount` at or after the last edge.
    ///
    /// - Parameter hint: A nearby bucket. The search takes O(log of the distance) from there.
    func bucket(holding moment: Int64, near hint: Int) -> Int {
        if hint >= 0, hint + 1 < edges.count, edges[hint] <= moment, moment < edges[hint + 1] { return hint }
        var low = min(max(hint, 0), edges.count - 1)
        var high = low + 1
        if moment < edges[low] {
            high = low
            low = -1
        } else {
            var step = 1
            while high < edges.count, edges[high] <= moment {
                low = high
                high += step
                step *= 2
            }
            high = min(high, edges.count)
        }
        while high - low > 1 {
            let middle = (low + high) / 2
            if edges[middle] <= moment { low = middle } else { high = middle }
        }
        return low == bucketCount && includesEnd && moment == edges[low] ? low - 1 : low
    }
}
