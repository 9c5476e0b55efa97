import HealthModel
import QueryPlan

/// One way from the samples of a metric to columns: measures that treat samples alike share it.
protocol Branch: AnyObject {
    func push(_ batch: borrowing SampleBatch, keys: [Int32], keyCount: Int) throws
    func finish() throws
}

/// Looks on as samples are placed: how an answer is explained.
protocol PlacementObserver: AnyObject {
    /// - Parameter better: who holds the time that the samples do not.
    func observe(_ placements: [Placement], of batch: borrowing SampleBatch, better: Timeline)
    /// Takes an instant strictly inside a sample of a better source.
    func observeDropped(_ row: Int, of batch: borrowing SampleBatch, key: Int, holder: Int32)
}

/// The columns that a branch fills.
struct ColumnSet {
    let columns: [any AggregateColumn]
    let observer: (any PlacementObserver)?
    /// What they read of samples, beside start and end.
    let readColumns: SampleColumns

    /// Places rows of a batch portion by portion and hands each to every column.
    func update<A: Activity>(
        _ rows: Range<Int>, of batch: borrowing SampleBatch, keys: [Int32] = [], key: Int = 0, level: Int, cellCount: Int,
        better: Timeline = Timeline(), placer: inout Placer, cursor: inout StreamCursor, activity: inout A
    ) {
        for column in columns { column.reserve(cellCount: cellCount, level: level) }
        var row = rows.lowerBound
        while row < rows.upperBound {
            row = placer.place(row..<rows.upperBound, of: batch, keys: keys, key: key, cursor: &cursor, activity: &activity)
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

    func push(_ batch: borrowing SampleBatch, keys: [Int32], keyCount: Int) {
        while cursors.count < keyCount {
            cursors.append(StreamCursor())
            holders?.append(InstantHolder())
        }
        if keyCount == 1 { return update(0..<batch.count, of: batch, key: 0, keyCount: 1) }
        // Each key by itself has long runs in a bucket, however its samples are mixed with others.
        partition.part(keys, among: 0..<keyCount)
        sorted.removeAll()
        sorted.append(partition.order.prefix(batch.count), of: batch, columns: columns.readColumns)
        for (key, range) in partition.parts { update(range, of: sorted, key: key, keyCount: keyCount) }
    }

    func finish() {
        for key in cursors.indices {
            if let rest = holders?[key].finish() { place(0..<rest.count, of: rest, key: key, keyCount: cursors.count) }
        }
    }

    private func update(_ rows: Range<Int>, of batch: borrowing SampleBatch, key: Int, keyCount: Int) {
        if holders == nil {
            place(rows, of: batch, key: key, keyCount: keyCount)
        } else if let held = holders?[key].push(rows, of: batch) {
            place(0..<held.count, of: held, key: key, keyCount: keyCount)
        }
    }

    private func place(_ rows: Range<Int>, of batch: borrowing SampleBatch, key: Int, keyCount: Int) {
        columns.update(
            rows, of: batch, key: key, level: 0, cellCount: keyCount * placer.grid.groupCount, placer: &placer, cursor: &cursors[key],
            activity: &always)
    }
}

/// The samples of the best source at each time (S6).
final class MergedBranch: Branch {
    private let columns: ColumnSet
    private var placer: Placer
    private var merger: SourceMerger
    private var keyCount = 0

    init(_ columns: ColumnSet, placer: Placer, merger: SourceMerger) {
        self.columns = columns
        self.placer = placer
        self.merger = merger
    }

    /// The ids of the sources that took part, best first.
    var sources: [Int32] { merger.sources }

    func push(_ batch: borrowing SampleBatch, keys: [Int32], keyCount: Int) throws {
        self.keyCount = keyCount
        try merger.push(batch, keys: keys, emit: emit)
        for dropped in merger.dropped {
            columns.observer?.observeDropped(dropped.row, of: batch, key: keys.isEmpty ? 0 : Int(keys[dropped.row]), holder: dropped.holder)
        }
    }

    func finish() throws { try merger.finish(emit: emit) }

    private func emit(_ level: inout SourceMerger.Level, number: Int, rows: Range<Int>) {
        var activity = TimelineActivity(level.better, owner: level.owner)
        columns.update(
            rows, of: level.waiting, keys: level.keys, level: number, cellCount: keyCount * placer.grid.groupCount,
            better: level.better, placer: &placer, cursor: &level.cursor, activity: &activity)
    }
}
