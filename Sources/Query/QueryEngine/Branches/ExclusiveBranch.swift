import HealthModel
import StorageModel

/// Finds the time of values that exclude each other: at each moment, one sample decides (S6.6).
///
/// Samples that do not count can still decide: a watch's *awake* ends a phone's *asleep*.
final class ExclusiveBranch: Branch {
    private let columns: ColumnSet
    private var placer: Placer
    private var decision: ExclusiveDecision
    private var cursor = StreamCursor()
    private var keyCount = 1

    init(_ columns: ColumnSet, placer: Placer, decision: ExclusiveDecision) {
        self.columns = columns
        self.placer = placer
        self.decision = decision
    }

    var mergedRanks: [MergingRank] { decision.usedRanks }

    func push(_ batch: borrowing SampleBatch, lanes: [Lane], keyCount: Int) throws {
        self.keyCount = max(keyCount, 1)
        if try decision.push(batch, lanes: lanes) { try place() }
    }

    func finish() throws {
        decision.finish()
        try place()
    }

    /// Places the samples that are decided. Those that count in full are placed together.
    private func place() throws {
        var row = 0
        while row < decision.decidedCount {
            let end = decision.shares.isEmpty ? decision.decidedCount : decision.endOfWhole(from: row)
            if row < end {
                var always = AlwaysActive()
                try place(row..<end, activity: &always)
                row = end
                continue
            }
            switch decision.shares[row] {
            case .dropped(let holder)?:
                if !decision.lanes[row].isSilent {
                    let cell = placer.cell(of: decision.samples.starts[row], in: decision.lanes[row])
                    columns.observer?.observeDropped(row, of: decision.samples, cell: cell, holder: holder)
                }
            case .outside(let better)?:
                var activity = TimelineActivity(better, owner: decision.samples.sources[row])
                try place(row..<row + 1, better: better, activity: &activity)
            case nil: break
            }
            row += 1
        }
        decision.removeDecided()
    }

    private func place<A: Activity>(_ rows: Range<Int>, better: Timeline = Timeline(), activity: inout A) throws {
        try columns.update(
            rows, of: decision.samples, lanes: decision.lanes, level: 0, keyCount: keyCount, better: better, placer: &placer,
            cursor: &cursor, activity: &activity)
    }
}
