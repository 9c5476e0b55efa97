import HealthModel
import QueryPlan
import QueryVocabulary

/// The measures of a query that read the same samples.
struct MeasureGroup {
    let metric: MetricID
    let part: MetricPart?
    let field: WorkoutField?
    /// The values that exclude each other (S6.6); nil if all samples count.
    let exclusiveValues: ExclusiveValues?
    /// True if doses count at the times for which they were scheduled.
    let countsSchedule: Bool
    /// True for sums of numbers of workouts, which count at their times.
    let addsAmounts: Bool
    var measures: [(index: Int, measure: Measure)]

    /// Groups the measures of a query, in the order of their metrics.
    static func groups(of measures: [Measure], in plan: Plan) -> [MeasureGroup] {
        measures.enumerated().reduce(into: []) { groups, entry in
            let (index, measure) = entry
            let group = MeasureGroup(
                metric: measure.metric, part: measure.part, field: measure.workoutField,
                exclusiveValues: measure.exclusiveValues(in: plan), countsSchedule: measure.countsSchedule,
                addsAmounts: measure.addsAmounts, measures: [(index, measure)])
            if let known = groups.firstIndex(where: { $0.readsSame(as: group) }) {
                groups[known].measures.append((index, measure))
            } else {
                groups.append(group)
            }
        }
    }

    private func readsSame(as other: MeasureGroup) -> Bool {
        metric == other.metric && part == other.part && field == other.field && exclusiveValues == other.exclusiveValues
            && countsSchedule == other.countsSchedule && addsAmounts == other.addsAmounts
    }
}

extension MeasureGroup {
    /// Returns the times at which the values of workouts count (S7.1, S13.10, S13.11).
    func placement(in plan: Plan) -> WorkoutPlacement {
        guard metric == .workouts, field != nil, plan.edges == .clip, plan.assignment == .share else { return .whole }
        if plan.window == nil, plan.events?.areNamedParts == true { return .byPart }
        return addsAmounts ? .byTime : .whole
    }
}

extension Measure {
    /// True for a sum of numbers of workouts that can be shared, such as distances and rises.
    fileprivate var addsAmounts: Bool {
        switch workoutField {
        case .statistic, .distance: aggregate == .sum
        case .climb(let climb): climb.isByTime
        case .activeDuration, .reading, nil: false
        }
    }
}

/// How samples are treated to compute a measure.
struct Treatment: Hashable {
    /// How samples of the same time count.
    var merging: Merging
    /// True if instants are extended to the next sample (`weighting hold`).
    var holdsInstants: Bool
    var scope = Scope.parts

    /// True if only time in which no better sample decides counts; false if all samples of all sources count.
    var isMerged: Bool { merging != .none }

    /// How samples of the same time count.
    enum Merging {
        /// All samples of all sources count.
        case none
        /// The samples of the best source count (S6), or for values that exclude each other, one of its samples.
        case sources
        /// The record of greatest rank counts (S15).
        case records
    }

    /// The parts of a sample that count.
    enum Scope {
        /// Its parts in buckets.
        case parts
        /// The start and the end of the whole sample (S2.6).
        case moments
        /// Its parts in buckets, clipped to the range under every rule (S2.7).
        case clippedParts
        /// Its parts in buckets without the time in which other sources count (S2.14).
        case stretches
    }
}

extension Measure {
    func treatment(in plan: Plan) -> Treatment {
        let isTemporal = style == .discreteTemporallyWeighted || style == .discreteEquivalentContinuousLevel
        return Treatment(
            merging: ranksRecords(in: plan) ? .records : isMerged(in: plan) ? .sources : .none,
            holdsInstants: aggregate == .average && isTemporal && plan.rules.weighting == .hold && plan.holding == nil,
            scope: scope)
    }

    private var scope: Treatment.Scope {
        switch form {
        case .value, .moment, .rowLength, .splitSpeed: aggregate.scope
        case .fastest, .fastestStart: .stretches
        }
    }

    /// Returns true for sums of cumulative quantities, for discrete statistics if a setting enables it (S6.5), and for the time of values
    /// that exclude each other (S6.6). Workouts are never merged.
    private func isMerged(in plan: Plan) -> Bool {
        guard workoutField == nil else { return false }
        guard let style else { return exclusiveValues(in: plan) != nil }
        guard plan.mergesSources, !countsFoodWhole(in: plan) else { return false }
        if style == .cumulative { return aggregate == .sum }
        return plan.rules.discreteMerge == .priority && (aggregate.keepsUnit || condition != nil)
    }

    /// True if samples without a part in the times that count affect merging there.
    ///
    /// With `assign`, samples count in full, also their time outside (S5.1). A sample of a better source that ends where the times start
    /// can be the reason why another one starts there (S2.6).
    func mergesOtherTimes(in plan: Plan) -> Bool {
        let treatment = treatment(in: plan)
        return treatment.isMerged && plan.assignment != .share
            || treatment.scope == .moments && exclusiveValues(in: plan) != nil
    }

    /// True if the durations of workouts that overlap are added (S5.3).
    func addsActiveTime(_ plan: Plan) -> Bool { aggregate == .sum || plan.rules.duration == .sum }

    /// The columns of samples that it reads, in addition to start and end.
    var readColumns: SampleColumns {
        let columns = combinesLabs ? aggregate.columns.union(.metadata) : aggregate.columns
        return countsActiveTime ? columns.union(.numbers) : columns
    }

    /// Returns the rule for the cells of a sample. Only discrete samples can be limited to the bucket of their start (S5.2).
    func placementRule(in plan: Plan) -> PlacementRule {
        // A start or an end is a moment, which is in one bucket only. Quarter hours never move to another bucket.
        if scope != .parts { return .share }
        switch plan.assignment {
        case .start: return .wholeAtStart
        case .end: return .wholeAtEnd
        case .share:
            let isDiscrete = style != nil && style != .cumulative
            return isDiscrete && plan.rules.span == .start ? .startBucket : .share
        }
    }
}

extension Aggregate {
    fileprivate var scope: Treatment.Scope {
        switch definition.result {
        case .clock: .moments
        case .share where countsQuarters: .clippedParts
        case .value, .difference, .count, .time, .share: .parts
        }
    }
}
