import HealthModel
import StorageModel

/// Uses all samples of all sources, separately for each key.
final class PlainBranch: Branch {
    private let columns: ColumnSet
    private var placer: Placer
    /// The cursors by key.
    private var cursors: [StreamCursor] = []
    private var partition = RowPartition()
    /// The current batch, sorted by key.
    private var sorted = SampleBatch()
    private var always = AlwaysActive()
    /// The instant holders by key; nil if instants are not extended.
    private var holders: [InstantHolder]?

    /// - Parameter holdsInstants: True if instants are extended to the next sample of their key (`weighting hold`).
    init(_ columns: ColumnSet, placer: Placer, holdsInstants: Bool) {
        self.columns = columns
        self.placer = placer
        holders = holdsInstants ? [] : nil
    }

    var mergedRanks: [MergingRank] { [] }

    func push(_ batch: borrowing SampleBatch, lanes: [Lane], keyCount: Int) throws {
        while cursors.count < keyCount {
            cursors.append(StreamCursor())
            holders?.append(InstantHolder(columns: columns.readColumns))
        }
        if keyCount == 1 { return try update(0..<batch.count, of: batch, lanes: lanes, key: 0) }
        // Separate keys have long runs in a bucket, even if their samples are mixed with others.
        partition.part([Int32](count: lanes.count, filler: 0) { lanes[$0].key }, among: 0..<keyCount)
        let order = partition.order.prefix(batch.count)
        sorted.removeAll()
        sorted.append(order, of: batch, columns: columns.readColumns)
        let hasClocks = lanes.contains { $0.clock != 0 }
        let sortedLanes = hasClocks ? order.map { lanes[Int($0)] } : []
        for (key, range) in partition.parts { try update(range, of: sorted, lanes: sortedLanes, key: key) }
    }

    /// Receives the runs of held readings; nil if the columns need the readings. There must be one key.
    var heldRuns: HeldRunsReceiver? {
        guard holders == nil, columns.observer == nil, columns.columns.allSatisfy(\.canAddTimes) else { return nil }
        return HeldRunsReceiver(placer: placer) { [columns, placer] runs in
            for column in columns.columns {
                column.reserve(cellCount: placer.groupCount, level: 0)
                column.update(runs.placements, of: runs.readings, level: 0)
            }
        }
    }

    func finish() throws {
        for key in cursors.indices {
            if let (rest, lanes) = holders?[key].finish() { try place(0..<rest.count, of: rest, lanes: lanes, key: key) }
        }
    }

    private func update(_ rows: Range<Int>, of batch: borrowing SampleBatch, lanes: [Lane], key: Int) throws {
        if holders == nil {
            try place(rows, of: batch, lanes: lanes, key: key)
        } else {
            let keyed = lanes.isEmpty ? Array(repeating: Lane(key: Int32(key)), count: batch.count) : lanes
            guard let (held, heldLanes) = holders?[key].push(rows.map { Int32($0) }[...], of: batch, lanes: keyed) else { return }
            try place(0..<held.count, of: held, lanes: heldLanes, key: key)
        }
    }

    private func place(_ rows: Range<Int>, of batch: borrowing SampleBatch, lanes: [Lane], key: Int) throws {
        try columns.update(
            rows, of: batch, lanes: lanes, lane: Lane(key: Int32(key)), level: 0, keyCount: cursors.count, placer: &placer,
            cursor: &cursors[key], activity: &always)
    }
}
