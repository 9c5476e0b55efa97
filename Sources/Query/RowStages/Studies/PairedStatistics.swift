import Foundation
import QueryPlan

/// Correlations of pairs of numbers.
enum PairedStatistics {
    /// The fewest pairs for which a correlation is computed. Two points are always on a line.
    static let leastCount = 3

    /// Returns Pearson's correlation; nil with too few pairs, or if one side is constant.
    static func pearson(_ xs: [Double], _ ys: [Double]) -> Double? {
        guard xs.count >= leastCount else { return nil }
        // The mean of equal values can differ from them in the last digit.
        guard xs.contains(where: { $0 != xs[0] }), ys.contains(where: { $0 != ys[0] }) else { return nil }
        let (x, y) = (xs.mean, ys.mean)
        let mixed = zip(xs, ys).reduce(0) { $0 + ($1.0 - x) * ($1.1 - y) }
        let (squaresX, squaresY) = (xs.reduce(0) { $0 + ($1 - x) * ($1 - x) }, ys.reduce(0) { $0 + ($1 - y) * ($1 - y) })
        let length = (squaresX * squaresY).squareRoot()
        guard length > 0, length.isFinite else { return nil }
        return min(max(mixed / length, -1), 1)
    }

    /// Returns the 95 % interval of Pearson's correlation: Fisher's transformation, whose variance is 1/(n − 3). Nil under four pairs.
    static func interval(of pearson: Double, count: Int) -> (low: Double, high: Double)? {
        guard count >= 4 else { return nil }
        let (middle, width) = (atanh(pearson), NormalDistribution.twoSided95 / Double(count - 3).squareRoot())
        guard middle.isFinite else { return (pearson, pearson) }
        return (tanh(middle - width), tanh(middle + width))
    }

    /// Returns Spearman's correlation: Pearson's of the ranks.
    static func spearman(_ xs: [Double], _ ys: [Double]) -> Double? { pearson(ranks(xs), ranks(ys)) }

    /// Returns the rank of each value. Equal values share the mean of their ranks.
    private static func ranks(_ values: [Double]) -> [Double] {
        let order = values.indices.sorted { values[$0] < values[$1] }
        var ranks = [Double](repeating: 0, count: values.count)
        var start = 0
        while start < order.count {
            var end = start + 1
            while end < order.count, values[order[end]] == values[order[start]] { end += 1 }
            for place in start..<end { ranks[order[place]] = Double(start + end + 1) / 2 }
            start = end
        }
        return ranks
    }
}
