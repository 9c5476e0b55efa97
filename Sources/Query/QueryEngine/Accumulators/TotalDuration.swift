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
    /// The greatest end so far. Samples come in order of start, so that they cover all from a later start to it.
    private var covered = Int64.min
    private var hasSamples = false

    mutating func update(_ run: Run, of batch: borrowing SampleBatch) {
        let starts = batch.starts.span
        let ends = batch.ends.span
        for row in run.rows { add(from: starts[row], to: ends[row]) }
    }

    mutating func update(_ piece: Piece, of batch: borrowing SampleBatch) { add(from: piece.from, to: piece.to) }

    /// The samples of `other` are at other times than these.
    mutating func merge(_ other: TotalDuration) {
        milliseconds += other.milliseconds
        covered = Swift.max(covered, other.covered)
        hasSamples = hasSamples || other.hasSamples
    }

    /// Seconds.
    func finalize() -> Double? { hasSamples ? Double(milliseconds) / 1000 : nil }

    private mutating func add(from: Int64, to: Int64) {
        milliseconds += Rule.milliseconds(from: from, to: to, covered: covered)
        covered = Swift.max(covered, to)
        hasSamples = true
    }
}
