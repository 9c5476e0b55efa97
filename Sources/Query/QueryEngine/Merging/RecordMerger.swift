// Merges records by the rules of Android: at each moment, the record of greatest rank counts (S15.2).
//
//     app 1, changed at 9:00   ████████
//     app 1, changed at 8:00       ▒▒▒▒████        a later record of the same app counts before it
//     app 2                    ▒▒▒▒▒▒▒▒▒▒▒▒████
//     counts                   ████████            one record at each moment: a list of times in order
//
// Records arrive in order of start. The best open record is the first of a heap, so each record costs the logarithm of the number of open
// ones. A record is finished when all that start before its end have arrived. The records that wait are about those that overlap.
//
// Invariant: the result does not depend on how the stream is divided into batches.
//
// Decision 0172 (rank by record).

import HealthModel
import StorageModel

/// Merges records while they arrive in order of start (S15).
struct RecordMerger {
    /// A time in which a record counts.
    struct Turn {
        var from: Int64
        var to: Int64
        var row: Int
        var source: Int32
    }

    /// The fate of a waiting record.
    private enum Fate: UInt8 {
        /// It counts in its turns; an instant counts.
        case ranked
        /// It counts in full, because it excludes nothing.
        case free
        /// It is an instant during a better record, or at the time of a better instant.
        case dropped
    }

    private let ranking: RecordRanking
    private let values: ExclusiveValues?
    private let metadata: MetadataCache
    private let columns: SampleColumns
    /// The records that are not yet finished, and the lane of each.
    private(set) var waiting = SampleBatch()
    private(set) var lanes: [Lane] = []
    private var places: [Int32] = []
    private var fates: [Fate] = []
    private var holders: [Int: Int32] = [:]
    /// The number of waiting records whose start was reached.
    private var reachedCount = 0
    /// The number of finished records.
    private var firstRow = 0
    private var open = OpenRecords()
    /// The time up to which turns are known.
    private var time = Int64.min
    /// The turns that waiting records can have, in time order.
    private(set) var turns: [Turn] = []
    private var rows: [Int32] = []
    /// True for the ids of sources that had records.
    private var isUsed: [Bool] = []
    /// The sources whose apps are not in the list.
    private(set) var leftOut: Set<Int32> = []
    /// The rows of the last batch that do not count, because their apps are not in the list.
    private(set) var leftOutRows: [Int] = []

    /// - Parameters:
    ///   - values: The values that exclude each other, for the time of sleep; nil if all records are ranked.
    ///   - columns: The columns of samples to keep, in addition to those that ranks need.
    init(_ ranking: RecordRanking, values: ExclusiveValues?, columns: SampleColumns, metadata: MetadataCache) {
        (self.ranking, self.values, self.metadata) = (ranking, values, metadata)
        self.columns = columns.union([.values, .sources, .created])
        isUsed = Array(repeating: false, count: Int((ranking.best.max() ?? -1) + 1))
    }

    /// Adds rows of a batch. `finishedCount` records are finished then.
    mutating func push(_ newRows: some Sequence<Int>, of batch: borrowing SampleBatch, lanes newLanes: [Lane]) throws {
        if !batch.metadata.isEmpty { try metadata.load(batch.metadata) }
        leftOutRows.removeAll()
        rows.removeAll(keepingCapacity: true)
        let hasMetadata = batch.metadata.contains { $0 != 0 }
        let sources = batch.sources.span
        let sets = batch.metadata.span
        for row in newRows {
            let source = sources[row]
            let isOfAndroid = hasMetadata && metadata.isOfAndroid(sets[row])
            guard let place = ranking.place(of: source, isOfAndroid: isOfAndroid) else {
                leftOut.insert(source)
                leftOutRows.append(row)
                continue
            }
            rows.append(Int32(truncatingIfNeeded: row))
            places.append(place)
            guard let values, (values.exactness(of: batch.values[row]) ?? 0) == 0 else {
                fates.append(.ranked)
                continue
            }
            fates.append(.free)
        }
        // A batch without lanes is in one lane, also between others.
        if !newLanes.isEmpty || !lanes.isEmpty {
            if lanes.isEmpty { lanes = Array(repeating: Lane(), count: waiting.count) }
            lanes += rows.map { newLanes.isEmpty ? Lane() : newLanes[Int($0)] }
        }
        waiting.append(rows[...], of: batch, columns: columns)
        // Records with the last start can follow in the next batch.
        if let last = waiting.starts.last { reach(startsBefore: last) }
    }

    /// The sources that had records.
    var usedSources: [Int32] { isUsed.indices.filter { isUsed[$0] }.map { Int32($0) } }

    mutating func finish() {
        reach(startsBefore: .max)
        advance(to: .max)
    }

    /// The number of the first waiting records that are finished.
    var finishedCount: Int {
        var count = 0
        let ends = waiting.ends.span
        while count < reachedCount, ends[count] <= time { count += 1 }
        return count
    }

    mutating func removeFinished(_ count: Int) {
        waiting.removeFirst(count)
        lanes.removeFirst(min(count, lanes.count))
        places.removeFirst(count)
        fates.removeFirst(count)
        reachedCount -= count
        if !holders.isEmpty { for row in firstRow..<firstRow + count { holders[row] = nil } }
        firstRow += count
        let next = waiting.starts.first ?? .max
        turns.removeFirst(turns.prefix { $0.to <= next }.count)
    }

    /// Returns true if a waiting record is an instant that does not count.
    func isDropped(_ row: Int) -> Bool { fates[row] == .dropped }

    /// Returns the source of the record that counts in place of a dropped instant.
    func holder(of row: Int) -> Int32 { holders[firstRow + row] ?? waiting.sources[row] }

    /// Returns true if a waiting record excludes others, and others exclude it.
    func isRanked(_ row: Int) -> Bool { fates[row] == .ranked }

    /// Returns the times in which each of the first records counts.
    func activity(ofFirst count: Int) -> RecordActivity {
        var ends = [Int32](repeating: 0, count: count + 1)
        for turn in turns where turn.row - firstRow < count && turn.row >= firstRow { ends[turn.row - firstRow] += 1 }
        for row in 0..<count where fates[row] == .free { ends[row] = 1 }
        var total: Int32 = 0
        for row in 0..<count { (ends[row], total) = (total, total + ends[row]) }
        ends[count] = total
        var stretches = [Stretch](repeating: Stretch(from: 0, to: 0), count: Int(total))
        for row in 0..<count where fates[row] == .free {
            stretches[Int(ends[row])] = Stretch(from: waiting.starts[row], to: waiting.ends[row])
        }
        var places = ends
        for turn in turns where turn.row - firstRow < count && turn.row >= firstRow {
            let row = turn.row - firstRow
            stretches[Int(places[row])] = Stretch(from: turn.from, to: turn.to)
            places[row] += 1
        }
        return RecordActivity(firsts: ends, stretches: stretches)
    }

    /// Returns the times in which others count instead of a waiting record, for `why`.
    func others(of row: Int) -> Timeline {
        var timeline = Timeline()
        guard fates[row] == .ranked else { return timeline }
        let (start, end) = (waiting.starts[row], waiting.ends[row])
        var (low, high) = (0, turns.count)
        while low < high {
            let middle = (low + high) / 2
            if turns[middle].to <= start { low = middle + 1 } else { high = middle }
        }
        for turn in turns[low...].prefix(while: { $0.from < end }) where turn.row != firstRow + row {
            timeline.append(from: max(turn.from, start), to: min(turn.to, end), owner: turn.source, excludesOwn: true)
        }
        return timeline
    }

    // MARK: Ranks

    /// Opens the records that start before a time, with those that start together.
    private mutating func reach(startsBefore limit: Int64) {
        // Local names keep the arrays, so that each access does not count references.
        let (starts, ends, sources) = (waiting.starts, waiting.ends, waiting.sources)
        while reachedCount < starts.count, starts[reachedCount] < limit {
            let start = starts[reachedCount]
            var end = reachedCount + 1
            while end < starts.count, starts[end] == start { end += 1 }
            advance(to: start)
            var hasInstants = false
            for row in reachedCount..<end where fates[row] == .ranked {
                isUsed[Int(sources[row])] = true
                if ends[row] > start { open.insert(record(row)) } else { hasInstants = true }
            }
            if hasInstants { dropInstants(reachedCount..<end, at: start) }
            reachedCount = end
        }
    }

    /// Drops the instants at a time that do not count: a better record is open then, both ends included, or there is a better instant.
    private mutating func dropInstants(_ rows: Range<Int>, at moment: Int64) {
        open.removeEnded(by: moment - 1)
        let instants = rows.filter { fates[$0] == .ranked && waiting.ends[$0] == moment }.map(record)
        guard var best = instants.first else { return }
        for instant in instants where instant.precedes(best) { best = instant }
        if let record = open.best, record.precedes(best) { best = record }
        for instant in instants where instant.row != best.row {
            fates[instant.row - firstRow] = .dropped
            holders[instant.row] = best.source
        }
    }

    private func record(_ row: Int) -> RankedRecord {
        let source = waiting.sources[row]
        let value = waiting.values[row]
        return RankedRecord(
            place: places[row], created: waiting.created[row], isExcluded: values.map { Double($0.excluded) == value } ?? false,
            start: waiting.starts[row], end: waiting.ends[row], value: value, order: ranking.order(of: source), source: source,
            row: firstRow + row)
    }

    /// Gives the time up to `moment` to the best open records.
    private mutating func advance(to moment: Int64) {
        while time < moment {
            open.removeEnded(by: time)
            guard let best = open.best else { break }
            // The first record opens at the start of time.
            let from = max(time, best.start)
            let to = min(best.end, moment)
            if let last = turns.last, last.row == best.row, last.to == from {
                turns[turns.count - 1].to = to
            } else {
                turns.append(Turn(from: from, to: to, row: best.row, source: best.source))
            }
            time = to
        }
        time = max(time, moment)
    }
}

/// The times in which records of a batch count. The placer asks for rows in order.
struct RecordActivity: Activity {
    /// The first stretch of each row, and the number of all.
    let firsts: [Int32]
    let stretches: [Stretch]
    /// The row that was asked for last.
    private var row = 0

    init(firsts: [Int32], stretches: [Stretch]) { (self.firsts, self.stretches) = (firsts, stretches) }

    /// The times of a row, in order.
    func times(of row: Int) -> ArraySlice<Stretch> { stretches[Int(firsts[row])..<Int(firsts[row + 1])] }

    mutating func endOfWhole(_ rows: Range<Int>, starts: Span<Int64>, ends: Span<Int64>, by edge: Int64) -> Int {
        var next = rows.lowerBound
        while next < rows.upperBound, ends[next] <= edge {
            let first = Int(firsts[next])
            let isWhole =
                starts[next] == ends[next]
                || (Int(firsts[next + 1]) == first + 1 && stretches[first].from == starts[next] && stretches[first].to == ends[next])
            guard isWhole else { break }
            next += 1
        }
        row = min(next, rows.upperBound - 1)
        return next
    }

    func milliseconds(from: Int64, to: Int64) -> Int64 {
        var active: Int64 = 0
        for time in times(of: row) { active += max(0, min(to, time.to) - max(from, time.from)) }
        return active
    }

    func appendActive(from: Int64, to: Int64, into stretches: inout [Stretch]) {
        for time in times(of: row) where time.from < to && time.to > from {
            stretches.append(Stretch(from: max(from, time.from), to: min(to, time.to)))
        }
    }
}
