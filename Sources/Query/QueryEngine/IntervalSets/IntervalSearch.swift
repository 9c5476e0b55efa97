import CalendarIntervals
import HealthModel
import QueryVocabulary
import QueryPlan

/// Computes the intervals of a set from samples (S11.1 to S11.3).
///
/// Each metric of the set is read once. Only samples that can affect the requested time are read.
struct IntervalSearch {
    private let plan: Plan
    private let source: any SampleSource
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
        let readCount: Int
        if let values = samples.exclusiveValues, let condition = samples.condition {
            readCount = try readDecided(samples, between: values, if: condition, in: window, add)
        } else {
            readCount = try read(samples, samples.condition, in: window, columns: []) { batch in
                for row in 0..<batch.count { add(Stretch(from: batch.starts[row], to: batch.ends[row])) }
            }
        }
        let list = IntervalList(stretches)
        if let trace = options.trace {
            trace.timesSteps.append(
                QueryTrace.TimesStep(
                    metric: samples.metric, sampleCount: readCount, intervalCount: list.stretches.count,
                    seconds: trace.clock() - started))
        }
        return list
    }

    /// Passes the time in which the samples of a set decide (S6.6) to `body`. Returns the number of samples that were read.
    private func readDecided(
        _ samples: SampleIntervals, between values: ExclusiveValues, if condition: Predicate, in window: Stretch, _ body: (Stretch) -> Void
    ) throws -> Int {
        let metadata = MetadataCache(source, keys: condition.metadataKeys)
        let filter = try PredicateFilter(condition, zone: plan.zone, weekStart: plan.weekStart, source: source, metadata: metadata)
        let ranking = try SourceRanking(of: samples.metric, in: source, preferred: plan.preferredSources)
        var decision = ExclusiveDecision(values, ranking: ranking, mergesSources: true, columns: [], metadata: metadata)
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
        let needed = filter.columns.union([.values, .sources, .metadata])
        let readCount = try read(samples, condition.orHasSay(of: values), in: window, columns: needed) { batch in
            let lanes = try filter.passes(batch).map { Lane(isSilent: !$0) }
            if try decision.push(batch, lanes: lanes) { pass() }
        }
        decision.finish()
        pass()
        return readCount
    }

    /// Passes the samples of a metric that have a part in `window`, or touch it, to `body`. Returns the number of samples that were read.
    func read(
        _ samples: SampleIntervals, _ condition: Predicate?, in window: Stretch, columns: SampleColumns,
        _ body: (borrowing SampleBatch) throws -> Void
    ) throws -> Int {
        let window = window.widened(by: 1)
        let range = PlanRange(start: Instant(milliseconds: window.from), end: Instant(milliseconds: window.to), includesEnd: true)
        var reading = Plan(
            subject: .samples(SampleListing(metric: samples.metric, storageUnit: nil, unit: nil)), range: range,
            grid: TimeGrid(whole: range), zone: plan.zone, now: plan.now, text: "")
        reading.edges = .overlap
        reading.weekStart = plan.weekStart
        reading.holding = samples.holding
        let reader = try SampleReader(
            reading, predicate: condition, source: source, metadata: MetadataCache(source, keys: condition?.metadataKeys ?? []),
            options: options)
        try reader.read(samples.metric, columns: columns) { batch, _ in
            try body(batch)
            return true
        }
        return reader.readCount
    }
}

extension Stretch {
    /// The limits of times that can be read, far outside the years that dates can have. There is room to add durations.
    private static let limit: Int64 = 1 << 60

    /// Returns this time with `milliseconds` more on both sides.
    fileprivate func widened(by milliseconds: Int64) -> Stretch {
        Stretch(
            from: max(max(from, -Stretch.limit) - milliseconds, -Stretch.limit),
            to: min(min(to, Stretch.limit) + milliseconds, Stretch.limit))
    }
}
