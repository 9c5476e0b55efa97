import QueryVocabulary
import HealthModel
import QueryPlan

/// The buckets that samples are laid on, with what the edge rule does to them.
struct CellGrid {
    /// Bucket *i* is `[edges[i], edges[i + 1])`. Under `clip` no bucket reaches beyond the window, so that cutting at edges clips too.
    private(set) var edges: [Int64]
    /// Where whole samples are cut: the window under `clip`, else nowhere.
    private(set) var lowerBound: Int64
    private(set) var upperBound: Int64
    /// Whether the last bucket holds the last edge too: the end of a window with its end.
    private let includesEnd: Bool
    private let groups: [Int32]?
    let groupCount: Int

    init(_ grid: TimeGrid, window: SampleWindow) {
        groups = grid.groupOfBucket
        groupCount = grid.groupCount
        lowerBound = window.rule == .clip ? window.start : .min
        upperBound = window.rule == .clip ? window.end : .max
        if window.rule != .clip, grid.intervalText == nil, grid.profiles.isEmpty {
            // Without `by` the one bucket takes samples whole, also what they have outside the range (S4.2).
            edges = [.min, .max]
            includesEnd = false
            return
        }
        edges = window.rule == .clip ? grid.edges.map { min(max($0, window.start), window.end) } : grid.edges
        includesEnd = window.includesEnd
    }

    var bucketCount: Int { max(edges.count - 1, 0) }
    /// Whether a row of the result may be made of several buckets.
    var hasGroups: Bool { groups != nil }

    func contains(_ bucket: Int) -> Bool { bucket >= 0 && bucket < bucketCount }

    func group(of bucket: Int) -> Int { groups.map { Int($0[bucket]) } ?? bucket }

    /// This grid with its edges moved in time; where there is no edge, none appears.
    func moved(byMilliseconds shift: Int64) -> CellGrid {
        func move(_ edge: Int64) -> Int64 { edge == .min || edge == .max ? edge : edge + shift }
        var grid = self
        grid.edges = edges.map(move)
        grid.lowerBound = move(lowerBound)
        grid.upperBound = move(upperBound)
        return grid
    }

    /// Returns the bucket that holds `moment`, −1 before the first edge, `bucketCount` from the last one on.
    ///
    /// - Parameter hint: a bucket near by; O(log of the distance) from there.
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
