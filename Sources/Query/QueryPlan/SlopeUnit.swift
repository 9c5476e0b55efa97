import HealthModel
import QueryVocabulary

/// The unit of a slope, such as `kg/week` or `mg/dL per week` (S9.6). It is not one of HealthKit's units, which have no weeks.
package struct SlopeUnit: Hashable, Sendable {
    /// The unit of the changes, which are differences.
    private let unit: HealthUnit
    private let period: TrendPeriod

    /// Reads a unit that ends with a period; nil for other texts.
    package init?(_ text: String) {
        let slash = text.lastIndex(of: "/").map { (text[..<$0], text[text.index(after: $0)...]) }
        let per = text.firstRange(of: " per ").map { (text[..<$0.lowerBound], text[$0.upperBound...]) }
        guard let (first, last) = per ?? slash, let period = Self.periods[last.filter { !$0.isWhitespace }.lowercased()] else { return nil }
        let name = first.filter { !$0.isWhitespace }
        guard case .success(let unit) = HealthUnit.parseForPeople(name == "1" ? HealthUnit.count.symbol : name) else { return nil }
        (self.unit, self.period) = (unit, period)
    }

    private static let periods: [String: TrendPeriod] = [
        "d": .day, "day": .day, "wk": .week, "week": .week, "mo": .month, "month": .month, "yr": .year, "year": .year,
    ]

    /// Returns a slope in this unit in another one. Nil if the dimensions differ, or for days and months, which have no fixed ratio.
    ///
    /// Slopes in percent are points, not fractions, so they convert only to such slopes.
    package func convert(_ number: Double, to other: SlopeUnit) -> Double? {
        guard (unit.symbol == HealthUnit.percent.symbol) == (other.unit.symbol == HealthUnit.percent.symbol),
            let conversion = unit.interval.conversion(to: other.unit.interval)
        else { return nil }
        let lengths: (own: Int, other: Int)
        if let days = period.dayCount, let others = other.period.dayCount {
            lengths = (days, others)
        } else if let months = period.monthCount, let others = other.period.monthCount {
            lengths = (months, others)
        } else {
            return nil
        }
        let converted = conversion(number)
        return lengths.own == lengths.other ? converted : converted * Double(lengths.other) / Double(lengths.own)
    }
}
