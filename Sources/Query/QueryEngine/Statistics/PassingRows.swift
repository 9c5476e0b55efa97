import HealthModel

/// The placed rows of a batch that pass a test, parted by key.
struct PassingRows {
    private(set) var batch = SampleBatch()
    private(set) var placements: [Placement] = []
    private var kept: [Int32] = []
    /// For each key, the number of its rows in a run, and then the place of the next one.
    private var places: [Int] = []

    /// The rows of a batch and what decides about them.
    struct Rows {
        /// True for each row that passes; nil if all do.
        var passes: [Bool]?
        /// The key of each row; empty if there are no keys.
        var keys: [Int32] = []
        var keyCount = 1
        /// The number of cells of each key.
        var groupCount: Int
    }

    /// Keeps those rows of `all` that pass, in the cells of their keys.
    ///
    /// - Parameters:
    ///   - all: The places of all rows without keys.
    ///   - times: True if the times of the rows are needed.
    mutating func select(
        _ all: [Placement], of batch: borrowing SampleBatch, _ rows: Rows, columns: SampleColumns, times: Bool
    ) {
        placements.removeAll(keepingCapacity: true)
        self.batch.removeAll()
        // The compiler writes a branch for the number of a Bool, but not for a number that it reads.
        let steps = rows.passes.map { passes in [UInt8](count: passes.count, filler: 0) { passes[$0] ? 1 : 0 } } ?? []
        if columns.isEmpty, !times, rows.keys.isEmpty { return count(all, steps.span) }
        if kept.count <= batch.count { kept = [Int32](repeating: 0, count: batch.count + 1) }
        if places.count < rows.keyCount { places.append(contentsOf: repeatElement(0, count: rows.keyCount - places.count)) }
        let needsRows = !columns.isEmpty || times
        let count = Self.collect(all, steps.span, rows, into: &kept, &placements, places: &places, needsRows: needsRows)
        if needsRows { self.batch.append(kept[..<count], of: batch, columns: columns, times: times) }
    }

    /// Keeps the placements of rows whose value passes. Runs keep all rows: the values of the others become 0, which costs less than
    /// copying.
    mutating func select(_ all: [Placement], of batch: inout SampleBatch, where test: NumberTest) {
        placements.removeAll(keepingCapacity: true)
        for placement in all {
            switch placement {
            case .run(var run):
                let count = test.clearOthers(of: &batch.values, run.rows)
                guard count > 0 else { continue }
                run.passing = count
                placements.append(.run(run))
            case .piece(let piece): if test.matches(batch.values[piece.row]) { placements.append(placement) }
            }
        }
    }

    /// Moves the placements to the rows that pass, and notes these rows. Returns their number.
    private static func collect(
        _ all: [Placement], _ steps: Span<UInt8>, _ rows: Rows, into noted: inout [Int32], _ placements: inout [Placement],
        places: inout [Int], needsRows: Bool
    ) -> Int {
        var kept = noted.mutableSpan
        var count = 0
        for placement in all {
            switch placement {
            case .run(var run):
                let first = count
                if steps.isEmpty, !needsRows, run.rows.count >= rows.keyCount {
                    countKeys(run, rows, &placements, places: &places)
                    continue
                }
                if steps.isEmpty {
                    for row in run.rows { kept[first &+ (row &- run.rows.lowerBound)] = Int32(truncatingIfNeeded: row) }
                    count += run.rows.count
                } else {
                    // Each row is written, and only a row that passes is kept. A branch would cost more: values are almost random.
                    for row in run.rows {
                        kept[count] = Int32(truncatingIfNeeded: row)
                        count &+= Int(steps[row])
                    }
                }
                guard count > first else { continue }
                run.rows = first..<count
                if rows.keys.isEmpty {
                    placements.append(.run(run))
                } else {
                    part(run, of: &kept, rows, &placements, places: &places, needsRows: needsRows)
                }
            case .piece(var piece):
                guard steps.isEmpty || steps[piece.row] == 1 else { continue }
                // All pieces of a row are adjacent.
                if count == 0 || kept[count - 1] != piece.row {
                    kept[count] = Int32(truncatingIfNeeded: piece.row)
                    count += 1
                }
                if !rows.keys.isEmpty { piece.cell += Int(rows.keys[piece.row]) * rows.groupCount }
                piece.row = count - 1
                placements.append(.piece(piece))
            }
        }
        return count
    }

    /// Counts the rows of a run by their keys.
    private static func countKeys(_ run: Run, _ rows: Rows, _ placements: inout [Placement], places: inout [Int]) {
        let keys = rows.keys.span.extracting(run.rows)
        var target = places.mutableSpan
        for key in 0..<rows.keyCount { target[key] = 0 }
        for index in keys.indices { target[Int(keys[index])] &+= 1 }
        for key in 0..<rows.keyCount where target[key] > 0 {
            placements.append(.run(Run(rows: 0..<target[key], cell: run.cell + key * rows.groupCount, clock: run.clock)))
        }
    }

    /// Divides the noted rows of a run by their keys.
    private static func part(
        _ run: Run, of kept: inout MutableSpan<Int32>, _ rows: Rows, _ placements: inout [Placement], places: inout [Int], needsRows: Bool
    ) {
        let keys = rows.keys.span
        func append(_ part: Range<Int>, _ key: Int) {
            placements.append(.run(Run(rows: part, cell: run.cell + key * rows.groupCount, clock: run.clock)))
        }
        guard run.rows.count >= rows.keyCount else {
            var first = run.rows.lowerBound
            while first < run.rows.upperBound {
                let key = keys[Int(kept[first])]
                var end = first + 1
                while end < run.rows.upperBound, keys[Int(kept[end])] == key { end += 1 }
                append(first..<end, Int(key))
                first = end
            }
            return
        }
        var target = places.mutableSpan
        for key in 0..<rows.keyCount { target[key] = 0 }
        for row in run.rows { target[Int(keys[Int(kept[row])])] &+= 1 }
        var next = run.rows.lowerBound
        for key in 0..<rows.keyCount where target[key] > 0 {
            let count = target[key]
            append(next..<next + count, key)
            target[key] = next
            next += count
        }
        // Without columns, only the number of rows matters.
        guard needsRows else { return }
        let unsorted = run.rows.map { kept[$0] }
        for row in unsorted {
            let key = Int(keys[Int(row)])
            kept[target[key]] = row
            target[key] &+= 1
        }
    }

    /// Does the same without noting the rows.
    private mutating func count(_ all: [Placement], _ steps: Span<UInt8>) {
        for placement in all {
            switch placement {
            case .run(var run):
                let part = steps.extracting(run.rows)
                var passing = 0
                for index in part.indices { passing &+= Int(part[index]) }
                guard passing > 0 else { continue }
                run.rows = 0..<passing
                placements.append(.run(run))
            case .piece(let piece): if steps[piece.row] == 1 { placements.append(placement) }
            }
        }
    }
}
