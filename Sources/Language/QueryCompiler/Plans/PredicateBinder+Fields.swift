import HealthModel
import QueryDiagnostics
import QueryPlan
import QuerySyntax
import QueryVocabulary
import TerminalText

/// Conditions on fields that only some metrics have: `label = calm`, `risk >= moderate`.
extension PredicateBinder {
    func compareField(_ field: SampleField, _ comparison: Comparison, _ literal: Literal) throws(Reported) -> QueryPlan.Predicate {
        if field.isOfZones { return try compareZone(comparison, literal) }
        let values = try values(literal, field)
        guard let classes = field.classes else {
            let test = QueryPlan.Predicate.text(field.text ?? .activity, .equals(values))
            return comparison == .notEqual ? .not(test) : test
        }
        let places = values.compactMap { classes.names.firstIndex(of: $0) }
        let last = classes.names.count - 1
        let parts: [QueryPlan.Predicate] = places.map { place in
            switch comparison {
            case .equal: classes.predicate(place...place)
            case .notEqual: .not(classes.predicate(place...place))
            case .less: place > 0 ? classes.predicate(0...place - 1) : .constant(false)
            case .lessOrEqual: classes.predicate(0...place)
            case .greater: place < last ? classes.predicate(place + 1...last) : .constant(false)
            case .greaterOrEqual: classes.predicate(place...last)
            }
        }
        return parts.count == 1 ? parts[0] : comparison == .notEqual ? .all(parts) : .any(parts)
    }

    /// Returns the condition on a zone. A number stands for the zones with this number in all sets: `zone = 2` is `2 of 3` to `2 of 9`.
    private func compareZone(_ comparison: Comparison, _ literal: Literal) throws(Reported) -> QueryPlan.Predicate {
        let field = SampleField.zone
        guard case .number(let number, nil) = literal else {
            let test = QueryPlan.Predicate.text(.metadata(field.name), .equals(try values(literal, field)))
            guard comparison.isEquality else {
                throw binder.report(
                    .unorderedField, "can't compare zones of different sets", at: literal.range, help: "write a number, as in `zone >= 4`")
            }
            return comparison == .notEqual ? .not(test) : test
        }
        guard let place = Int(exactly: number.value), 1...WorkoutZones.counts.upperBound ~= place else {
            throw binder.report(
                .unknownValue, "\(metric?.name ?? "the metric") has no zone `\(number.text)`", at: literal.range,
                help: "write a whole number from 1 to \(WorkoutZones.counts.upperBound)")
        }
        let passing = field.values.filter { name in
            let own = name.split(separator: " ").first.flatMap { Int($0) } ?? 0
            return comparison == .notEqual ? own == place : comparison.holds(own, place)
        }
        let test = QueryPlan.Predicate.text(.metadata(field.name), .equals(passing))
        return comparison == .notEqual ? .not(test) : test
    }

    /// Returns the values that a literal names. A word in quotes can be one that the table lacks.
    private func values(_ literal: Literal, _ field: SampleField) throws(Reported) -> [String] {
        let names = try names(literal)
        var values: [String] = []
        for name in names {
            if let value = field.value(named: name) {
                values.append(value)
            } else if field.values.isEmpty {
                values.append(name)
            } else if case .texts = literal, field.classes == nil {
                values.append(name)
            } else {
                throw binder.report(
                    .unknownValue, "\(metric?.name ?? "the metric") has no \(field.name) `\(name)`", at: literal.range,
                    help: field.helpForValues,
                    note: field.classes == nil ? "if a newer system has this value, write its name in quotes" : nil,
                    fix: names.count == 1 ? .spelling(Suggestion.best(for: name, among: field.values), at: literal.range) : nil)
            }
        }
        return values
    }
}

extension SampleField {
    /// The values that a condition can have, as a help text.
    fileprivate var helpForValues: String {
        if isOfZones { return "write the number of a zone, as in `zone = 2`, or a zone of one set, as in `zone is \"2 of 5\"`" }
        if values.isEmpty { return "write a text in quotes, as in `\(name) is \"118 to 130 count/min\"`" }
        return "use one of these values: \(values.joined(separator: ", "))"
    }

    /// The text that conditions test; nil for classes of values.
    var text: TextField? {
        switch content {
        case .word(let key): .metadata(key)
        case .words(let key): .words(key)
        case .classes: nil
        }
    }
}
