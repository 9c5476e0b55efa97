import HealthModel

/// Determines which part of a sample's time counts: the time that no earlier sample covers, or all of it.
protocol Overlapping {
    static func milliseconds(from: Int64, to: Int64, covered: Int64) -> Int64
}

/// The union of the intervals: two samples that cover the same hour add up to one hour.
enum Union: Overlapping {
    static func milliseconds(from: Int64, to: Int64, covered: Int64) -> Int64 { Swift.max(0, to - Swift.max(from, covered)) }
}

/// The sum of the intervals.
enum Additive: Overlapping {
    static func milliseconds(from: Int64, to: Int64, covered: Int64) -> Int64 { to - from }
}

/// Adds up time in whole milliseconds. Instants add none.
struct TotalDuration<Rule: Overlapping>: Accumulator {
    static var canMergeParts: Bool { false }
    static var canAddTimes: Bool { true }
    private var milliseconds: Int64 = 0
    /// The latest end so far. Samples come in order of start, so they cover all time from any later start up to this end.
    private var covered = Int64.min
    private var hasSamples = false

    mutating func update(_ run: Run, of batch: borrowing SampleBatch) {
        if let known = run.milliseconds {
            // Neither do earlier samples overlap these, nor will later ones.
            milliseconds += known
            hasSamples = true
            return
        }
        let starts = batch.starts.span
        let ends = batch.ends.span
        for row in run.rows { add(from: starts[row], to: ends[row]) }
    }

    mutating func update(_ piece: Piece, of batch: borrowing SampleBatch) { add(from: piece.from, to: piece.to) }

    /// The samples of `other` do not overlap these in time.
    mutating func merge(_ other: TotalDuration) {
        milliseconds += other.milliseconds
        covered = Swift.max(covered, other.covered)
        hasSamples = hasSamples || other.hasSamples
    }

    /// Returns the time in seconds.
    func finalize() -> Double? { hasSamples ? Double(milliseconds) / 1000 : nil }

    private mutating func add(from: Int64, to: Int64) {
        milliseconds += Rule.milliseconds(from: from, to: to, covered: covered)
        covered = Swift.max(covered, to)
        hasSamples = true
    }
}
