import HealthModel
import QueryPlan

extension Aggregate {
    /// Returns an empty column that computes this aggregate for samples of `style`: the one table of accumulators.
    ///
    /// - Parameter isScattered: whether samples come into a bucket in another order than that of time.
    func column(style: AggregationStyle?, plan: Plan, isScattered: Bool) -> any AggregateColumn {
        switch self {
        case .sum: Column<Sum> { $0.finalize() }
        case .average: averageColumn(style: style, rules: plan.rules)
        case .min: Column<Extreme<Least>> { $0.finalize() }
        case .max: Column<Extreme<Greatest>> { $0.finalize() }
        case .latest: Column<Recent<Latest>> { $0.finalize() }
        case .first: Column<Recent<First>> { $0.finalize() }
        case .count where plan.rules.count == .start: Column<StartCount> { $0.finalize() }
        case .count: Column<Count> { $0.finalize() }
        case .duration where plan.rules.duration == .sum: Column<TotalDuration<Additive>> { $0.finalize() }
        case .duration where isScattered: Column<ScatteredUnion> { $0.finalize() }
        case .duration: Column<TotalDuration<Union>> { $0.finalize() }
        case .median: Column<Quantile> { $0.finalize(fraction: 0.5, rule: plan.rules.percentile) }
        case .percentile(let percent): Column<Quantile> { $0.finalize(fraction: percent / 100, rule: plan.rules.percentile) }
        case .stddev: Column<Deviation> { $0.finalize() }
        }
    }

    private func averageColumn(style: AggregationStyle?, rules: StatisticRules) -> any AggregateColumn {
        switch (style, rules.weighting) {
        case (.discreteTemporallyWeighted, .overlap), (.discreteTemporallyWeighted, .hold):
            Column<TemporallyWeightedMean> { $0.finalize() }
        case (.discreteEquivalentContinuousLevel, .overlap), (.discreteEquivalentContinuousLevel, .hold):
            Column<EquivalentContinuousLevel> { $0.finalize() }
        case (.discreteEquivalentContinuousLevel, .equal): Column<EquallyWeightedLevel> { $0.finalize() }
        default: Column<ArithmeticMean> { $0.finalize() }
        }
    }

    /// The columns of samples that the accumulator reads, beside start and end.
    var columns: SampleColumns {
        switch self {
        case .count, .duration: []
        case .latest, .first: [.values, .created, .numbers]
        default: .values
        }
    }
}
