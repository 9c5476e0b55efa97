import QueryVocabulary
import CalendarIntervals
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
        let metadata = MetadataCache(source, keys: Predicate.all(conditions).metadataKeys)
        let filters = try conditions.map {
            try PredicateFilter($0, zone: plan.zone, weekStart: plan.weekStart, source: source, metadata: metadata)
        }
        let reader = try SampleReader(plan, predicate: nil, source: source, metadata: metadata, options: options)
        if filters.contains(where: \.needsWorkouts), !plan.range.isUnknown {
            let window = SampleWindow(plan.range, rule: plan.edges)
            let workouts = try source.workouts(
                from: Instant(milliseconds: window.start - millisecondsPerDay),
                through: Instant(milliseconds: window.end + millisecondsPerDay))
            let byNumber = Dictionary(workouts.map { ($0.number, $0) }, uniquingKeysWith: { first, _ in first })
            for filter in filters { filter.workouts = byNumber }
        }
        let times = try IntervalSearch.times(of: plan, source: source, options: options)
        if times != nil { steps.insideTimes = SampleSteps.Step() }
        let columns = filters.reduce(SampleColumns.values) { $0.union($1.columns) }
        try reader.read(metric, columns: columns) { batch, _ in
            let passes = try filters.map { try $0.passes(batch) }
            let window = SampleWindow(plan.range, rule: plan.edges)
            var next = 0
            for row in 0..<batch.count {
                let value = batch.values[row]
                steps.inRange.add(value)
                let matched = passes.prefix { $0[row] }.count
                for index in 0..<matched { steps.afterConditions[index].add(value) }
                let part = window.clipped(from: batch.starts[row], to: batch.ends[row])
                if matched == passes.count, let times, times.meets(from: part.from, to: part.to, next: &next) {
                    steps.insideTimes?.add(value)
                }
            }
            return true
        }
        return steps
    }
}
