import HealthModel

/// Counts samples; none is 0, for a count of nothing is known (S2.5).
struct Count: Accumulator {
    private var count = 0

    mutating func update(_ run: Run, of batch: borrowing SampleBatch) { count += run.rows.count }

    mutating func update(_ piece: Piece, of batch: borrowing SampleBatch) {
        if piece.isFirstOfGroup { count += 1 }
    }

    mutating func merge(_ other: Count) { count += other.count }

    func finalize() -> Double? { Double(count) }
}
