// Merges sources, so that time which two devices recorded counts once (S6.1).
//
//     rank 1   ████    ██████          counts in full
//     rank 2     ▒▒██████▒▒▒▒██        counts where rank 1 has nothing
//     rank 3   ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒██      counts where neither has anything
//
// Samples arrive in order of start. A sample can be finished once all samples that start before its end have arrived, so each rank keeps
// its last few waiting. Ranks are processed from best to last. Each uses the timeline of the ranks above it. The work is linear in the
// number of samples times the number of ranks that are active at the same time. It runs for merged sums that quarter hours cannot answer,
// and when quarter hours are computed.
//
// Invariant: the result does not depend on how the stream is divided into batches.
//
// Decisions 0014 (quarter hours), 0045 (keys divide what merging leaves).

import HealthModel
import StorageModel

/// Merges sources while samples arrive in order of start (S6.1), grouped by the rank of their source.
struct SourceMerger {
    /// The samples of one rank.
    struct Level {
        /// The id of the source. The two ranks of a source have the same owner.
        let owner: Int32
        /// Sorted samples that others can still suppress.
        var waiting = SampleBatch()
        /// The lane of each waiting sample; empty if there is only one lane.
        var lanes: [Lane] = []
        var cursor = StreamCursor()
        /// The time covered by better ranks, as far as waiting samples need it.
        var better = Timeline()
        /// The latest end so far.
        var reach = Int64.min
        /// The number of waiting samples from earlier batches.
        fileprivate var oldCount = 0
    }

    /// Receives the first rows of a level that are finished. The number is the index of the level.
    typealias Emit = (inout Level, Int, Range<Int>) throws -> Void

    private let ranks: [MergingRank]
    private var levels: [Level]
    /// The level by twice the source's id, plus one for manual entries; −1 if the source does not exist.
    private var levelOfSource: [Int32]
    /// The levels that have had samples, best first.
    private var used: [Int] = []
    private var isUsed: [Bool]
    private let columns: SampleColumns
    private let metadata: MetadataCache
    /// Buffers that are reused for each batch: the level of each row, the rows of each level, and the owners of the time between the
    /// frontiers. The owners are those of all levels so far and those of a single level.
    private var levelOfRow: [Int32] = []
    private var partition = RowPartition()
    private var held = Timeline()
    private var own = Timeline()
    /// The instants of the last batch that were dropped, and the sources that cover them.
    private(set) var dropped: [(row: Int, holder: Int32)] = []
    /// The start of the last sample: no later sample starts before it.
    private var frontier = Int64.min

    /// - Parameter columns: The columns of samples to keep, in addition to start and end.
    init(_ ranking: SourceRanking, columns: SampleColumns, metadata: MetadataCache) {
        self.columns = columns
        self.metadata = metadata
        ranks = ranking.mergingRanks
        levels = ranks.map { Level(owner: $0.source) }
        isUsed = levels.map { _ in false }
        levelOfSource = Array(repeating: -1, count: 2 * (ranking.entries.map { Int($0.id) + 1 }.max() ?? 0))
        for (index, rank) in ranks.enumerated() {
            levelOfSource[2 * Int(rank.source) + (rank.isHandEntered ? 1 : 0)] = Int32(index)
        }
    }

    /// The ranks that had samples, best first.
    var usedRanks: [MergingRank] { used.map { ranks[$0] } }

    /// Adds rows of a batch and emits the finished samples, level by level.
    ///
    /// - Parameter rows: The rows to add. If they include an instant, they must include every sample of the stream with the same start,
    ///   because any of them may suppress it.
    mutating func push(_ rows: Range<Int>, of batch: borrowing SampleBatch, lanes: [Lane], emit: Emit) throws {
        if !batch.metadata.isEmpty { try metadata.load(batch.metadata) }
        dropped.removeAll()
        findLevels(of: rows, of: batch, lanes: lanes)
        partition.part(levelOfRow, among: used)
        for index in used { levels[index].oldCount = levels[index].waiting.count }
        for (index, range) in partition.parts {
            let rows = partition.order[range]
            levels[index].waiting.append(rows, of: batch, columns: columns)
            if !lanes.isEmpty { levels[index].lanes.append(contentsOf: rows.lazy.map { lanes[Int($0)] }) }
        }
        try advance(to: batch.starts[rows.upperBound - 1], emit: emit)
    }

    /// Emits the samples that are still waiting.
    mutating func finish(emit: Emit) throws {
        for index in used { levels[index].oldCount = levels[index].waiting.count }
        try advance(to: .max, emit: emit)
    }

    /// Processes the levels for the time up to a new frontier.
    private mutating func advance(to newFrontier: Int64, emit: Emit) throws {
        held.removeAll()
        let least = used.last { levels[$0].waiting.count > 0 } ?? -1
        for index in used where index <= least {
            hold(index, until: newFrontier, isLeast: index == least)
            if levels[index].waiting.count > 0 {
                levels[index].better.append(held)
                let ready = levels[index].waiting.ends.prefix { $0 <= newFrontier }.count
                try emit(&levels[index], index, 0..<ready)
                levels[index].waiting.removeFirst(ready)
                levels[index].lanes.removeFirst(min(ready, levels[index].lanes.count))
                levels[index].better.removeAll(endingBy: levels[index].waiting.starts.first ?? .max)
            }
            if index < least, !own.segments.isEmpty { held.fillGaps(with: &own) }
        }
        frontier = newFrontier
    }

    /// Updates the reach of a level. Stores the time between the frontiers that its samples cover in `own`, except for the last level,
    /// which nothing depends on.
    private mutating func hold(_ index: Int, until newFrontier: Int64, isLeast: Bool) {
        let level = levels[index]
        let starts = level.waiting.starts.span
        let ends = level.waiting.ends.span
        own.removeAll()
        var from = frontier
        var to = max(level.reach, frontier)
        if isLeast {
            for row in level.oldCount..<ends.count where level.lanes.isEmpty || !level.lanes[row].isHeld { to = max(to, ends[row]) }
        } else {
            for row in level.oldCount..<ends.count where ends[row] > to {
                if !level.lanes.isEmpty, level.lanes[row].isHeld { continue }
                if starts[row] > to {
                    own.append(from: from, to: to, owner: level.owner)
                    from = starts[row]
                }
                to = ends[row]
            }
            own.append(from: from, to: min(to, newFrontier), owner: level.owner)
        }
        levels[index].reach = to
    }

    /// Finds the level of each row. It is −1 outside `rows`, and for an instant during a better sample of another source.
    private mutating func findLevels(of rows: Range<Int>, of batch: borrowing SampleBatch, lanes: [Lane]) {
        let starts = batch.starts.span
        let ends = batch.ends.span
        let sources = batch.sources.span
        let hasMetadata = batch.metadata.contains { $0 != 0 }
        levelOfRow.removeAll(keepingCapacity: true)
        levelOfRow.append(addingCapacity: starts.count) { levels in
            for _ in 0..<rows.lowerBound { levels.append(-1) }
            for row in rows {
                let isHandEntered = hasMetadata && metadata.isHandEntered(batch.metadata[row])
                levels.append(levelOfSource[2 * Int(sources[row]) + (isHandEntered ? 1 : 0)])
            }
            for _ in rows.upperBound..<starts.count { levels.append(-1) }
        }
        var isNew = false
        for row in rows where !isUsed[Int(levelOfRow[row])] { (isUsed[Int(levelOfRow[row])], isNew) = (true, true) }
        if isNew { used = isUsed.indices.filter { isUsed[$0] } }
        var hasInstants = false
        for row in rows where starts[row] == ends[row] { hasInstants = true }
        if hasInstants || lanes.contains(where: \.isHeld) { dropSuppressedInstants(of: rows, of: batch, lanes: lanes) }
    }

    private mutating func dropSuppressedInstants(of rows: Range<Int>, of batch: borrowing SampleBatch, lanes: [Lane]) {
        let starts = batch.starts.span
        let ends = batch.ends.span
        var reaches = levels.map(\.reach)
        /// The first row that is not yet included in the reaches.
        var next = rows.lowerBound
        for row in rows where starts[row] == ends[row] || (!lanes.isEmpty && lanes[row].isHeld) {
            let start = starts[row]
            while next < rows.upperBound, starts[next] <= start {
                if lanes.isEmpty || !lanes[next].isHeld {
                    let level = Int(levelOfRow[next])
                    if level >= 0 { reaches[level] = max(reaches[level], ends[next]) }
                }
                next += 1
            }
            let level = Int(levelOfRow[row])
            if let holder = used.first(where: { $0 < level && reaches[$0] > start && levels[$0].owner != levels[level].owner }) {
                levelOfRow[row] = -1
                dropped.append((row, levels[holder].owner))
            }
        }
    }
}
