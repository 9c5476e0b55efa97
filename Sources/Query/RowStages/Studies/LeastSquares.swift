import Foundation
import QueryPlan

/// The straight line with the least sum of squared distances, and the 95 % interval of its slope.
struct LeastSquares {
    let centerX: Double
    let centerY: Double
    private let (squaresX, products): (Double, Double)
    private let residuals: Double
    private let count: Int

    init(xs: [Double], ys: [Double]) {
        count = xs.count
        let (x, y) = (xs.mean, ys.mean)
        (centerX, centerY) = (x, y)
        let squares = xs.reduce(0) { $0 + ($1 - x) * ($1 - x) }
        let mixed = zip(xs, ys).reduce(0) { $0 + ($1.0 - x) * ($1.1 - y) }
        squaresX = squares
        products = mixed
        let slope = squares > 0 ? mixed / squares : 0
        residuals = zip(xs, ys).reduce(0) { sum, point in
            let rest = point.1 - y - slope * (point.0 - x)
            return sum + rest * rest
        }
    }

    /// The slope. Its interval is that of Student's t with n − 2 degrees of freedom. Nil if there are no two different x.
    var estimate: Estimate? {
        guard squaresX > 0 else { return nil }
        let slope = products / squaresX
        guard count > 2 else { return Estimate(slope, low: nil, high: nil) }
        let freedom = Double(count - 2)
        let width = StudentT.twoSided95(freedom) * (residuals / freedom / squaresX).squareRoot()
        return Estimate(slope, low: slope - width, high: slope + width)
    }
}

extension [Double] {
    var mean: Double { isEmpty ? 0 : reduce(0, +) / Double(count) }

    /// The median of sorted values; nil without values.
    var middleOfSorted: Double? {
        guard !isEmpty else { return nil }
        return (self[(count - 1) / 2] + self[count / 2]) / 2
    }
}
