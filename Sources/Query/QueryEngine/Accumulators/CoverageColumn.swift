import HealthModel
import QueryPlan
import QueryVocabulary
import StorageModel

/// The share of the quarter hours of each row that hold a sample (S2.7).
///
/// A row has the quarter hours that meet both the row and the range and that have begun.
final class CoverageColumn: AggregateColumn {
    private let column = Column<CoveredQuarters> { _ in nil }
    /// The first quarter hour that has not begun.
    private let limit: Int64
    /// The number of quarter hours of each group.
    private let counts: [Int64]
    /// The covered quarter hours and all quarter hours of each cell, if the column has the samples of several people.
    private var persons: [(covered: Int64, count: Int64)] = []

    init(of plan: Plan) {
        limit = plan.firstLaterQuarter
        counts = plan.quarterCounts
    }

    func reserve(cellCount: Int, level: Int) { column.reserve(cellCount: cellCount, level: level) }

    func update(_ placements: [Placement], of batch: borrowing SampleBatch, level: Int) {
        column.update(placements, of: batch, level: level)
    }

    func quarterParts(isMerged: Bool) -> [QuarterPart] { [.count] }

    func update(_ runs: [QuarterRun], of columns: [[Double]], first: Int64) {
        column.updateCells { cells in
            for run in runs {
                for quarter in run.quarters where columns[0][quarter] > 0 {
                    cells[run.cell].add(first + Int64(quarter)..<first + Int64(quarter) + 1)
                }
            }
        }
    }

    func add(_ other: any AggregateColumn, to map: CellMap) {
        let other = sameKind(other)
        persons += repeatElement((covered: 0, count: 0), count: max(map.count - persons.count, 0))
        let totals = other.column.totals(cellCount: map.cells.count)
        for (index, cell) in map.cells.enumerated() {
            persons[cell].covered += totals[index].count(before: other.limit)
            persons[cell].count += other.counts[index % other.counts.count]
        }
    }

    func finalize(cellCount: Int) -> [Double?] {
        guard persons.isEmpty else {
            return (0..<cellCount).map { cell in
                cell < persons.count && persons[cell].count > 0 ? Double(persons[cell].covered) / Double(persons[cell].count) : nil
            }
        }
        return column.totals(cellCount: cellCount).prefix(cellCount).enumerated().map { cell, covered in
            let count = counts[cell % counts.count]
            return count == 0 ? nil : Double(covered.count(before: limit)) / Double(count)
        }
    }
}

/// The quarter hours that samples meet.
struct CoveredQuarters: Accumulator {
    /// Ranges in the order of arrival. Adjacent ones are joined.
    private var ranges: [Range<Int64>] = []

    mutating func update(_ run: Run, of batch: borrowing SampleBatch) {
        let starts = batch.starts.span
        let ends = batch.ends.span
        let shift = Int64(run.clock) * 1000
        for row in run.rows { add(QuarterHour.meeting(from: starts[row] + shift, to: ends[row] + shift)) }
    }

    mutating func update(_ piece: Piece, of batch: borrowing SampleBatch) {
        let shift = Int64(piece.clock) * 1000
        add(QuarterHour.meeting(from: piece.from + shift, to: piece.to + shift))
    }

    mutating func merge(_ other: CoveredQuarters) { ranges += other.ranges }

    mutating func add(_ range: Range<Int64>) {
        guard let last = ranges.last, last.lowerBound <= range.lowerBound, range.lowerBound <= last.upperBound else {
            ranges.append(range)
            return
        }
        if range.upperBound > last.upperBound { ranges[ranges.count - 1] = last.lowerBound..<range.upperBound }
    }

    /// Returns the number of different quarter hours before `limit`.
    func count(before limit: Int64) -> Int64 {
        var covered = Int64.min
        var count: Int64 = 0
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            let (low, high) = (max(range.lowerBound, covered), min(range.upperBound, limit))
            if low < high { count += high - low }
            covered = max(covered, range.upperBound)
        }
        return count
    }
}
