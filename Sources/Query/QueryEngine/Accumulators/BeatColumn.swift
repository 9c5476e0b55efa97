import HealthModel
import QueryPlan
import QueryVocabulary

/// The variability of heartbeats in each cell: the mean over the samples that have heartbeats (S2.15).
final class BeatColumn: AggregateColumn {
    /// The values of the samples of a cell that have heartbeats.
    private struct Cell {
        var total = CompensatedSum()
        var count = 0

        mutating func merge(_ other: Cell) {
            total.add(other.total)
            count += other.count
        }
    }

    private let aggregate: Aggregate
    private let metadata: MetadataCache?
    private var levels: [[Cell]] = []
    /// The samples that were asked so far, once for each cell.
    private(set) var coverage = BeatCoverage()

    /// - Parameter metadata: The sets of the samples, which must be loaded. Nil for a column that only adds the columns of people.
    init(_ aggregate: Aggregate, _ metadata: MetadataCache?) { (self.aggregate, self.metadata) = (aggregate, metadata) }

    func reserve(cellCount: Int, level: Int) {
        while levels.count <= level { levels.append([]) }
        let missing = cellCount - levels[level].count
        if missing > 0 { levels[level] += Array(repeating: Cell(), count: missing) }
    }

    func update(_ placements: [Placement], of batch: borrowing SampleBatch, level: Int) {
        for placement in placements {
            switch placement {
            case .run(let run):
                for row in run.rows { add(batch.metadata[row], to: run.cell, level) }
            case .piece(let piece):
                if piece.isFirstOfGroup { add(batch.metadata[piece.row], to: piece.cell, level) }
            }
        }
    }

    private func add(_ set: Int32, to cell: Int, _ level: Int) {
        coverage.all += 1
        guard let variability = metadata?.variability(set) else {
            coverage.missing += 1
            return
        }
        levels[level][cell].total.add(variability.value(of: aggregate))
        levels[level][cell].count += 1
    }

    func add(_ other: any AggregateColumn, to map: CellMap) {
        let other = sameKind(other)
        reserve(cellCount: map.count, level: 0)
        for (cell, total) in zip(map.cells, other.totals(cellCount: map.cells.count)) { levels[0][cell].merge(total) }
    }

    func finalize(cellCount: Int) -> [Double?] {
        totals(cellCount: cellCount).map { $0.count > 0 ? $0.total.value / Double($0.count) : nil }
    }

    private func totals(cellCount: Int) -> [Cell] {
        var totals = Array(repeating: Cell(), count: cellCount)
        for level in levels { for (cell, state) in level.prefix(cellCount).enumerated() { totals[cell].merge(state) } }
        return totals
    }
}

/// The number of samples that were asked for heartbeats, and of those without.
struct BeatCoverage {
    var missing = 0
    var all = 0

    mutating func add(_ other: BeatCoverage) { (missing, all) = (missing + other.missing, all + other.all) }

    /// The finding about samples without heartbeats; nil if all have them.
    var finding: RowFinding? { missing > 0 ? .samplesWithoutBeats(missing, of: all) : nil }
}
