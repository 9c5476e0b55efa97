import HealthModel
import StorageModel

/// Keeps the least or the greatest value with the start of its sample (S2.13). Of equal values, the sample that starts first counts.
struct ExtremeMoment<P: Preference>: Accumulator {
    private var best = P.worst
    private var start = Int64.max
    /// The difference between the time that rows show and the start.
    private var shift: Int64 = 0

    mutating func update(_ run: Run, of batch: borrowing SampleBatch) {
        // Most runs have no better value. This loop has no branches.
        let values = batch.values.span
        var found = P.worst
        for row in run.rows { found = P.better(found, values[row]) }
        guard P.better(best, found) == found else { return }
        // Rows are in order of their starts, so the first one with the value starts first.
        for row in run.rows where values[row] == found { return consider(found, batch.starts[row], clock: run.clock) }
    }

    mutating func update(_ piece: Piece, of batch: borrowing SampleBatch) {
        consider(batch.values[piece.row], batch.starts[piece.row], clock: piece.clock)
    }

    mutating func merge(_ other: ExtremeMoment) {
        if other.best == best ? other.start < start : P.better(best, other.best) == other.best { self = other }
    }

    mutating func place(by map: CellMap) { if map.zone != nil, start != .max { shift = map.place(start) - start } }

    /// The start of the sample in milliseconds.
    var moment: Double? { best == P.worst ? nil : Double(start + shift) }

    private mutating func consider(_ value: Double, _ start: Int64, clock: Int32) {
        guard value == best ? start < self.start : P.better(best, value) == value else { return }
        (best, self.start, shift) = (value, start, Int64(clock) * 1000)
    }
}
