import HealthModel
import QueryPlan

/// The cells that a sample goes to.
enum PlacementRule {
    /// Every bucket it overlaps, with its share of time (S5.1, S5.2).
    case share
    /// The bucket of its start only, with the part inside it (`span start`).
    case startBucket
    /// The bucket of its start, whole (S3.9).
    case wholeAtStart
    /// The bucket of its last moment, whole.
    case wholeAtEnd
}

/// What is remembered between the batches of a stream of samples.
struct StreamCursor {
    var bucket = 0
    /// How many samples began in the last bucket: the next one has about as many.
    var rowsInBucket = 0
    /// The greatest end so far.
    var covered = Int64.min
}

/// Finds out where samples belong: long runs inside a bucket, and pieces of those that an edge cuts.
struct Placer {
    let grid: CellGrid
    let rule: PlacementRule
    /// Whether `covered` is wanted.
    let tracksCoverage: Bool
    /// Whether a sample without any active time leaves a piece, so that its cell is not empty.
    let keepsSuppressed: Bool
    private(set) var placements: [Placement] = []
    /// The greatest end in each cell, where a sample has one cell only.
    private var coveredOfCell: [Int64] = []
    /// The first piece in each group of the sample at hand, valid if it is one of that sample's.
    private var firstPieceOfGroup: [Int] = []

    /// A batch is placed in portions, so that long samples on short buckets do not fill the memory.
    private static let portion = 16_384

    init(grid: CellGrid, rule: PlacementRule, tracksCoverage: Bool, keepsSuppressed: Bool) {
        self.grid = grid
        self.rule = rule
        self.tracksCoverage = tracksCoverage
        self.keepsSuppressed = keepsSuppressed
        if grid.hasGroups { firstPieceOfGroup = Array(repeating: 0, count: grid.groupCount) }
    }

    /// Places rows from the first of `rows` on and returns the row to go on with, the end of `rows` when all are placed.
    ///
    /// - Parameter keys: the key of each row of `batch`; empty when all have key `key`.
    mutating func place<A: Activity>(
        _ rows: Range<Int>, of batch: borrowing SampleBatch, keys: [Int32] = [], key: Int = 0, cursor: inout StreamCursor, activity: inout A
    ) -> Int {
        placements.removeAll(keepingCapacity: true)
        var row = rows.lowerBound
        while row < rows.upperBound, placements.count < Placer.portion {
            let key = keys.isEmpty ? key : Int(keys[row])
            let limit = keys.isEmpty ? rows.upperBound : endOfRun(of: keys, from: row, to: rows.upperBound)
            switch rule {
            case .share, .startBucket: row = placeShared(row..<limit, of: batch, key: key, cursor: &cursor, activity: &activity)
            case .wholeAtStart, .wholeAtEnd: row = placeWhole(row..<limit, of: batch, key: key, cursor: &cursor, activity: &activity)
            }
        }
        return row
    }

    /// Places runs of samples inside a bucket, and the parts of those that cross an edge or were not active all the time.
    private mutating func placeShared<A: Activity>(
        _ rows: Range<Int>, of batch: borrowing SampleBatch, key: Int, cursor: inout StreamCursor, activity: inout A
    ) -> Int {
        let starts = batch.starts.span
        let ends = batch.ends.span
        var row = rows.lowerBound
        while row < rows.upperBound, placements.count < Placer.portion {
            cursor.bucket = grid.bucket(holding: starts[row], near: cursor.bucket)
            guard cursor.bucket >= 0, cursor.bucket < grid.bucketCount else {
                _ = activity.endOfWhole(row..<row + 1, starts: starts, ends: ends, by: .max)
                placePieces(of: row, from: starts[row], to: ends[row], key: key, cursor: &cursor, activity: activity)
                row += 1
                continue
            }
            let edge = grid.edges[cursor.bucket + 1]
            let cell = key * grid.groupCount + grid.group(of: cursor.bucket)
            let limit = endOfRun(of: starts, from: row, to: rows.upperBound, below: edge, guess: cursor.rowsInBucket)
            cursor.rowsInBucket = limit - row
            while row < limit, placements.count < Placer.portion {
                let end = activity.endOfWhole(row..<limit, starts: starts, ends: ends, by: edge)
                if end > row {
                    placements.append(.run(Run(rows: row..<end, cell: cell, covered: covered(in: cell, cursor))))
                    if tracksCoverage { for row in row..<end { cover(to: ends[row], in: cell, cursor: &cursor) } }
                    row = end
                }
                guard row < limit else { break }
                if ends[row] <= edge {
                    append(row, cell: cell, from: starts[row], to: ends[row], cursor: cursor, activity: activity)
                    cover(to: ends[row], in: cell, cursor: &cursor)
                } else {
                    placePieces(of: row, from: starts[row], to: ends[row], key: key, cursor: &cursor, activity: activity)
                }
                row += 1
            }
        }
        return row
    }

    /// Places the parts that a sample has in each bucket.
    private mutating func placePieces<A: Activity>(
        of row: Int, from start: Int64, to end: Int64, key: Int, cursor: inout StreamCursor, activity: A
    ) {
        let firstPiece = placements.count
        var bucket = cursor.bucket
        if bucket < 0, rule == .share { bucket = 0 }
        while bucket >= 0, bucket < grid.bucketCount, grid.edges[bucket] < end {
            let from = max(start, grid.edges[bucket])
            let to = min(end, grid.edges[bucket + 1])
            let cell = key * grid.groupCount + grid.group(of: bucket)
            bucket += 1
            guard from < to else { continue }
            append(row, cell: cell, from: from, to: to, cursor: cursor, activity: activity)
            if rule == .startBucket {
                cover(to: to, in: cell, cursor: &cursor)
                break
            }
        }
        if rule == .share { cursor.covered = max(cursor.covered, end) }
        if grid.hasGroups, placements.count > firstPiece + 1 { joinGroups(from: firstPiece, key: key) }
    }

    private mutating func append<A: Activity>(_ row: Int, cell: Int, from: Int64, to: Int64, cursor: StreamCursor, activity: A) {
        let active = activity.milliseconds(from: from, to: to)
        guard active > 0 || keepsSuppressed else { return }
        placements.append(
            .piece(
                Piece(row: row, cell: cell, from: from, to: to, active: active, groupActive: active, covered: covered(in: cell, cursor))))
    }

    /// Adds up the parts of one sample that meet in one cell.
    private mutating func joinGroups(from firstPiece: Int, key: Int) {
        for index in firstPiece..<placements.count {
            guard case .piece(var piece) = placements[index] else { continue }
            let group = piece.cell - key * grid.groupCount
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
        _ rows: Range<Int>, of batch: borrowing SampleBatch, key: Int, cursor: inout StreamCursor, activity: inout A
    ) -> Int {
        let starts = batch.starts.span
        let ends = batch.ends.span
        for row in rows {
            let from = max(starts[row], grid.lowerBound)
            let to = min(ends[row], grid.upperBound)
            cursor.bucket = grid.bucket(holding: from, near: cursor.bucket)
            var bucket = cursor.bucket
            // An end on an edge belongs to the earlier bucket, an instant to the later.
            if rule == .wholeAtEnd, from < to { bucket = grid.bucket(holding: to - 1, near: bucket) }
            let isWhole = activity.endOfWhole(row..<row + 1, starts: starts, ends: ends, by: to) > row && starts[row] == from
            guard bucket >= 0, bucket < grid.bucketCount else { continue }
            let cell = key * grid.groupCount + grid.group(of: bucket)
            if !isWhole {
                append(row, cell: cell, from: from, to: to, cursor: cursor, activity: activity)
            } else if case .run(var run) = placements.last, run.cell == cell, run.rows.upperBound == row {
                run.rows = run.rows.lowerBound..<row + 1
                placements[placements.count - 1] = .run(run)
            } else {
                placements.append(.run(Run(rows: row..<row + 1, cell: cell, covered: covered(in: cell, cursor))))
            }
            cover(to: to, in: cell, cursor: &cursor)
        }
        return rows.upperBound
    }

    /// The end of what covers `cell` so far: of the whole stream where samples are shared, else of the samples of the cell.
    private func covered(in cell: Int, _ cursor: StreamCursor) -> Int64 {
        if rule == .share { return cursor.covered }
        return cell < coveredOfCell.count ? coveredOfCell[cell] : .min
    }

    private mutating func cover(to end: Int64, in cell: Int, cursor: inout StreamCursor) {
        guard tracksCoverage else { return }
        if rule == .share {
            cursor.covered = max(cursor.covered, end)
            return
        }
        if cell >= coveredOfCell.count {
            coveredOfCell.append(contentsOf: repeatElement(.min, count: cell + grid.groupCount - coveredOfCell.count))
        }
        coveredOfCell[cell] = max(coveredOfCell[cell], end)
    }

    /// Returns the end of the rows from `row` on whose key is that of `row`.
    private func endOfRun(of keys: [Int32], from row: Int, to end: Int) -> Int {
        var next = row + 1
        while next < end, keys[next] == keys[row] { next += 1 }
        return next
    }

    /// Returns the end of the rows from `row` on that start before `edge`; O(log of the distance to the guess).
    private func endOfRun(of starts: Span<Int64>, from row: Int, to end: Int, below edge: Int64, guess: Int) -> Int {
        // `low` starts before the edge, `high` does not or is the end.
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
