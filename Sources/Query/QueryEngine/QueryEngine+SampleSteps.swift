package import HealthModel
package import QueryPlan

extension QueryEngine {
    /// Counts the samples of `metric` in the range of `plan` that match each of `conditions` and all conditions before it.
    ///
    /// Reads every sample in the range and ignores the predicate of `plan`.
    ///
    /// - Throws: `EngineError.cancelled`, or any error of the source.
    package static func sampleSteps(
        of metric: MetricID, in plan: Plan, conditions: [Predicate], over source: any SampleSource,
        options: EngineOptions = EngineOptions()
    ) throws -> SampleSteps {
        var steps = SampleSteps(
            stored: try source.metricSummary(of: metric), afterConditions: conditions.map { _ in SampleSteps.Step() })
        let context = ReadContext(source, metadataKeys: Predicate.all(conditions).metadataKeys, options: options)
        let filters = try conditions.map {
            try PredicateFilter(
                $0, zone: plan.zone, weekStart: plan.weekStart, usesSampleZones: plan.usesSampleZones, source: source,
                metadata: context.metadata)
        }
        var request = ReadRequest(plan, metric)
        request.condition = nil
        request.columns = filters.reduce(.values) { $0.union($1.columns) }
        if filters.contains(where: \.needsWorkouts) {
            let workouts = try source.workouts(near: request.window, withTurns: filters.contains(where: \.needsClimbs))
            for filter in filters { filter.workouts = workouts }
        }
        let times = try IntervalSearch.times(of: plan, source: source, options: options)
        if times != nil { steps.insideTimes = SampleSteps.Step() }
        try SampleReader(request, in: context).read { batch, _ in
            let passes = try filters.map { try $0.passes(batch) }
            var next = 0
            for row in 0..<batch.count {
                let value = batch.values[row]
                steps.inRange.add(value)
                let matched = passes.prefix { $0[row] }.count
                for index in 0..<matched { steps.afterConditions[index].add(value) }
                let part = request.window.clipped(from: batch.starts[row], to: batch.ends[row])
                if matched == passes.count, let times, times.meets(from: part.from, to: part.to, next: &next) {
                    steps.insideTimes?.add(value)
                }
            }
            return true
        }
        return steps
    }
}
