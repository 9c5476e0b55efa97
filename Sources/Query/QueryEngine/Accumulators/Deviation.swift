import HealthModel

/// The sample standard deviation by Welford's method, merged by Chan's. This avoids differences of large squares.
struct Deviation: Accumulator {
    // Merging rounds.
    static let canMergeParts = false
    static let readsTimes = false
    private var count = 0.0
    private var mean = 0.0
    private var squares = 0.0

    mutating func update(_ run: Run, of batch: borrowing SampleBatch) {
        let values = batch.values.span
        for row in run.rows { add(values[row]) }
    }

    mutating func update(_ piece: Piece, of batch: borrowing SampleBatch) {
        if piece.isFirstOfGroup { add(batch.values[piece.row]) }
    }

    mutating func merge(_ other: Deviation) {
        guard count > 0, other.count > 0 else {
            if other.count > 0 { self = other }
            return
        }
        let total = count + other.count
        let difference = other.mean - mean
        mean += difference * other.count / total
        squares += other.squares + difference * difference * count * other.count / total
        count = total
    }

    /// Returns nil for fewer than two samples.
    func finalize() -> Double? { count < 2 ? nil : (squares / (count - 1)).squareRoot() }

    private mutating func add(_ value: Double) {
        count += 1
        let difference = value - mean
        mean += difference / count
        squares += difference * (value - mean)
    }
}
