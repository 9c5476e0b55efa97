import HealthModel

/// Which part of a sample's time counts: what no earlier sample covered, or all.
protocol Overlapping {
    static func milliseconds(from: Int64, to: Int64, covered: Int64) -> Int64
}

/// The union of the intervals: two samples of one hour in the same hour are one hour.
enum Union: Overlapping {
    static func milliseconds(from: Int64, to: Int64, covered: Int64) -> Int64 { Swift.max(0, to - Swift.max(from, covered)) }
}

/// The sum of the intervals.
enum Additive: Overlapping {
    static func milliseconds(from: Int64, to: Int64, covered: Int64) -> Int64 { to - from }
}

/// Adds up time, in whole milliseconds; instants add none.
struct TotalDuration<Rule: Overlapping>: Accumulator {
    private var milliseconds: Int64 = 0
    private var hasSamples = false

    mutating func update(_ run: Run, of batch: borrowing SampleBatch) {
        let starts = batch.starts.span
        let ends = batch.ends.span
        var covered = run.covered
        var total: Int64 = 0
        for row in run.rows {
            total += Rule.milliseconds(from: starts[row], to: ends[row], covered: covered)
            covered = Swift.max(covered, ends[row])
        }
        milliseconds += total
        hasSamples = true
    }

    mutating func update(_ piece: Piece, of batch: borrowing SampleBatch) {
        milliseconds += Rule.milliseconds(from: piece.from, to: piece.to, covered: piece.covered)
        hasSamples = true
    }

    mutating func merge(_ other: TotalDuration) {
        milliseconds += other.milliseconds
        hasSamples = hasSamples || other.hasSamples
    }

    /// Seconds.
    func finalize() -> Double? { hasSamples ? Double(milliseconds) / 1000 : nil }
}
