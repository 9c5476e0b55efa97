import CalendarIntervals
import HealthModel
import StorageModel
import Synchronization
import Threading

/// One measure over all cells of the result. It receives placements batch by batch and returns one value per cell.
protocol AggregateColumn: AnyObject {
    /// Adds empty cells to a level.
    func reserve(cellCount: Int, level: Int)
    /// Adds the rows of `batch` according to `placements`.
    ///
    /// - Parameter level: The level of the source. Each merged source accumulates separately, and levels are merged in order at the end.
    ///   Thus the sum of one source does not depend on how far another was read.
    func update(_ placements: [Placement], of batch: borrowing SampleBatch, level: Int)
    /// Returns the value of each cell, or nil if it has none. Values are never infinite or NaN.
    func finalize(cellCount: Int) -> [Double?]
    /// True if updates read the times of whole samples.
    var readsTimes: Bool { get }
    /// True if runs can have rows that do not count, whose values are 0.
    var canSkipZeros: Bool { get }
    /// True if it needs only the number and the total of the values of a run.
    var canAddTotals: Bool { get }
    /// True if it needs only the number and the time of the samples of a run that do not overlap.
    var canAddTimes: Bool { get }
    /// Returns an empty column for a part of the samples. Nil if the column needs all samples in order.
    func part() -> (any AggregateColumn)?
    /// Adds the cells of a part, whose samples are after those so far.
    ///
    /// - Parameter cell: The cell of this column for each cell of the part.
    func add(_ part: any AggregateColumn, to cell: (Int) -> Int)
    /// Adds the cells of `other`, which has samples of another person and is of the same type.
    func add(_ other: any AggregateColumn, to cells: CellMap)

    /// Returns the parts of quarter hours that it reads instead of samples, in the order of their columns. Empty if it needs samples.
    func quarterParts(isMerged: Bool) -> [QuarterPart]
    /// Adds the samples of quarter hours.
    ///
    /// - Parameter first: The first quarter hour of the chunk, to which the runs relate.
    func update(_ runs: [QuarterRun], of columns: [[Double]], first: Int64)
}

extension AggregateColumn {
    var readsTimes: Bool { true }
    var canSkipZeros: Bool { false }
    var canAddTotals: Bool { false }
    var canAddTimes: Bool { false }
    func part() -> (any AggregateColumn)? { nil }
    /// Returns a column of another person or part, which has the same measure, as a column of this type.
    func sameKind(_ other: any AggregateColumn) -> Self {
        guard let other = other as? Self else { preconditionFailure("a column of \(Self.self) got one of \(type(of: other))") }
        return other
    }
    func add(_ part: any AggregateColumn, to cell: (Int) -> Int) {}
    func quarterParts(isMerged: Bool) -> [QuarterPart] { [] }
    func update(_ runs: [QuarterRun], of columns: [[Double]], first: Int64) {}
}

/// Adjacent quarter hours of a chunk that belong to one cell of the result.
struct QuarterRun {
    var quarters: Range<Int>
    var cell: Int
}

/// The cells of one person's column in a column of several people.
struct CellMap {
    /// For each cell of the person, the cell of all people.
    var cells: [Int]
    /// The number of cells of all people.
    var count: Int
    /// The person's time zone, if days are each person's own. Times then become local times.
    var zone: Zone?

    /// Returns a time on the time line of the rows.
    func place(_ time: Int64) -> Int64 { zone?.localMilliseconds(at: Instant(milliseconds: time)) ?? time }
}

/// A column of accumulators of one type. The loop over samples is compiled for each type.
final class Column<A: Accumulator>: AggregateColumn {
    private var levels: [[A]] = []
    /// For each cell with the state of another person, true.
    private var isFilled: [Bool] = []
    private let result: @Sendable (A) -> Double?

    init(_ result: @escaping @Sendable (A) -> Double?) { self.result = result }

    func reserve(cellCount: Int, level: Int) {
        while levels.count <= level { levels.append([]) }
        let missing = cellCount - levels[level].count
        if missing > 0 { levels[level] += Array(repeating: A(), count: missing) }
    }

    @specialized(where A == Sum)
    @specialized(where A == Count)
    @specialized(where A == ArithmeticMean)
    @specialized(where A == TemporallyWeightedMean)
    func update(_ placements: [Placement], of batch: borrowing SampleBatch, level: Int) {
        // Moves the level out of the array meanwhile, so that the loop has no uniqueness checks.
        var cells: [A] = []
        swap(&cells, &levels[level])
        for placement in placements {
            switch placement {
            case .run(let run): cells[run.cell].update(run, of: batch)
            case .piece(let piece): cells[piece.cell].update(piece, of: batch)
            }
        }
        swap(&cells, &levels[level])
    }

    var readsTimes: Bool { A.readsTimes }

    var canSkipZeros: Bool { A.canSkipZeros }

    var canAddTotals: Bool { A.canAddTotals }

    var canAddTimes: Bool { A.canAddTimes }

    func part() -> (any AggregateColumn)? { A.canMergeParts ? Column(result) : nil }

    func add(_ part: any AggregateColumn, to cell: (Int) -> Int) {
        guard let part = sameKind(part).levels.first else { return }
        updateCells { cells in
            for (index, state) in part.enumerated() { cells[cell(index)].merge(state) }
        }
    }

    func quarterParts(isMerged: Bool) -> [QuarterPart] { A.quarterParts(isMerged: isMerged) }

    func update(_ runs: [QuarterRun], of columns: [[Double]], first: Int64) {
        updateCells { cells in
            for run in runs { cells[run.cell].update(run.quarters, of: columns) }
        }
    }

    /// Changes the cells of the first level.
    func updateCells(_ body: (inout [A]) -> Void) {
        var cells: [A] = []
        swap(&cells, &levels[0])
        body(&cells)
        swap(&cells, &levels[0])
    }

    func add(_ other: any AggregateColumn, to map: CellMap) {
        let other = sameKind(other)
        reserve(cellCount: map.count, level: 0)
        isFilled += repeatElement(false, count: max(map.count - isFilled.count, 0))
        let totals = other.totals(cellCount: map.cells.count)
        updateCells { cells in
            for (index, cell) in map.cells.enumerated() {
                var total = totals[index]
                total.close()
                total.place(by: map)
                // The first state is taken as it is, so that the values of a single person do not depend on how states are added.
                if isFilled[cell] { cells[cell].merge(total) } else { cells[cell] = total }
                isFilled[cell] = true
            }
        }
    }

    func finalize(cellCount: Int) -> [Double?] {
        let totals = totals(cellCount: cellCount)
        let value: @Sendable (A) -> Double? = { [result] total in result(total).flatMap { $0.isFinite ? $0 : nil } }
        guard A.takesLongToFinalize, totals.count > 1 else { return totals.map { value($0) } }
        // Cells are independent. A part has every n-th one, because the number of samples may grow over the years.
        let parts = min(totals.count, 16)
        let values = Mutex([Double?](repeating: nil, count: totals.count))
        Threads.forEach(parts) { [value] part in
            let found = stride(from: part, to: totals.count, by: parts).map { (cell: $0, value: value(totals[$0])) }
            values.withLock { values in for (cell, value) in found { values[cell] = value } }
        }
        return values.withLock(\.self)
    }

    /// Returns the total state of each cell.
    func totals(cellCount: Int) -> [A] {
        var totals = levels.first ?? []
        while totals.count < cellCount { totals.append(A()) }
        // If no sample counts there are no keys. But samples that only affect merging may have reserved a cell (S6.6).
        for level in levels.dropFirst() {
            for cell in level.indices.prefix(totals.count) { totals[cell].merge(level[cell]) }
        }
        return totals
    }
}
