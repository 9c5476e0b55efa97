import CalendarIntervals
import HealthModel
import QueryPlan
import StorageModel

/// Chooses the samples of a request: those in its window by the edge rule (S4), with the right value, in the right times, of the right
/// workouts. Each thread has its own filter.
final class SampleFilter {
    let request: ReadRequest
    /// The condition of the samples that are read.
    let condition: PredicateFilter?
    /// The condition of those that count, if others are read, too.
    private let counting: PredicateFilter?
    private let times: IntervalList?
    private let context: ReadContext
    /// The columns that are asked for, and those that decide whether a sample counts.
    let columns: SampleColumns
    /// The current block of a thread.
    var unpacked = SampleBatch()

    init(_ request: ReadRequest, in context: ReadContext) throws {
        func filter(_ predicate: Predicate?) throws -> PredicateFilter? {
            try predicate.map {
                try PredicateFilter(
                    $0, zone: request.zone, weekStart: request.weekStart,
                    usesSampleZones: request.usesSampleZones || request.testsSampleZones, source: context.source,
                    metadata: context.metadata)
            }
        }
        (self.request, self.context) = (request, context)
        condition = try filter(request.readCondition)
        counting = try request.exclusiveValues == nil ? nil : filter(request.condition)
        times = request.readTimes
        var columns = request.columns.union(condition?.columns ?? []).union(counting?.columns ?? [])
        if request.exclusiveValues != nil { columns.formUnion([.values, .sources, .metadata]) }
        if request.field != nil { columns.formUnion([.values, .numbers]) }
        if request.numbers != nil { columns.insert(.numbers) }
        if request.usesSampleZones { columns.insert(.metadata) }
        if request.countsSchedule { columns.formUnion(ScheduledDoses.columns) }
        self.columns = columns
    }

    /// The columns that are read. Those that decide how long readings last are not passed on.
    var readColumns: SampleColumns { request.heldLength == nil ? columns : columns.union(ReadingHolder.columns) }

    /// Returns another filter for the same samples, which another thread can use if this one is self-contained.
    func separate() throws -> SampleFilter { try SampleFilter(request, in: context) }

    /// True if a thread can tell which samples of a block count, without other blocks and without the store.
    var isSelfContained: Bool {
        request.metric != .workouts && !request.usesSampleZones && !request.countsSchedule && condition?.isSelfContained ?? true
    }

    /// True if a sample counts only if it has a part in certain times.
    var hasTimes: Bool { times != nil }

    /// True if all samples of a block certainly count, as far as the window decides.
    func surelyContains(_ block: BlockExtent) -> Bool {
        request.window.surelyContains(firstStart: block.firstStart, lastStart: block.lastStart)
    }

    /// Receives a batch and the UTC offset of each row's clock in seconds. Returns whether it needs more.
    typealias Body = (borrowing SampleBatch, [Int32]) throws -> Bool

    /// Passes on the rows of a batch that are read, if there are any.
    func select(_ batch: borrowing SampleBatch, _ body: Body) throws -> Bool {
        let count = batch.count
        guard count > 0 else { return true }
        let (window, others, numbers) = (request.window, request.others, request.numbers)
        let clocks = request.usesSampleZones ? try clocks(of: batch) : []
        if times == nil, clocks.isEmpty, others.isEmpty, numbers == nil,
            window.surelyContains(firstStart: batch.starts[0], lastStart: batch.starts[count - 1])
        {
            guard let condition else { return try body(batch, []) }
            return try pass(condition.rows(of: batch), of: batch, body)
        }
        let passes = try condition?.passes(batch)
        var rows: [Int32] = []
        var next = times?.index(after: window.clipped(from: batch.starts[0], to: batch.ends[0]).from) ?? 0
        for row in 0..<count {
            let shift = clocks.isEmpty ? 0 : Int64(clocks[row]) * 1000
            let isInside = window.contains(start: batch.starts[row] + shift, end: batch.ends[row] + shift)
            guard isInside, passes?[row] ?? true else { continue }
            if others.contains(where: { $0.contains(start: batch.starts[row], end: batch.ends[row]) }) { continue }
            if let numbers, !numbers.contains(batch.numbers[row]) { continue }
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

    /// The rows of a block that are read, and the number of all its rows.
    struct BlockRows: Sendable {
        var batch = SampleBatch()
        var readCount = 0
    }

    func rows(of block: any PackedSamples) throws -> BlockRows {
        if let starts = condition?.starts(of: block) {
            try block.unpack(columns, starting: starts, into: &unpacked)
        } else {
            try block.unpack(columns, times: .all, into: &unpacked)
        }
        var rows = BlockRows(readCount: block.count)
        _ = try select(unpacked) { batch, _ in
            rows.batch = copy batch
            return true
        }
        // The result has the memory.
        if rows.batch.count == unpacked.count { unpacked = SampleBatch() }
        return rows
    }

    /// Returns what is known of rows that are read.
    func facts(of batch: borrowing SampleBatch, clocks: [Int32]) throws -> RowFacts {
        var facts = RowFacts(clocks: clocks)
        guard request.readsSilentSamples else { return facts }
        var counts = try counting?.passes(batch) ?? Array(repeating: true, count: batch.count)
        if request.mergesOtherTimes, let times = request.times {
            for row in counts.indices where counts[row] {
                let part = request.window.clipped(from: batch.starts[row], to: batch.ends[row], shift: facts.shift(row))
                var next = times.index(after: part.from)
                counts[row] = times.meets(from: part.from, to: part.to, next: &next)
            }
        }
        facts.counts = counts
        return facts
    }

    /// Returns the UTC offset of each sample's recorded clock at its start, in seconds.
    private func clocks(of batch: borrowing SampleBatch) throws -> [Int32] {
        try context.metadata.load(batch.metadata)
        return zip(batch.starts, batch.metadata).map { start, set in
            Int32((context.metadata.zone(set) ?? request.zone).offsetSeconds(at: Instant(milliseconds: start)))
        }
    }
}
