/// The periods for which `trend` can give its slope.
package enum TrendPeriod: String, CaseIterable, Hashable, Sendable {
    case day, week, month, year

    /// The number of days; nil for periods of different lengths.
    package var dayCount: Int? {
        switch self {
        case .day: 1
        case .week: 7
        case .month, .year: nil
        }
    }

    /// The number of months; nil for periods shorter than a month.
    package var monthCount: Int? {
        switch self {
        case .day, .week: nil
        case .month: 1
        case .year: 12
        }
    }
}
