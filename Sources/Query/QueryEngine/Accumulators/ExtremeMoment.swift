import HealthModel
import StorageModel

/// Keeps the least or the greatest value with the start of its sample (S2.13). Of equal values, the sample that starts first counts.
struct ExtremeMoment<P: Preference>: Accumulator {
    private var best = P.worst
    private var start = Int64.max
    /// The difference between the time that rows show and the start.
    private var shift: Int64 = 0

    mutating func update(_ run: Run, of batch: borrowing SampleBatch) {
        let values = batch.values.span
        let starts = batch.starts.span
        for row in run.rows {
            // Most values are neither better nor equal.
            let value = values[row]
            if value == best ? starts[row] < start : P.better(best, value) == value { take(value, starts[row], clock: run.clock) }
        }
    }

    mutating func update(_ piece: Piece, of batch: borrowing SampleBatch) {
        let (value, start) = (batch.values[piece.row], batch.starts[piece.row])
        if value == best ? start < self.start : P.better(best, value) == value { take(value, start, clock: piece.clock) }
    }

    mutating func merge(_ other: ExtremeMoment) {
        if other.best == best ? other.start < start : P.better(best, other.best) == other.best { self = other }
    }

    mutating func place(by map: CellMap) { if map.zone != nil, start != .max { shift = map.place(start) - start } }

    /// The start of the sample in milliseconds.
    var moment: Double? { best == P.worst ? nil : Double(start + shift) }

    private mutating func take(_ value: Double, _ start: Int64, clock: Int32) {
        (best, self.start, shift) = (value, start, Int64(clock) * 1000)
    }
}
