import HealthModel

/// The time covered by intervals in any order. It keeps all intervals.
struct ScatteredUnion: Accumulator {
    private var intervals: [Range<Int64>] = []

    mutating func update(_ run: Run, of batch: borrowing SampleBatch) {
        for row in run.rows { intervals.append(batch.starts[row]..<batch.ends[row]) }
    }

    mutating func update(_ piece: Piece, of batch: borrowing SampleBatch) { intervals.append(piece.from..<piece.to) }

    mutating func merge(_ other: ScatteredUnion) { intervals += other.intervals }

    /// Returns the time in seconds.
    func finalize() -> Double? {
        guard !intervals.isEmpty else { return nil }
        var covered = Int64.min
        var milliseconds: Int64 = 0
        for interval in intervals.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            milliseconds += Union.milliseconds(from: interval.lowerBound, to: interval.upperBound, covered: covered)
            covered = max(covered, interval.upperBound)
        }
        return Double(milliseconds) / 1000
    }
}
