package import HealthModel
import QueryVocabulary

extension Plan {
    /// Returns the condition for samples of a part to count: the query's condition and the values of the part.
    package func predicate(for part: MetricPart?) -> Predicate? {
        guard let part, !part.isImplied || !splits.contains(where: \.asksForValue) else { return predicate }
        return part.predicate(and: predicate)
    }

    /// Returns the condition that a part adds to that of the query; nil if it adds none.
    package func condition(of part: MetricPart?) -> Predicate? {
        predicate(for: part) == predicate ? nil : part?.predicate(and: nil)
    }

    /// True if sources are merged, so that time recorded by two of them does not count twice (S6.4).
    package var mergesSources: Bool { choices.sourceRule == .merged && !splits.contains(.source) }
}

extension MetricPart {
    /// Returns the condition that a sample belongs to the part and matches `predicate`, or nil if every sample does.
    package func predicate(and predicate: Predicate?) -> Predicate? {
        let ofPart: Predicate
        if let values {
            ofPart = .numberIn(.value, values.map(Double.init))
        } else if isImplied, predicate?.asksForAbsence(besides: present) != true {
            ofPart = .not(.numberIn(.value, absent.map(Double.init)))
        } else {
            return predicate
        }
        return predicate.map { .all([ofPart, $0]) } ?? ofPart
    }
}

extension Measure {
    /// The title of its part; nil for the whole metric and for parts that queries do not name.
    package var partTitle: String? { part.flatMap { $0.isImplied ? nil : $0.title } }

    /// The values that exclude each other for this measure (S6.6); nil for measures without such values.
    ///
    /// Counts, listings and `sources raw` use all samples.
    package func exclusiveValues(in plan: Plan) -> ExclusiveValues? {
        // The time covered by any value does not depend on which sample decides.
        guard plan.choices.sourceRule != .raw, [.duration, .firstStart, .lastEnd].contains(aggregate), part?.basis == nil else {
            return nil
        }
        return metric.exclusiveValues
    }
}

extension MetricID {
    /// The values of a category that exclude each other (S6.6); nil for all other metrics.
    fileprivate var exclusiveValues: ExclusiveValues? {
        if case .category(let type)? = MetricCatalog.metric(self)?.kind { type.exclusiveValues } else { nil }
    }
}

extension Plan {
    /// The metrics of measures and of sets of times for which the order of sources decides between values (S6.6).
    package var decidedMetrics: Set<MetricID> {
        guard case .statistics(let measures) = subject else { return [] }
        let own = measures.filter { $0.exclusiveValues(in: following($0)) != nil }.map(\.metric)
        let sets = allRules.flatMap { $0.intervals?.samples ?? [] }.filter { $0.exclusiveValues != nil }.map(\.metric)
        return Set(own + sets)
    }
}

extension SampleIntervals {
    /// The values that exclude each other in this set (S6.6); nil if all samples count.
    package var exclusiveValues: ExclusiveValues? {
        // The time covered by any value does not depend on which sample decides.
        condition == nil ? nil : metric.exclusiveValues
    }
}

extension Measure {
    /// True if it counts the time of workouts without their pauses (S7.1).
    package var countsActiveTime: Bool {
        metric == .workouts && condition == nil && (aggregate == .duration || (aggregate == .sum && workoutField == .activeDuration))
    }
}

extension Predicate {
    /// True if the condition depends on a sample's value.
    package var asksForValue: Bool {
        switch self {
        case .all(let parts), .any(let parts): parts.contains(where: \.asksForValue)
        case .not(let part): part.asksForValue
        case .number(let field, _, _), .numberBetween(let field, _, _), .numberIn(let field, _), .numberMissing(let field): field == .value
        case .text, .profile, .timeOfDay, .textMissing, .enteredByUser, .person, .constant: false
        }
    }

    /// Returns true if the condition asks for the values that record an absence: it names a value, or it matches none of the others (S7.4).
    /// The negation of a value names none.
    fileprivate func asksForAbsence(besides present: [Int]) -> Bool {
        guard asksForValue else { return false }
        return namesValue(isNegated: false) || present.allSatisfy { assuming(value: Double($0)) == .constant(false) }
    }

    private func namesValue(isNegated: Bool) -> Bool {
        switch self {
        case .all(let parts), .any(let parts): parts.contains { $0.namesValue(isNegated: isNegated) }
        case .not(let part): part.namesValue(isNegated: !isNegated)
        default: !isNegated && asksForValue
        }
    }

    /// Returns the condition that a sample counts or affects which samples count (S6.6).
    package func orHasSay(of values: ExclusiveValues) -> Predicate { .anyOf([hasSay(of: values), self]) }

    /// Returns the condition that a sample affects which samples count (S6.6): it would match if its value were one of `values`.
    /// Thus conditions on the value apply after the decision, and all others before.
    package func hasSay(of values: ExclusiveValues) -> Predicate { .anyOf(values.all.map { assuming(value: Double($0)) }) }

    /// Returns the remaining condition for samples with a given value.
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

    var negated: Predicate {
        if case .constant(let answer) = self { .constant(!answer) } else { .not(self) }
    }

    static func allOf(_ parts: [Predicate]) -> Predicate {
        if parts.contains(.constant(false)) { return .constant(false) }
        return joined(parts.filter { $0 != .constant(true) }, Predicate.all) ?? .constant(true)
    }

    static func anyOf(_ parts: [Predicate]) -> Predicate {
        if parts.contains(.constant(true)) { return .constant(true) }
        return joined(parts.filter { $0 != .constant(false) }, Predicate.any) ?? .constant(false)
    }

    /// Joins distinct parts; nil if there are none.
    private static func joined(_ parts: [Predicate], _ join: ([Predicate]) -> Predicate) -> Predicate? {
        let parts = parts.reduce(into: [Predicate]()) { if !$0.contains($1) { $0.append($1) } }
        return parts.count > 1 ? join(parts) : parts.first
    }
}
