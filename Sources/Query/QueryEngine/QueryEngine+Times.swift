package import HealthModel
package import QueryPlan

extension QueryEngine {
    /// Returns the seconds of `[start, end)` that count in a plan (`while`); nil if all do.
    package static func countedSeconds(
        of plan: Plan, from start: Instant, to end: Instant, over source: any SampleSource, options: EngineOptions = EngineOptions()
    ) throws -> Double? {
        let times = try IntervalSearch.times(of: plan, source: source, options: options)
        return times.map { Double($0.milliseconds(from: start.milliseconds, to: end.milliseconds)) / 1000 }
    }
}
