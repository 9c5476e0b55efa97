import HealthModel
import StorageModel

/// The part of an amount, a time or a number of samples that meets a condition (S2.9).
///
/// The condition divides what merging leaves, as the key of `by (CONDITION)` does (S12.3).
final class ShareColumn: AggregateColumn {
    /// The samples that meet the condition, and all samples.
    private let matching: any AggregateColumn
    private let all: any AggregateColumn
    private let test: PredicateFilter?
    /// A part of a batch, if its samples are placed in several portions.
    private var portion = SampleBatch()

    init(of matching: any AggregateColumn, in all: any AggregateColumn, test: PredicateFilter?) {
        (self.matching, self.all, self.test) = (matching, all, test)
    }

    func reserve(cellCount: Int, level: Int) {
        matching.reserve(cellCount: cellCount, level: level)
        all.reserve(cellCount: cellCount, level: level)
    }

    func update(_ placements: [Placement], of batch: borrowing SampleBatch, level: Int) {
        all.update(placements, of: batch, level: level)
        guard let first = placements.first, let test else { return }
        let rows = placements.reduce(first.rows) { min($0.lowerBound, $1.rows.lowerBound)..<max($0.upperBound, $1.rows.upperBound) }
        let passes: [Bool]
        if rows == 0..<batch.count {
            passes = test.answers(batch)
        } else {
            portion.removeAll()
            portion.append(rows, of: batch)
            passes = test.answers(portion)
        }
        matching.update(placements.passing { passes[$0 - rows.lowerBound] }, of: batch, level: level)
    }

    func finalize(cellCount: Int) -> [Double?] {
        zip(matching.finalize(cellCount: cellCount), all.finalize(cellCount: cellCount)).map { part, whole in
            // Amounts and times of 0 have no parts.
            whole.flatMap { $0 > 0 ? (part ?? 0) / $0 : nil }
        }
    }

    func add(_ other: any AggregateColumn, to cells: CellMap) {
        let other = sameKind(other)
        matching.add(other.matching, to: cells)
        all.add(other.all, to: cells)
    }
}

extension Placement {
    /// The rows of the batch that it places.
    fileprivate var rows: Range<Int> {
        switch self {
        case .run(let run): run.rows
        case .piece(let piece): piece.row..<piece.row + 1
        }
    }
}

extension [Placement] {
    /// Returns the placements of the rows that pass.
    fileprivate func passing(_ passes: (Int) -> Bool) -> [Placement] {
        var found: [Placement] = []
        for placement in self {
            switch placement {
            case .run(let run):
                var row = run.rows.lowerBound
                while row < run.rows.upperBound {
                    var end = row
                    while end < run.rows.upperBound, passes(end) { end += 1 }
                    if end > row { found.append(.run(Run(rows: row..<end, cell: run.cell, clock: run.clock))) }
                    row = end + 1
                }
            case .piece(let piece): if passes(piece.row) { found.append(placement) }
            }
        }
        return found
    }
}
