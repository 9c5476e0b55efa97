import CalendarIntervals
package import HealthModel
package import QueryPlan

/// The parts of a plan that depend on the clock. If two moments have equal occasions, the answer over the same samples is equal, too.
///
/// `watch` looks for the next moment with another occasion. An occasion contains the bucket edges, the partial rows, the step of a moving
/// range, and the current minute if the rows depend on the time of day.
package struct WatchOccasion: Equatable, Sendable {
    /// True if the range ends now.
    package let isMoving: Bool
    private var range: PlanRange?
    private var edges: [Int64]
    private var starts: [Int64] = []
    private var partial: [Bool]
    private var predicates: [Predicate?]
    private var filters: [RowPredicate] = []
    /// The index of the current step of a moving range, and of the current minute.
    private var step: Int64?
    private var minute: Int64?
    private var others: [WatchOccasion] = []

    package init(_ pipeline: Pipeline) {
        let plan = pipeline.plan
        let now = plan.nowOfRows
        isMoving = plan.range.end == now
        partial = plan.partialGroups
        predicates = plan.allRules.map(\.predicate)
        edges = plan.grid.edges
        let ends = [plan.range.start.milliseconds, plan.range.end.milliseconds]
        if isMoving {
            edges.removeAll(where: ends.contains)
            step = now.milliseconds / Self.step(ofRange: ends[1] - ends[0])
        } else {
            range = plan.range
        }
        // The last reading lasts until now.
        if plan.allRules.contains(where: \.growsWithTime) { minute = now.milliseconds / 60_000 }
        if plan.grid.schedule != nil { starts = plan.grid.groupStarts }
        for stage in pipeline.stages {
            switch stage.kind {
            case .valueAt, .project: minute = now.milliseconds / 60_000
            case .dayView(let view):
                // Its hours also have an edge at this moment on each day, which moves all the time.
                (edges, partial, range, step) = (view.edges, [], nil, nil)
                minute = now.milliseconds / 60_000
            case .filter(let condition): filters.append(condition)
            case .typicalValueAt(let moment): minute = moment.elapsed / 60_000
            case .join(let joined): others.append(WatchOccasion(joined.rows))
            case .versus(let compared): others.append(WatchOccasion(compared.rows))
            // If the range moves, the period that it is compared with moves, too.
            case .compare(let period) where !isMoving: others.append(WatchOccasion(period.earlier))
            default: break
            }
        }
    }

    /// The refresh step of a moving range in milliseconds: about 1 % of its length, from one second to one minute.
    private static func step(ofRange length: Int64) -> Int64 {
        switch length {
        case ..<1_000_000: 1000
        case ..<6_000_000: 10_000
        default: 60_000
        }
    }

    /// Returns the next moment at which time may change an answer, at most a minute after `moment`.
    ///
    /// The plan decides: bisection finds the first moment with another occasion. No list of such moments can therefore miss one.
    ///
    /// - Parameters:
    ///   - occasion: The occasion of the answer.
    ///   - later: Compiles the query for a later moment.
    package static func nextLook(
        from moment: Instant, after occasion: WatchOccasion?, _ later: (Instant) throws -> WatchOccasion?
    ) rethrows -> Instant {
        func differs(after milliseconds: Int64) throws -> Bool {
            try later(moment.advanced(byMilliseconds: milliseconds)) != occasion
        }
        let longest: Int64 = 60_000
        guard try differs(after: longest) else { return moment.advanced(byMilliseconds: longest) }
        var (same, other): (Int64, Int64) = (0, 1000)
        while other < longest, try !differs(after: other) { (same, other) = (other, other * 2) }
        other = min(other, longest)
        while other - same > 250 {
            let middle = (same + other) / 2
            if try differs(after: middle) { other = middle } else { same = middle }
        }
        return moment.advanced(byMilliseconds: other)
    }
}
