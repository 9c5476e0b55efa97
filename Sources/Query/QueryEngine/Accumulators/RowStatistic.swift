package import QueryPlan
package import QueryVocabulary

/// The computation of an aggregate over the values of rows.
package enum RowStatistic {
    /// A function of the summary of all values.
    case summary((RowSummary) -> Double?)
    /// One of the values, which are in time order.
    case choice((ArraySlice<Double>) -> Double?)
    /// The value at a rank.
    case rank(RankFraction)

    /// Returns the statistic of values in time order. Without values, counts are 0 and all other statistics are null (S2.5).
    package func value(of values: ArraySlice<Double>, _ rule: StatisticRules.PercentileRule) -> Double? {
        switch self {
        case .summary(let finalize): finalize(values.reduce(into: RowSummary()) { $0 = $0.merged(RowSummary($1)) })
        case .choice(let choose): choose(values)
        case .rank(let rank): values.sorted().quantile(rank, rule: rule)
        }
    }
}

/// The count, sum, extremes and spread of values. Summaries can be merged but not divided.
package struct RowSummary {
    package private(set) var count = 0
    private var sum = 0.0
    private var low = Double.infinity
    private var high = -Double.infinity
    private var mean = 0.0
    private var squares = 0.0

    package init() {}

    package init(_ value: Double) { (count, sum, low, high, mean) = (1, value, value, value, value) }

    /// Returns the merged summary. The deviation is merged by Chan's method.
    package func merged(_ other: RowSummary) -> RowSummary {
        if count == 0 { return other }
        if other.count == 0 { return self }
        var result = RowSummary()
        result.count = count + other.count
        result.sum = sum + other.sum
        result.low = Swift.min(low, other.low)
        result.high = Swift.max(high, other.high)
        let share = Double(other.count) / Double(result.count)
        let difference = other.mean - mean
        result.mean = mean + difference * share
        result.squares = squares + other.squares + difference * difference * Double(count) * share
        return result
    }

    package var total: Double? { count > 0 ? sum : nil }
    package var average: Double? { count > 0 ? sum / Double(count) : nil }
    package var least: Double? { count > 0 ? low : nil }
    package var greatest: Double? { count > 0 ? high : nil }
    /// The standard deviation; nil for fewer than two values.
    package var deviation: Double? { count > 1 ? (squares / Double(count - 1)).squareRoot() : nil }
}
