import HealthModel
import QueryPlan
import QueryVocabulary

/// The times in which a measure counts in rows that are intervals, as plans whose groups do not overlap.
///
/// Values near events without a limit are found in one pass: the times of the events divide all time, and an event without a sample since
/// the one before it has the value of that one (S13.7).
///
///     events          a        b   c            d
///     samples     1      2               3
///     latest          1        2   2            3       c has the value of b
struct EventTimes {
    let plans: [Plan]
    /// For each row, its plan and its group there.
    let places: [(plan: Int, group: Int)]
    /// The side on which a group without a value finds it; nil if groups are the rows.
    private let side: WithinSide?

    /// - Parameter plan: A plan with the intervals as groups, which follows the rules of the measure.
    init(_ plan: Plan, of measure: Measure, in source: any SampleSource) throws {
        var rows = plan.withRows(of: measure)
        guard plan.isNearest(measure), let window = plan.window, let groups = plan.grid.events else {
            self.init(layersOf: rows)
            return
        }
        if measure.aggregate == .latest || measure.aggregate == .first { rows.choices.assignment = .start }
        guard window.length == nil else {
            // The moment of the event itself counts.
            if window.side == .before { rows.grid.groupEnds = groups.spans.map { $0.lowerBound + 1 } }
            rows.include(from: rows.grid.groupStarts.min(), to: rows.grid.groupEnds.max())
            self.init(layersOf: rows)
            return
        }
        let moments = groups.spans.map { window.side == .before ? $0.lowerBound + 1 : $0.upperBound }
        let sorted = Set(moments).sorted()
        let number = Dictionary(uniqueKeysWithValues: zip(sorted, 0...))
        let edges = try Self.edges(sorted, window.side, around: source.metricSummary(of: measure.metric))
        var grid = TimeGrid(edges: edges, intervalText: rows.grid.intervalText)
        grid.events = EventGroups()
        grid.events?.isEndless = Array(repeating: false, count: grid.groupCount)
        rows.grid = grid
        rows.include(from: edges.first, to: edges.last)
        self.init(plans: [rows], places: moments.map { (0, number[$0] ?? 0) }, side: window.side)
    }

    private init(layersOf plan: Plan) {
        let layers = EventLayers(plan.grid)
        let plans = layers.layers.indices.map { layer in
            var part = plan
            part.grid = layers.grid(of: layer, in: plan)
            return part
        }
        self.init(plans: plans, places: layers.places.map { ($0.layer, $0.group) }, side: nil)
    }

    private init(plans: [Plan], places: [(plan: Int, group: Int)], side: WithinSide?) {
        (self.plans, self.places, self.side) = (plans, places, side)
    }

    /// Returns the times of events, after the first sample of a metric or before its last one.
    private static func edges(_ moments: [Int64], _ side: WithinSide, around samples: MetricSummary?) -> [Int64] {
        guard let first = moments.first, let last = moments.last else { return [] }
        return switch side {
        case .after, .of: moments + [max(samples?.lastEnd.milliseconds ?? last, last) + 1]
        case .before: [min(samples?.firstStart.milliseconds ?? first, first - 1)] + moments
        }
    }

    /// Returns the values of all rows for one key.
    ///
    /// - Parameter columns: For each plan, the values of its groups.
    func values(_ columns: [ArraySlice<Double?>]) -> [Double?] {
        guard let side, var known = columns.first.map(Array.init) else {
            return places.map { columns[$0.plan][columns[$0.plan].startIndex + $0.group] }
        }
        let order = side == .before ? Array(known.indices) : known.indices.reversed()
        for (previous, index) in zip(order, order.dropFirst()) where known[index] == nil { known[index] = known[previous] }
        return places.map { known[$0.group] }
    }
}

extension Plan {
    /// Extends the range, so that samples outside of it count. Its end is excluded, because the last time of an event can be there.
    fileprivate mutating func include(from start: Int64?, to end: Int64?) {
        if let start { range.start = min(range.start, Instant(milliseconds: start)) }
        range = PlanRange(start: range.start, end: max(range.limit, Instant(milliseconds: end ?? .min)))
    }
}
