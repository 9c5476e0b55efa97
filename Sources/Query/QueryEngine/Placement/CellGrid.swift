import QueryVocabulary
import HealthModel
import QueryPlan

/// The buckets for placing samples, adjusted by the edge rule.
struct CellGrid {
    /// Bucket *i* is `[edges[i], edges[i + 1])`. With `clip`, buckets do not extend beyond the window, so that dividing at edges also
    /// clips.
    private(set) var edges: [Int64]
    /// The bounds at which whole samples are clipped: the window with `clip`, otherwise unlimited.
    private(set) var lowerBound: Int64
    private(set) var upperBound: Int64
    /// True if the last bucket includes the last edge, because the window includes its end.
    private let includesEnd: Bool
    private let groups: [Int32]?
    let groupCount: Int

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
        includesEnd = window.includesEnd
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

    func group(of bucket: Int) -> Int { groups.map { Int($0[bucket]) } ?? bucket }

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
