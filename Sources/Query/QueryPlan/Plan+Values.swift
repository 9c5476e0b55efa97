import QueryVocabulary
package import HealthModel

extension Plan {
    /// Returns what a sample has to fulfil to count for a part of a metric: the query's condition, and what the part says of values.
    package func predicate(for part: MetricPart?) -> Predicate? { part.map { $0.predicate(and: predicate) } ?? predicate }

    /// Whether sources are merged, so that a moment that two of them recorded does not count twice (S6.4).
    package var mergesSources: Bool { choices.sourceRule == .merged && !splits.contains(.source) }
}

extension MetricPart {
    /// Returns the condition that a sample belongs to the part and matches `predicate`; nil if every sample does.
    package func predicate(and predicate: Predicate?) -> Predicate? {
        guard let values else { return predicate }
        let ofPart = Predicate.numberIn(.value, values.map(Double.init))
        return predicate.map { .all([ofPart, $0]) } ?? ofPart
    }
}

extension Measure {
    /// The values that sources can contradict each other about, where this measure lets the best source decide (S6.6); nil for all others.
    ///
    /// Counts and listings take the samples as they are.
    package func exclusiveValues(in plan: Plan) -> ClosedRange<Int>? {
        // What any value covers is the same whoever decides which value it is.
        guard plan.mergesSources, aggregate == .duration, part?.basis == nil, case .category(let type)? = MetricCatalog.metric(metric)?.kind
        else { return nil }
        return type.exclusiveValues
    }
}

extension Predicate {
    /// Returns the condition that a sample counts or has a say in the merging of values (S6.6).
    package func orHasSay(of values: ClosedRange<Int>) -> Predicate { .anyOf([hasSay(of: values), self]) }

    /// Returns the condition that a sample has a say in the merging of values (S6.6): that it passes with one of `values` in place of its
    /// own. So conditions on the value apply after the decision, all others before.
    package func hasSay(of values: ClosedRange<Int>) -> Predicate { .anyOf(values.map { assuming(value: Double($0)) }) }

    /// Returns what is left of the condition for samples with a value.
    private func assuming(value: Double) -> Predicate {
        switch self {
        case .all(let parts): .allOf(parts.map { $0.assuming(value: value) })
        case .any(let parts): .anyOf(parts.map { $0.assuming(value: value) })
        case .not(let part): part.assuming(value: value).negated
        case .number(.value, let comparison, let literal): .constant(comparison.test(against: literal)(value))
        case .numberBetween(.value, let low, let high): .constant(low <= value && value <= high)
        case .numberIn(.value, let numbers): .constant(numbers.contains(value))
        case .numberMissing(.value): .constant(false)
        default: self
        }
    }

    private var negated: Predicate {
        if case .constant(let answer) = self { .constant(!answer) } else { .not(self) }
    }

    private static func allOf(_ parts: [Predicate]) -> Predicate {
        if parts.contains(.constant(false)) { return .constant(false) }
        return joined(parts.filter { $0 != .constant(true) }, Predicate.all) ?? .constant(true)
    }

    private static func anyOf(_ parts: [Predicate]) -> Predicate {
        if parts.contains(.constant(true)) { return .constant(true) }
        return joined(parts.filter { $0 != .constant(false) }, Predicate.any) ?? .constant(false)
    }

    /// Joins different parts; nil without any.
    private static func joined(_ parts: [Predicate], _ join: ([Predicate]) -> Predicate) -> Predicate? {
        let parts = parts.reduce(into: [Predicate]()) { if !$0.contains($1) { $0.append($1) } }
        return parts.count > 1 ? join(parts) : parts.first
    }
}
