import HealthModel
import StorageModel

/// Uses the record of greatest rank at each moment, by the rules of Android (S15).
final class RecordBranch: Branch {
    /// The owner of the time of a record that does not count, because its app is not in the list.
    static let notListed: Int32 = -1

    /// The records that are merged with each other.
    private struct Part {
        var merger: RecordMerger
        var cursor = StreamCursor()
    }

    private let columns: ColumnSet
    private var placer: Placer
    private let ranking: RecordRanking
    private let makeMerger: () -> RecordMerger
    /// True if each source is merged by itself.
    private let isSeparate: Bool
    /// True if a record without a part that counts makes a value 0 instead of null (S15.7).
    private let countsNothing: Bool
    /// Returns the key of a source's time that does not count; nil if only samples that count have one.
    private let keyOfExcluded: (Int32) -> Int32?
    private var parts: [Int32: Part] = [:]
    private var keyCount = 1

    init(
        _ columns: ColumnSet, placer: Placer, ranking: RecordRanking, isSeparate: Bool, countsNothing: Bool,
        keyOfExcluded: @escaping (Int32) -> Int32?, merger: @escaping () -> RecordMerger
    ) {
        (self.columns, self.placer, self.ranking) = (columns, placer, ranking)
        (self.isSeparate, self.countsNothing, makeMerger) = (isSeparate, countsNothing, merger)
        self.keyOfExcluded = keyOfExcluded
        if !isSeparate { parts[0] = Part(merger: merger()) }
    }

    var mergedRanks: [MergingRank] {
        guard let part = parts[0], !isSeparate else { return [] }
        return part.merger.usedSources.map { MergingRank(source: $0, isHandEntered: false) }
    }

    var leftOutSources: Set<Int32> { parts.values.reduce(into: []) { $0.formUnion($1.merger.leftOut) } }

    func push(_ batch: borrowing SampleBatch, lanes: [Lane], keyCount: Int) throws {
        self.keyCount = max(keyCount, 1)
        guard isSeparate else { return try push(0..<batch.count, of: batch, lanes: lanes, to: 0) }
        var rows: [Int32: [Int]] = [:]
        for row in 0..<batch.count { rows[batch.sources[row], default: []].append(row) }
        for (source, rows) in rows.sorted(by: { $0.key < $1.key }) {
            if parts[source] == nil { parts[source] = Part(merger: makeMerger()) }
            try push(rows, of: batch, lanes: lanes, to: source)
        }
    }

    private func push(_ rows: some Sequence<Int>, of batch: borrowing SampleBatch, lanes: [Lane], to key: Int32) throws {
        guard var part = parts.removeValue(forKey: key) else { return }
        try part.merger.push(rows, of: batch, lanes: lanes)
        if let observer = columns.observer {
            for row in part.merger.leftOutRows where lanes.isEmpty || !lanes[row].isSilent {
                let cell = placer.cell(of: batch.starts[row], in: lanes.isEmpty ? Lane() : lanes[row])
                observer.observeDropped(row, of: batch, cell: cell, holder: Self.notListed)
            }
        }
        try place(&part)
        parts[key] = part
    }

    func finish() throws {
        for key in parts.keys.sorted() {
            guard var part = parts.removeValue(forKey: key) else { continue }
            part.merger.finish()
            try place(&part)
            parts[key] = part
        }
    }

    // MARK: Placing

    /// Places the finished records.
    private func place(_ part: inout Part) throws {
        let count = part.merger.finishedCount
        guard count > 0 else { return }
        var activity = part.merger.activity(ofFirst: count)
        var row = 0
        while row < count {
            var end = row
            if columns.observer == nil {
                while end < count, !part.merger.isDropped(end) { end += 1 }
            } else if !part.merger.isDropped(row) {
                end = row + 1
            }
            if row < end {
                let better = columns.observer == nil ? Timeline() : part.merger.others(of: row)
                try columns.update(
                    row..<end, of: part.merger.waiting, lanes: part.merger.lanes, level: 0, keyCount: keyCount, better: better,
                    placer: &placer, cursor: &part.cursor, activity: &activity)
                row = end
            } else {
                drop(row, of: part.merger)
                row += 1
            }
        }
        if countsNothing, !part.merger.lanes.isEmpty { addExcluded(count, of: part.merger, activity) }
        part.merger.removeFinished(count)
    }

    private func lane(_ row: Int, of merger: RecordMerger) -> Lane { merger.lanes.isEmpty ? Lane() : merger.lanes[row] }

    /// Adds an instant that does not count.
    private func drop(_ row: Int, of merger: RecordMerger) {
        let lane = lane(row, of: merger)
        guard !lane.isSilent else { return }
        let start = merger.waiting.starts[row]
        let cell = placer.cell(of: start, in: lane)
        if let observer = columns.observer {
            observer.observeDropped(row, of: merger.waiting, cell: cell, holder: merger.holder(of: row))
        } else if countsNothing, let cell {
            addNothing([(cell, start)], row, lane, of: merger)
        }
    }

    /// Adds the time that sessions leave out, such as awake. It does not count, but its cells have a session (S15.6).
    private func addExcluded(_ count: Int, of merger: RecordMerger, _ activity: RecordActivity) {
        for row in 0..<count where merger.lanes[row].isSilent && merger.isRanked(row) {
            guard let key = keyOfExcluded(merger.waiting.sources[row]) else { continue }
            var lane = merger.lanes[row]
            lane.key = key
            keyCount = max(keyCount, Int(key) + 1)
            for time in activity.times(of: row) {
                addNothing(placer.cells(from: time.from, to: time.to, in: lane), row, lane, of: merger)
            }
        }
    }

    private func addNothing(_ cells: [(cell: Int, from: Int64)], _ row: Int, _ lane: Lane, of merger: RecordMerger) {
        let pieces = cells.map {
            Placement.piece(Piece(row: row, cell: $0.cell, from: $0.from, to: $0.from, active: 0, groupActive: 0, clock: lane.clock))
        }
        guard !pieces.isEmpty else { return }
        for column in columns.columns {
            column.reserve(cellCount: keyCount * placer.groupCount, level: 0)
            column.update(pieces, of: merger.waiting, level: 0)
        }
    }
}
