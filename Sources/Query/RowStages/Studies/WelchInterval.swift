/// The mean of several values, as far as a comparison needs it.
struct SampleMean {
    var count: Double
    var deviation: Double

    /// The squared standard error.
    fileprivate var squaredError: Double { deviation * deviation / count }
}

enum WelchInterval {
    /// Returns half of the 95 % interval of the difference between two means, with Welch's degrees of freedom. Nil with fewer than two
    /// values on a side, or if all values of both sides are equal.
    static func margin(_ first: SampleMean, _ second: SampleMean) -> Double? {
        guard first.count >= 2, second.count >= 2 else { return nil }
        let (a, b) = (first.squaredError, second.squaredError)
        guard a + b > 0 else { return nil }
        let freedom = (a + b) * (a + b) / (a * a / (first.count - 1) + b * b / (second.count - 1))
        return StudentT.twoSided95(freedom) * (a + b).squareRoot()
    }
}
