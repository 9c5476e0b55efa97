import HealthModel
import StorageModel

/// Counts samples. Without samples, the count is 0, not null (S2.5).
struct Count: Accumulator {
    static let readsTimes = false
    static let canSkipZeros = true
    static let canAddTotals = true
    static let canAddTimes = true
    fileprivate(set) var count = 0

    mutating func update(_ run: Run, of batch: borrowing SampleBatch) { count += run.passing ?? run.rows.count }

    mutating func update(_ piece: Piece, of batch: borrowing SampleBatch) {
        if piece.isFirstOfGroup { count += 1 }
    }

    mutating func merge(_ other: Count) { count += other.count }

    func finalize() -> Double? { Double(count) }
}

/// Counts samples in the bucket in which they start, so that the buckets of a range add up to its number of samples.
struct StartCount: Accumulator {
    static let canSkipZeros = true
    static let canAddTotals = true
    static let canAddTimes = true
    fileprivate var count = 0

    mutating func update(_ run: Run, of batch: borrowing SampleBatch) { count += run.passing ?? run.rows.count }

    mutating func update(_ piece: Piece, of batch: borrowing SampleBatch) {
        if piece.from == batch.starts[piece.row] { count += 1 }
    }

    mutating func merge(_ other: StartCount) { count += other.count }

    func finalize() -> Double? { Double(count) }
}

// The states of quarter hours: samples inside one count once under either rule.

extension Count {
    static func quarterParts(isMerged: Bool) -> [QuarterPart] { [.count] }
    mutating func update(_ quarters: Range<Int>, of columns: [[Double]]) { count += columns.wholeSum(of: 0, quarters) }
}

extension StartCount {
    static func quarterParts(isMerged: Bool) -> [QuarterPart] { [.count] }
    mutating func update(_ quarters: Range<Int>, of columns: [[Double]]) { count += columns.wholeSum(of: 0, quarters) }
}

extension [[Double]] {
    /// Returns the sum of a column of counts.
    fileprivate func wholeSum(of column: Int, _ rows: Range<Int>) -> Int { Int(self[column][rows].reduce(0, +)) }
}
