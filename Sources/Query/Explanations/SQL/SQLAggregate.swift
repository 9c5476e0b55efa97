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

    /// - Parameters:
    ///   - active: the milliseconds that a sample counts in the cell.
    ///   - times: how many samples a part stands for; nil where it is one.
    init(_ measure: Measure, rules: StatisticRules, active: String, times: String? = nil) {
        switch measure.aggregate {
        case .sum:
            text = "SUM(CASE WHEN \(active) = end_ms - start_ms THEN value ELSE value * \(active) / (end_ms - start_ms) END)"
            purpose = "Of a value that is not wholly here its share of the sample's time counts."
            windows = []
        case .average:
            (text, purpose) = Self.average(measure.style, rules: rules, active: active)
            windows = []
        case .min, .max:
            text = measure.aggregate == .min ? "MIN(value)" : "MAX(value)"
            purpose = "The \(measure.aggregate == .min ? "smallest" : "greatest") value."
            windows = []
        case .count:
            text = rules.count == .start ? "SUM(CASE WHEN from_ms = start_ms THEN 1 ELSE 0 END)" : "COUNT(*)"
            purpose = rules.count == .start ? "Samples count where they start." : "Samples count before sources are merged."
            windows = []
        case .duration where rules.duration == .sum:
            text = times.map { "SUM((to_ms - from_ms) * \($0)) / 1000.0" } ?? "SUM(to_ms - from_ms) / 1000.0"
            purpose = "Seconds, those that several samples have as often."
            windows = []
        case .duration:
            text = """
                SUM(CASE WHEN covered_ms IS NULL OR covered_ms <= from_ms THEN to_ms - from_ms
                  WHEN covered_ms < to_ms THEN to_ms - covered_ms ELSE 0 END) / 1000.0
                """
            purpose = "Seconds that any sample covers: of each part what those before it do not reach."
            windows = [.covered]
        case .latest:
            text = "MAX(CASE WHEN from_last = 1 THEN value END)"
            purpose = "The value of the latest."
            windows = [.latest]
        case .first:
            text = "MAX(CASE WHEN from_first = 1 THEN value END)"
            purpose = "The value of the first."
            windows = [.first]
        case .stddev:
            text = "CASE WHEN COUNT(*) > 1 THEN SQRT(SUM((value - mean) * (value - mean)) / (COUNT(*) - 1)) END"
            purpose = "The sample standard deviation; one sample has none."
            windows = [.mean]
        case .median:
            (text, purpose) = Self.percentile(0.5, rule: rules.percentile)
            windows = [.place]
        case .percentile(let percent):
            (text, purpose) = Self.percentile(percent / 100, rule: rules.percentile)
            windows = [.place]
        }
    }

    private static func average(_ style: AggregationStyle?, rules: StatisticRules, active: String) -> (String, String) {
        let isEqual = rules.weighting == .equal
        let weight = "CASE WHEN \(active) < 1000 THEN 1.0 ELSE \(active) / 1000.0 END"
        switch style {
        case .discreteTemporallyWeighted where !isEqual:
            return ("SUM(value * \(weight)) / SUM(\(weight))", "Each value weighs as many seconds as its sample has here, at least one.")
        case .discreteEquivalentContinuousLevel:
            let energy = "POWER(10.0, value / 10.0)"
            return isEqual
                ? ("10 * LOG10(AVG(\(energy)))", "Sound levels are averaged by the energy they stand for.")
                : (
                    "10 * LOG10(SUM(\(energy) * \(weight)) / SUM(\(weight)))",
                    "Sound levels are averaged by the energy they stand for; each weighs as many seconds as its sample has here, at least one."
                )
        default: return ("AVG(value)", "Each sample weighs the same.")
        }
    }

    /// - Parameter fraction: 0 to 1.
    static func percentile(
        _ fraction: Double, rule: StatisticRules.PercentileRule, of value: String = "value", place: String = "place", size: String = "size"
    ) -> (String, String) {
        if rule == .nearest {
            // The rank is the fraction of the size, rounded up, at least 1; places count from 0.
            let rank = "\(SQLLiteral.real(fraction)) * \(size)"
            return (
                "MAX(CASE WHEN (\(place) < \(rank) AND \(place) + 1 >= \(rank)) OR (\(place) = 0 AND \(rank) <= 0) THEN \(value) END)",
                "The smallest value that is not below that share of all."
            )
        }
        let distance = "ABS(\(place) - \(SQLLiteral.real(fraction)) * (\(size) - 1))"
        return (
            "SUM(CASE WHEN \(distance) < 1 THEN \(value) * (1 - \(distance)) END)",
            "The value at the rank, on the line between its neighbours: each counts by how near it is."
        )
    }
}
