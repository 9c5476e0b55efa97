import HealthModel
import StorageModel

/// The shortest time in which the samples of a cell add up to an amount, or its start (S2.14).
///
/// It keeps the parts of samples that merging leaves. Parts of two people are never in one stretch.
final class FastestColumn: AggregateColumn {
    private let amount: Double
    private let showsStart: Bool
    private var cells: [[AmountPart]] = []
    /// The results of people whose samples are complete.
    private var closed: [FastestStretch?] = []

    /// - Parameters:
    ///   - amount: The amount in the storage unit.
    ///   - showsStart: True for the start of the stretch, false for its length.
    init(_ amount: Double, showsStart: Bool) { (self.amount, self.showsStart) = (amount, showsStart) }

    func reserve(cellCount: Int, level: Int) {
        if cells.count < cellCount { cells.append(contentsOf: repeatElement([], count: cellCount - cells.count)) }
    }

    func update(_ placements: [Placement], of batch: borrowing SampleBatch, level: Int) {
        let (starts, ends, values) = (batch.starts.span, batch.ends.span, batch.values.span)
        for placement in placements {
            switch placement {
            case .run(let run):
                for row in run.rows {
                    cells[run.cell].append(AmountPart(from: starts[row], to: ends[row], amount: values[row], clock: run.clock))
                }
            case .piece(let piece):
                // A better source covers all of a piece without active time.
                guard piece.active > 0 else { continue }
                let share = Double(piece.to - piece.from) / Double(ends[piece.row] - starts[piece.row])
                cells[piece.cell].append(
                    AmountPart(from: piece.from, to: piece.to, amount: values[piece.row] * share, clock: piece.clock))
            }
        }
    }

    func add(_ other: any AggregateColumn, to map: CellMap) {
        let other = sameKind(other)
        closed += repeatElement(nil, count: max(map.count - closed.count, 0))
        for (index, cell) in map.cells.enumerated() {
            guard var found = other.stretch(of: index) else { continue }
            found.start = map.place(found.start)
            if closed[cell].map({ found.milliseconds < $0.milliseconds }) ?? true { closed[cell] = found }
        }
    }

    func finalize(cellCount: Int) -> [Double?] {
        (0..<cellCount).map { cell in stretch(of: cell).map { showsStart ? Double($0.start) : Double($0.milliseconds) / 1000 } }
    }

    /// Returns the parts of samples in a cell.
    func parts(of cell: Int) -> [AmountPart] { cell < cells.count ? cells[cell] : [] }

    private func stretch(of cell: Int) -> FastestStretch? {
        if cell < closed.count, let known = closed[cell] { return known }
        return cell < cells.count ? FastestStretch(of: amount, in: cells[cell]) : nil
    }
}
