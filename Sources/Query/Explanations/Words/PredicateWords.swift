import CalendarIntervals
import HealthModel
package import QueryPlan
import QueryVocabulary
import TerminalText

/// Describes a condition of a plan in words, for findings.
package enum ConditionText {
    package static func of(_ predicate: Predicate, in plan: Plan) -> String { PredicateWords(plan).phrase(predicate) }
}

/// Describes a condition in words.
struct PredicateWords {
    private let plan: Plan

    init(_ plan: Plan) { self.plan = plan }

    func phrase(_ predicate: Predicate) -> String { phrase(predicate, isInner: false) }

    private func phrase(_ predicate: Predicate, isInner: Bool) -> String {
        if let names = predicate.unlistedNames { return "the value is “\(Self.shortName(names))”, which is not in the tables" }
        switch predicate {
        case .all(let parts): return joined(parts, by: "and", isInner: isInner)
        case .any(let parts): return joined(parts, by: "or", isInner: isInner)
        case .not(let part): return "not (\(phrase(part)))"
        case .number(let field, let comparison, let number):
            return "\(name(field)) is \(word(comparison))\(text(number, of: field))"
        case .numberBetween(let field, let low, let high):
            return "\(name(field)) is from \(text(low, of: field)) to \(text(high, of: field))"
        case .numberIn(let field, let numbers):
            return "\(name(field)) is \(numbers.map { text($0, of: field) }.listed(with: "or"))"
        case .text(.activity, .equals(let names)):
            return "the activity is \(names.map { WorkoutActivityType(exportName: $0).shortName }.joined(separator: " or "))"
        case .text(let field, let test): return "\(name(field)) \(words(test))"
        case .profile(let profile, let slots):
            return "the \(profile.phrase) of the start is \(slots.map { profile.label(ofSlot: Int($0)) }.joined(separator: ", "))"
        case .timeOfDay(let times): return "the time of day of the start is from \(times.text)"
        case .numberMissing(let field): return "\(name(field)) is missing"
        case .textMissing(let field): return "\(name(field)) is missing"
        case .person(let field, let test): return "the \(field == .id ? "person" : "person’s \(field.name)") \(words(test))"
        case .enteredByUser: return "the sample was entered by hand"
        case .constant(let isTrue): return isTrue ? "the condition is always true" : "the condition is never true"
        }
    }

    /// Returns the name of a value without Apple's prefix, which the query did not write if the value can have several names.
    private static func shortName(_ names: [String]) -> String {
        guard names.count > 1, let last = names.last, last.hasPrefix(CategoryValues.prefix) else { return names.first ?? "" }
        let name = last.dropFirst(CategoryValues.prefix.count)
        return name.prefix(1).lowercased() + name.dropFirst()
    }

    private func joined(_ parts: [Predicate], by word: String, isInner: Bool) -> String {
        let text = parts.map { phrase($0, isInner: true) }.joined(separator: " \(word) ")
        return isInner && parts.count > 1 ? "(\(text))" : text
    }

    private func word(_ comparison: Comparison) -> String {
        switch comparison {
        case .equal: ""
        case .notEqual: "not "
        case .less: "below "
        case .lessOrEqual: "at most "
        case .greater: "above "
        case .greaterOrEqual: "at least "
        }
    }

    private func words(_ test: TextTest) -> String {
        switch test {
        case .equals(let texts): "is \(texts.map { "“\($0)”" }.joined(separator: " or "))"
        case .contains(let text): "contains “\(text)”"
        case .startsWith(let text): "starts with “\(text)”"
        case .matches(let pattern): "matches “\(pattern)”"
        }
    }

    private func words(_ test: PersonTest) -> String {
        switch test {
        case .isMissing: "is missing"
        case .among(let texts): words(.equals(texts))
        case .text(let test): words(test)
        case .number(let comparison, let number): "is \(word(comparison))\(Self.number(number))"
        case .date(let comparison, let date): "is \(word(comparison))\(date)"
        }
    }

    private func name(_ field: NumberField) -> String {
        switch field {
        case .value: "the value"
        case .start: "the start"
        case .end: "the end"
        case .created: "the creation time"
        case .duration: "the duration"
        case .workout(.activeDuration): "the active duration"
        case .workout(.distance): "the distance"
        case .workout(.climb(let climb)): "the \(climb.name)"
        case .workout(.statistic(let metric)): "its \(metric.shortName)"
        case .workout(.reading(let metric, let reading)): "its \(reading.name) \(metric.shortName)"
        case .metadata(let key), .metadataAmount(let key, _): "the metadata “\(key)”"
        }
    }

    private func name(_ field: TextField) -> String {
        switch field {
        case .source: "the source"
        case .device: "the device"
        case .product: "the product"
        case .metadata(let key): "the metadata “\(key)”"
        case .words(let key): "one of the \(key)"
        case .activity: "the activity"
        }
    }

    /// Formats a number as its field needs it: a time, a duration in seconds, a value in its storage unit, or the name of a category value.
    private func text(_ number: Double, of field: NumberField) -> String {
        switch field {
        case .start, .end, .created: return Int64(exactly: number).map { TimeWords(plan).text(Instant(milliseconds: $0)) } ?? "\(number)"
        case .duration, .workout(.activeDuration): return "\(Self.number(number)) s"
        case .workout(.distance): return "\(Self.number(number)) km"
        case .workout(.climb): return "\(Self.number(number)) m"
        case .workout(.statistic(let metric)), .workout(.reading(let metric, _)): return Self.amount(number, Self.unit(of: metric))
        case .metadata: return Self.number(number)
        case .metadataAmount(_, let unit): return "\(Self.number(number)) \(HealthUnit.shown(unit.symbol))"
        case .value:
            guard let metric = subject else { return Self.number(number) }
            if case .category(let type)? = MetricCatalog.metric(metric)?.kind, let name = Int(exactly: number).flatMap(type.shortName(raw:))
            {
                return name
            }
            return Self.amount(number, Self.unit(of: metric))
        }
    }

    private var subject: MetricID? {
        switch plan.subject {
        case .statistics(let measures): measures.first?.metric
        case .samples(let listing): listing.metric
        case .summaries: nil
        }
    }

    private static func unit(of metric: MetricID) -> String? {
        guard case .quantity(let type)? = MetricCatalog.metric(metric)?.kind else { return nil }
        return type.storageUnit.symbol
    }

    /// Returns a stored value with its unit. Fractions are in percent.
    static func amount(_ value: Double, _ unit: String?) -> String {
        "\(number(shown(value, unit)))\(unit.map { " \(HealthUnit.shown($0))" } ?? "")"
    }

    /// Returns a stored value as people see it: fractions in percent, without the last digits of the binary product.
    static func shown(_ value: Double, _ unit: String?) -> Double {
        unit == HealthUnit.percent.symbol ? (value * 1e14).rounded() / 1e12 : value
    }

    static func number(_ value: Double) -> String { value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)" }
}
