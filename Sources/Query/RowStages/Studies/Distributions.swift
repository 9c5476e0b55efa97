import Foundation

enum NormalDistribution {
    /// The number of standard deviations that 95 % of values do not exceed.
    static let twoSided95 = 1.959963984540054
}

/// Student's t distribution.
enum StudentT {
    /// Returns the number that 95 % of values do not exceed in either direction.
    ///
    /// It is found by bisection, because the probability decreases with it.
    static func twoSided95(_ freedom: Double) -> Double {
        var (low, high) = (1.0, 20.0)
        while high - low > 1e-15 * high {
            let middle = (low + high) / 2
            if middle <= low || middle >= high { break }
            if probability(beyond: middle, freedom) > 0.05 { low = middle } else { high = middle }
        }
        return (low + high) / 2
    }

    /// Returns the probability of a value further from 0 than `t`: the regularized incomplete beta function of n/(n + t²) for n/2 and ½.
    static func probability(beyond t: Double, _ freedom: Double) -> Double {
        let x = freedom / (freedom + t * t)
        let (a, b) = (freedom / 2, 0.5)
        let factor = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x))
        // The continued fraction converges fast on this side of the mean, and the function is symmetric.
        if x < (a + 1) / (a + b + 2) { return factor * fraction(x, a, b) / a }
        return 1 - factor * fraction(1 - x, b, a) / b
    }

    /// Returns the continued fraction of the incomplete beta function, by Lentz's method (DLMF 8.17.22).
    private static func fraction(_ x: Double, _ a: Double, _ b: Double) -> Double {
        let least = 1e-300
        func away(_ value: Double) -> Double { abs(value) < least ? least : value }
        var c = 1.0
        var d = 1 / away(1 - (a + b) * x / (a + 1))
        var result = d
        for step in 1...10_000 {
            let m = Double(step)
            let even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
            d = 1 / away(1 + even * d)
            c = away(1 + even / c)
            result *= d * c
            let odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
            d = 1 / away(1 + odd * d)
            c = away(1 + odd / c)
            let change = d * c
            result *= change
            if abs(change - 1) < 1e-16 { break }
        }
        return result
    }
}
