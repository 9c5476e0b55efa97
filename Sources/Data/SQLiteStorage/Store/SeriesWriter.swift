import GRDB
import HealthModel
import SampleStore
import StorageModel

/// Merges samples of one metric into its blocks and its part of the row table, inside a transaction.
///
/// A few samples that are newer than all blocks go to the row table. All others go to the blocks that contain
/// their starts, and only blocks that change are written again. A write to blocks first moves the metric's
/// part of the row table into blocks. The rows of the table are therefore always later than the blocks.
struct SeriesWriter {
    let blocks: BlockTable
    let fresh: FreshTable
    var merge: SampleMerge
    let options: StoreOptions
    /// Keeps samples before they are changed or deleted. Nil while a step is taken back.
    let earlier: EarlierSamples?

    init(
        _ db: Database, path: String, metric: MetricID, metricID: Int64, content: any ContentOrder, options: StoreOptions,
        earlier: EarlierSamples?
    ) {
        blocks = BlockTable(db: db, path: path, metric: metric, metricID: metricID, format: options.blockFormat)
        fresh = FreshTable(db: db, metricID: metricID)
        merge = SampleMerge(content: content)
        self.options = options
        self.earlier = earlier
    }

    /// Returns the stored samples that start at `start`.
    func rows(startingAt start: Int64) throws -> SampleBatch {
        var found = SampleBatch()
        for entry in try blocks.neighbors(from: start, through: start) where (entry.firstStart...entry.lastStart).contains(start) {
            var rows = SampleBatch()
            try blocks.read(entry, into: &rows)
            rows = rows.rows(startingAt: start)
            found.append(rows, 0..<rows.count)
        }
        let freshRows = try fresh.rows(startingFrom: start, through: start)
        found.append(freshRows, 0..<freshRows.count)
        return found
    }

    // MARK: Writing

    /// Merges `rows`, which must be normalized, and returns whether anything changed.
    func write(_ rows: SampleBatch, nextNumber: inout Int64) throws -> Bool {
        guard let firstStart = rows.starts.first else { return false }
        if rows.count < options.smallWriteRows, try blocks.lastStart().map({ firstStart > $0 }) ?? true {
            return try writeToRowTable(rows, nextNumber: &nextNumber)
        }
        try fold()
        return try writeToBlocks(rows, nextNumber: &nextNumber)
    }

    /// Moves the rows of the row table into blocks. The content of the store does not change.
    func fold() throws {
        let rows = try merge.normalized(fresh.allRows())
        guard rows.count > 0 else { return }
        try fresh.deleteAll()
        var unused = Int64.max
        _ = try writeToBlocks(rows, nextNumber: &unused)
    }

    private func writeToRowTable(_ rows: SampleBatch, nextNumber: inout Int64) throws -> Bool {
        let firstNumber = nextNumber
        let before = try merge.normalized(fresh.rows(startingFrom: rows.starts[0], through: rows.starts[rows.count - 1]))
        var after = before
        guard try merge.merge(rows, into: &after, nextNumber: &nextNumber) else { return false }
        var old = 0
        var changed: [Int] = []
        for row in 0..<after.count {
            if after.numbers[row] >= firstNumber {
                try fresh.put(after, row)
            } else {
                if !before.isSame(old, as: after, row) {
                    try fresh.put(after, row)
                    changed.append(old)
                }
                old += 1
            }
        }
        try earlier?.keep(before.rows(changed), .restored)
        if try fresh.count() > options.rowTableRows { try fold() }
        return true
    }

    private func writeToBlocks(_ rows: SampleBatch, nextNumber: inout Int64) throws -> Bool {
        guard let firstStart = rows.starts.first, let lastStart = rows.starts.last else { return false }
        let entries = try blocks.neighbors(from: firstStart, through: lastStart)
        var isChanged = false
        var row = 0
        for (index, entry) in entries.enumerated() where row < rows.count {
            // Samples that start before the next block belong to this one. The first block also has all earlier samples.
            let next = index + 1 < entries.count ? entries[index + 1].firstStart : nil
            let end = next.map { rows.firstRow(startingAt: $0) } ?? rows.count
            guard end > row else { continue }
            if try write(rows.rows(row..<end), to: entry, isLast: next == nil, nextNumber: &nextNumber) { isChanged = true }
            row = end
        }
        if row < rows.count {
            var first = SampleBatch()
            isChanged = try merge.merge(rows.rows(row..<rows.count), into: &first, nextNumber: &nextNumber)
            try insert(first, isLast: true)
        }
        if isChanged { try joinSmallBlocks(from: firstStart, through: lastStart) }
        return isChanged
    }

    private func write(_ rows: SampleBatch, to entry: BlockTable.Entry, isLast: Bool, nextNumber: inout Int64) throws -> Bool {
        let candidate = rows.firstRow(startingAt: entry.firstStart)
        let meets = candidate < rows.count && rows.starts[candidate] <= entry.lastStart
        var merged = SampleBatch()
        if !meets && entry.count >= options.blockRows {
            // The rows are before or after a full block, so they become separate blocks. Blocks never overlap.
            for (part, isAfter) in [(0..<candidate, false), (candidate..<rows.count, true)] where !part.isEmpty {
                merged = SampleBatch()
                _ = try merge.merge(rows.rows(part), into: &merged, nextNumber: &nextNumber)
                try insert(merged, isLast: isLast && isAfter)
            }
            return true
        }
        if isLast, candidate == 0, !meets {
            // The first rows fill the block. The others are not copied.
            var numbered = SampleBatch()
            _ = try merge.merge(rows, into: &numbered, nextNumber: &nextNumber)
            let filling = endOfBlock(of: numbered, at: options.blockRows - entry.count)
            try blocks.read(entry, into: &merged)
            merged.append(numbered, 0..<filling)
            try blocks.delete(entry)
            try blocks.insert(merged, 0..<merged.count)
            try insert(numbered, from: filling, isLast: true)
            return true
        }
        try blocks.read(entry, into: &merged)
        var changesStored = false
        guard try merge.merge(rows, into: &merged, nextNumber: &nextNumber, changesStored: &changesStored) else { return false }
        if changesStored { try keepChanged(of: entry, by: merged) }
        try blocks.delete(entry)
        try insert(merged, isLast: isLast)
        return true
    }

    /// Keeps the samples of a block that differ after a merge, as they are.
    private func keepChanged(of entry: BlockTable.Entry, by merged: SampleBatch) throws {
        guard let earlier else { return }
        var before = SampleBatch()
        try blocks.read(entry, into: &before)
        let places = Dictionary(zip(merged.numbers, 0...)) { first, _ in first }
        let changed = before.numbers.indices.filter { row in
            places[before.numbers[row]].map { !before.isSame(row, as: merged, $0) } ?? true
        }
        try earlier.keep(before.rows(changed), .restored)
    }

    /// Writes `rows` from `first` on as blocks. At the end of the series, all but the last are full, and the last is filled later.
    /// Elsewhere they are equal.
    private func insert(_ rows: SampleBatch, from first: Int = 0, isLast: Bool) throws {
        let rowCount = rows.count - first
        let blockCount = (rowCount + options.blockRows - 1) / options.blockRows
        let pieceRows = isLast ? options.blockRows : (rowCount + blockCount - 1) / max(blockCount, 1)
        var first = first
        while first < rows.count {
            let end = endOfBlock(of: rows, at: first + pieceRows)
            try blocks.insert(rows, first..<end)
            first = end
        }
    }

    /// Returns the end of a block that ends at `row` or later, because blocks never share a start.
    private func endOfBlock(of rows: SampleBatch, at row: Int) -> Int {
        var end = min(row, rows.count)
        while end < rows.count && rows.starts[end] == rows.starts[end - 1] { end += 1 }
        return end
    }

    /// Joins adjacent blocks that fit into one.
    private func joinSmallBlocks(from: Int64, through: Int64) throws {
        var run: [BlockTable.Entry] = []
        var count = 0
        for entry in try blocks.neighbors(from: from, through: through) {
            // A quarter of the block remains free, so that the next row does not split it again.
            if count + entry.count > options.blockRows / 4 * 3 {
                try join(run)
                run = []
                count = 0
            }
            run.append(entry)
            count += entry.count
        }
        try join(run)
    }

    private func join(_ entries: [BlockTable.Entry]) throws {
        guard entries.count > 1 else { return }
        var joined = SampleBatch()
        var part = SampleBatch()
        for entry in entries {
            try blocks.read(entry, into: &part)
            joined.append(part, 0..<part.count)
            try blocks.delete(entry)
        }
        try blocks.insert(joined, 0..<joined.count)
    }

    // MARK: Deleting

    /// Deletes the samples with the given numbers, which all start in `starts`. Returns the deleted samples.
    func delete(_ numbers: Set<Int64>, starting starts: ClosedRange<Int64>) throws -> SampleBatch {
        let wanted = SoughtNumbers(numbers)
        var deleted = SampleBatch()
        guard let range = wanted.range else { return deleted }
        let freshRows = try fresh.allRows()
        for (row, number) in freshRows.numbers.enumerated() where wanted.contains(number) {
            try fresh.delete(number: number)
            deleted.append(freshRows, row..<row + 1)
        }
        try earlier?.keep(deleted, .returning)
        var rows = SampleBatch()
        var changed: (from: Int64, through: Int64)?
        for entry in try blocks.entries(numbers: range, starting: starts) where deleted.count < numbers.count {
            try blocks.read(entry, columns: .numbers, into: &rows)
            let removed = rows.numbers.indices.filter { wanted.contains(rows.numbers[$0]) }
            guard !removed.isEmpty else { continue }
            try blocks.read(entry, into: &rows)
            let removedRows = rows.rows(removed)
            try earlier?.keep(removedRows, .returning)
            deleted.append(removedRows, 0..<removed.count)
            rows.update(from: rows, RemoveRows(rows: removed))
            try blocks.delete(entry)
            if rows.count > 0 { try blocks.insert(rows, 0..<rows.count) }
            changed = (changed?.from ?? entry.firstStart, entry.lastStart)
        }
        if let changed { try joinSmallBlocks(from: changed.from, through: changed.through) }
        return deleted
    }

    // MARK: Taking back

    /// Deletes the samples with numbers from `first` on. The rows of the row table must be in blocks. Returns the times of what changed.
    func removeSamples(numberedFrom first: Int64) throws -> [(start: Int64, end: Int64)] {
        var times: [(start: Int64, end: Int64)] = []
        var rows = SampleBatch()
        for entry in try blocks.entries(numbers: first ... .max, starting: .min ... .max) {
            times.append((entry.firstStart, entry.greatestEnd))
            if try blocks.leastNumber(entry) < first {
                try blocks.read(entry, into: &rows)
                rows.update(from: rows, RemoveRows(rows: rows.numbers.indices.filter { rows.numbers[$0] >= first }))
                try blocks.delete(entry)
                try blocks.insert(rows, 0..<rows.count)
            } else {
                try blocks.delete(entry)
            }
        }
        if let first = times.first, let last = times.last { try joinSmallBlocks(from: first.start, through: last.end) }
        return times
    }

    /// Puts samples back, with their numbers.
    func putBack(_ rows: SampleBatch) throws {
        var unused = Int64.max
        _ = try writeToBlocks(merge.normalized(rows), nextNumber: &unused)
    }
}

/// The numbers of samples to delete. Every sample of a block is looked up, so close numbers become a table of their range.
private struct SoughtNumbers {
    private let numbers: Set<Int64>
    /// From the least to the greatest number; nil if there are none.
    let range: ClosedRange<Int64>?
    /// For each number of the range, whether it is sought. Empty if the numbers are far from each other.
    private var isSought: [Bool] = []

    init(_ numbers: Set<Int64>) {
        self.numbers = numbers
        guard let least = numbers.min(), let greatest = numbers.max() else {
            range = nil
            return
        }
        range = least...greatest
        let (last, isTooFar) = greatest.subtractingReportingOverflow(least)
        guard !isTooFar, last < 16 * numbers.count else { return }
        isSought = Array(repeating: false, count: Int(last) + 1)
        for number in numbers { isSought[Int(number - least)] = true }
    }

    func contains(_ number: Int64) -> Bool {
        guard let range, range.contains(number) else { return false }
        return isSought.isEmpty ? numbers.contains(number) : isSought[Int(number - range.lowerBound)]
    }
}
