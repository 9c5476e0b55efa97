import HealthModel
import QueryPlan

extension QueryTrace {
    /// Adds the step for measures that are computed from samples.
    func addSamples(_ window: Window, of group: MeasureGroup, in plan: Plan, since started: Double) {
        var step = Step(metric: group.metric, columns: group.measures.map(\.measure.name), isMerged: false)
        step.isMerged = group.measures.contains { $0.measure.treatment(in: plan).isMerged }
        step.windows = [window]
        step.reason = step.columns.compactMap { reasons[$0] }.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
            .joined(separator: "; ")
        step.seconds = clock() - started
        steps.append(step)
    }
}
