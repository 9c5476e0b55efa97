package import QueryVocabulary

/// The rules of a measure with its own clauses: those of the query, except where the measure has another clause.
package struct MeasureRules: Hashable, Sendable {
    package var choices: ClauseChoices
    package var preferredSources: [String]
    /// The conditions of the query and of the measure.
    package var predicate: Predicate?
    package var holding: Int64?
    /// The times of the query and of the measure.
    package var intervals: IntervalExpression?
    package var window: EventWindow?
    package var fill: Fill
    /// The clauses of the measure, as the formatter prints them.
    package var text: String

    package init(_ plan: Plan, text: String) {
        choices = plan.choices
        preferredSources = plan.preferredSources
        predicate = plan.predicate
        holding = plan.holding
        intervals = plan.intervals
        window = plan.window
        fill = plan.fill
        self.text = text
    }
}

extension Plan {
    /// Returns the plan with the rules of one of its measures.
    package func following(_ measure: Measure) -> Plan {
        guard let own = measure.own else { return self }
        var plan = self
        plan.choices = own.choices
        // Partial rows are rows of the query.
        plan.choices.partial = choices.partial
        plan.preferredSources = own.preferredSources
        plan.predicate = own.predicate
        plan.holding = own.holding
        plan.intervals = own.intervals
        plan.window = own.window
        plan.fill = own.fill
        return plan
    }

    /// The measures by their rules, as plans that have one set of rules each, with the places of the measures.
    package var parts: [(plan: Plan, places: [Int])] {
        guard case .statistics(let measures) = subject else { return [] }
        var parts: [(own: MeasureRules?, places: [Int])] = []
        for (place, measure) in measures.enumerated() {
            if let known = parts.firstIndex(where: { $0.own == measure.own }) {
                parts[known].places.append(place)
            } else {
                parts.append((measure.own, [place]))
            }
        }
        return parts.map { _, places in (part(of: places), places) }
    }

    /// Returns the plan with some of its measures, which have the same rules.
    private func part(of places: [Int]) -> Plan {
        guard case .statistics(let measures) = subject else { return self }
        var plan = following(measures[places[0]])
        plan.subject = .statistics(
            places.map { place in
                var measure = measures[place]
                measure.own = nil
                return measure
            })
        plan.cohort = cohort?.mapping { $0.part(of: places) }
        return plan
    }

    /// The plan itself and those of measures with their own rules.
    package var allRules: [Plan] { hasOwnRules ? [self] + parts.map(\.plan) : [self] }

    /// True if a measure has its own rules.
    package var hasOwnRules: Bool {
        if case .statistics(let measures) = subject { measures.contains { $0.own != nil } } else { false }
    }
}
