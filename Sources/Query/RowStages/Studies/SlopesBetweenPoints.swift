// The slope of `trend`: the median of the slopes between all pairs of points, and its 95 % interval.
//
// 20,000 points, which are the limit, have 200 million pairs. They would take 1.6 GB, so above 1,500 points the slopes are computed twice
// and not kept: a sample of 100,000 gives bounds around the wanted ranks, and the second pass keeps only the slopes between the bounds. If
// the bounds miss a rank, they are widened.
//
// Invariant: the result is exact for any number of points, and equals that of scipy's `theilslopes` to 1e-9 (`make test-scipy`).
//
// Decision 0055 (studies of rows).

import Foundation
import QueryPlan

/// The slopes between all pairs of points: their median, and the ranks between which the true slope lies with 95 % confidence.
///
/// Theil's estimator (1950) with the interval of Sen, Estimates of the regression coefficient based on Kendall's tau, JASA 63 (1968),
/// formula 2.6. Ranks are rounded as in scipy's `theilslopes`, half to even.
struct SlopesBetweenPoints {
    /// In ascending order.
    private let xs: [Double]
    private let ys: [Double]
    private let poll: () throws -> Void

    /// The number of points up to which all slopes are kept.
    static let directCount = 1500
    /// The greatest number of points: 200 million pairs.
    static let greatestCount = 20_000
    private static let sampleCount = 100_000

    init(xs: [Double], ys: [Double], poll: @escaping () throws -> Void) {
        self.xs = xs
        self.ys = ys
        self.poll = poll
    }

    /// Returns the median slope with its interval; nil if there are no two different x.
    func estimate(directCount: Int = directCount) throws -> Estimate? {
        let count = try slopeCount()
        guard count > 0 else { return nil }
        let middle = [(count - 1) / 2, count / 2]
        let ranks = ranksOfInterval(ofSlopes: count)
        let wanted = middle + (ranks.map { [$0.low, $0.high] } ?? [])
        let found = try xs.count <= directCount ? sorted(wanted) : selected(wanted, of: count)
        return Estimate((found[0] + found[1]) / 2, low: ranks == nil ? nil : found[2], high: ranks == nil ? nil : found[3])
    }

    /// The ranks of the ends of the interval among the slopes. Nil if ties leave no variance to compute it from.
    private func ranksOfInterval(ofSlopes count: Int) -> (low: Int, high: Int)? {
        func term(_ n: Double) -> Double { n * (n - 1) * (2 * n + 5) }
        func ties(_ sorted: [Double]) -> Double {
            var (sum, run) = (0.0, 1.0)
            for index in sorted.indices.dropFirst() {
                if sorted[index] == sorted[index - 1] {
                    run += 1
                } else {
                    sum += term(run)
                    run = 1
                }
            }
            return sum + term(run)
        }
        let variance = (term(Double(xs.count)) - ties(xs) - ties(ys.sorted())) / 18
        guard variance >= 0 else { return nil }
        let width = NormalDistribution.twoSided95 * variance.squareRoot()
        let high = Int(((Double(count) + width) / 2).rounded(.toNearestOrEven))
        let low = Int(((Double(count) - width) / 2).rounded(.toNearestOrEven)) - 1
        return (max(low, 0), min(max(high, 0), count - 1))
    }

    // MARK: Slopes

    private func slopeCount() throws -> Int {
        var (count, run) = (0, 0)
        for index in xs.indices.dropFirst() {
            run = xs[index] == xs[index - 1] ? run + 1 : 0
            count += index - run
        }
        return count
    }

    private func visit(_ body: (Double) -> Void) throws {
        for second in xs.indices {
            if second % 64 == 0 { try poll() }
            let (x, y) = (xs[second], ys[second])
            for first in 0..<second where xs[first] < x { body((y - ys[first]) / (x - xs[first])) }
        }
    }

    private func sorted(_ ranks: [Int]) throws -> [Double] {
        var slopes: [Double] = []
        slopes.reserveCapacity(xs.count * (xs.count - 1) / 2)
        try visit { slopes.append($0) }
        slopes.sort()
        return ranks.map { slopes[$0] }
    }

    /// Returns the slopes at these ranks without keeping all slopes.
    private func selected(_ ranks: [Int], of count: Int) throws -> [Double] {
        let sample = sample()
        let (least, greatest) = (ranks.min() ?? 0, ranks.max() ?? 0)
        let scale = Double(sample.count) / Double(count)
        // Four standard deviations of a rank in the sample.
        var margin = 2 * Double(sample.count).squareRoot() + 2
        while true {
            let low = Int(Double(least) * scale - margin)
            let high = Int((Double(greatest) * scale + margin).rounded(.up))
            let lower = low < 0 ? -Double.infinity : sample[low]
            let upper = high >= sample.count ? Double.infinity : sample[high]
            // A slope that many pairs share, such as 0, is only counted.
            let common = sample[min(max((low + high) / 2, 0), sample.count - 1)]
            var (below, equal) = (0, 0)
            var (smaller, greater): ([Double], [Double]) = ([], [])
            try visit { slope in
                if slope < lower {
                    below += 1
                } else if slope <= upper {
                    if slope == common { equal += 1 } else if slope < common { smaller.append(slope) } else { greater.append(slope) }
                }
            }
            if below <= least, greatest < below + smaller.count + equal + greater.count {
                smaller.sort()
                greater.sort()
                return ranks.map { rank in
                    let place = rank - below
                    if place < smaller.count { return smaller[place] }
                    return place < smaller.count + equal ? common : greater[place - smaller.count - equal]
                }
            }
            margin *= 4
        }
    }

    /// Returns the slopes of pairs that a fixed sequence of numbers chooses, in order.
    private func sample() -> [Double] {
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        func next(below bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % UInt64(bound))
        }
        var slopes: [Double] = []
        slopes.reserveCapacity(Self.sampleCount)
        for _ in 0..<Self.sampleCount {
            let (a, b) = (next(below: xs.count), next(below: xs.count))
            let (first, second) = (min(a, b), max(a, b))
            if xs[first] < xs[second] { slopes.append((ys[second] - ys[first]) / (xs[second] - xs[first])) }
        }
        return slopes.isEmpty ? [0] : slopes.sorted()
    }
}
