/// Local linear regression with tricube weights: Cleveland, Robust locally weighted regression and smoothing scatterplots, JASA 74 (1979),
/// without its robustness step, and with a window of time instead of a number of neighbors.
struct LocalRegression {
    /// In milliseconds, in ascending order.
    let times: [Int64]
    let values: [Double]
    /// Half the window, in milliseconds. Values this far away have no weight.
    let halfWidth: Double

    /// Returns the line around each value, at the time of the value.
    func fit(_ poll: () throws -> Void) throws -> [Double] {
        var (low, high) = (0, 0)
        return try times.indices.map { index in
            if index % 64 == 0 { try poll() }
            while Double(times[index] - times[low]) >= halfWidth, low < index { low += 1 }
            high = max(high, index)
            while high < times.count, Double(times[high] - times[index]) < halfWidth { high += 1 }
            return value(at: index, low..<high)
        }
    }

    private func value(at index: Int, _ window: Range<Int>) -> Double {
        var (weights, sumX, sumY) = (0.0, 0.0, 0.0)
        for other in window {
            let (x, weight) = place(other, from: index)
            weights += weight
            sumX += weight * x
            sumY += weight * values[other]
        }
        let (centerX, centerY) = (sumX / weights, sumY / weights)
        var (squares, products) = (0.0, 0.0)
        for other in window {
            let (x, weight) = place(other, from: index)
            squares += weight * (x - centerX) * (x - centerX)
            products += weight * (x - centerX) * (values[other] - centerY)
        }
        // All values of the window can have the same time.
        return squares > 0 ? centerY - products / squares * centerX : centerY
    }

    /// Returns the distance of a value in half widths, and its weight.
    private func place(_ other: Int, from index: Int) -> (x: Double, weight: Double) {
        let x = Double(times[other] - times[index]) / halfWidth
        let rest = max(1 - abs(x * x * x), 0)
        return (x, rest * rest * rest)
    }
}
