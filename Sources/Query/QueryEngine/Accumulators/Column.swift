import HealthModel

/// One measure over all cells of the result: takes placements batch by batch, gives a value a cell.
protocol AggregateColumn: AnyObject {
    /// Makes room for cells, empty ones, in a level.
    func reserve(cellCount: Int, level: Int)
    /// Takes what `placements` say of the rows of `batch`.
    ///
    /// - Parameter level: each source merged accumulates by itself, and levels are merged in order at the end: what one
    ///   source adds must not depend on how far another was read.
    func update(_ placements: [Placement], of batch: borrowing SampleBatch, level: Int)
    /// Returns the value of each cell, nil where nothing is known; never infinite nor not-a-number.
    func finalize(cellCount: Int) -> [Double?]
}

/// A column of accumulators of one kind; the loop over samples is compiled for each.
final class Column<A: Accumulator>: AggregateColumn {
    private var levels: [[A]] = []
    private let result: (A) -> Double?

    init(_ result: @escaping (A) -> Double?) { self.result = result }

    func reserve(cellCount: Int, level: Int) {
        while levels.count <= level { levels.append([]) }
        guard levels[level].count < cellCount else { return }
        levels[level].reserveCapacity(cellCount)
        while levels[level].count < cellCount { levels[level].append(A()) }
    }

    func update(_ placements: [Placement], of batch: borrowing SampleBatch, level: Int) {
        // The level is taken out meanwhile, so that nothing in the loop has to ask whether it is shared.
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

    /// Changes the cells of the first level.
    func updateCells(_ body: (inout [A]) -> Void) {
        var cells: [A] = []
        swap(&cells, &levels[0])
        body(&cells)
        swap(&cells, &levels[0])
    }

    func finalize(cellCount: Int) -> [Double?] {
        totals(cellCount: cellCount).map { total in result(total).flatMap { $0.isFinite ? $0 : nil } }
    }

    /// Returns what is known of each cell.
    func totals(cellCount: Int) -> [A] {
        var totals = levels.first ?? []
        while totals.count < cellCount { totals.append(A()) }
        // Where no sample counts there are no keys, but samples that only have a say in merging made room for one (S6.6).
        for level in levels.dropFirst() {
            for cell in level.indices.prefix(totals.count) { totals[cell].merge(level[cell]) }
        }
        return totals
    }
}
