import HealthModel

/// The samples of the best source at each time (S6).
final class MergedBranch: Branch {
    private let columns: ColumnSet
    private var placer: Placer
    private var merger: SourceMerger
    private var holder: InstantHolder?
    private var keyCount = 1

    /// - Parameter holdsInstants: whether an instant lasts until the next sample before sources are merged.
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
        try merger.finish(emit: emit)
    }

    private func merge(_ batch: borrowing SampleBatch, lanes: [Lane]) throws {
        guard batch.count > 0 else { return }
        try merger.push(batch, lanes: lanes, emit: emit)
        for (row, holder) in merger.dropped {
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
