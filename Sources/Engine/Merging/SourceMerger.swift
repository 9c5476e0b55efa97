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
        /// The key of each sample that waits; empty without splits.
        var keys: [Int32] = []
        var cursor = StreamCursor()
        /// The time held by better ranks, as far as waiting samples may need it.
        var better = Timeline()
        /// The greatest end so far.
        var reach = Int64.min
        /// The number of waiting samples that were there before the batch at hand.
        fileprivate var oldCount = 0
        /// The rows of the batch at hand that belong here.
        fileprivate var rows: [Int32] = []
    }

    /// Takes the first rows of a level that are done; the number is the level's.
    typealias Emit = (inout Level, Int, Range<Int>) throws -> Void

    private var levels: [Level]
    /// By twice the source's id, plus one for what was entered by hand; −1 where there is no such source.
    private var levelOfSource: [Int32]
    /// The levels that have had samples, best first.
    private var used: [Int] = []
    private let columns: SampleColumns
    private let metadata: MetadataCache
    /// The start of the last sample seen: none to come begins before it.
    private var frontier = Int64.min

    /// - Parameter columns: what is kept of samples, beside start and end.
    init(_ ranking: SourceRanking, columns: SampleColumns, metadata: MetadataCache) {
        self.columns = columns
        self.metadata = metadata
        levels = ranking.ranks.map { Level(owner: ranking.entries[$0.entry].id) }
        levelOfSource = Array(repeating: -1, count: 2 * (ranking.entries.map { Int($0.id) + 1 }.max() ?? 0))
        for (index, rank) in ranking.ranks.enumerated() {
            levelOfSource[2 * Int(levels[index].owner) + (rank.isHandEntered ? 1 : 0)] = Int32(index)
        }
    }

    /// The sources that had samples, best first, each once.
    var sources: [Int32] {
        used.map { levels[$0].owner }.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// Takes a batch and hands over the samples that are done, level by level.
    mutating func push(_ batch: borrowing SampleBatch, keys: [Int32], emit: Emit) throws {
        if !batch.metadata.isEmpty { try metadata.load(batch.metadata) }
        part(batch)
        for index in used {
            levels[index].oldCount = levels[index].waiting.count
            levels[index].waiting.append(levels[index].rows, of: batch, columns: columns)
            if !keys.isEmpty { for row in levels[index].rows { levels[index].keys.append(keys[Int(row)]) } }
            levels[index].rows.removeAll(keepingCapacity: true)
        }
        try advance(to: batch.starts[batch.count - 1], emit: emit)
    }

    /// Hands over the samples that still wait.
    mutating func finish(emit: Emit) throws {
        for index in used { levels[index].oldCount = levels[index].waiting.count }
        try advance(to: .max, emit: emit)
    }

    /// Serves the levels for the time up to a new frontier.
    private mutating func advance(to newFrontier: Int64, emit: Emit) throws {
        var held = Timeline()
        let least = used.last { levels[$0].waiting.count > 0 } ?? -1
        for index in used where index <= least {
            let own = hold(index, until: newFrontier)
            if levels[index].waiting.count > 0 {
                levels[index].better.append(held)
                let ready = levels[index].waiting.ends.prefix { $0 <= newFrontier }.count
                try emit(&levels[index], index, 0..<ready)
                levels[index].waiting.removeFirst(ready)
                levels[index].keys.removeFirst(min(ready, levels[index].keys.count))
                levels[index].better.removeAll(endingBy: levels[index].waiting.starts.first ?? .max)
            }
            if index < least { held = held.fillingGaps(with: own) }
        }
        frontier = newFrontier
    }

    /// Returns the time between the frontiers that the samples of a level hold, and moves its reach.
    private mutating func hold(_ index: Int, until newFrontier: Int64) -> Timeline {
        let owner = levels[index].owner
        let waiting = levels[index].waiting
        let starts = waiting.starts.span
        let ends = waiting.ends.span
        var own = Timeline()
        var end = max(levels[index].reach, frontier)
        own.append(from: frontier, to: min(end, newFrontier), owner: owner)
        for row in levels[index].oldCount..<starts.count where ends[row] > end {
            own.append(from: max(starts[row], end), to: min(ends[row], newFrontier), owner: owner)
            end = ends[row]
        }
        levels[index].reach = end
        return own
    }

    /// Parts the rows of a batch by level, and drops the instants strictly inside a better sample of another source.
    private mutating func part(_ batch: borrowing SampleBatch) {
        let starts = batch.starts.span
        let ends = batch.ends.span
        let sources = batch.sources.span
        let hasMetadata = batch.metadata.contains { $0 != 0 }
        // Rows with one start have the instants first: what reaches beyond an instant here began before it.
        var reaches: [Int64] = []
        for row in 0..<starts.count {
            let isHandEntered = hasMetadata && metadata.isHandEntered(batch.metadata[row])
            let level = Int(levelOfSource[2 * Int(sources[row]) + (isHandEntered ? 1 : 0)])
            if levels[level].rows.isEmpty { use(level) }
            if starts[row] == ends[row] {
                if reaches.isEmpty { reaches = reachesOfLevels(before: row, of: batch) }
                let owner = levels[level].owner
                if used.contains(where: { $0 < level && reaches[$0] > starts[row] && levels[$0].owner != owner }) { continue }
            } else if !reaches.isEmpty {
                reaches[level] = max(reaches[level], ends[row])
            }
            levels[level].rows.append(Int32(row))
        }
    }

    private mutating func use(_ level: Int) {
        guard !used.contains(level) else { return }
        used.append(level)
        used.sort()
    }

    /// Returns the greatest end in each level of the samples before a row; only batches with instants need it.
    private func reachesOfLevels(before row: Int, of batch: borrowing SampleBatch) -> [Int64] {
        levels.map { level in level.rows.reduce(level.reach) { max($0, batch.ends[Int($1)]) } }
    }
}
