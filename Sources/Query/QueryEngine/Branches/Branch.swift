import HealthModel
import StorageModel

/// Feeds the samples of one metric into columns. Measures that treat samples in the same way share a branch.
protocol Branch: AnyObject {
    /// - Parameter lanes: The lane of each row; empty if all rows are in one lane.
    func push(_ batch: borrowing SampleBatch, lanes: [Lane], keyCount: Int) throws
    func finish() throws
    /// The ranks of the sources that were merged, best first.
    var mergedRanks: [MergingRank] { get }
    /// The sources of records that do not count, because their apps are not in the owner's list (S15.3).
    var leftOutSources: Set<Int32> { get }
}

extension Branch {
    var leftOutSources: Set<Int32> { [] }
}

/// The columns that a branch fills.
struct ColumnSet {
    let columns: [any AggregateColumn]
    let observer: (any PlacementObserver)?
    /// The columns of samples that they read, in addition to start and end.
    let readColumns: SampleColumns
    var isCancelled: () -> Bool = { false }

    /// Places the rows of a batch in portions and passes each portion to every column.
    func update<A: Activity>(
        _ rows: Range<Int>, of batch: borrowing SampleBatch, lanes: [Lane] = [], lane: Lane = Lane(), level: Int, keyCount: Int,
        better: Timeline = Timeline(), placer: inout Placer, cursor: inout StreamCursor, activity: inout A
    ) throws {
        for column in columns { column.reserve(cellCount: keyCount * placer.groupCount, level: level) }
        var row = rows.lowerBound
        while row < rows.upperBound {
            row = placer.place(row..<rows.upperBound, of: batch, lanes: lanes, lane: lane, cursor: &cursor, activity: &activity)
            for column in columns { column.update(placer.placements, of: batch, level: level) }
            observer?.observe(placer.placements, of: batch, better: better)
            // Long samples in short buckets make many portions of one batch.
            if row < rows.upperBound, isCancelled() { throw EngineError.cancelled }
        }
    }
}
