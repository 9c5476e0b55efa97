package import HealthModel
package import QueryPlan

/// How many samples of a metric are left after each step of a query.
package struct SampleSteps: Sendable {
    /// The samples after one step.
    package struct Step: Hashable, Sendable {
        package var count = 0
        /// The least and the greatest value in the metric's storage unit; nil where no value is a number.
        package var values: ClosedRange<Double>?

        mutating func add(_ value: Double) {
            count += 1
            guard value.isFinite else { return }
            values = min(values?.lowerBound ?? value, value)...max(values?.upperBound ?? value, value)
        }
    }

    /// What the store holds of the metric; nil for nothing.
    package var stored: MetricSummary?
    /// The samples in the range of the query.
    package var inRange = Step()
    /// The samples left after each condition, one for each condition in order.
    package var afterConditions: [Step]

    /// Returns the first condition that no sample matches, and the samples that it was asked of; nil where there is none.
    package var blocking: (condition: Int, asked: Step)? {
        guard inRange.count > 0, let index = afterConditions.firstIndex(where: { $0.count == 0 }) else { return nil }
        return (index, index == 0 ? inRange : afterConditions[index - 1])
    }
}

extension Predicate {
    /// The conditions that must all hold: itself where it is no `and` of others.
    package var conjuncts: [Predicate] {
        if case .all(let parts) = self { return parts.flatMap(\.conjuncts) }
        return [self]
    }
}
