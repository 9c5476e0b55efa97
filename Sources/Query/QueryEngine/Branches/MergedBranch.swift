import HealthModel
import StorageModel

/// Uses the samples of the best source at each moment (S6).
final class MergedBranch: Branch {
    private let columns: ColumnSet
    private var placer: Placer
    private var merger: SourceMerger
    private var holder: InstantHolder?
    /// Samples with equal starts, instants first. A sample in the next batch with the same start may suppress them.
    private var undecided = SampleBatch()
    private var undecidedLanes: [Lane] = []
    private var keyCount = 1

    /// - Parameter holdsInstants: True if instants are extended to the next sample before sources are merged.
    init(_ columns: ColumnSet, placer: Placer, merger: SourceMerger, holdsInstants: Bool) {
        self.columns = columns
        self.placer = placer
        self.merger = merger
        holder = holdsInstants ? InstantHolder(columns: .all) : nil
    }

    var mergedRanks: [MergingRank] { merger.usedRanks }

    func push(_ batch: borrowing SampleBatch, lanes: [Lane], keyCount: Int) throws {
        self.keyCount = keyCount
        if let (held, heldLanes) = holder?.push((0..<Int32(batch.count)).map { $0 }[...], of: batch, lanes: lanes) {
            try merge(held, lanes: heldLanes)
        } else {
            try merge(batch, lanes: lanes)
        }
    }

    func finish() throws {
        if let (rest, lanes) = holder?.finish() { try merge(rest, lanes: lanes) }
        try mergeUndecided()
        try merger.finish(emit: emit)
    }

    /// Merges a batch, except for the last rows with equal starts if they include instants.
    private func merge(_ batch: borrowing SampleBatch, lanes: [Lane]) throws {
        let count = batch.count
        var first = 0
        if let start = undecided.starts.first {
            while first < count, batch.starts[first] == start { first += 1 }
            postpone(0..<first, of: batch, lanes: lanes)
            if first == count { return }
            try mergeUndecided()
        }
        guard first < count else { return }
        var last = count - 1
        while last > first, batch.starts[last - 1] == batch.starts[last] { last -= 1 }
        let isInstant = batch.starts[last] == batch.ends[last] || (!lanes.isEmpty && lanes[last].isHeld)
        let end = isInstant ? last : count
        try merge(first..<end, of: batch, lanes: lanes)
        postpone(end..<count, of: batch, lanes: lanes)
    }

    private func postpone(_ rows: Range<Int>, of batch: borrowing SampleBatch, lanes: [Lane]) {
        guard !rows.isEmpty else { return }
        undecided.append(rows.map { Int32($0) }, of: batch)
        if !lanes.isEmpty { undecidedLanes += lanes[rows] }
    }

    private func mergeUndecided() throws {
        guard undecided.count > 0 else { return }
        let (batch, lanes) = (undecided, undecidedLanes)
        (undecided, undecidedLanes) = (SampleBatch(), [])
        try merge(0..<batch.count, of: batch, lanes: lanes)
    }

    private func merge(_ rows: Range<Int>, of batch: borrowing SampleBatch, lanes: [Lane]) throws {
        guard !rows.isEmpty else { return }
        try merger.push(rows, of: batch, lanes: lanes, emit: emit)
        for (row, holder) in merger.dropped where lanes.isEmpty || !lanes[row].isSilent {
            let cell = placer.cell(of: batch.starts[row], in: lanes.isEmpty ? Lane() : lanes[row])
            columns.observer?.observeDropped(row, of: batch, cell: cell, holder: holder)
        }
    }

    private func emit(_ level: inout SourceMerger.Level, number: Int, rows: Range<Int>) throws {
        if level.better.segments.isEmpty {
            var activity = AlwaysActive()
            try place(rows, of: &level, number: number, activity: &activity)
        } else {
            var activity = TimelineActivity(level.better, owner: level.owner)
            try place(rows, of: &level, number: number, activity: &activity)
        }
    }

    private func place<A: Activity>(_ rows: Range<Int>, of level: inout SourceMerger.Level, number: Int, activity: inout A) throws {
        try columns.update(
            rows, of: level.waiting, lanes: level.lanes, level: number, keyCount: keyCount, better: level.better, placer: &placer,
            cursor: &level.cursor, activity: &activity)
    }
}
