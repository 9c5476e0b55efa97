/// A share of all values as an exact decimal fraction: `p99.9` is 999 ÷ 1000.
///
/// The rank p · n is computed with whole numbers (S2.5). The double nearest to 0.28 is greater than 0.28, so 0.28 · 25 would be more than
/// 7, and the next whole number would be 8.
package struct RankFraction: Hashable, Sendable {
    package let numerator: Int
    /// A power of ten, from 100 to 10¹².
    package let denominator: Int

    /// The rank of the median.
    package static let half = RankFraction(percent: 50)

    /// Creates the fraction of a percentile from 0 to 100. Digits after the tenth decimal place are rounded.
    package init(percent: Double) {
        var scale = 1.0
        var digits = percent.rounded()
        // A quotient of whole numbers is the double nearest to the decimal number, which is what the parser reads.
        while digits / scale != percent, scale < 1e10 {
            scale *= 10
            digits = (percent * scale).rounded()
        }
        numerator = Int(digits)
        denominator = Int(scale) * 100
    }

    /// Returns the nearest rank among `count` values, from 0: ⌈p · n⌉ − 1, at least 0.
    package func nearestRank(of count: Int) -> Int {
        let (whole, rest) = product(with: count)
        return Swift.min(Swift.max(rest == 0 ? whole - 1 : whole, 0), Swift.max(count - 1, 0))
    }

    /// Returns the rank p · (n − 1) among `count` values: the whole number below it, and the rest from 0 to 1.
    package func linearRank(of count: Int) -> (below: Int, part: Double) {
        let (whole, rest) = product(with: Swift.max(count - 1, 0))
        return (whole, Double(rest) / Double(denominator))
    }

    private func product(with count: Int) -> (whole: Int, rest: Int) {
        let (whole, rest) = denominator.dividingFullWidth(numerator.multipliedFullWidth(by: count))
        return (whole, rest)
    }
}
