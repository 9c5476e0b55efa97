import HealthModel

/// The time covered by intervals in any order. It keeps all intervals.
struct ScatteredUnion: Accumulator {
    private var intervals: [Range<Int64>] = []
    /// The time of the people whose samples are complete; nil if there are none.
    private var closed: Int64?

    mutating func update(_ run: Run, of batch: borrowing SampleBatch) {
        for row in run.rows { intervals.append(batch.starts[row]..<batch.ends[row]) }
    }

    mutating func update(_ piece: Piece, of batch: borrowing SampleBatch) { intervals.append(piece.from..<piece.to) }

    mutating func merge(_ other: ScatteredUnion) {
        intervals += other.intervals
        if let time = other.closed { closed = (closed ?? 0) + time }
    }

    mutating func close() {
        guard let milliseconds else { return }
        (closed, intervals) = (milliseconds, [])
    }

    /// Returns the time in seconds.
    func finalize() -> Double? { milliseconds.map { Double($0) / 1000 } }

    private var milliseconds: Int64? {
        guard !intervals.isEmpty else { return closed }
        var covered = Int64.min
        var milliseconds = closed ?? 0
        for interval in intervals.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            milliseconds += Union.milliseconds(from: interval.lowerBound, to: interval.upperBound, covered: covered)
            covered = max(covered, interval.upperBound)
        }
        return milliseconds
    }
}
