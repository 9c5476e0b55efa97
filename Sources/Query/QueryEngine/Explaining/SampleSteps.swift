package import HealthModel
package import QueryPlan

/// The number of samples of a metric that remain after each step of a query.
package struct SampleSteps: Sendable {
    /// The samples after one step.
    package struct Step: Hashable, Sendable {
        package var count = 0
        /// The least and the greatest value in the metric's storage unit; nil if there are no numeric values.
        package var values: ClosedRange<Double>?

        mutating func add(_ value: Double) {
            count += 1
            guard value.isFinite else { return }
            values = min(values?.lowerBound ?? value, value)...max(values?.upperBound ?? value, value)
        }
    }

    /// The summary of the metric in the store; nil if it has no samples.
    package var stored: MetricSummary?
    /// The samples in the range of the query.
    package var inRange = Step()
    /// The samples that remain after each condition, in order.
    package var afterConditions: [Step]
    /// The samples after all conditions that have a part in the times of `while`; nil without `while`.
    package var insideTimes: Step?

    /// The first condition that no sample matches, and the samples before it; nil if there is none.
    package var blocking: (condition: Int, asked: Step)? {
        guard inRange.count > 0, let index = afterConditions.firstIndex(where: { $0.count == 0 }) else { return nil }
        return (index, index == 0 ? inRange : afterConditions[index - 1])
    }
}

extension Predicate {
    /// The conditions that must all be true. A condition without `and` is its only conjunct.
    package var conjuncts: [Predicate] {
        // The test of a value that is not in the tables is one condition for people.
        if unlistedNames != nil { return [self] }
        if case .all(let parts) = self { return parts.flatMap(\.conjuncts) }
        return [self]
    }
}
