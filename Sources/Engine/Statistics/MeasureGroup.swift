import HealthModel
import QueryPlan

/// The measures of a query that read the same samples.
struct MeasureGroup {
    let metric: MetricID
    let field: WorkoutField?
    var measures: [(index: Int, measure: Measure)]

    /// Groups the measures of a query, in the order in which their metrics occur.
    static func groups(of measures: [Measure]) -> [MeasureGroup] {
        measures.enumerated().reduce(into: []) { groups, entry in
            let (index, measure) = entry
            if let known = groups.firstIndex(where: { $0.metric == measure.metric && $0.field == measure.workoutField }) {
                groups[known].measures.append((index, measure))
            } else {
                groups.append(MeasureGroup(metric: measure.metric, field: measure.workoutField, measures: [(index, measure)]))
            }
        }
    }
}

/// How the samples that take part become a measure.
struct Treatment: Hashable {
    /// Only what no better source holds, else all samples of all sources.
    var isMerged: Bool
    /// Instants last until the next sample (`weighting hold`).
    var holdsInstants: Bool
}

extension Measure {
    func treatment(in plan: Plan) -> Treatment {
        let isTemporal = style == .discreteTemporallyWeighted || style == .discreteEquivalentContinuousLevel
        return Treatment(
            isMerged: isMerged(in: plan), holdsInstants: aggregate == .average && isTemporal && plan.rules.weighting == .hold)
    }

    /// Sums of cumulative quantities are merged, by choice also discrete statistics; workouts never are (S6.5).
    private func isMerged(in plan: Plan) -> Bool {
        guard plan.sourceRule == .merged, !plan.splits.contains(.source), workoutField == nil, let style else { return false }
        if style == .cumulative { return aggregate == .sum }
        return plan.rules.discreteMerge == .priority && aggregate != .count && aggregate != .duration
    }

    /// Which cells a sample goes to; only discrete samples can be bound to the bucket of their start (S5.2).
    func placementRule(in plan: Plan) -> PlacementRule {
        switch plan.assignment {
        case .start: return .wholeAtStart
        case .end: return .wholeAtEnd
        case .share:
            let isDiscrete = style != nil && style != .cumulative
            return isDiscrete && plan.rules.span == .start ? .startBucket : .share
        }
    }
}
