/// The aggregation style of a quantity type, as defined by HealthKit: how samples combine to a statistic.
public enum AggregationStyle: String, Hashable, Sendable, CaseIterable {
    /// Samples add up, as for steps, energy and distance. The samples have a total but no average.
    case cumulative
    /// All samples have the same weight, as for body mass and glucose.
    case discreteArithmetic
    /// Samples are weighted by the time they cover, as for heart rate.
    case discreteTemporallyWeighted
    /// Sound levels, averaged by energy and time.
    case discreteEquivalentContinuousLevel
}

/// The version of Apple's headers that defines the styles. Five types have different styles in the two versions.
package enum StyleVersion: String, Hashable, Sendable, CaseIterable {
    case ios26, ios18
}
