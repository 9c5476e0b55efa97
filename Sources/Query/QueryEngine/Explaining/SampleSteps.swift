import CalendarIntervals
package import HealthModel
package import QueryPlan

/// How many samples of a metric are left after each step of a query.
package struct SampleSteps: Sendable {
    /// The samples after one step.
    package struct Step: Hashable, Sendable {
        package var count = 0
        /// The least and the greatest value in the metric's storage unit; nil where no value is a number.
        package var values: ClosedRange<Double>?

        fileprivate mutating func add(_ value: Double) {
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

extension QueryEngine {
    /// Counts the samples of `metric` in the range of `plan` that match each of `conditions` and all before it.
    ///
    /// Reads every sample in the range. The predicate of `plan` is ignored.
    ///
    /// - Throws: `EngineError.cancelled`, or what the source throws.
    package static func sampleSteps(
        of metric: MetricID, in plan: Plan, conditions: [Predicate], over source: any SampleSource,
        options: EngineOptions = EngineOptions()
    ) throws -> SampleSteps {
        var steps = SampleSteps(
            stored: try source.metricSummary(of: metric), afterConditions: conditions.map { _ in SampleSteps.Step() })
        let metadata = MetadataCache(source, keys: Predicate.all(conditions).metadataKeys)
        let filters = try conditions.map {
            try PredicateFilter($0, zone: plan.zone, weekStart: plan.weekStart, source: source, metadata: metadata)
        }
        let reader = try SampleReader(plan, predicate: nil, source: source, metadata: metadata, options: options)
        if filters.contains(where: \.needsWorkouts), !plan.range.isUnknown {
            let window = SampleWindow(plan.range, rule: plan.edges)
            let workouts = try source.workouts(
                from: Instant(milliseconds: window.start - millisecondsPerDay), through: Instant(milliseconds: window.end + millisecondsPerDay))
            let byNumber = Dictionary(workouts.map { ($0.number, $0) }, uniquingKeysWith: { first, _ in first })
            for filter in filters { filter.workouts = byNumber }
        }
        let columns = filters.reduce(SampleColumns.values) { $0.union($1.columns) }
        try reader.read(metric, columns: columns) { batch, _ in
            let passes = try filters.map { try $0.passes(batch) }
            for row in 0..<batch.count {
                let value = batch.values[row]
                steps.inRange.add(value)
                for index in passes.indices {
                    guard passes[index][row] else { break }
                    steps.afterConditions[index].add(value)
                }
            }
            return true
        }
        return steps
    }
}

extension Predicate {
    /// The conditions that must all hold: itself where it is no `and` of others.
    package var conjuncts: [Predicate] {
        if case .all(let parts) = self { return parts.flatMap(\.conjuncts) }
        return [self]
    }
}
