// Decides which sample counts at each moment if values exclude each other, as *awake* and *deep sleep* do (S6.6).
//
//     watch    │ core  │awake│ deep  │        decides wherever it has such a value
//     phone  │         asleep            │    counts only before and after
//                                             a value that is not exclusive (`inBed`) gives way only to its own source
//
// The best source decides. Within a source, more exact values come before less exact ones, and of equally exact ones the one that starts
// later. Samples arrive in order of start. When a sample starts after all earlier ones have ended, these are decided together. For sleep,
// the samples that wait are about those of one night.
//
// Invariant: conditions on the value apply after the decision, because a value that a condition removes can still decide.
//
// Decisions 0030 (sleep sources), 0102 (sleep within a source).

import HealthModel
import StorageModel

/// Decides which sample counts at each moment if their values exclude each other (S6.6). Samples arrive in order of start.
struct ExclusiveDecision {
    /// The part that others leave of a sample that does not count in full.
    enum Share {
        /// The time in which other samples decide.
        case outside(Timeline)
        /// Nothing: it is an instant during a sample of this source that comes before it.
        case dropped(holder: Int32)
    }

    private let values: ExclusiveValues
    /// True if sources are merged; false if each source is decided separately.
    private let mergesSources: Bool
    private let ranks: [MergingRank]
    /// The place of a rank by twice the source's id, plus one for manual entries.
    private var placeOfSource: [Int]
    private let metadata: MetadataCache
    private let columns: SampleColumns

    /// The samples that are not yet removed, and the lane of each.
    private(set) var samples = SampleBatch()
    private(set) var lanes: [Lane] = []
    /// The number of samples that are decided.
    private(set) var decidedCount = 0
    /// The decided samples that do not count in full, by row.
    private(set) var shares: [Int: Share] = [:]
    private var places: [Int] = []
    private var isUsed: [Bool]
    /// The latest end and the last start so far.
    private var reach = Int64.min
    private var lastStart = Int64.min

    /// - Parameter columns: The columns of samples to keep, in addition to start and end.
    init(
        _ values: ExclusiveValues, ranking: SourceRanking, mergesSources: Bool, columns: SampleColumns, metadata: MetadataCache
    ) {
        self.values = values
        self.mergesSources = mergesSources
        self.columns = columns.union([.values, .sources, .metadata])
        self.metadata = metadata
        ranks = ranking.mergingRanks
        isUsed = ranks.map { _ in false }
        placeOfSource = Array(repeating: 0, count: 2 * (ranks.map { Int($0.source) + 1 }.max() ?? 0))
        for (place, rank) in ranks.enumerated() { placeOfSource[2 * Int(rank.source) + (rank.isHandEntered ? 1 : 0)] = place }
    }

    /// The ranks that were merged, best first.
    var usedRanks: [MergingRank] { mergesSources ? ranks.indices.filter { isUsed[$0] }.map { ranks[$0] } : [] }

    /// Adds samples. Returns true if some are decided.
    ///
    /// - Parameter lanes: The lane of each row; empty if all rows are in one lane.
    mutating func push(_ batch: borrowing SampleBatch, lanes: [Lane]) throws -> Bool {
        if !batch.metadata.isEmpty { try metadata.load(batch.metadata) }
        let first = samples.count
        samples.append((0..<batch.count).map { Int32($0) }, of: batch, columns: columns)
        self.lanes += lanes.isEmpty ? Array(repeating: Lane(), count: batch.count) : lanes
        for row in first..<samples.count {
            if samples.starts[row] >= reach, samples.starts[row] > lastStart { decide(upTo: row) }
            let isHandEntered = metadata.isHandEntered(samples.metadata[row])
            let place = placeOfSource[2 * Int(samples.sources[row]) + (isHandEntered ? 1 : 0)]
            places.append(place)
            if values.exactness(of: samples.values[row]) ?? 0 > 0 { isUsed[place] = true }
            reach = max(reach, samples.ends[row])
            lastStart = samples.starts[row]
        }
        return decidedCount > 0
    }

    /// Decides the samples that remain.
    mutating func finish() { decide(upTo: samples.count) }

    /// Returns the end of the decided samples from `row` that count in full.
    func endOfWhole(from row: Int) -> Int {
        var end = row
        while end < decidedCount, shares[end] == nil { end += 1 }
        return end
    }

    mutating func removeDecided() {
        samples.removeFirst(decidedCount)
        lanes.removeFirst(decidedCount)
        places.removeFirst(decidedCount)
        shares.removeAll(keepingCapacity: true)
        decidedCount = 0
    }

    // MARK: Deciding

    /// Decides the samples before `end`, all of which end before the next one starts.
    private mutating func decide(upTo end: Int) {
        let rows = decidedCount..<end
        decidedCount = end
        guard rows.count > 1 else { return }
        let exactness = rows.map { values.exactness(of: samples.values[$0]) }
        let replaceable = rows.filter { exactness[$0 - rows.lowerBound] != nil }
        guard replaceable.count > 1 else { return }
        let isBackground = { row in exactness[row - rows.lowerBound] == 0 }
        guard mergesSources else { return decideEachSource(of: replaceable, for: { _ in true }) }
        decide(replaceable.filter { !isBackground($0) }) { _ in true }
        if replaceable.contains(where: isBackground) { decideEachSource(of: replaceable, for: isBackground) }
    }

    private mutating func decideEachSource(of rows: [Int], for asked: (Int) -> Bool) {
        let sources = Set(rows.filter(asked).map { samples.sources[$0] })
        for source in sources { decide(rows.filter { samples.sources[$0] == source }, for: asked) }
    }

    /// Decides between samples by a sweep over their starts and ends: at each moment the best source decides, and one of its samples.
    /// `asked` tells which samples get a share.
    private mutating func decide(_ rows: [Int], for asked: (Int) -> Bool) {
        guard rows.count > 1 else { return }
        let (starts, ends) = (samples.starts, samples.ends)
        var outside: [Int: Timeline] = [:]
        var moments = rows.flatMap { [starts[$0], ends[$0]] }
        moments.sort()
        var open: [Int] = []
        var next = 0
        for (moment, following) in zip(moments, moments.dropFirst() + [.max]) where moment < following {
            open.removeAll { ends[$0] <= moment }
            var instants: [Int] = []
            while next < rows.count, starts[rows[next]] <= moment {
                if starts[rows[next]] < ends[rows[next]] { open.append(rows[next]) } else { instants.append(rows[next]) }
                next += 1
            }
            guard open.count + instants.count > 1, let best = best(of: open) else { continue }
            let owner = samples.sources[best]
            for row in open where asked(row) && (samples.sources[row] != owner || precedes(best, row)) {
                outside[row, default: Timeline()].append(from: moment, to: following, owner: owner, excludesOwn: true)
            }
            // An instant can belong to the best source, but it has no time in which it could decide.
            for row in instants where asked(row) {
                guard let best = self.best(of: open + [row]), best != row else { continue }
                let owner = samples.sources[best]
                if owner != samples.sources[row] || precedes(best, row) { shares[row] = .dropped(holder: owner) }
            }
        }
        for (row, better) in outside { shares[row] = .outside(better) }
    }

    /// Returns the sample that decides among open ones; nil if there are none.
    private func best(of rows: [Int]) -> Int? {
        guard let first = rows.min(by: { places[$0] < places[$1] }) else { return nil }
        let source = samples.sources[first]
        return rows.filter { samples.sources[$0] == source }.min(by: precedes)
    }

    /// Returns true if a sample of a source decides while another one is open. Neither of two equal samples does.
    private func precedes(_ a: Int, _ b: Int) -> Bool {
        func place(_ row: Int) -> (Int, Int64, Int64, Double) {
            let exactness = values.exactness(of: samples.values[row]) ?? 0
            return (-exactness, -samples.starts[row], samples.ends[row], -samples.values[row])
        }
        return place(a) < place(b)
    }
}

extension Timeline {
    /// Returns the parts of a sample in which it counts, if these are the times in which others do.
    func free(from: Int64, to: Int64, source: Int32) -> [Stretch] {
        var stretches: [Stretch] = []
        TimelineActivity(self, owner: source).appendActive(from: from, to: to, into: &stretches)
        return stretches
    }
}
