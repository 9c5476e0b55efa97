/// Words that start a measure with arguments: a share of the samples or of the time (S2.9), or the fastest part of a row (S2.14). And the
/// share of doses that were taken (S2.16), whose only argument is the metric.
package enum MeasureWord: String, Sendable, CaseIterable {
    case share
    case timeInRange = "time in range"
    case timeBelow = "time below"
    case timeAbove = "time above"
    /// The shortest time in which samples add up to an amount.
    case fastest
    /// The share of scheduled doses that were taken.
    case adherence

    /// The default name of its column.
    package var columnName: String {
        switch self {
        case .share: "share"
        case .timeInRange: "timeInRange"
        case .timeBelow: "timeBelow"
        case .timeAbove: "timeAbove"
        case .fastest: "fastest"
        case .adherence: "adherence"
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
        case .fastest: nature == .cumulative
        case .adherence: nature == .interval
        }
    }

    /// True for shares of the time of readings with some values.
    package var isTimeOfValues: Bool { [.timeInRange, .timeBelow, .timeAbove].contains(self) }

    /// A measure with this word, for help and completion.
    package var example: String {
        switch self {
        case .share: "share (value > 100) of heartRate"
        case .timeInRange: "time in range 70 to 180 of bloodGlucose"
        case .timeBelow: "time below 70 of bloodGlucose"
        case .timeAbove: "time above 180 of bloodGlucose"
        case .fastest: "fastest 5 km of distance"
        case .adherence: "adherence medicationDoses"
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
            case .fastest: ("fastest NUMBER UNIT of METRIC", "finds the shortest time in which the samples add up to an amount")
            case .adherence: ("adherence medicationDoses", "finds the share of scheduled doses that were taken")
            }
        return Grammar.Entry(.aggregate, rawValue, syntax, summary, "\(example) by \(self == .fastest ? "workout" : "week")")
    }
}
