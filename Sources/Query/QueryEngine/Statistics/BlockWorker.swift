// Answers measures for one packed block, on any thread. This is the fast path for conditions, keys and percentiles.
//
// Each block gets columns with the cells of its time only, because a query can have many more. The query adds the cells of all blocks in
// their order. For each block, the worker does the least that is enough:
//
// 1. If the block is in one bucket, it unpacks no times. If samples count at their start, it only looks for the edges.
// 2. If only whole values are counted or added, it adds up runs without unpacking them.
// 3. Otherwise it places the rows first, and then copies those that pass the condition, with only the columns that aggregates read.
//
// If rows must be chosen first, it copies the rows that count and places the copy.
//
// Invariant: cells are added in the order of the blocks, and sums have twice the precision of a double. So the answer does not depend on
// threads or on sizes of blocks.
//
// Decisions 0065 (blocks on threads), 0077 (values in place), 0079 (parts of blocks), 0084 (starts of blobs).

import HealthModel
import QueryPlan
import StorageModel
import Threading

/// Answers measures for one block after another.
final class BlockWorker {
    /// Measures whose samples are placed in the same way.
    struct Measures {
        /// The places of the columns in the query.
        var places: [Int]
        /// Empty columns.
        var columns: [any AggregateColumn]
        var readColumns: SampleColumns
        var placer: Placer
    }

    private let measures: [Measures]
    private let filter: SampleFilter
    private let keys: KeyTable
    private let hasKeys: Bool
    private let readsTimes: Bool
    /// The current block, and its rows that pass.
    private var rows = SampleBatch()
    private var passing = PassingRows()

    /// - Parameters:
    ///   - filter: A filter for this worker only.
    ///   - keys: A table for this worker only.
    init(_ measures: [Measures], filter: SampleFilter, keys: KeyTable, hasKeys: Bool) {
        (self.measures, self.filter, self.keys, self.hasKeys) = (measures, filter, keys, hasKeys)
        readsTimes =
            filter.condition?.readsTimes == true || keys.readsTimes || measures.contains { $0.columns.contains(where: \.readsTimes) }
    }

    /// Returns the cells of a block.
    func part(of block: any PackedSamples, isCancelled: @escaping () -> Bool) throws -> BlockPart {
        keys.removeAll()
        var part = BlockPart(block)
        var targets: [Target] = []
        for measures in measures {
            guard let (placer, firstGroup) = measures.placer.part(from: block.firstStart, through: block.latestEnd) else { continue }
            let columns = measures.columns.compactMap { $0.part() }
            let set = ColumnSet(columns: columns, observer: nil, readColumns: measures.readColumns, isCancelled: isCancelled)
            targets.append(Target(columns: set, placer: placer))
            part.cells.append(
                BlockPart.Cells(places: measures.places, firstGroup: firstGroup, groupCount: placer.groupCount, columns: columns))
        }
        guard hasKeys || !targets.isEmpty else { return part }
        if placesInPlace(block.extent) {
            try fillInPlace(targets, from: block)
        } else {
            try fillFromCopy(targets, from: block)
        }
        part.keys = keys.paths()
        return part
    }

    /// Returns the times that it unpacks of a block.
    func times(of block: BlockExtent) -> UnpackedTimes {
        let placers = measures.compactMap { $0.placer.part(from: block.firstStart, through: block.latestEnd)?.placer }
        if !hasKeys && placers.isEmpty { return .count }
        return placesInPlace(block) ? times(of: block, for: placers) : .all
    }

    /// True if all rows are placed, and those that do not pass left out. False if rows are chosen before.
    private func placesInPlace(_ block: BlockExtent) -> Bool { filter.surelyContains(block) && (!hasKeys || !filter.hasTimes) }

    /// The columns of a block, and the placer of its samples.
    private struct Target {
        var columns: ColumnSet
        var placer: Placer
    }

    /// Places all rows, and leaves out those that do not pass. Only the columns that an aggregate reads are copied.
    private func fillInPlace(_ targets: [Target], from block: any PackedSamples) throws {
        var times = times(of: block.extent, for: targets.map(\.placer))
        var runs: [[Run]] = []
        if times == .starts, let found = try self.runs(of: block, for: targets.map(\.placer)) {
            runs = found
            times = .count
        }
        if times == .count, try addTotals(of: block, to: targets, runs) { return }
        try block.unpack(filter.columns, times: times, into: &rows)
        let test = test(for: targets)
        var chosen = PassingRows.Rows(passes: test == nil ? try filter.condition?.passes(rows) : nil, groupCount: 0)
        if hasKeys {
            chosen.keys = try keys.keys(of: rows, counts: chosen.passes)
            chosen.keyCount = keys.count
        }
        for (index, target) in targets.enumerated() {
            var placer = target.placer
            chosen.groupCount = placer.groupCount
            for column in target.columns.columns { column.reserve(cellCount: keys.count * placer.groupCount, level: 0) }
            if times == .count {
                update(target.columns, (runs.isEmpty ? [wholeRun(of: block)] : runs[index]).map { .run($0) }, chosen, test)
                continue
            }
            var cursor = StreamCursor()
            var row = 0
            while row < block.count {
                if times == .all {
                    var activity = AlwaysActive()
                    row = placer.place(row..<block.count, of: rows, lanes: [], lane: Lane(), cursor: &cursor, activity: &activity)
                } else {
                    var activity = NeverClipped()
                    row = placer.place(row..<block.count, of: rows, lanes: [], lane: Lane(), cursor: &cursor, activity: &activity)
                }
                update(target.columns, placer.placements, chosen, test)
                if row < block.count, target.columns.isCancelled() { throw EngineError.cancelled }
            }
        }
    }

    /// Returns the only test that rows must pass, if the columns can skip rows whose value is 0.
    private func test(for targets: [Target]) -> NumberTest? {
        guard !hasKeys, targets.count == 1, targets[0].columns.columns.allSatisfy(\.canSkipZeros) else { return nil }
        return filter.condition?.valueTest
    }

    private func update(_ set: ColumnSet, _ placements: [Placement], _ chosen: PassingRows.Rows, _ test: NumberTest?) {
        if let test {
            passing.select(placements, of: &rows, where: test)
            for column in set.columns { column.update(passing.placements, of: rows, level: 0) }
            return
        }
        guard chosen.passes != nil || hasKeys else {
            for column in set.columns { column.update(placements, of: rows, level: 0) }
            return
        }
        passing.select(placements, of: rows, chosen, columns: set.readColumns, times: set.columns.contains(where: \.readsTimes))
        for column in set.columns { column.update(passing.placements, of: passing.batch, level: 0) }
    }

    /// Returns where the samples of a block belong by their starts, without unpacking them. Nil if that is not faster.
    private func runs(of block: any PackedSamples, for placers: [Placer]) throws -> [[Run]]? {
        var runs: [[Run]] = []
        for placer in placers {
            guard let earlier = try block.rows(startingBefore: placer.grid.limits) else { return nil }
            runs.append(placer.grid.runs(earlier))
        }
        return runs
    }

    /// All samples of a block in the first cell.
    private func wholeRun(of block: any PackedSamples) -> Run { Run(rows: 0..<block.count, cell: 0) }

    /// Adds the numbers and totals of runs without unpacking values. Returns false, and adds nothing, if that is not possible.
    private func addTotals(of block: any PackedSamples, to targets: [Target], _ runs: [[Run]]) throws -> Bool {
        // Without a condition, counts need no values.
        guard !hasKeys, filter.columns.contains(.values), targets.allSatisfy({ $0.columns.columns.allSatisfy(\.canAddTotals) }) else {
            return false
        }
        let whole: ClosedRange<Int64> = -(1 << 52)...1 << 52
        guard let values = filter.condition == nil ? whole : filter.condition?.valueTest?.wholeNumbers else { return false }
        var placements: [[Placement]] = []
        for index in targets.indices {
            var own = runs.isEmpty ? [wholeRun(of: block)] : runs[index]
            guard let totals = try block.totals(of: own.map(\.rows), in: values) else { return false }
            for (run, total) in totals.enumerated() { (own[run].passing, own[run].total) = (total.count, Double(total.sum)) }
            placements.append(own.filter { $0.passing ?? 0 > 0 }.map { .run($0) })
        }
        for (target, placements) in zip(targets, placements) {
            for column in target.columns.columns {
                column.reserve(cellCount: target.placer.groupCount, level: 0)
                column.update(placements, of: rows, level: 0)
            }
        }
        return true
    }

    /// Returns the times of a block that are needed to place its samples.
    private func times(of block: BlockExtent, for placers: [Placer]) -> UnpackedTimes {
        if readsTimes { return .all }
        if placers.allSatisfy({ $0.grid.isOneCell(from: block.firstStart, through: block.latestEnd) }) { return .count }
        let areStarts = placers.allSatisfy {
            $0.rule == .wholeAtStart && $0.grid.lowerBound <= block.firstStart && block.latestEnd <= $0.grid.upperBound
        }
        return areStarts ? .starts : .all
    }

    /// Copies the rows that count, and then places them.
    private func fillFromCopy(_ targets: [Target], from block: any PackedSamples) throws {
        try block.unpack(filter.columns, times: .all, into: &rows)
        let branches = targets.map { PlainBranch($0.columns, placer: $0.placer, holdsInstants: false) }
        _ = try filter.select(rows) { batch, _ in
            let lanes = try Lane.lanes(keys: keys.keys(of: batch))
            for branch in branches { try branch.push(batch, lanes: lanes, keyCount: keys.count) }
            return true
        }
        for target in targets {
            for column in target.columns.columns { column.reserve(cellCount: keys.count * target.placer.groupCount, level: 0) }
        }
    }
}

// Sendable: one thread makes it, and hands it over.
/// The cells of a block.
struct BlockPart: @unchecked Sendable {
    /// The cells of measures whose samples are placed in the same way.
    struct Cells {
        /// The places of the columns in the query.
        var places: [Int]
        /// The group of the query that is the first one of the block.
        var firstGroup: Int
        var groupCount: Int
        var columns: [any AggregateColumn]
    }

    /// The block, if it takes too long for a thread that nobody can cancel.
    var unfinished: (any PackedSamples)?
    var sampleCount: Int
    /// The codes of the keys; empty without keys.
    var keys: [[Int64]] = []
    var cells: [Cells] = []

    init(_ block: any PackedSamples) { sampleCount = block.count }
}

extension WorkerPool<BlockWorker> {
    /// Returns the cells of a block. They are unfinished if its samples are in very many buckets.
    func part(of block: any PackedSamples) throws -> BlockPart {
        var portions = 0
        do {
            return try with { worker in
                try worker.part(of: block) {
                    portions += 1
                    return portions > 16
                }
            }
        } catch EngineError.cancelled {
            var part = BlockPart(block)
            part.unfinished = block
            return part
        }
    }
}
