import HealthModel
import QueryPlan

/// Reads the samples of a metric that take part in a query: those that the edge rule and `where` let through.
final class SampleReader {
    private let plan: Plan
    private let source: any SampleSource
    private let options: EngineOptions
    private let window: SampleWindow
    private let filter: PredicateFilter?
    private let metadata: MetadataCache
    private var readCount = 0

    init(_ plan: Plan, source: any SampleSource, metadata: MetadataCache, options: EngineOptions) throws {
        self.plan = plan
        self.source = source
        self.metadata = metadata
        self.options = options
        window = SampleWindow(plan.range, rule: plan.edges)
        filter = try plan.predicate.map {
            try PredicateFilter($0, zone: plan.zone, weekStart: plan.weekStart, source: source, metadata: metadata)
        }
    }

    /// Takes a batch and returns whether it wants more.
    typealias Body = (borrowing SampleBatch) throws -> Bool

    /// Hands `body` batches of the samples that take part, sorted as the store sorts them, none of them empty.
    ///
    /// - Parameter field: what workouts have for a value; those without it take no part.
    func read(_ metric: MetricID, field: WorkoutField? = nil, columns: SampleColumns, _ body: Body) throws {
        guard !plan.range.isUnknown else { return }
        var needed = columns
        if let filter { needed.formUnion(filter.columns) }
        if field != nil { needed.formUnion([.values, .numbers]) }
        var clock = plan.usesSampleZones ? WallClock(plan.zone, metadata: metadata) : nil
        if clock != nil { needed.insert(.metadata) }
        // Wall clocks differ from UTC by less than a day.
        let slack = clock == nil ? 0 : WallClock.greatestOffset
        let from = window.start - slack
        let through = window.end - 1 + slack

        var workouts: [Int64: Workout] = [:]
        var wantsMore = true
        if field != nil || (metric == .workouts && filter?.needsWorkouts == true) {
            for workout in try source.workouts(from: from, through: through) { workouts[workout.number] = workout }
        }
        filter?.workouts = workouts

        try source.scan(metric, from: from, through: through, columns: needed) { batch in
            try checkpoint(batch.count)
            guard batch.count > 0 else { return true }
            if let field {
                wantsMore = try pass(batch.workoutValues(of: field, in: workouts), clock: &clock, body)
            } else {
                wantsMore = try pass(batch, clock: &clock, body)
            }
            return wantsMore
        }
        if wantsMore, let rest = clock?.finish() { _ = try select(rest, body) }
    }

    private func checkpoint(_ count: Int) throws {
        if options.isCancelled() { throw EngineError.cancelled }
        readCount += count
        options.progress?(readCount)
    }

    private func pass(_ batch: borrowing SampleBatch, clock: inout WallClock?, _ body: Body) throws -> Bool {
        guard batch.count > 0 else { return true }
        if clock == nil { return try select(batch, body) }
        // `where` speaks of real time.
        let passes = try filter?.passes(batch)
        try clock?.push(batch, rows: (0..<batch.count).filter { passes?[$0] ?? true }.map { Int32($0) })
        guard let ready = clock?.ready() else { return true }
        return try select(ready, body)
    }

    /// Hands on the rows that take part.
    private func select(_ batch: borrowing SampleBatch, _ body: Body) throws -> Bool {
        let count = batch.count
        let filter = plan.usesSampleZones ? nil : filter
        if filter == nil, window.surelyContains(firstStart: batch.starts[0], lastStart: batch.starts[count - 1]) {
            return try body(batch)
        }
        let passes = try filter?.passes(batch)
        var rows: [Int32] = []
        for row in 0..<count where window.contains(start: batch.starts[row], end: batch.ends[row]) && passes?[row] ?? true {
            rows.append(Int32(row))
        }
        if rows.count == count { return try body(batch) }
        guard !rows.isEmpty else { return true }
        var selected = SampleBatch()
        selected.append(rows, of: batch)
        return try body(selected)
    }
}
