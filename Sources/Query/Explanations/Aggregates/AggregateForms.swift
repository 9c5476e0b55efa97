import HealthModel
import QueryPlan
import QueryVocabulary

/// The one table of what aggregates are in SQL, in Swift and in HealthKit.
extension Aggregate {
    /// Returns the aggregate over the parts that samples have in a cell.
    ///
    /// - Parameters:
    ///   - active: the milliseconds that a sample counts in the cell.
    ///   - times: how many samples a part stands for; nil where it is one.
    func sql(style: AggregationStyle?, rules: StatisticRules, active: String, times: String?) -> SQLAggregate {
        switch self {
        case .sum:
            SQLAggregate(
                "SUM(CASE WHEN \(active) = end_ms - start_ms THEN value ELSE value * \(active) / (end_ms - start_ms) END)",
                "Of a value that is not wholly here its share of the sample's time counts.")
        case .average: .average(style, rules: rules, active: active)
        case .min: SQLAggregate("MIN(value)", "The smallest value.")
        case .max: SQLAggregate("MAX(value)", "The greatest value.")
        case .count where rules.count == .start:
            SQLAggregate("SUM(CASE WHEN from_ms = start_ms THEN 1 ELSE 0 END)", "Samples count where they start.")
        case .count: SQLAggregate("COUNT(*)", "Samples count before sources are merged.")
        case .duration where rules.duration == .sum:
            SQLAggregate(
                times.map { "SUM((to_ms - from_ms) * \($0)) / 1000.0" } ?? "SUM(to_ms - from_ms) / 1000.0",
                "Seconds, those that several samples have as often.")
        case .duration:
            SQLAggregate(
                """
                SUM(CASE WHEN covered_ms IS NULL OR covered_ms <= from_ms THEN to_ms - from_ms
                  WHEN covered_ms < to_ms THEN to_ms - covered_ms ELSE 0 END) / 1000.0
                """, "Seconds that any sample covers: of each part what those before it do not reach.", windows: [.covered])
        case .latest: SQLAggregate("MAX(CASE WHEN from_last = 1 THEN value END)", "The value of the latest.", windows: [.latest])
        case .first: SQLAggregate("MAX(CASE WHEN from_first = 1 THEN value END)", "The value of the first.", windows: [.first])
        case .stddev:
            SQLAggregate(
                "CASE WHEN COUNT(*) > 1 THEN SQRT(SUM((value - mean) * (value - mean)) / (COUNT(*) - 1)) END",
                "The sample standard deviation; one sample has none.", windows: [.mean])
        case .median: .percentile(0.5, rule: rules.percentile)
        case .percentile(let percent): .percentile(percent / 100, rule: rules.percentile)
        }
    }

    /// Returns the aggregate over values of rows, and the columns that it needs beside them.
    func sql(of row: SQLRowValue) -> (text: String, windows: [String]) {
        let (value, number) = (row.name, row.number)
        func rank(_ fraction: Double) -> (String, [String]) {
            let windows = [
                "ROW_NUMBER() OVER (\(row.parts) ORDER BY \(row.missingLast), \(row.taken)) - 1 AS place\(number)",
                "COUNT(\(row.taken)) OVER (\(row.parts)) AS size\(number)",
            ]
            let percentile = SQLAggregate.percentile(fraction, rule: row.rule, of: value, place: "place\(number)", size: "size\(number)")
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
        case .sum: return ("SUM(\(value))", [])
        case .average: return ("AVG(\(value))", [])
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
        case .median: return rank(0.5)
        case .percentile(let percent): return rank(percent / 100)
        }
    }

    /// Returns a Swift expression of type `Double?` over `parts`, in storage units.
    func swift(_ parts: SwiftParts) -> String {
        let (value, values) = (parts.value, parts.values)
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
        case .median: return "quantile(0.5, of: \(values))"
        case .stddev: return "deviation(\(values))"
        case .percentile(let percent): return "quantile(\(SwiftText.number(percent / 100)), of: \(values))"
        }
    }

    /// The function that its expression in Swift calls, beside those of all.
    var swiftHelper: SwiftHelper? {
        switch self {
        case .stddev: .deviation
        default: definition.isRank ? .quantile : nil
        }
    }

    /// The option of HealthKit's statistics, and the method that returns it; nil for what HealthKit does not compute.
    var statisticsOption: (option: String, method: String)? {
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

/// The values of a column of rows that an aggregate takes, as SQL names them.
struct SQLRowValue {
    /// The number of the aggregate among those of its stage, from 1.
    let number: Int
    /// What a row gives before it has a name.
    let taken: String
    /// `PARTITION BY` the cells.
    let parts: String
    /// The order of time.
    let order: String
    let rule: StatisticRules.PercentileRule

    var name: String { "v\(number)" }
    var missingLast: String { "CASE WHEN \(taken) IS NULL THEN 1 ELSE 0 END" }
}

/// The parts that samples have in a cell, as Swift names them.
struct SwiftParts {
    /// The value of one part, `$0`.
    let value: String
    /// The values of all.
    let values: String
    let style: AggregationStyle?
    /// Whether sources were heard before, so that only some of the time counts.
    let areDecided: Bool
    /// Whether `duration` counts time that several samples cover as often.
    let addsDurations: Bool
}

/// A function that only some expressions call.
enum SwiftHelper { case quantile, deviation }
