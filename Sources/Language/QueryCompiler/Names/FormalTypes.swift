import CalendarIntervals
import HealthModel
import QueryDiagnostics
package import QuerySyntax

/// The types of values for formals and parameters.
extension Binder {
    /// Returns true if `value` has the type of `formal`, or else the type of its default.
    func accepts(_ value: LetStatement.Value, for formal: Formal) -> Bool {
        if let type = formal.type { return kinds(of: value).contains(type.kind) }
        guard let standard = formal.defaultValue else { return true }
        let wanted = kinds(of: LetStatement.Value(standard))
        return wanted.isEmpty || !wanted.isDisjoint(with: kinds(of: value))
    }

    /// Returns the types that a value can have. Empty for a whole query, and for yes and no.
    func kinds(of value: LetStatement.Value, depth: Int = 0) -> Set<FormalType.Kind> {
        switch value {
        case .query(let query):
            if let name = query.aliasedName { return kinds(of: name, depth: depth) }
            guard case .call(let name, _, _)? = query.aliasedCall, depth < 8, let body = context.names.function(name)?.definition.body
            else { return [] }
            return body.aliasedName == nil && body.aliasedCall == nil ? [] : [.metric]
        case .predicate: return [.predicate]
        case .intervals: return [.intervals]
        case .anchor: return [.number]
        case .span: return [.span, .time]
        case .when(let when):
            switch when.kind {
            case .instant(.date(_, nil)), .instant(.coarse), .instant(.month(_, nil)): return [.time, .span]
            default: return [.time]
            }
        case .unit(let unit): return Self.isUnit(unit.text) ? [.unit, .text] : [.text]
        case .literal(.number(let number, nil)): return TimeResolver.year(number) == nil ? [.number] : [.number, .time, .span]
        case .literal(.number): return [.number]
        // `hour` and `day` are also units.
        case .literal(.duration(let amount)): return amount.count == nil ? [.duration, .unit] : [.duration]
        case .literal(.texts), .literal(.zones): return [.text]
        case .literal(.time): return [.time]
        case .literal: return []
        }
    }

    private func kinds(of name: Name, depth: Int) -> Set<FormalType.Kind> {
        if let entry = context.names[name] { return depth < 1000 ? kinds(of: entry.value, depth: depth + 1) : [] }
        var kinds: Set<FormalType.Kind> = []
        switch context.contents.metricNames.resolve(name: name.text) {
        case .known, .unlisted: kinds.insert(.metric)
        case .unknown:
            let key = foldedName(name.text)
            if context.contents.metrics.keys.contains(where: { foldedName($0.shortName) == key }) { kinds.insert(.metric) }
        }
        if Self.isUnit(name.text) { kinds.insert(.unit) }
        if Month(word: name.text) != nil { kinds.formUnion([.time, .span]) }
        // Category values, activities and zones are written without quotes.
        return kinds.isEmpty ? [.text] : kinds
    }

    private static func isUnit(_ text: String) -> Bool { if case .success = HealthUnit.parseForPeople(text) { true } else { false } }

    // MARK: In words

    func typeWords(of formal: Formal) -> String {
        if let type = formal.type { return type.kind.words }
        return formal.defaultValue.map { words(for: LetStatement.Value($0)) } ?? "any value"
    }

    /// Returns the type of `value` in words.
    func words(for value: LetStatement.Value) -> String {
        let kinds = kinds(of: value)
        if let kind = FormalType.Kind.allCases.first(where: kinds.contains) { return kind.words }
        if case .query = value { return "a query" }
        return "something else"
    }
}

extension FormalType.Kind {
    /// The type with its article.
    package var words: String {
        switch self {
        case .metric: "a metric"
        case .time: "a time"
        case .span: "a time span"
        case .duration: "a duration"
        case .unit: "a unit"
        case .number: "a number"
        case .text: "text"
        case .predicate: "a condition"
        case .intervals: "a set of times"
        }
    }

    /// An example of a value.
    package var example: String {
        switch self {
        case .metric: "steps"
        case .time: "2024-03-10"
        case .span: "last 7 days"
        case .duration: "15min"
        case .unit: "km"
        case .number: "7"
        case .text: "\"Watch\""
        case .predicate: "night"
        case .intervals: "quiet"
        }
    }
}
