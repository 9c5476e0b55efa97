// Finds the cells of samples. A cell is a bucket of time for one combination of keys.
//
//     buckets      |        b1        |        b2        |
//     samples       ─ ─ ─  ─ ─ ─    ─────     ─ ─ ─ ─ ─
//     placements   [ run: rows 0..<6 ][piece][piece][ run: rows 7..<12 ]
//
// Nearly all samples are inside a bucket, so the result is a few runs of rows, over which aggregates loop without a test. A sample that an
// edge divides becomes a piece for each bucket, with its active time and its share of the value. This runs once for each batch and each set
// of measures that treat samples alike. Long samples in short buckets make many pieces, so a batch is placed in portions of 16,384.
//
// Invariant: the shares of a sample add up to its value over all its buckets (S5.1).
//
// Decisions 0014 (shares at quarter hours), 0044 (sets of times), 0065 (rows are placed before the condition).

import HealthModel
import QueryPlan

/// The rule for the cells in which a sample counts.
enum PlacementRule {
    /// Every bucket that it overlaps, with its share by time (S5.1, S5.2).
    case share
    /// Only the bucket of its start, with the part inside that bucket (`span start`).
    case startBucket
    /// The bucket of its start, in full (S3.9).
    case wholeAtStart
    /// The bucket of its last moment, in full.
    case wholeAtEnd
}

/// The state between batches of a stream of samples.
struct StreamCursor {
    var bucket = 0
    /// The number of samples that started in the last bucket, as an estimate for the next one.
    var rowsInBucket = 0
}

/// Finds the cells of samples: long runs inside a bucket, and pieces of samples that an edge divides.
struct Placer {
    let rule: PlacementRule
    /// True if a sample without active time adds a piece, so that its cell is not empty.
    let keepsSuppressed: Bool
    /// True if pieces include their part of the value.
    let hasShares: Bool
    /// True if a piece that a better source interrupts becomes several pieces, each active at all times.
    let splitsPieces: Bool
    private var stretches: [Stretch] = []
    private(set) var placements: [Placement] = []
    private var grids: GridsByClock
    /// The first piece in each group of the current sample. An entry is valid if it is a piece of that sample.
    private var firstPieceOfGroup: [Int] = []

    /// Batches are placed in portions, so that long samples in short buckets do not fill the memory.
    private static let portion = 16_384

    /// - Parameter times: The times that count; nil if all do.
    init(
        grid: CellGrid, times: IntervalList? = nil, rule: PlacementRule, keepsSuppressed: Bool, hasShares: Bool, splitsPieces: Bool = false
    ) {
        grids = GridsByClock(grid, times: times)
        self.rule = rule
        self.keepsSuppressed = keepsSuppressed
        self.hasShares = hasShares
        self.splitsPieces = splitsPieces
        if grids.utc.hasGroups { firstPieceOfGroup = Array(repeating: 0, count: grid.groupCount) }
    }

    var groupCount: Int { grids.utc.groupCount }
    /// The cells on the clock of UTC.
    var grid: CellGrid { grids.utc }

    /// Returns a placer for samples of a time only. Nil if they are in no bucket.
    func part(from first: Int64, through last: Int64) -> (placer: Placer, firstGroup: Int)? {
        guard let (grid, firstGroup) = grids.utc.part(from: first, through: last) else { return nil }
        return (
            Placer(grid: grid, rule: rule, keepsSuppressed: keepsSuppressed, hasShares: hasShares, splitsPieces: splitsPieces), firstGroup
        )
    }

    /// Places rows from the start of `rows` and returns the next row to place, or the end of `rows`.
    ///
    /// - Parameter lanes: The lane of each row of `batch`; empty if all rows are in `lane`.
    mutating func place<A: Activity>(
        _ rows: Range<Int>, of batch: borrowing SampleBatch, lanes: [Lane], lane: Lane, cursor: inout StreamCursor, activity: inout A
    ) -> Int {
        placements.removeAll(keepingCapacity: true)
        var row = rows.lowerBound
        while row < rows.upperBound, placements.count < Placer.portion {
            let lane = lanes.isEmpty ? lane : lanes[row]
            let run = row..<(lanes.isEmpty ? rows.upperBound : endOfRun(of: lanes, from: row, to: rows.upperBound))
            if lane.isSilent {
                row = run.upperBound
                continue
            }
            let target = Target(grid: grids.grid(lane.clock), firstCell: Int(lane.key) * groupCount, clock: lane.clock)
            if lane.isHeld {
                var always = AlwaysActive()
                row = place(run, of: batch, on: target, cursor: &cursor, activity: &always)
            } else {
                row = place(run, of: batch, on: target, cursor: &cursor, activity: &activity)
            }
        }
        return row
    }

    /// Returns the cell that contains an instant, or nil outside the buckets.
    mutating func cell(of instant: Int64, in lane: Lane) -> Int? {
        let grid = grids.grid(lane.clock)
        let bucket = grid.bucket(holding: instant, near: 0)
        return grid.counts(bucket) ? Int(lane.key) * groupCount + grid.group(of: bucket) : nil
    }

    /// Returns the cells that a time meets, each with the start of the part in it.
    mutating func cells(from: Int64, to: Int64, in lane: Lane) -> [(cell: Int, from: Int64)] {
        let grid = grids.grid(lane.clock)
        var found: [(cell: Int, from: Int64)] = []
        var bucket = max(grid.bucket(holding: from, near: 0), 0)
        while grid.contains(bucket), grid.edges[bucket] < to {
            if grid.counts(bucket) {
                found.append((Int(lane.key) * groupCount + grid.group(of: bucket), max(from, grid.edges[bucket])))
            }
            bucket += 1
        }
        return found
    }

    /// The cells of one lane.
    private struct Target {
        let grid: CellGrid
        let firstCell: Int
        let clock: Int32

        func cell(_ bucket: Int) -> Int { firstCell + grid.group(of: bucket) }
    }

    private mutating func place<A: Activity>(
        _ rows: Range<Int>, of batch: borrowing SampleBatch, on target: Target, cursor: inout StreamCursor, activity: inout A
    ) -> Int {
        switch rule {
        case .share, .startBucket: placeShared(rows, of: batch, on: target, cursor: &cursor, activity: &activity)
        case .wholeAtStart, .wholeAtEnd: placeWhole(rows, of: batch, on: target, cursor: &cursor, activity: &activity)
        }
    }

    /// Places runs of samples inside a bucket, and the parts of those that cross an edge or were not always active.
    private mutating func placeShared<A: Activity>(
        _ rows: Range<Int>, of batch: borrowing SampleBatch, on target: Target, cursor: inout StreamCursor, activity: inout A
    ) -> Int {
        let starts = batch.starts.span
        let ends = batch.ends.span
        let grid = target.grid
        var row = rows.lowerBound
        while row < rows.upperBound, placements.count < Placer.portion {
            cursor.bucket = grid.bucket(holding: starts[row], near: cursor.bucket)
            guard grid.counts(cursor.bucket) else {
                // Most samples outside the times that count do not reach into them.
                if grid.contains(cursor.bucket), ends[row] <= grid.edges[cursor.bucket + 1] {
                    let edge = grid.edges[cursor.bucket + 1]
                    let limit = endOfRun(of: starts, from: row, to: rows.upperBound, below: edge, guess: cursor.rowsInBucket)
                    cursor.rowsInBucket = limit - row
                    row = max(AlwaysActive().endOfWhole(row..<limit, starts: starts, ends: ends, by: edge), row + 1)
                    continue
                }
                _ = activity.endOfWhole(row..<row + 1, starts: starts, ends: ends, by: .max)
                placePieces(of: row, of: batch, on: target, bucket: cursor.bucket, activity: activity)
                row += 1
                continue
            }
            let edge = grid.edges[cursor.bucket + 1]
            let cell = target.cell(cursor.bucket)
            // An instant at the very end of the range starts on the last edge itself.
            let limit = max(row + 1, endOfRun(of: starts, from: row, to: rows.upperBound, below: edge, guess: cursor.rowsInBucket))
            cursor.rowsInBucket = limit - row
            while row < limit, placements.count < Placer.portion {
                let end = activity.endOfWhole(row..<limit, starts: starts, ends: ends, by: edge)
                if end > row {
                    placements.append(.run(Run(rows: row..<end, cell: cell, clock: target.clock)))
                    row = end
                }
                guard row < limit else { break }
                if ends[row] <= edge {
                    append(row, of: batch, cell: cell, clock: target.clock, from: starts[row], to: ends[row], activity: activity)
                } else {
                    placePieces(of: row, of: batch, on: target, bucket: cursor.bucket, activity: activity)
                }
                row += 1
            }
        }
        return row
    }

    /// Places the parts of a sample in each bucket.
    private mutating func placePieces<A: Activity>(
        of row: Int, of batch: borrowing SampleBatch, on target: Target, bucket startBucket: Int, activity: A
    ) {
        let (start, end) = (batch.starts[row], batch.ends[row])
        let grid = target.grid
        let firstPiece = placements.count
        var bucket = rule == .share ? max(startBucket, 0) : startBucket
        while grid.contains(bucket), grid.edges[bucket] < end {
            let from = max(start, grid.edges[bucket])
            let to = min(end, grid.edges[bucket + 1])
            if rule == .startBucket, !grid.isSameWhole(bucket, startBucket) { break }
            if from < to, grid.counts(bucket) {
                append(row, of: batch, cell: target.cell(bucket), clock: target.clock, from: from, to: to, activity: activity)
            }
            bucket += 1
        }
        if grid.hasGroups, placements.count > firstPiece + 1 { joinGroups(from: firstPiece, firstCell: target.firstCell) }
    }

    private mutating func append<A: Activity>(
        _ row: Int, of batch: borrowing SampleBatch, cell: Int, clock: Int32, from: Int64, to: Int64, activity: A
    ) {
        let active = activity.milliseconds(from: from, to: to)
        guard active > 0 || keepsSuppressed else { return }
        if splitsPieces, active > 0, active < to - from {
            stretches.removeAll(keepingCapacity: true)
            activity.appendActive(from: from, to: to, into: &stretches)
            for part in stretches {
                let length = part.to - part.from
                placements.append(
                    .piece(Piece(row: row, cell: cell, from: part.from, to: part.to, active: length, groupActive: length, clock: clock)))
            }
            return
        }
        var piece = Piece(row: row, cell: cell, from: from, to: to, active: active, groupActive: active, clock: clock)
        if hasShares {
            let whole = SharedValue(value: batch.values[row], start: batch.starts[row], end: batch.ends[row])
            piece.share = whole.share(from: from, to: to, active: active, activity: activity)
        }
        placements.append(.piece(piece))
    }

    /// Combines the parts of one sample in the same cell.
    private mutating func joinGroups(from firstPiece: Int, firstCell: Int) {
        for index in firstPiece..<placements.count {
            guard case .piece(var piece) = placements[index] else { continue }
            let group = piece.cell - firstCell
            let first = firstPieceOfGroup[group]
            if first >= firstPiece, first < index, case .piece(var firstOfCell) = placements[first], firstOfCell.cell == piece.cell {
                firstOfCell.groupActive += piece.active
                placements[first] = .piece(firstOfCell)
                piece.groupActive = -1
                placements[index] = .piece(piece)
            } else {
                firstPieceOfGroup[group] = index
            }
        }
    }

    /// Places samples by their start or their last moment, each in one cell.
    private mutating func placeWhole<A: Activity>(
        _ rows: Range<Int>, of batch: borrowing SampleBatch, on target: Target, cursor: inout StreamCursor, activity: inout A
    ) -> Int {
        let starts = batch.starts.span
        let ends = batch.ends.span
        let grid = target.grid
        var row = rows.lowerBound
        // Earlier rows start in the current bucket.
        var limit = row
        while row < rows.upperBound, placements.count < Placer.portion {
            let from = max(starts[row], grid.lowerBound)
            let to = min(ends[row], grid.upperBound)
            cursor.bucket = grid.bucket(holding: from, near: cursor.bucket)
            if rule == .wholeAtStart, starts[row] == from, grid.counts(cursor.bucket) {
                let edge = grid.edges[cursor.bucket + 1]
                if row >= limit {
                    limit = max(row + 1, endOfRun(of: starts, from: row, to: rows.upperBound, below: edge, guess: cursor.rowsInBucket))
                }
                let end = activity.endOfWhole(row..<limit, starts: starts, ends: ends, by: grid.upperBound)
                if end > row {
                    cursor.rowsInBucket = end - row
                    placements.append(.run(Run(rows: row..<end, cell: target.cell(cursor.bucket), clock: target.clock)))
                    row = end
                    continue
                }
            }
            defer { row += 1 }
            var bucket = cursor.bucket
            // An end on an edge belongs to the earlier bucket, an instant on an edge to the later one.
            if rule == .wholeAtEnd, from < to { bucket = grid.bucket(holding: to - 1, near: bucket) }
            let isWhole = activity.endOfWhole(row..<row + 1, starts: starts, ends: ends, by: to) > row && starts[row] == from
            guard grid.counts(bucket) else { continue }
            let cell = target.cell(bucket)
            if !isWhole {
                append(row, of: batch, cell: cell, clock: target.clock, from: from, to: to, activity: activity)
            } else if case .run(let run) = placements.last, run.cell == cell, run.rows.upperBound == row {
                placements[placements.count - 1] = .run(Run(rows: run.rows.lowerBound..<row + 1, cell: cell, clock: run.clock))
            } else {
                placements.append(.run(Run(rows: row..<row + 1, cell: cell, clock: target.clock)))
            }
        }
        return row
    }

    /// Returns the end of the rows from `row` that are in the same lane.
    private func endOfRun(of lanes: [Lane], from row: Int, to end: Int) -> Int {
        var next = row + 1
        while next < end, lanes[next] == lanes[row] { next += 1 }
        return next
    }

    /// Returns the end of the rows from `row` that start before `edge`, in O(log of the distance to the guess).
    private func endOfRun(of starts: Span<Int64>, from row: Int, to end: Int, below edge: Int64, guess: Int) -> Int {
        // `low` starts before the edge. `high` does not, or is the end.
        var low = row
        var high = end
        var step = 1
        let middle = min(row + guess, end - 1)
        if starts[middle] < edge {
            low = middle
            while low + step < high {
                guard starts[low + step] < edge else {
                    high = low + step
                    break
                }
                low += step
                step *= 2
            }
        } else {
            high = middle
            while high - step > low {
                guard starts[high - step] >= edge else {
                    low = high - step
                    break
                }
                high -= step
                step *= 2
            }
        }
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] < edge { low = middle } else { high = middle }
        }
        return high
    }
}
