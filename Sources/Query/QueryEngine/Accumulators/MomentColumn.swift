import HealthModel
import QueryPlan
import QueryVocabulary

/// The earliest start or the latest end in each cell (S2.6).
///
/// It receives whole samples, or the whole parts that merging leaves of them, in one cell for each key. It finds the bucket of each start
/// and end itself, so that the edges of buckets and of the range are not mistaken for starts and ends.
final class MomentColumn: AggregateColumn {
    enum Kind { case firstStart, lastEnd }

    private let kind: Kind
    private let grid: CellGrid
    /// The times that count; nil if all do. Their edges are not starts and ends of samples.
    private let times: IntervalList?
    private var cells: [Int64] = []
    private var bucket = 0

    init(_ kind: Kind, of plan: Plan, times: IntervalList?) {
        self.kind = kind
        self.times = times
        // Without `by`, the only row is the range, even if samples count in full.
        let hasKey = plan.grid.intervalText != nil || !plan.grid.profiles.isEmpty
        grid = CellGrid(plan.grid, window: SampleWindow(plan.range, rule: hasKey ? plan.edges : .clip))
    }

    private var nothing: Int64 { kind == .firstStart ? .max : .min }

    func reserve(cellCount: Int, level: Int) {
        let count = cellCount * grid.groupCount
        if cells.count < count { cells.append(contentsOf: repeatElement(nothing, count: count - cells.count)) }
    }

    func update(_ placements: [Placement], of batch: borrowing SampleBatch, level: Int) {
        let starts = batch.starts.span
        let ends = batch.ends.span
        for placement in placements {
            switch placement {
            case .run(let run):
                for row in run.rows { add(from: starts[row], to: ends[row], clock: run.clock, key: run.cell) }
            case .piece(let piece): add(from: piece.from, to: piece.to, clock: piece.clock, key: piece.cell)
            }
        }
    }

    @inline(__always)
    private func add(from start: Int64, to end: Int64, clock: Int32, key: Int) {
        let shift = Int64(clock) * 1000
        switch kind {
        case .firstStart:
            bucket = grid.bucket(holding: start + shift, near: bucket)
            guard grid.counts(bucket), times?.contains(start) ?? true else { return }
            let cell = key * grid.groupCount + grid.group(of: bucket)
            cells[cell] = min(cells[cell], start + shift)
        case .lastEnd:
            // An end on an edge belongs to the earlier bucket, an instant on an edge to the later one.
            bucket = grid.bucket(holding: (start < end ? end - 1 : end) + shift, near: bucket)
            guard grid.counts(bucket), end + shift <= grid.edges[bucket + 1] else { return }
            guard times?.contains(start < end ? end - 1 : end) ?? true else { return }
            let cell = key * grid.groupCount + grid.group(of: bucket)
            cells[cell] = max(cells[cell], end + shift)
        }
    }

    func add(_ other: any AggregateColumn, to map: CellMap) {
        let other = sameKind(other)
        if cells.count < map.count { cells.append(contentsOf: repeatElement(nothing, count: map.count - cells.count)) }
        for (index, cell) in map.cells.enumerated() where index < other.cells.count && other.cells[index] != nothing {
            let time = map.place(other.cells[index])
            cells[cell] = kind == .firstStart ? min(cells[cell], time) : max(cells[cell], time)
        }
    }

    func finalize(cellCount: Int) -> [Double?] {
        (0..<cellCount).map { $0 < cells.count && cells[$0] != nothing ? Double(cells[$0]) : nil }
    }
}
