import HealthModel

/// The unit that a student wrote after a number, in comparison with that of the question.
struct GivenUnit {
    /// The sizes that the unit can have, such as 1000 for kilometres in metres. Empty if it is for something else.
    let factors: [Double]
    /// The unit as it was written; empty for text that is not a unit.
    let text: String

    init(_ text: String, in question: ClassKey.Question) {
        let asked = question.rounding.unit
        let (unit, period) = Self.parts(of: text)
        let given = Self.unit(unit)
        self.text = given == nil && period == nil ? "" : text
        if let period, period != question.period {
            factors = []
        } else if asked == "minutes", unit == "m" {
            factors = [1]
        } else if asked == "kilocalories", ["cal", "cals"].contains(unit.lowercased()) {
            // Most people mean the large calorie.
            factors = [1000, 1]
        } else if let given {
            factors = Self.factor(from: HealthUnit.parseInFile(asked) ?? HealthUnit.count, to: given).map { [$0] } ?? []
        } else {
            // A text that is not a unit says what was counted.
            factors = [1]
        }
    }

    /// Returns the unit without the time in `steps per day`, `kcal/day` and `km a day`. Speeds such as `beats per minute` are one unit.
    private static func parts(of text: String) -> (unit: String, period: AskedPeriod?) {
        let words = text.replacing("/", with: " per ").split(separator: " ")
        guard let last = words.last?.lowercased() else { return ("", nil) }
        if last == "daily" { return (words.dropLast().joined(separator: " "), .day) }
        guard words.count > 1, ["per", "a", "an", "each", "every"].contains(words[words.count - 2].lowercased()),
            let period = AskedPeriod.allCases.first(where: { $0.words.contains(last) })
        else { return (text, nil) }
        return (words.dropLast(2).joined(separator: " "), period)
    }

    /// Returns the unit of all words, or of the first one: `h asleep`.
    private static func unit(_ text: String) -> HealthUnit? {
        guard !text.isEmpty else { return nil }
        return HealthUnit.parseInFile(text) ?? text.split(separator: " ").first.flatMap { HealthUnit.parseInFile(String($0)) }
    }

    private static func factor(from asked: HealthUnit, to given: HealthUnit) -> Double? {
        // A percentage is a count in the table of units.
        let (isPercent, wantsPercent) = (given.symbol == "%", asked.symbol == "%")
        if isPercent != wantsPercent { return !isPercent && given == .count ? 1 : nil }
        return isPercent ? 1 : HealthUnit.convert(1, from: asked, to: given)
    }
}
