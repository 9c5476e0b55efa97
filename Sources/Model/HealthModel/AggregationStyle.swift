/// How the samples of a quantity type add up to a statistic: HealthKit's aggregation style.
package enum AggregationStyle: String, Hashable, Sendable, CaseIterable {
    /// Samples add up: steps, energy, distance. A total has no average.
    case cumulative
    /// Every sample counts the same: weight, glucose.
    case discreteArithmetic
    /// A sample counts by the time that it covers: heart rate.
    case discreteTemporallyWeighted
    /// Sound levels, averaged by energy and time.
    case discreteEquivalentContinuousLevel
}

/// The header version that the styles are taken from; five types changed style between the two.
package enum StyleVersion: String, Hashable, Sendable, CaseIterable {
    case ios26, ios18
}
