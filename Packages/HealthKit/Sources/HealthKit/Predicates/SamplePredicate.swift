import Foundation
@_spi(Guests) import TallyKit

/// A predicate of ``HKQuery``. The engine uses its condition; Foundation's compounds evaluate it like any other predicate.
final class SamplePredicate: NSPredicate {
    let condition: SampleCondition

    init(_ condition: SampleCondition) {
        self.condition = condition
        super.init(value: true)
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { fatalError("predicates are not coded") }

    override var description: String { condition.text }
    override var debugDescription: String { condition.text }
    @available(*, deprecated, message: "Foundation on Linux has no texts of predicates.")
    override var predicateFormat: String { condition.text }

    // Compounds call this method and not `evaluate(with:)`.
    override func evaluate(with object: Any?, substitutionVariables bindings: [String: Any]?) -> Bool { condition.holds(for: object) }
    override func evaluate(with object: Any?) -> Bool { condition.holds(for: object) }
}

extension NSPredicate {
    /// Returns the filter of samples of a type; nil if only objects can be tested.
    func lowered(for type: HKSampleType) -> SampleFilter? {
        switch self {
        case let predicate as SamplePredicate: return predicate.condition.lowered(for: type)
        case let compound as NSCompoundPredicate:
            let parts = compound.parts.compactMap { $0.lowered(for: type) }
            guard parts.count == compound.parts.count else { return nil }
            switch compound.compoundPredicateType {
            case .and: return .all(parts)
            case .or: return .any(parts)
            case .not: return parts.first.map { .not($0) }
            }
        default: return nil
        }
    }

    /// The predicates that must all hold.
    var conjuncts: [NSPredicate] {
        guard let compound = self as? NSCompoundPredicate, compound.compoundPredicateType == .and else { return [self] }
        return compound.parts.flatMap(\.conjuncts)
    }

    /// The identifiers to which the predicate limits objects; nil if it does not.
    var identifiers: Set<UUID>? {
        let sets = conjuncts.compactMap { part -> Set<UUID>? in
            guard case .objects(let identifiers)? = (part as? SamplePredicate)?.condition else { return nil }
            return identifiers
        }
        return sets.dropFirst().reduce(sets.first) { $0?.intersection($1) }
    }
}

extension NSCompoundPredicate {
    fileprivate var parts: [NSPredicate] { subpredicates }
}
