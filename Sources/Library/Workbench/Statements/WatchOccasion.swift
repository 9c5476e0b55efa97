import CalendarIntervals
import HealthModel
import QueryPlan

/// How far the clock has moved a query: two moments with the same occasion have the same answer over the same samples.
///
/// It is compared once a second, so it holds what time changes of a plan: the edges of buckets, the rows that are over, a range that
/// moves, and the minute where the rows depend on the time of day.
struct WatchOccasion: Equatable {
    /// Whether the range ends now.
    let isMoving: Bool
    private var range: PlanRange?
    private var edges: [Int64]
    private var starts: [Int64] = []
    private var partial: [Bool]
    private var predicate: Predicate?
    private var filters: [RowPredicate] = []
    /// The number of the step of a range that moves, and of the minute.
    private var step: Int64?
    private var minute: Int64?
    private var others: [WatchOccasion] = []

    init(_ pipeline: Pipeline) {
        let plan = pipeline.plan
        let now = plan.nowOfRows
        isMoving = plan.range.end.milliseconds == now
        partial = plan.partialGroups
        predicate = plan.predicate
        edges = plan.grid.edges
        let ends = [plan.range.start.milliseconds, plan.range.end.milliseconds]
        if isMoving {
            edges.removeAll(where: ends.contains)
            step = now / Self.step(ofRange: ends[1] - ends[0])
        } else {
            range = plan.range
        }
        if plan.grid.schedule != nil { starts = plan.grid.groupStarts }
        for stage in pipeline.stages {
            switch stage.kind {
            case .valueAt, .project, .dayView: minute = now / 60_000
            case .filter(let condition): filters.append(condition)
            // The period that a moving range is compared with moves with it.
            case .compare(let period) where !isMoving: others.append(WatchOccasion(period.earlier))
            default: break
            }
        }
    }

    /// The milliseconds after which a range that moves asks again: about a hundredth of its length, from a second to a minute.
    private static func step(ofRange length: Int64) -> Int64 {
        switch length {
        case ..<1_000_000: 1000
        case ..<6_000_000: 10_000
        default: 60_000
        }
    }
}
