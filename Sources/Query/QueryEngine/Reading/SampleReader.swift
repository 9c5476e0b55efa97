// Passes on the samples that count: those in the range by the edge rule (S4), with the right value, in the times of `while`, of the right
// workouts, and extended by `holding`. Queries, lists and searches for intervals read their samples here.
//
// It chooses the fastest of these ways that is right:
//
// - Blocks on several threads, if a block alone tells which of its samples count.
// - Held readings, block by block: the last readings of a block wait for the next one.
// - One stream of batches on one thread, if a sample's own time zone, the fields of workouts or other samples decide.
//
// Invariant: `body` gets the same samples in the same order for any number of threads and any size of blocks.
//
// Decisions 0065 (blocks on threads), 0077 (blocks hold their own readings), 0079 (parts of blocks), 0083 (times of held readings).

import CalendarIntervals
import HealthModel
import StorageModel
import QueryVocabulary
import QueryPlan
import Threading

/// Reads the samples of a metric that count in a query, by the edge rule and `where`.
final class SampleReader {
    private let plan: Plan
    private let predicate: Predicate?
    private let source: any SampleSource
    private let options: EngineOptions
    private let window: SampleWindow
    let filter: PredicateFilter?
    /// The times of which a sample must have a part; nil if all samples count.
    private let times: IntervalList?
    /// The numbers of the workouts that count; nil if all do. Samples of other metrics all count.
    private let numbers: Set<Int64>?
    private let metadata: MetadataCache
    /// The keys of the samples, which can need fields of workouts; nil for listings.
    private let keys: KeyTable?
    /// The current block of a thread.
    private var unpacked = SampleBatch()
    /// The number of samples read so far, including those that do not count.
    private(set) var readCount = 0
    /// The bounds of the values that match the condition; nil if there are none.
    var values: ClosedRange<Double>? { predicate?.values }

    /// - Parameters:
    ///   - predicate: The condition on samples: that of the plan and of the measures.
    ///   - times: The times of which a sample must have a part; nil if all samples count.
    ///   - numbers: The numbers of the workouts that count; nil if all do.
    ///   - keys: The keys of the samples, which can need fields of workouts; nil for listings.
    init(
        _ plan: Plan, predicate: Predicate?, times: IntervalList? = nil, only numbers: Set<Int64>? = nil, keys: KeyTable? = nil,
        source: any SampleSource, metadata: MetadataCache, options: EngineOptions
    ) throws {
        self.numbers = numbers
        self.keys = keys
        self.plan = plan
        self.times = times
        self.predicate = predicate
        self.source = source
        self.metadata = metadata
        self.options = options
        window = SampleWindow(plan.range, rule: plan.edges)
        filter = try predicate.map {
            try PredicateFilter($0, zone: plan.zone, weekStart: plan.weekStart, source: source, metadata: metadata)
        }
    }

    /// Receives a batch and the UTC offset of each row's clock in seconds. Returns whether it needs more.
    typealias Body = (borrowing SampleBatch, [Int32]) throws -> Bool

    /// Passes non-empty batches of the samples that count to `body`, in the order of the store.
    ///
    /// Times are real time. Clocks are empty except with `zone sample`, where they convert real time to the plan's times.
    ///
    /// - Parameters:
    ///   - field: The value of workouts. Workouts without it are left out.
    ///   - part: A part of the range. Samples outside it are left out. Nil means the whole range.
    ///   - others: Parts of the range. Samples that overlap any of them are left out.
    ///   - heldRuns: Receives held readings whose times are added up without unpacking them; nil if all must be passed to `body`.
    func read(
        _ metric: MetricID, field: WorkoutField? = nil, columns: SampleColumns, in part: SampleWindow? = nil,
        except others: ArraySlice<SampleWindow> = [], heldRuns: HeldRunsReceiver? = nil, _ body: Body
    ) throws {
        guard !plan.range.isUnknown else { return }
        let request = Request(metric: metric, columns: needed(columns, field, of: metric), window: part ?? window, others: others)
        // All clocks are less than a day from UTC.
        let span = request.window.extended(by: plan.usesSampleZones ? millisecondsPerDay : 0)
        let workouts = try loadWorkouts(of: request, field, in: span)
        if let holding = plan.holding, field == nil {
            return try isSelfContained(request)
                ? readHeld(request, for: holding, heldRuns, body) : holdOnOneThread(request, in: span, for: holding, body)
        }
        // The value of a workout is only known from its fields.
        let values = field == nil ? values : nil
        if field == nil, filter != nil || times != nil, isSelfContained(request) {
            let pool = try WorkerPool(separate)
            return try source.scanBlocks(metric, from: span.from, through: span.through, values: values, columns: request.columns) {
                block in
                try pool.with { try $0.rows(of: block, request) }
            } _: { rows in
                try checkpoint(rows.readCount)
                return rows.batch.count == 0 ? true : try body(rows.batch, [])
            }
        }
        try source.scan(metric, from: span.from, through: span.through, values: values, columns: request.columns) { batch in
            try checkpoint(batch.count)
            if let field { return try selectOwn(batch.workoutValues(of: field, in: workouts), request, body) }
            return try selectOwn(batch, request, body)
        }
    }

    /// The samples that a call of `read` passes on: those in `window`, except those that overlap `others`.
    private struct Request: Sendable {
        let metric: MetricID
        let columns: SampleColumns
        let window: SampleWindow
        let others: ArraySlice<SampleWindow>
    }

    /// Returns the given columns and those that decide whether a sample counts.
    private func needed(_ columns: SampleColumns, _ field: WorkoutField?, of metric: MetricID) -> SampleColumns {
        var needed = columns
        if let filter { needed.formUnion(filter.columns) }
        if field != nil { needed.formUnion([.values, .numbers]) }
        if plan.usesSampleZones { needed.insert(.metadata) }
        if metric == .workouts, numbers != nil { needed.insert(.numbers) }
        return needed
    }

    /// True if a thread can tell which samples of a block count, without other blocks and without the store.
    private func isSelfContained(_ request: Request) -> Bool {
        request.metric != .workouts && !plan.usesSampleZones && filter?.isSelfContained ?? true
    }

    /// Reads the workouts of the range if the condition, the keys or the values need them.
    private func loadWorkouts(
        of request: Request, _ field: WorkoutField?, in span: (from: Instant, through: Instant)
    ) throws -> [Int64: Workout] {
        var workouts: [Int64: Workout] = [:]
        let needsWorkouts = filter?.needsWorkouts == true || keys?.needsWorkouts == true
        if field != nil || (request.metric == .workouts && needsWorkouts) {
            for workout in try source.workouts(from: span.from, through: span.through) { workouts[workout.number] = workout }
        }
        filter?.workouts = workouts
        keys?.use(workouts)
        return workouts
    }

    /// Does the same as `read` for readings that are held, if a block alone cannot tell which samples count.
    private func holdOnOneThread(
        _ request: Request, in span: (from: Instant, through: Instant), for longest: Int64, _ body: Body
    ) throws {
        // The next reading of a source ends a reading. Its value does not matter.
        var holder = ReadingHolder(longest: longest, now: plan.now.milliseconds)
        var wantsMore = true
        try source.scan(
            request.metric, from: span.from.advanced(byMilliseconds: -longest), through: span.through.advanced(byMilliseconds: longest),
            values: nil, columns: request.columns.union(ReadingHolder.columns)
        ) { batch in
            try checkpoint(batch.count)
            wantsMore = try selectOwn(holder.push(batch), request, body)
            return wantsMore
        }
        if wantsMore { _ = try selectOwn(holder.finish(), request, body) }
    }

    /// The samples of a block when readings are held.
    private struct HeldRows: Sendable {
        let block: any PackedSamples
        /// Those that count and whose ends the block tells, or their runs instead.
        var rows = BlockRows()
        var runs: HeldRuns?
        let holder: ReadingHolder
        let firsts: FirstReadings
    }

    /// Does the same as `read` for readings that are held. Threads hold those of different blocks.
    private func readHeld(_ request: Request, for longest: Int64, _ receiver: HeldRunsReceiver?, _ body: Body) throws {
        let empty = ReadingHolder(longest: longest, now: plan.now.milliseconds)
        let unpacked = request.columns.union(ReadingHolder.columns)
        let span = request.window.extended(by: longest)
        let pool = try WorkerPool(separate)
        let placer = receiver?.placer
        var holder = empty
        var last: (any PackedSamples)?
        var wantsMore = true
        // The latest end of the samples that were passed.
        var latestEnd = Int64.min
        func pass(_ batch: borrowing SampleBatch, _ clocks: [Int32]) throws -> Bool {
            if receiver != nil { latestEnd = max(latestEnd, batch.ends.max() ?? .min) }
            return try body(batch, clocks)
        }
        try source.scanBlocks(request.metric, from: span.from, through: span.through, values: nil, columns: unpacked) { block in
            try pool.with { reader in
                if let placer, let held = try reader.heldRuns(of: block, empty, request, placer) { return held }
                return try reader.heldRows(of: block, empty, request)
            }
        } _: { held in
            try checkpoint(held.block.count)
            defer { last = held.block }
            guard let waited = holder.goOn(with: held.holder, after: held.firsts) else {
                var batch = SampleBatch()
                if !holder.isComplete, let last {
                    // The same samples wait, now with all columns. The others of their block are done.
                    holder = empty
                    try last.unpack(unpacked, times: .all, into: &batch)
                    _ = holder.push(batch)
                }
                try held.block.unpack(unpacked, times: .all, into: &batch)
                wantsMore = try select(holder.push(batch), request, pass)
                return wantsMore
            }
            wantsMore = try select(waited, request, pass)
            guard wantsMore else { return false }
            if let receiver, let runs = held.runs, latestEnd <= held.firsts.start {
                try receiver.body(runs)
                return true
            }
            // The times of samples that overlap cannot be added up.
            let rows = held.runs == nil ? held.rows : try heldRows(of: held.block, empty, request).rows
            if rows.batch.count > 0 { wantsMore = try pass(rows.batch, []) }
            return wantsMore
        }
        if wantsMore { _ = try select(holder.finish(), request, pass) }
    }

    private func heldRows(of block: any PackedSamples, _ empty: ReadingHolder, _ request: Request) throws -> HeldRows {
        if let held = try heldSeries(of: block, empty, request) { return held }
        var holder = empty
        var (known, firsts) = try holder.begin { try block.unpack(request.columns.union($0), times: .all, into: &$1) }
        known.removeColumns(except: request.columns)
        var held = HeldRows(block: block, holder: holder, firsts: firsts)
        _ = try select(known, request) { batch, _ in
            held.rows.batch = copy batch
            return true
        }
        return held
    }

    /// Returns the rows of a block that count if all its readings are of one source and at different times, and if the condition does not
    /// depend on ends. Then only the readings that count are extended. Nil otherwise.
    private func heldSeries(of block: any PackedSamples, _ empty: ReadingHolder, _ request: Request) throws -> HeldRows? {
        guard let filter, !filter.readsTimes, times == nil, request.others.isEmpty,
            request.window.surelyContains(firstStart: block.firstStart, lastStart: block.lastStart)
        else { return nil }
        try block.unpack(request.columns.union(.sources), times: .all, into: &unpacked)
        var holder = empty
        guard let firsts = holder.begin(withSeries: unpacked) else { return nil }
        var held = HeldRows(block: block, holder: holder, firsts: firsts)
        // The last reading waits for the next block.
        let all = try filter.rows(of: unpacked)
        let rows = all.last == Int32(block.count - 1) ? all.dropLast() : all
        held.rows.batch.append(rows, of: unpacked, columns: request.columns)
        held.rows.batch.ends = holder.ends(of: rows, in: unpacked)
        return held
    }

    /// The same without unpacking the block, for a condition on values. Nil if that is not possible.
    private func heldRuns(
        of block: any PackedSamples, _ empty: ReadingHolder, _ request: Request, _ placer: Placer
    ) throws -> HeldRows? {
        guard times == nil, request.others.isEmpty, block.count > 1, !request.columns.contains(.created),
            request.window.surelyContains(firstStart: block.firstStart, lastStart: block.lastStart),
            block.lastStart <= plan.now.milliseconds
        else { return nil }
        let values = filter?.valueTest?.numbers
        guard filter == nil || values != nil,
            let runs = try HeldRuns(block, values: values, longest: plan.holding ?? 0, placer: placer)
        else { return nil }
        // The last reading waits for the next block.
        try block.unpackLast(request.columns.union(.sources), into: &unpacked)
        var holder = empty
        let firsts = holder.begin(withLastOf: unpacked, from: block.firstStart)
        return HeldRows(block: block, runs: runs, holder: holder, firsts: firsts)
    }

    /// Returns another reader of the same samples, which another thread can use if the condition is self-contained.
    private func separate() throws -> SampleReader {
        try SampleReader(
            plan, predicate: predicate, times: times, only: numbers, keys: keys, source: source, metadata: metadata, options: options)
    }

    /// The rows of a block that count, and the number of all its rows.
    private struct BlockRows: Sendable {
        var batch = SampleBatch()
        var readCount = 0
    }

    private func rows(of block: any PackedSamples, _ request: Request) throws -> BlockRows {
        if let starts = filter?.starts(of: block) {
            try block.unpack(request.columns, starting: starts, into: &unpacked)
        } else {
            try block.unpack(request.columns, times: .all, into: &unpacked)
        }
        var rows = BlockRows(readCount: block.count)
        _ = try select(unpacked, request) { batch, _ in
            rows.batch = copy batch
            return true
        }
        // The result has the memory.
        if rows.batch.count == unpacked.count { unpacked = SampleBatch() }
        return rows
    }

    /// Passes the samples that can count to `work` in packed form, on several threads, and its results to `body`, in order.
    ///
    /// - Parameter times: Returns the times that `work` can unpack of a block.
    /// `body` calls `checkpoint` for each result.
    func readBlocks<Part: Sendable>(
        _ metric: MetricID, columns: SampleColumns, times: (BlockExtent) throws -> UnpackedTimes,
        _ work: @escaping @Sendable (any PackedSamples) throws -> Part, _ body: (Part) throws -> Void
    ) throws {
        guard !plan.range.isUnknown else { return }
        try source.scanBlocks(
            metric, from: Instant(milliseconds: window.start), through: Instant(milliseconds: window.end), values: values,
            columns: columns, times: times, work
        ) { part in
            try body(part)
            return true
        }
    }

    /// True if a sample counts only if it has a part in certain times.
    var hasTimes: Bool { times != nil }

    /// True if all samples of a block certainly count, as far as the range decides.
    func surelyContains(_ block: BlockExtent) -> Bool {
        window.surelyContains(firstStart: block.firstStart, lastStart: block.lastStart)
    }

    /// Counts samples that were read. Throws if the query is cancelled.
    func checkpoint(_ count: Int) throws {
        if options.isCancelled() { throw EngineError.cancelled }
        readCount += count
        options.progress?(readCount)
    }

    /// Passes on the rows of a batch that count in the query and in none of `others`.
    func select(_ batch: borrowing SampleBatch, except others: ArraySlice<SampleWindow>, _ body: Body) throws {
        _ = try select(batch, in: window, except: others, body)
    }

    private func select(_ batch: borrowing SampleBatch, _ request: Request, _ body: Body) throws -> Bool {
        try select(batch, in: request.window, except: request.others, body)
    }

    /// Passes on the rows that count. Of workouts, only those of `numbers` do.
    private func selectOwn(_ batch: borrowing SampleBatch, _ request: Request, _ body: Body) throws -> Bool {
        guard request.metric == .workouts, let numbers else { return try select(batch, request, body) }
        return try select(batch, request) { batch, clocks in
            let rows = batch.numbers.indices.filter { numbers.contains(batch.numbers[$0]) }.map { Int32($0) }
            return try pass(rows[...], of: batch, clocks: clocks, body)
        }
    }

    private func select(
        _ batch: borrowing SampleBatch, in window: SampleWindow, except others: ArraySlice<SampleWindow>, _ body: Body
    ) throws -> Bool {
        let count = batch.count
        guard count > 0 else { return true }
        let clocks = plan.usesSampleZones ? try clocks(of: batch) : []
        if filter == nil, times == nil, clocks.isEmpty, others.isEmpty,
            window.surelyContains(firstStart: batch.starts[0], lastStart: batch.starts[count - 1])
        {
            return try body(batch, [])
        }
        if let filter, times == nil, clocks.isEmpty, others.isEmpty,
            window.surelyContains(firstStart: batch.starts[0], lastStart: batch.starts[count - 1])
        {
            return try pass(filter.rows(of: batch), of: batch, body)
        }
        let passes = try filter?.passes(batch)
        var rows: [Int32] = []
        var next = times?.index(after: window.clipped(from: batch.starts[0], to: batch.ends[0]).from) ?? 0
        for row in 0..<count {
            let shift = clocks.isEmpty ? 0 : Int64(clocks[row]) * 1000
            let isInside = window.contains(start: batch.starts[row] + shift, end: batch.ends[row] + shift)
            guard isInside, passes?[row] ?? true else { continue }
            if others.contains(where: { $0.contains(start: batch.starts[row], end: batch.ends[row]) }) { continue }
            if let times {
                let part = window.clipped(from: batch.starts[row], to: batch.ends[row], shift: shift)
                // On several clocks, the parts are not in order of their starts.
                if !clocks.isEmpty { next = times.index(after: part.from) }
                guard times.meets(from: part.from, to: part.to, next: &next) else { continue }
            }
            rows.append(Int32(row))
        }
        return try pass(rows[...], of: batch, clocks: clocks, body)
    }

    private func pass(_ rows: ArraySlice<Int32>, of batch: borrowing SampleBatch, clocks: [Int32] = [], _ body: Body) throws -> Bool {
        if rows.count == batch.count { return try body(batch, clocks) }
        guard !rows.isEmpty else { return true }
        var selected = SampleBatch()
        selected.append(rows, of: batch)
        return try body(selected, clocks.isEmpty ? [] : rows.map { clocks[Int($0)] })
    }

    /// Returns for each sample whether it has a part in `times`.
    func rows(of batch: borrowing SampleBatch, meeting times: IntervalList) throws -> [Bool] {
        let clocks = plan.usesSampleZones ? try clocks(of: batch) : []
        return batch.starts.indices.map { row in
            let part = window.clipped(
                from: batch.starts[row], to: batch.ends[row], shift: clocks.isEmpty ? 0 : Int64(clocks[row]) * 1000)
            var next = times.index(after: part.from)
            return times.meets(from: part.from, to: part.to, next: &next)
        }
    }

    /// Returns the UTC offset of each sample's recorded clock at its start, in seconds.
    private func clocks(of batch: borrowing SampleBatch) throws -> [Int32] {
        try metadata.load(batch.metadata)
        return zip(batch.starts, batch.metadata).map { start, set in
            Int32((metadata.zone(set) ?? plan.zone).offsetSeconds(at: Instant(milliseconds: start)))
        }
    }
}
