import QueryPlan
import QueryVocabulary

extension Predicate {
    /// Bounds outside which no sample value matches; nil if there are none.
    var values: ClosedRange<Double>? {
        switch self {
        case .all(let parts): parts.compactMap(\.values).reduce(nil) { common, part in common.map { $0.clamped(to: part) } ?? part }
        case .any(let parts):
            parts.dropFirst().reduce(parts.first?.values) { hull, part in
                guard let hull, let part = part.values else { return nil }
                return min(hull.lowerBound, part.lowerBound)...max(hull.upperBound, part.upperBound)
            }
        case .number(.value, let comparison, let literal): comparison.values(literal)
        case .numberBetween(.value, let low, let high) where low <= high: low...high
        case .numberIn(.value, let numbers):
            numbers.contains(where: \.isNaN) ? nil : numbers.min().flatMap { low in numbers.max().map { low...$0 } }
        default: nil
        }
    }
}

extension Comparison {
    /// Returns the numbers that can match the comparison with `literal`.
    fileprivate func values(_ literal: Double) -> ClosedRange<Double>? {
        guard !literal.isNaN else { return nil }
        switch self {
        case .equal: return literal...literal
        case .notEqual: return nil
        case .less, .lessOrEqual: return -.infinity...literal
        case .greater, .greaterOrEqual: return literal...(.infinity)
        }
    }
}
