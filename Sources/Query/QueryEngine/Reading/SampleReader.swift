// Reads the samples of one request. All queries, lists and searches for intervals read here.
//
//     ReadRequest ─► strategy ─┬─ scan    batches on one thread
//                              ├─ rows    blocks on several threads, which return the rows that count
//                              ├─ held    the same for readings that last until the next one
//                              └─ cells   blocks on several threads, which return the cells of measures
//
// Invariant: `body` gets the same samples in the same order for any strategy, any number of threads and any size of blocks.
//
// Decisions 0121 (one request), 0065 (blocks on threads), 0077 (blocks hold their own readings), 0079 (parts of blocks), 0083 (times of
// held readings).

import HealthModel
import QueryPlan
import StorageModel
import Threading

/// The way in which the samples of a request are read.
package enum ReadStrategy: Sendable {
    case scan, rows, held, cells
}

/// Reads the samples of a request, in order.
final class SampleReader {
    let request: ReadRequest
    let filter: SampleFilter
    let context: ReadContext

    init(_ request: ReadRequest, in context: ReadContext) throws {
        (self.request, self.context) = (request, context)
        filter = try SampleFilter(request, in: context)
    }

    /// The fastest way that is right.
    var strategy: ReadStrategy {
        // Threads cannot ask the store for time zones, metadata and workouts.
        guard filter.isSelfContained else { return .scan }
        // The reading after the last one of a block is in the next block.
        if request.heldLength != nil { return .held }
        if request.addsCells, context.keys?.isSelfContained ?? true { return .cells }
        // If all samples count, threads have nothing to decide.
        return filter.condition == nil && !filter.hasTimes ? .scan : .rows
    }

    /// Receives a batch and the facts about its rows. Returns whether it needs more.
    typealias Body = (borrowing SampleBatch, RowFacts) throws -> Bool

    /// Passes non-empty batches of the samples to `body`, in the order of the store. Times are real time.
    ///
    /// - Parameter heldRuns: Receives held readings whose times are added up without unpacking them; nil if all must be passed to `body`.
    func read(heldRuns: HeldRunsReceiver? = nil, _ body: Body) throws {
        guard !request.window.isUnknown else { return }
        func pass(_ batch: borrowing SampleBatch, _ clocks: [Int32]) throws -> Bool {
            try body(batch, filter.facts(of: batch, clocks: clocks))
        }
        let workouts = try loadWorkouts()
        // Keys by values and times are about workouts.
        let areWhole = context.keys.map { $0.columns.contains(.values) || $0.readsTimes } ?? false
        if let field = request.field, request.placement != .whole, !areWhole { return try scan(field, of: workouts, pass) }
        switch strategy {
        case .scan: try scan(workouts, pass)
        case .held: try readHeld(heldRuns, pass)
        case .rows, .cells:
            let pool = try WorkerPool(filter.separate)
            try readBlocks(times: { _ in .all }) { block in
                try pool.with { try $0.rows(of: block) }
            } _: { rows in
                try context.checkpoint(rows.readCount)
                return rows.batch.count == 0 ? true : try pass(rows.batch, [])
            }
        }
    }

    /// Passes blocks to `work`, on several threads, and its results to `body`, in order. `body` counts the samples of each result.
    ///
    /// - Parameter times: Returns the times that `work` can unpack of a block.
    func readBlocks<Part: Sendable>(
        times: (BlockExtent) throws -> UnpackedTimes, _ work: @escaping @Sendable (any PackedSamples) throws -> Part,
        _ body: (Part) throws -> Bool
    ) throws {
        guard !request.window.isUnknown else { return }
        let span = request.span
        try context.source.scanBlocks(
            request.metric, from: span.from, through: span.through, values: request.readValues, columns: filter.readColumns, times: times,
            work, body)
    }

    private func scan(_ workouts: [Int64: Workout], _ body: SampleFilter.Body) throws {
        let span = request.span
        var holder = request.heldLength.map { ReadingHolder(longest: $0, now: request.now.milliseconds) }
        var doses = request.countsSchedule ? ScheduledDoses(of: request, context.metadata) : nil
        var wantsMore = true
        try context.source.scan(
            request.metric, from: span.from, through: span.through, values: request.readValues, columns: filter.readColumns
        ) { batch in
            try context.checkpoint(batch.count)
            if doses != nil {
                try doses?.add(batch)
                return true
            }
            if let field = request.field { return try filter.select(batch.workoutValues(of: field, in: workouts), body) }
            guard let known = holder?.push(batch) else { return try filter.select(batch, body) }
            wantsMore = try filter.select(known, body)
            return wantsMore
        }
        if let doses { _ = try filter.select(doses.placed(), body) }
        if wantsMore, let rest = holder?.finish() { _ = try filter.select(rest, body) }
    }

    /// Passes the amounts of the workouts that count at their times, or one number for each part. All workouts are gathered first, because
    /// amounts of a long workout can come after the start of the next one.
    private func scan(_ field: WorkoutField, of workouts: [Int64: Workout], _ body: SampleFilter.Body) throws {
        // A condition is about workouts, and the window and the times are about amounts.
        var (ofWorkouts, ofAmounts) = (request, request)
        (ofWorkouts.others, ofAmounts.condition) = ([], nil)
        let chosen = try SampleFilter(ofWorkouts, in: context)
        chosen.condition?.workouts = workouts
        var counted = SampleBatch()
        try context.source.scan(
            request.metric, from: request.span.from, through: request.span.through, columns: filter.readColumns
        ) { batch in
            try context.checkpoint(batch.count)
            // A part can have a number that its workout does not have.
            let known = request.placement == .byPart ? copy batch : batch.workoutValues(of: field, in: workouts)
            return try chosen.select(known) { selected, _ in
                counted.append(0..<selected.count, of: selected)
                return true
            }
        }
        let amounts = try SampleFilter(ofAmounts, in: context)
        let times = WorkoutAmounts(field, request, context.source)
        var queue = AmountQueue(counted)
        for row in counted.numbers.indices {
            guard let workout = workouts[counted.numbers[row]] else { continue }
            if let batch = queue.take(before: counted.starts[row]), try !amounts.select(batch, body) { return }
            queue.add(request.placement == .byPart ? try times.parts(of: workout) : try times.amounts(of: workout), ofRow: row)
            try context.checkpoint(0)
        }
        if let batch = queue.take(before: nil) { _ = try amounts.select(batch, body) }
    }

    /// Reads the workouts near the window if the condition, the keys or the values need them.
    private func loadWorkouts() throws -> [Int64: Workout] {
        let needsWorkouts =
            filter.condition?.needsWorkouts == true || context.keys?.needsWorkouts == true || context.tests.contains(where: \.needsWorkouts)
        let isNeeded = request.field != nil || (request.metric == .workouts && needsWorkouts)
        var needsClimbs = filter.condition?.needsClimbs == true || context.keys?.needsClimbs == true
        needsClimbs = needsClimbs || context.tests.contains(where: \.needsClimbs)
        if case .climb? = request.field { needsClimbs = true }
        let workouts = isNeeded ? try context.source.workouts(near: request.window, withTurns: needsClimbs) : [:]
        filter.condition?.workouts = workouts
        context.keys?.use(workouts)
        for test in context.tests { test.workouts = workouts }
        return workouts
    }
}
