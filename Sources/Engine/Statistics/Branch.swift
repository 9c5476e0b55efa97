import HealthModel
import QueryPlan

/// One way from the samples of a metric to columns: measures that treat samples alike share it.
protocol Branch: AnyObject {
    /// - Parameter lanes: the lane of each row; empty when all are in one.
    func push(_ batch: borrowing SampleBatch, lanes: [Lane], keyCount: Int) throws
    func finish() throws
}

/// Looks on as samples are placed: how an answer is explained.
protocol PlacementObserver: AnyObject {
    /// - Parameter better: who holds the time that the samples do not.
    func observe(_ placements: [Placement], of batch: borrowing SampleBatch, better: Timeline)
    /// Takes an instant strictly inside a sample of a better source.
    func observeDropped(_ row: Int, of batch: borrowing SampleBatch, cell: Int?, holder: Int32)
}

/// The columns that a branch fills.
struct ColumnSet {
    let columns: [any AggregateColumn]
    let observer: (any PlacementObserver)?
    /// What they read of samples, beside start and end.
    let readColumns: SampleColumns

    /// Places rows of a batch portion by portion and hands each to every column.
    func update<A: Activity>(
        _ rows: Range<Int>, of batch: borrowing SampleBatch, lanes: [Lane] = [], lane: Lane = Lane(), level: Int, keyCount: Int,
        better: Timeline = Timeline(), placer: inout Placer, cursor: inout StreamCursor, activity: inout A
    ) {
        for column in columns { column.reserve(cellCount: keyCount * placer.groupCount, level: level) }
        var row = rows.lowerBound
        while row < rows.upperBound {
            row = placer.place(row..<rows.upperBound, of: batch, lanes: lanes, lane: lane, cursor: &cursor, activity: &activity)
            for column in columns { column.update(placer.placements, of: batch, level: level) }
            observer?.observe(placer.placements, of: batch, better: better)
        }
    }
}

/// All samples of all sources, each key by itself.
final class PlainBranch: Branch {
    private let columns: ColumnSet
    private var placer: Placer
    /// By key.
    private var cursors: [StreamCursor] = []
    private var partition = RowPartition()
    /// The batch at hand, sorted by key.
    private var sorted = SampleBatch()
    private var always = AlwaysActive()
    /// By key; nil where instants stay instants.
    private var holders: [InstantHolder]?

    /// - Parameter holdsInstants: whether an instant lasts until the next sample of its key (`weighting hold`).
    init(_ columns: ColumnSet, placer: Placer, holdsInstants: Bool) {
        self.columns = columns
        self.placer = placer
        holders = holdsInstants ? [] : nil
    }

    func push(_ batch: borrowing SampleBatch, lanes: [Lane], keyCount: Int) {
        while cursors.count < keyCount {
            cursors.append(StreamCursor())
            holders?.append(InstantHolder())
        }
        if keyCount == 1 { return update(0..<batch.count, of: batch, lanes: lanes, key: 0) }
        // Each key by itself has long runs in a bucket, however its samples are mixed with others.
        partition.part(lanes.map(\.key), among: 0..<keyCount)
        let order = partition.order.prefix(batch.count)
        sorted.removeAll()
        sorted.append(order, of: batch, columns: columns.readColumns)
        let hasClocks = lanes.contains { $0.clock != 0 }
        let sortedLanes = hasClocks ? order.map { lanes[Int($0)] } : []
        for (key, range) in partition.parts { update(range, of: sorted, lanes: sortedLanes, key: key) }
    }

    func finish() {
        for key in cursors.indices {
            if let (rest, lanes) = holders?[key].finish() { place(0..<rest.count, of: rest, lanes: lanes, key: key) }
        }
    }

    private func update(_ rows: Range<Int>, of batch: borrowing SampleBatch, lanes: [Lane], key: Int) {
        if holders == nil {
            place(rows, of: batch, lanes: lanes, key: key)
        } else {
            let keyed = lanes.isEmpty ? Array(repeating: Lane(key: Int32(key)), count: batch.count) : lanes
            guard let (held, heldLanes) = holders?[key].push(rows.map { Int32($0) }[...], of: batch, lanes: keyed) else { return }
            place(0..<held.count, of: held, lanes: heldLanes, key: key)
        }
    }

    private func place(_ rows: Range<Int>, of batch: borrowing SampleBatch, lanes: [Lane], key: Int) {
        columns.update(
            rows, of: batch, lanes: lanes, lane: Lane(key: Int32(key)), level: 0, keyCount: cursors.count, placer: &placer,
            cursor: &cursors[key], activity: &always)
    }
}

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
        holder = holdsInstants ? InstantHolder() : nil
    }

    /// The ids of the sources that took part, best first.
    var sources: [Int32] { merger.sources }

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

    private func emit(_ level: inout SourceMerger.Level, number: Int, rows: Range<Int>) {
        var activity = TimelineActivity(level.better, owner: level.owner)
        columns.update(
            rows, of: level.waiting, lanes: level.lanes, level: number, keyCount: keyCount, better: level.better, placer: &placer,
            cursor: &level.cursor, activity: &activity)
    }
}
