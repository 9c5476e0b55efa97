import HealthModel
import QueryPlan

/// An aggregate over the parts that samples have in a cell, as SQL.
struct SQLAggregate {
    let text: String
    let purpose: String
    /// The columns that it needs beside those of parts.
    let windows: [Window]

    /// A column that looks at the other parts in the cell.
    enum Window: Hashable {
        /// The number of a value in ascending order, from 0, and how many there are.
        case place
        /// The mean of the values.
        case mean
        /// 1 for the sample that starts last.
        case latest
        /// 1 for the sample that starts first.
        case first
        /// Until when earlier parts reach.
        case covered

        var purpose: String {
            switch self {
            case .place: "Values in ascending order, numbered from 0."
            case .mean: "The mean of the values, to measure deviations from."
            case .latest: "The latest is the one that starts last, then ends last, then was inserted last."
            case .first: "The first is the one that starts first, then ends first, then was inserted first."
            case .covered: "Until when the parts before each one reach."
            }
        }

        func text(cell: String) -> String {
            let parts = "PARTITION BY \(cell) ORDER BY"
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

    init(_ text: String, _ purpose: String, windows: [Window] = []) {
        self.text = text
        self.purpose = purpose
        self.windows = windows
    }

    /// - Parameter active: the milliseconds that a sample counts in the cell.
    static func average(_ style: AggregationStyle?, rules: StatisticRules, active: String) -> SQLAggregate {
        let isEqual = rules.weighting == .equal
        let weight = "CASE WHEN \(active) < 1000 THEN 1.0 ELSE \(active) / 1000.0 END"
        switch style {
        case .discreteTemporallyWeighted where !isEqual:
            return SQLAggregate(
                "SUM(value * \(weight)) / SUM(\(weight))", "Each value weighs as many seconds as its sample has here, at least one.")
        case .discreteEquivalentContinuousLevel:
            let energy = "POWER(10.0, value / 10.0)"
            return isEqual
                ? SQLAggregate("10 * LOG10(AVG(\(energy)))", "Sound levels are averaged by the energy they stand for.")
                : SQLAggregate(
                    "10 * LOG10(SUM(\(energy) * \(weight)) / SUM(\(weight)))",
                    "Sound levels are averaged by the energy they stand for; each weighs as many seconds as its sample has here, at least one."
                )
        default: return SQLAggregate("AVG(value)", "Each sample weighs the same.")
        }
    }

    /// - Parameter fraction: 0 to 1.
    static func percentile(
        _ fraction: Double, rule: StatisticRules.PercentileRule, of value: String = "value", place: String = "place", size: String = "size"
    ) -> SQLAggregate {
        if rule == .nearest {
            // The rank is the fraction of the size, rounded up, at least 1; places count from 0.
            let rank = "\(SQLLiteral.real(fraction)) * \(size)"
            return SQLAggregate(
                "MAX(CASE WHEN (\(place) < \(rank) AND \(place) + 1 >= \(rank)) OR (\(place) = 0 AND \(rank) <= 0) THEN \(value) END)",
                "The smallest value that is not below that share of all.", windows: [.place]
            )
        }
        let distance = "ABS(\(place) - \(SQLLiteral.real(fraction)) * (\(size) - 1))"
        return SQLAggregate(
            "SUM(CASE WHEN \(distance) < 1 THEN \(value) * (1 - \(distance)) END)",
            "The value at the rank, on the line between its neighbours: each counts by how near it is.", windows: [.place]
        )
    }
}
