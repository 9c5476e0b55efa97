package import HealthModel
package import QueryPlan
package import QueryVocabulary

/// A SQL aggregate over the parts of samples in a cell.
package struct SQLAggregate {
    package let text: String
    package let purpose: String
    /// The columns that it needs in addition to those of the parts.
    package let windows: [Window]

    /// A column that depends on the other parts in the cell.
    package enum Window: Hashable {
        /// The position of a value in ascending order, from 0, and the number of values.
        case place
        /// The mean of the values.
        case mean
        /// 1 for the sample that starts last.
        case latest
        /// 1 for the sample that starts first.
        case first
        /// The latest end of all earlier parts.
        case covered

        package var purpose: String {
            switch self {
            case .place: "The values in ascending order, numbered from 0."
            case .mean: "The mean of the values, for computing deviations."
            case .latest: "The latest sample starts last. Ties are broken by the later end, then by the later insertion."
            case .first: "The first sample starts first. Ties are broken by the earlier end, then by the earlier insertion."
            case .covered: "The latest end of all earlier parts."
            }
        }

        /// - Parameter series: The columns that identify the cell of one person.
        package func text(cell: String, series: String) -> String {
            let parts = "PARTITION BY \(self == .covered ? series : cell) ORDER BY"
            return switch self {
            case .place:
                "ROW_NUMBER() OVER (\(parts) value) - 1 AS place, COUNT(*) OVER (PARTITION BY \(cell)) AS size"
            case .mean: "AVG(value) OVER (PARTITION BY \(cell)) AS mean"
            case .latest: "ROW_NUMBER() OVER (\(parts) start_ms DESC, end_ms DESC, inserted DESC) AS from_last"
            case .first: "ROW_NUMBER() OVER (\(parts) start_ms, end_ms, inserted) AS from_first"
            case .covered:
                "MAX(to_ms) OVER (\(parts) from_ms, to_ms ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS covered_ms"
            }
        }
    }

    package init(_ text: String, _ purpose: String, windows: [Window] = []) {
        self.text = text
        self.purpose = purpose
        self.windows = windows
    }

    /// - Parameter active: The SQL expression for the milliseconds for which a sample counts in the cell.
    package static func average(_ style: AggregationStyle?, rules: StatisticRules, active: String) -> SQLAggregate {
        let isEqual = rules.weighting == .equal
        let weight = "CASE WHEN \(active) < 1000 THEN 1.0 ELSE \(active) / 1000.0 END"
        switch style {
        case .discreteTemporallyWeighted where !isEqual:
            return SQLAggregate(
                "SUM(value * \(weight)) / SUM(\(weight))", "Each value is weighted by its seconds in this row, at least 1.")
        case .discreteEquivalentContinuousLevel:
            let energy = "POWER(10.0, value / 10.0)"
            return isEqual
                ? SQLAggregate("10 * LOG10(AVG(\(energy)))", "Sound levels are averaged by their energy.")
                : SQLAggregate(
                    "10 * LOG10(SUM(\(energy) * \(weight)) / SUM(\(weight)))",
                    "Sound levels are averaged by their energy. Each is weighted by its seconds in this row, at least 1."
                )
        default: return SQLAggregate("AVG(value)", "All samples have the same weight.")
        }
    }

    /// Ranks are compared as whole numbers, because 0.28 · 25 is more than 7 in binary (S2.5).
    package static func percentile(
        _ rank: RankFraction, rule: StatisticRules.PercentileRule, of value: String = "value", place: String = "place",
        size: String = "size"
    ) -> SQLAggregate {
        let (numerator, denominator) = (rank.numerator, rank.denominator)
        if rule == .nearest {
            // The rank is the fraction of the size, rounded up, at least 1. Places count from 0.
            let text =
                numerator == 0
                ? "MIN(\(value))"
                : "MAX(CASE WHEN \(denominator) * \(place) < \(numerator) * \(size) "
                    + "AND \(denominator) * (\(place) + 1) >= \(numerator) * \(size) THEN \(value) END)"
            return SQLAggregate(
                text, "The smallest value for which at least that fraction of all values is not greater.", windows: [.place])
        }
        let distance =
            "ABS(\(denominator) * \(place) - \(numerator) * (\(size) - 1)) / \(SQLLiteral.real(Double(denominator)))"
        return SQLAggregate(
            "SUM(CASE WHEN \(distance) < 1 THEN \(value) * (1 - \(distance)) END)",
            "The value at the rank, interpolated between its two neighbors.", windows: [.place]
        )
    }
}
