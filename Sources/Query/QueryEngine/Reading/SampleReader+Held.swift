import HealthModel
import StorageModel
import Threading

/// Reads readings that are held. Threads hold those of different blocks.
extension SampleReader {
    func readHeld(_ receiver: HeldRunsReceiver?, _ body: SampleFilter.Body) throws {
        let empty = ReadingHolder(longest: request.heldLength ?? 0, now: request.now.milliseconds)
        let pool = try WorkerPool(filter.separate)
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
        try readBlocks(times: { _ in .all }) { block in
            try pool.with { filter in
                if let placer, let held = try filter.heldRuns(of: block, empty, placer) { return held }
                return try filter.heldRows(of: block, empty)
            }
        } _: { held in
            try context.checkpoint(held.block.count)
            defer { last = held.block }
            guard let waited = holder.goOn(with: held.holder, after: held.firsts) else {
                var batch = SampleBatch()
                if !holder.isComplete, let last {
                    // The same samples wait, now with all columns. The others of their block are done.
                    holder = empty
                    try last.unpack(filter.readColumns, times: .all, into: &batch)
                    _ = holder.push(batch)
                }
                try held.block.unpack(filter.readColumns, times: .all, into: &batch)
                wantsMore = try filter.select(holder.push(batch), pass)
                return wantsMore
            }
            wantsMore = try filter.select(waited, pass)
            guard wantsMore else { return false }
            if let receiver, let runs = held.runs, latestEnd <= held.firsts.start {
                try receiver.body(runs)
                return true
            }
            // The times of samples that overlap cannot be added up.
            let batch = held.runs == nil ? held.batch : try filter.heldRows(of: held.block, empty).batch
            if batch.count > 0 { wantsMore = try pass(batch, []) }
            return wantsMore
        }
        if wantsMore { _ = try filter.select(holder.finish(), pass) }
    }
}

/// The samples of a block when readings are held.
private struct HeldRows: Sendable {
    let block: any PackedSamples
    /// Those that count and whose ends the block tells, or their runs instead.
    var batch = SampleBatch()
    var runs: HeldRuns?
    let holder: ReadingHolder
    let firsts: FirstReadings
}

extension SampleFilter {
    fileprivate func heldRows(of block: any PackedSamples, _ empty: ReadingHolder) throws -> HeldRows {
        if let held = try heldSeries(of: block, empty) { return held }
        var holder = empty
        var (known, firsts) = try holder.begin { try block.unpack(columns.union($0), times: .all, into: &$1) }
        known.removeColumns(except: columns)
        var held = HeldRows(block: block, holder: holder, firsts: firsts)
        _ = try select(known) { batch, _ in
            held.batch = copy batch
            return true
        }
        return held
    }

    /// True if readings of one source at different times can count by their starts alone.
    private func countsByStart(_ block: any PackedSamples) -> Bool {
        !hasTimes && request.others.isEmpty && surelyContains(block.extent)
    }

    /// Returns the rows of a block that count if all its readings are of one source and at different times, and if the condition does not
    /// depend on ends. Then only the readings that count are extended. Nil otherwise.
    private func heldSeries(of block: any PackedSamples, _ empty: ReadingHolder) throws -> HeldRows? {
        guard let condition, !condition.readsTimes, countsByStart(block) else { return nil }
        try block.unpack(columns.union(.sources), times: .all, into: &unpacked)
        var holder = empty
        guard let firsts = holder.begin(withSeries: unpacked) else { return nil }
        var held = HeldRows(block: block, holder: holder, firsts: firsts)
        // The last reading waits for the next block.
        let all = try condition.rows(of: unpacked)
        let rows = all.last == Int32(block.count - 1) ? all.dropLast() : all
        held.batch.append(rows, of: unpacked, columns: columns)
        held.batch.ends = holder.ends(of: rows, in: unpacked)
        return held
    }

    /// The same without unpacking the block, for a condition on values. Nil if that is not possible.
    fileprivate func heldRuns(of block: any PackedSamples, _ empty: ReadingHolder, _ placer: Placer) throws -> HeldRows? {
        guard block.count > 1, countsByStart(block), !columns.contains(.created), block.lastStart <= request.now.milliseconds else {
            return nil
        }
        let values = condition?.valueTest?.numbers
        guard condition == nil || values != nil,
            let runs = try HeldRuns(block, values: values, longest: request.heldLength ?? 0, placer: placer)
        else { return nil }
        // The last reading waits for the next block.
        try block.unpackLast(columns.union(.sources), into: &unpacked)
        var holder = empty
        let firsts = holder.begin(withLastOf: unpacked, from: block.firstStart)
        return HeldRows(block: block, runs: runs, holder: holder, firsts: firsts)
    }
}
