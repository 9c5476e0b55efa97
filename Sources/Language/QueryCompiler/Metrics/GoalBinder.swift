import HealthModel
import QueryDiagnostics
import QueryPlan
import QuerySyntax
import QueryVocabulary

/// Goals of a day, in `progress` and in `set goal`.
extension Binder {
    /// Returns the goal in the unit of `column`; nil for `none`.
    func goal(_ literal: Literal, of column: BoundColumn) throws(Reported) -> Double? {
        let name = column.metric.name
        let unit = column.measure.unit
        let example = unit.map { $0 == .count ? "goal 10000" : "goal 600 \($0.symbol)" } ?? "goal 10000"
        return try resolving(literal) { (value) throws(Reported) -> Double? in
            if case .name(let word) = value {
                if word.key == "none" { return nil }
                throw report(
                    .goalValue, "the goal of \(name) is a number, but `\(word.text)` isn't one", at: literal.range,
                    help: "write for example `\(example)`, or `none` for no goal",
                    fix: .spelling(Suggestion.best(for: word.text, among: ["none"]), at: literal.range))
            }
            let amount = try amount(of: value, of: column.metric, in: ColumnUnit(unit), named: name)
            guard amount > 0, amount.isFinite else {
                throw report(
                    .goalValue, "a goal must be greater than 0", at: literal.range,
                    help: "write for example `\(example)`, or `none` for no goal")
            }
            return amount
        }
    }
}
