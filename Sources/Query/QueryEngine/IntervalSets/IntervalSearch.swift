import CalendarIntervals
import HealthModel
import QueryPlan
import QueryVocabulary

/// Computes the intervals of a set from samples (S11.1 to S11.3).
///
/// Each metric of the set is read once. Only samples that can affect the requested time are read.
struct IntervalSearch {
    let plan: Plan
    let source: any SampleSource
    private let options: EngineOptions

    /// - Parameter plan: The zone, the week and the clock of conditions in the set.
    init(_ plan: Plan, source: any SampleSource, options: EngineOptions) {
        (self.plan, self.source, self.options) = (plan, source, options)
    }

    /// Returns the times that count in a plan; nil if all times do (S11.2).
    static func times(of plan: Plan, source: any SampleSource, options: EngineOptions) throws -> IntervalList? {
        guard let set = plan.intervals, !plan.range.isUnknown else { return nil }
        let search = IntervalSearch(plan, source: source, options: options)
        // Without `clip`, samples also count outside the range. The clocks of samples are less than a day from UTC.
        guard plan.edges == .clip else { return try search.list(set, in: IntervalList.farthest).withoutInstants() }
        let slack = plan.usesSampleZones ? millisecondsPerDay : 0
        let range = Stretch(from: plan.range.start.milliseconds - slack, to: plan.range.limit.milliseconds + slack)
        return try search.list(set, in: range).intersection(IntervalList([range])).withoutInstants()
    }

    /// Returns a set, with its instants.
    ///
    /// - Parameter window: The time inside which the result, including the starts and ends of intervals, is correct.
    func list(_ set: IntervalExpression, in window: Stretch) throws -> IntervalList {
        switch set {
        case .samples(let samples): return try list(samples, in: window)
        case .parts(let workouts):
            return IntervalList(try parts(of: workouts, in: window).map { Stretch(from: $0.from, to: $0.to) })
        case .union(let parts): return try parts.map { try list($0, in: window) }.reduce(IntervalList()) { $0.union($1) }
        case .intersection(let parts):
            let lists = try parts.map { try list($0, in: window) }
            return lists.dropFirst().reduce(lists.first ?? IntervalList()) { $0.intersection($1) }
        case .complement(let inner): return try list(inner, in: window).complement()
        case .within(let inner, let side, let distance):
            let list = try list(inner, in: window.widened(by: distance))
            return switch side {
            case .of: list.around(distance)
            case .before: list.before(distance)
            case .after: list.after(distance)
            }
        // Only the intervals on both sides of a moment, at most this far away, decide if it is in a session.
        case .sessions(let inner, let gap): return try list(inner, in: window.widened(by: gap)).joined(gap: gap)
        case .gaps(let inner, let length): return try gaps(of: inner, longerThan: length, in: window)
        }
    }

    /// Returns the time between the intervals of a set, and from its last one until now (S11.7).
    ///
    /// The intervals before and after the window decide how long a gap is. Most are near. The whole time is read only for those that are not.
    private func gaps(of set: IntervalExpression, longerThan length: Int64, in window: Stretch) throws -> IntervalList {
        guard let reach = try reach(of: set) else { return IntervalList() }
        let now = plan.now.milliseconds
        for days: Int64 in [0, 1, 30, 365] {
            let wide = window.widened(by: days * millisecondsPerDay)
            let list = try list(set, in: wide)
            let (first, last) = (list.stretches.first?.from ?? .max, list.stretches.last?.to ?? .min)
            let isWhole = (first <= window.from || wide.from <= reach.from) && (last >= window.to || wide.to >= reach.to)
            if isWhole { return list.gaps(longerThan: length, until: wide.to >= reach.to ? now : .min) }
        }
        return try list(set, in: IntervalList.farthest).gaps(longerThan: length, until: now)
    }

    /// Returns the time outside of which a set has no edge; nil without samples.
    private func reach(of set: IntervalExpression) throws -> Stretch? {
        func all(_ parts: [IntervalExpression]) throws -> Stretch? {
            let stretches = try parts.compactMap(reach)
            guard let from = stretches.map(\.from).min(), let to = stretches.map(\.to).max() else { return nil }
            return Stretch(from: from, to: to)
        }
        switch set {
        case .samples(let samples), .parts(let samples):
            guard let summary = try source.metricSummary(of: samples.metric) else { return nil }
            return Stretch(
                from: summary.firstStart.milliseconds,
                to: max(summary.lastEnd.milliseconds, summary.lastStart.milliseconds + (samples.holding ?? 0)))
        case .union(let parts), .intersection(let parts): return try all(parts)
        case .complement(let inner), .sessions(let inner, _): return try reach(of: inner)
        case .within(let inner, _, let distance): return try reach(of: inner)?.widened(by: distance)
        case .gaps(let inner, _):
            return try reach(of: inner).map { Stretch(from: $0.from, to: max($0.to, plan.now.milliseconds)) }
        }
    }

    private func list(_ samples: SampleIntervals, in window: Stretch) throws -> IntervalList {
        let started = options.trace?.clock() ?? 0
        var stretches: [Stretch] = []
        func add(_ stretch: Stretch) {
            // Most samples continue an earlier one.
            if let last = stretches.last, stretch.from <= last.to, stretch.from >= last.from {
                if stretch.to > last.to { stretches[stretches.count - 1].to = stretch.to }
            } else {
                stretches.append(stretch)
            }
        }
        let reader = try reader(of: samples, in: window) { $0.exclusiveValues = samples.exclusiveValues }
        if let values = samples.exclusiveValues {
            try readDecided(by: reader, between: values, add)
        } else {
            try reader.read { batch, _ in
                for row in 0..<batch.count { add(Stretch(from: batch.starts[row], to: batch.ends[row])) }
                return true
            }
        }
        let list = IntervalList(stretches)
        if let trace = options.trace {
            trace.timesSteps.append(
                QueryTrace.TimesStep(
                    metric: samples.metric, sampleCount: reader.context.readCount, intervalCount: list.stretches.count,
                    seconds: trace.clock() - started))
        }
        return list
    }

    /// Passes the time in which the samples of a set decide (S6.6) to `body`.
    private func readDecided(by reader: SampleReader, between values: ExclusiveValues, _ body: (Stretch) -> Void) throws {
        let ranking = try SourceRanking(of: reader.request.metric, in: source, preferred: plan.preferredSources)
        var decision = ExclusiveDecision(values, ranking: ranking, mergesSources: true, columns: [], metadata: reader.context.metadata)
        func pass() {
            for row in 0..<decision.decidedCount where !decision.lanes[row].isSilent {
                let (from, to) = (decision.samples.starts[row], decision.samples.ends[row])
                switch decision.shares[row] {
                case nil: body(Stretch(from: from, to: to))
                case .outside(let better)?: better.free(from: from, to: to, source: decision.samples.sources[row]).forEach(body)
                case .dropped?: break
                }
            }
            decision.removeDecided()
        }
        try reader.read { batch, facts in
            if try decision.push(batch, lanes: Lane.lanes(facts)) { pass() }
            return true
        }
        decision.finish()
        pass()
    }

    /// Returns a reader of the samples that have a part in `window`, or touch it.
    func reader(of samples: SampleIntervals, in window: Stretch, _ change: (inout ReadRequest) -> Void) throws -> SampleReader {
        let window = window.widened(by: 1)
        let range = PlanRange(start: Instant(milliseconds: window.from), end: Instant(milliseconds: window.to), includesEnd: true)
        var request = ReadRequest(
            samples.metric, in: SampleWindow(range, rule: .overlap), zone: plan.zone, weekStart: plan.weekStart, now: plan.now)
        (request.condition, request.holding) = (samples.condition, samples.holding)
        request.testsSampleZones = plan.usesSampleZones
        change(&request)
        return try SampleReader(
            request, in: ReadContext(source, metadataKeys: request.condition?.metadataKeys ?? [], options: options))
    }
}

extension Stretch {
    /// The limits of times that can be read, far outside the years that dates can have. There is room to add durations.
    private static let limit: Int64 = 1 << 60

    /// Returns this time with `milliseconds` more on both sides.
    func widened(by milliseconds: Int64) -> Stretch {
        Stretch(
            from: max(max(from, -Stretch.limit) - milliseconds, -Stretch.limit),
            to: min(min(to, Stretch.limit) + milliseconds, Stretch.limit))
    }
}
