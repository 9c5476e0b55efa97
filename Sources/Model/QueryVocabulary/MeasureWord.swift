/// Words that start a measure with a condition. Its value is the share of the samples or of the time that meets the condition (S2.9).
package enum MeasureWord: String, Sendable, CaseIterable {
    case share
    case timeInRange = "time in range"
    case timeBelow = "time below"
    case timeAbove = "time above"

    /// The default name of its column.
    package var columnName: String {
        switch self {
        case .share: "share"
        case .timeInRange: "timeInRange"
        case .timeBelow: "timeBelow"
        case .timeAbove: "timeAbove"
        }
    }

    /// The name of the measures that a consensus recommends for glucose sensors (S2.12).
    package static let glucoseRanges = "glucose ranges"

    /// The longest time that a reading lasts, unless the query says how long (S2.10): three intervals of a glucose sensor, or one of an
    /// older sensor.
    package static let usualHolding: Int64 = 15 * 60_000

    /// Returns true for metrics of which the word can be measured.
    package func isLegal(for nature: MetricNature) -> Bool {
        switch self {
        case .share: nature != .workoutField
        case .timeInRange, .timeBelow, .timeAbove: nature == .discrete
        }
    }

    /// A measure with this word, for help and completion.
    package var example: String {
        switch self {
        case .share: "share (value > 100) of heartRate"
        case .timeInRange: "time in range 70 to 180 of bloodGlucose"
        case .timeBelow: "time below 70 of bloodGlucose"
        case .timeAbove: "time above 180 of bloodGlucose"
        }
    }

    var entry: Grammar.Entry {
        let (syntax, summary) =
            switch self {
            case .share: ("share (CONDITION) of METRIC", "finds the share of samples, amounts or time that meets a condition")
            case .timeInRange:
                (
                    "time in range [NUMBER to NUMBER] of METRIC",
                    "finds the share of time with readings in a range, by default that of the glucose consensus"
                )
            case .timeBelow: ("time below NUMBER of METRIC", "finds the share of time with readings below a limit")
            case .timeAbove: ("time above NUMBER of METRIC", "finds the share of time with readings above a limit")
            }
        return Grammar.Entry(.aggregate, rawValue, syntax, summary, "\(example) by week")
    }
}
