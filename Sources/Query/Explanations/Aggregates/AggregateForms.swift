package import HealthModel
package import QueryPlan
package import QueryVocabulary

/// Translates aggregates to SQL, Swift and HealthKit.
extension Aggregate {
    /// Returns the SQL aggregate over the parts of samples in a cell.
    ///
    /// - Parameter active: The SQL expression for the milliseconds for which a sample counts in the cell.
    package func sql(style: AggregationStyle?, rules: StatisticRules, active: String) -> SQLAggregate {
        switch self {
        case .sum:
            SQLAggregate(
                "SUM(CASE WHEN \(active) = end_ms - start_ms THEN value ELSE value * \(active) / (end_ms - start_ms) END)",
                "If only part of a sample is in this row, its value counts in proportion to its time.")
        case .average: .average(style, rules: rules, active: active)
        case .min: SQLAggregate("MIN(value)", "The smallest value.")
        case .max: SQLAggregate("MAX(value)", "The greatest value.")
        case .count where rules.count == .start:
            SQLAggregate("SUM(CASE WHEN from_ms = start_ms THEN 1 ELSE 0 END)", "A sample counts in the row in which it starts.")
        case .count: SQLAggregate("COUNT(*)", "Samples are counted before sources are merged.")
        case .duration where rules.duration == .sum:
            SQLAggregate(
                "SUM(to_ms - from_ms) / 1000.0",
                "Seconds. Time that several samples cover counts once for each sample.")
        case .duration:
            SQLAggregate(
                """
                SUM(CASE WHEN covered_ms IS NULL OR covered_ms <= from_ms THEN to_ms - from_ms
                  WHEN covered_ms < to_ms THEN to_ms - covered_ms ELSE 0 END) / 1000.0
                """, "Seconds covered by at least one sample: each part adds the time that no earlier part covers.", windows: [.covered])
        case .latest: SQLAggregate("MAX(CASE WHEN from_last = 1 THEN value END)", "The value of the latest sample.", windows: [.latest])
        case .first: SQLAggregate("MAX(CASE WHEN from_first = 1 THEN value END)", "The value of the first sample.", windows: [.first])
        case .stddev:
            SQLAggregate(
                "CASE WHEN COUNT(*) > 1 THEN SQRT(SUM((value - mean) * (value - mean)) / (COUNT(*) - 1)) END",
                "The sample standard deviation; NULL for a single sample.", windows: [.mean])
        case .median: .percentile(.half, rule: rules.percentile)
        case .percentile(let percent): .percentile(RankFraction(percent: percent), rule: rules.percentile)
        // Tables of moments have only times, no parts of samples.
        case .firstStart: SQLAggregate("MIN(from_ms)", "The earliest start.")
        case .lastEnd: SQLAggregate("MAX(to_ms)", "The latest end.")
        case .coverage: SQLAggregate("COUNT(*)", "The number of quarter hours.")
        case .rmssd, .sdnn, .pnn50: preconditionFailure("SQL and Swift code refuse heartbeats")
        }
    }

    /// Returns the SQL aggregate over the values of rows, and the additional columns that it needs.
    package func sql(of row: SQLRowValue) -> (text: String, windows: [String]) {
        let (value, number) = (row.name, row.number)
        func rank(_ rank: RankFraction) -> (String, [String]) {
            let windows = [
                "ROW_NUMBER() OVER (\(row.parts) ORDER BY \(row.missingLast), \(row.taken)) - 1 AS place\(number)",
                "COUNT(\(row.taken)) OVER (\(row.parts)) AS size\(number)",
            ]
            let percentile = SQLAggregate.percentile(rank, rule: row.rule, of: value, place: "place\(number)", size: "size\(number)")
            return (percentile.text, windows)
        }
        func at(_ end: String) -> (String, [String]) {
            let time = row.order.split(separator: ", ").map { "\($0)\(end)" }.joined(separator: ", ")
            return (
                "MAX(CASE WHEN place\(number) = 1 THEN \(value) END)",
                ["ROW_NUMBER() OVER (\(row.parts) ORDER BY \(row.missingLast), \(time)) AS place\(number)"]
            )
        }
        switch self {
        case .sum, .firstStart, .lastEnd, .coverage: return ("SUM(\(value))", [])
        case .average, .rmssd, .sdnn, .pnn50: return ("AVG(\(value))", [])
        case .min: return ("MIN(\(value))", [])
        case .max: return ("MAX(\(value))", [])
        case .count: return ("COUNT(\(value))", [])
        case .duration: return ("SUM(CASE WHEN \(value) IS NOT NULL THEN (end_ms - start_ms) / 60000.0 END)", [])
        case .first: return at("")
        case .latest: return at(" DESC")
        case .stddev:
            let deviation = "(\(value) - mean\(number))"
            return (
                "CASE WHEN COUNT(\(value)) > 1 THEN SQRT(SUM(\(deviation) * \(deviation)) / (COUNT(\(value)) - 1)) END",
                ["AVG(\(row.taken)) OVER (\(row.parts)) AS mean\(number)"]
            )
        case .median: return rank(.half)
        case .percentile(let percent): return rank(RankFraction(percent: percent))
        }
    }

    /// Returns a Swift expression of type `Double?` over `parts`, in storage units.
    package func swift(_ parts: SwiftParts) -> String {
        let (value, values) = (parts.value, parts.values)
        let spans = parts.areDecided ? "decidedSpans" : "spans"
        func over(_ result: String) -> String { "parts.isEmpty ? nil : \(result)" }
        switch self {
        case .sum: return "total(parts) { \(value) }"
        case .average:
            switch parts.style {
            case .discreteTemporallyWeighted:
                return over("parts.map { \(value) * weight($0) }.reduce(0, +) / parts.map(weight).reduce(0, +)")
            case .discreteEquivalentContinuousLevel:
                return over(
                    "10 * log10(parts.map { pow(10, \(value) / 10) * weight($0) }.reduce(0, +) / parts.map(weight).reduce(0, +))")
            default: return over("\(values).reduce(0, +) / Double(\(values).count)")
            }
        case .min: return "\(values).min()"
        case .max: return "\(values).max()"
        case .latest: return "parts.last.map { \(value) }"
        case .first: return "parts.first.map { \(value) }"
        case .count: return "Double(Set(parts.map { $0.sample.uuid }).count)"
        case .duration:
            let name = parts.areDecided ? "decidedParts" : "parts"
            let intervals = parts.areDecided ? "decidedParts" : "parts.map { $0.interval }"
            let seconds = parts.addsDurations ? "\(intervals).map { $0.duration }.reduce(0, +)" : "covered(\(intervals))"
            return "\(name).isEmpty ? nil : \(seconds)"
        case .median: return "quantile(50, in: 100, of: \(values))"
        case .stddev: return "deviation(\(values))"
        case .percentile(let percent):
            let rank = RankFraction(percent: percent)
            return "quantile(\(rank.numerator), in: \(rank.denominator), of: \(values))"
        case .firstStart: return "\(spans).map { $0.start }.filter { moment in own.contains { isInside(moment, $0) } }.min()"
        case .coverage: return "coverage(of: spans, in: own)"
        case .rmssd, .sdnn, .pnn50: preconditionFailure("SQL and Swift code refuse heartbeats")
        case .lastEnd: return "\(spans).filter { span in own.contains { endsInside(span, $0) } }.map { $0.end }.max()"
        }
    }

    /// The helper function that its Swift expression calls, if any.
    package var swiftHelper: SwiftHelper? {
        switch self {
        case .stddev: .deviation
        default: definition.isRank ? .quantile : nil
        }
    }

    /// The option of HealthKit's statistics and the method that returns its value; nil if HealthKit does not compute this aggregate.
    package var statisticsOption: (option: String, method: String)? {
        switch self {
        case .sum: (".cumulativeSum", "sumQuantity")
        case .average: (".discreteAverage", "averageQuantity")
        case .min: (".discreteMin", "minimumQuantity")
        case .max: (".discreteMax", "maximumQuantity")
        case .latest: (".mostRecent", "mostRecentQuantity")
        case .duration: (".duration", "duration")
        default: nil
        }
    }
}

/// The SQL names of the row values that an aggregate reads from one column.
package struct SQLRowValue {
    /// The number of the aggregate in its stage, from 1.
    package let number: Int
    /// The expression for the value of a row.
    package let taken: String
    /// The `PARTITION BY` clause for the cells.
    package let parts: String
    /// The columns that order rows by time.
    package let order: String
    package let rule: StatisticRules.PercentileRule

    package init(number: Int, taken: String, parts: String, order: String, rule: StatisticRules.PercentileRule) {
        (self.number, self.taken, self.parts, self.order, self.rule) = (number, taken, parts, order, rule)
    }

    package var name: String { "v\(number)" }
    package var missingLast: String { "CASE WHEN \(taken) IS NULL THEN 1 ELSE 0 END" }
}

/// The Swift names of the parts of samples in a cell.
package struct SwiftParts {
    /// An expression for the value of one part, `$0`.
    package let value: String
    /// An expression for the values of all parts.
    package let values: String
    package let style: AggregationStyle?
    /// True if sources have been compared before, so that only some of the time counts.
    package let areDecided: Bool
    /// True if `duration` counts time once for each sample that covers it.
    package let addsDurations: Bool

    package init(value: String, values: String, style: AggregationStyle?, areDecided: Bool, addsDurations: Bool) {
        (self.value, self.values, self.style) = (value, values, style)
        (self.areDecided, self.addsDurations) = (areDecided, addsDurations)
    }
}

/// A helper function that only some expressions call.
package enum SwiftHelper { case quantile, deviation }
