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
        var needed = columns
        if let filter { needed.formUnion(filter.columns) }
        if field != nil { needed.formUnion([.values, .numbers]) }
        if plan.usesSampleZones { needed.insert(.metadata) }
        let numbers = metric == .workouts ? numbers : nil
        if numbers != nil { needed.insert(.numbers) }
        /// Passes on the samples of `numbers`.
        func passOwn(_ batch: borrowing SampleBatch, _ clocks: [Int32]) throws -> Bool {
            guard let numbers else { return try body(batch, clocks) }
            let rows = batch.numbers.indices.filter { numbers.contains(batch.numbers[$0]) }.map { Int32($0) }
            return try pass(rows[...], of: batch, clocks: clocks, body)
        }
        // All clocks are less than a day from UTC.
        let slack = plan.usesSampleZones ? millisecondsPerDay : 0
        let window = part ?? window
        let from = Instant(milliseconds: window.start - slack)
        let through = Instant(milliseconds: window.end + slack)

        var workouts: [Int64: Workout] = [:]
        let needsWorkouts = filter?.needsWorkouts == true || keys?.needsWorkouts == true
        if field != nil || (metric == .workouts && needsWorkouts) {
            for workout in try source.workouts(from: from, through: through) { workouts[workout.number] = workout }
        }
        filter?.workouts = workouts
        keys?.use(workouts)

        // The value of a workout is only known from its fields.
        let values = field == nil ? values : nil
        if let holding = plan.holding, field == nil {
            if metric != .workouts, !plan.usesSampleZones, filter?.isSelfContained ?? true {
                return try readHeld(metric, for: holding, columns: needed, in: window, except: others, heldRuns, body)
            }
            // The next reading of a source ends a reading. Its value does not matter.
            var holder = ReadingHolder(longest: holding, now: plan.now.milliseconds)
            var wantsMore = true
            try source.scan(
                metric, from: from.advanced(byMilliseconds: -holding), through: through.advanced(byMilliseconds: holding), values: nil,
                columns: needed.union(ReadingHolder.columns)
            ) { batch in
                try checkpoint(batch.count)
                wantsMore = try select(holder.push(batch), in: window, except: others, passOwn)
                return wantsMore
            }
            if wantsMore { _ = try select(holder.finish(), in: window, except: others, passOwn) }
            return
        }
        if field == nil, metric != .workouts, !plan.usesSampleZones, filter != nil || times != nil, filter?.isSelfContained ?? true {
            let pool = try WorkerPool(separate)
            return try source.scanBlocks(metric, from: from, through: through, values: values, columns: needed) { [needed] block in
                try pool.with { try $0.rows(of: block, columns: needed, in: window, except: others) }
            } _: { rows in
                try checkpoint(rows.readCount)
                return rows.batch.count == 0 ? true : try body(rows.batch, [])
            }
        }
        try source.scan(metric, from: from, through: through, values: values, columns: needed) { batch in
            try checkpoint(batch.count)
            if let field { return try select(batch.workoutValues(of: field, in: workouts), in: window, except: others, passOwn) }
            return try select(batch, in: window, except: others, passOwn)
        }
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
    private func readHeld(
        _ metric: MetricID, for longest: Int64, columns: SampleColumns, in window: SampleWindow, except others: ArraySlice<SampleWindow>,
        _ receiver: HeldRunsReceiver?, _ body: Body
    ) throws {
        let empty = ReadingHolder(longest: longest, now: plan.now.milliseconds)
        let unpacked = columns.union(ReadingHolder.columns)
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
        try source.scanBlocks(
            metric, from: Instant(milliseconds: window.start - longest), through: Instant(milliseconds: window.end + longest), values: nil,
            columns: unpacked
        ) { block in
            try pool.with { reader in
                if let placer, let held = try reader.heldRuns(of: block, empty, columns: columns, in: window, except: others, placer) {
                    return held
                }
                return try reader.heldRows(of: block, empty, columns: columns, in: window, except: others)
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
                wantsMore = try select(holder.push(batch), in: window, except: others, pass)
                return wantsMore
            }
            wantsMore = try select(waited, in: window, except: others, pass)
            guard wantsMore else { return false }
            if let receiver, let runs = held.runs, latestEnd <= held.firsts.start {
                try receiver.body(runs)
                return true
            }
            // The times of samples that overlap cannot be added up.
            let rows = held.runs == nil ? held.rows : try heldRows(of: held.block, empty, columns: columns, in: window, except: others).rows
            if rows.batch.count > 0 { wantsMore = try pass(rows.batch, []) }
            return wantsMore
        }
        if wantsMore { _ = try select(holder.finish(), in: window, except: others, pass) }
    }

    private func heldRows(
        of block: any PackedSamples, _ empty: ReadingHolder, columns: SampleColumns, in window: SampleWindow,
        except others: ArraySlice<SampleWindow>
    ) throws -> HeldRows {
        if let held = try heldSeries(of: block, empty, columns: columns, in: window, except: others) { return held }
        var holder = empty
        var (known, firsts) = try holder.begin { try block.unpack(columns.union($0), times: .all, into: &$1) }
        known.removeColumns(except: columns)
        var held = HeldRows(block: block, holder: holder, firsts: firsts)
        _ = try select(known, in: window, except: others) { batch, _ in
            held.rows.batch = copy batch
            return true
        }
        return held
    }

    /// Returns the rows of a block that count if all its readings are of one source and at different times, and if the condition does not
    /// depend on ends. Then only the readings that count are extended. Nil otherwise.
    private func heldSeries(
        of block: any PackedSamples, _ empty: ReadingHolder, columns: SampleColumns, in window: SampleWindow,
        except others: ArraySlice<SampleWindow>
    ) throws -> HeldRows? {
        guard let filter, !filter.readsTimes, times == nil, others.isEmpty,
            window.surelyContains(firstStart: block.firstStart, lastStart: block.lastStart)
        else { return nil }
        try block.unpack(columns.union(.sources), times: .all, into: &unpacked)
        var holder = empty
        guard let firsts = holder.begin(withSeries: unpacked) else { return nil }
        var held = HeldRows(block: block, holder: holder, firsts: firsts)
        // The last reading waits for the next block.
        let all = try filter.rows(of: unpacked)
        let rows = all.last == Int32(block.count - 1) ? all.dropLast() : all
        held.rows.batch.append(rows, of: unpacked, columns: columns)
        held.rows.batch.ends = holder.ends(of: rows, in: unpacked)
        return held
    }

    /// The same without unpacking the block, for a condition on values. Nil if that is not possible.
    private func heldRuns(
        of block: any PackedSamples, _ empty: ReadingHolder, columns: SampleColumns, in window: SampleWindow,
        except others: ArraySlice<SampleWindow>, _ placer: Placer
    ) throws -> HeldRows? {
        guard times == nil, others.isEmpty, block.count > 1, !columns.contains(.created),
            window.surelyContains(firstStart: block.firstStart, lastStart: block.lastStart), block.lastStart <= plan.now.milliseconds
        else { return nil }
        let values = filter?.valueTest?.numbers
        guard filter == nil || values != nil,
            let runs = try HeldRuns(block, values: values, longest: plan.holding ?? 0, placer: placer)
        else { return nil }
        // The last reading waits for the next block.
        try block.unpackLast(columns.union(.sources), into: &unpacked)
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

    private func rows(
        of block: any PackedSamples, columns: SampleColumns, in window: SampleWindow, except others: ArraySlice<SampleWindow>
    ) throws -> BlockRows {
        if let starts = filter?.starts(of: block) {
            try block.unpack(columns, starting: starts, into: &unpacked)
        } else {
            try block.unpack(columns, times: .all, into: &unpacked)
        }
        var rows = BlockRows(readCount: block.count)
        _ = try select(unpacked, in: window, except: others) { batch, _ in
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
