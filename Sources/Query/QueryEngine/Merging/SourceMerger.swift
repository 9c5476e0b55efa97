import HealthModel

/// Merges sources as samples arrive in order of start (S6.1).
///
/// Samples are parted by the rank of their source. A sample is done once every sample that begins before its end was seen, so
/// each rank keeps its last few samples waiting. Ranks are then served from the best to the least, each with the timeline of
/// those above it: the time that they hold. Work is linear in the samples, times the ranks that are busy at once.
struct SourceMerger {
    /// Samples of one rank.
    struct Level {
        /// The id of the source; the two ranks of a source have one owner.
        let owner: Int32
        /// Sorted samples that others may still suppress.
        var waiting = SampleBatch()
        /// The lane of each sample that waits; empty when there is only one.
        var lanes: [Lane] = []
        var cursor = StreamCursor()
        /// The time held by better ranks, as far as waiting samples may need it.
        var better = Timeline()
        /// The greatest end so far.
        var reach = Int64.min
        /// The number of waiting samples that were there before the batch at hand.
        fileprivate var oldCount = 0
    }

    /// Takes the first rows of a level that are done; the number is the level's.
    typealias Emit = (inout Level, Int, Range<Int>) throws -> Void

    private let ranks: [MergingRank]
    private var levels: [Level]
    /// By twice the source's id, plus one for what was entered by hand; −1 where there is no such source.
    private var levelOfSource: [Int32]
    /// The levels that have had samples, best first.
    private var used: [Int] = []
    private var isUsed: [Bool]
    private let columns: SampleColumns
    private let metadata: MetadataCache
    /// Of the batch at hand, kept for their memory: the level of each row, the rows of each level, and who holds the time between the
    /// frontiers: the levels served so far, and one level by itself.
    private var levelOfRow: [Int32] = []
    private var partition = RowPartition()
    private var held = Timeline()
    private var own = Timeline()
    /// The instants of the last batch that were dropped, and the sources that held their time.
    private(set) var dropped: [(row: Int, holder: Int32)] = []
    /// The start of the last sample seen: none to come begins before it.
    private var frontier = Int64.min

    /// - Parameter columns: what is kept of samples, beside start and end.
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

    /// Takes rows of a batch and hands over the samples that are done, level by level.
    ///
    /// - Parameter rows: if an instant is among them, then so is every sample of the stream with its start: one of them may suppress it.
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

    /// Hands over the samples that still wait.
    mutating func finish(emit: Emit) throws {
        for index in used { levels[index].oldCount = levels[index].waiting.count }
        try advance(to: .max, emit: emit)
    }

    /// Serves the levels for the time up to a new frontier.
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
            if index < least { held.fillGaps(with: &own) }
        }
        frontier = newFrontier
    }

    /// Moves the reach of a level, and puts into `own` the time between the frontiers that its samples hold; nothing of the least, which
    /// nobody asks.
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

    /// Finds the level of each row; −1 outside of `rows`, and for an instant inside a better sample of another source.
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
        for row in rows where !isUsed[Int(levelOfRow[row])] { use(Int(levelOfRow[row])) }
        var hasInstants = false
        for row in rows where starts[row] == ends[row] { hasInstants = true }
        if hasInstants || lanes.contains(where: \.isHeld) { dropSuppressedInstants(of: rows, of: batch, lanes: lanes) }
    }

    private mutating func use(_ level: Int) {
        isUsed[level] = true
        used = isUsed.indices.filter { isUsed[$0] }
    }

    private mutating func dropSuppressedInstants(of rows: Range<Int>, of batch: borrowing SampleBatch, lanes: [Lane]) {
        let starts = batch.starts.span
        let ends = batch.ends.span
        var reaches = levels.map(\.reach)
        /// The first row that was not yet counted among the reaches.
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
