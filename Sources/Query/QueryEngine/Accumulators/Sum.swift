import HealthModel

/// Adds up values. A clipped sample adds its share by time.
struct Sum: Accumulator {
    static let readsTimes = false
    static let canSkipZeros = true
    static let canAddTotals = true
    /// Whole samples are distributed over four lanes by their position in the row. This allows vector additions and hides the batches.
    private var sums = FourSums()
    private var wholeCount = 0
    private var shares = CompensatedSum()
    private var hasShares = false

    mutating func update(_ run: Run, of batch: borrowing SampleBatch) {
        if let total = run.total {
            shares.add(total)
            hasShares = true
            return
        }
        let values = batch.values.span
        var row = run.rows.lowerBound
        let end = run.rows.upperBound
        while row < end, wholeCount & 3 != 0 {
            addToLane(values[row])
            row += 1
        }
        while row + 4 <= end {
            sums.add(SIMD4(values[row], values[row + 1], values[row + 2], values[row + 3]))
            wholeCount += 4
            row += 4
        }
        while row < end {
            addToLane(values[row])
            row += 1
        }
    }

    mutating func update(_ piece: Piece, of batch: borrowing SampleBatch) {
        shares.add(piece.share)
        hasShares = true
    }

    mutating func merge(_ other: Sum) {
        sums.add(other.sums)
        wholeCount += other.wholeCount
        shares.add(other.shares)
        hasShares = hasShares || other.hasShares
    }

    func finalize() -> Double? { total?.value }

    /// The total; nil if there are no values.
    var total: CompensatedSum? {
        guard wholeCount > 0 || hasShares else { return nil }
        var total = shares
        sums.add(to: &total)
        return total
    }

    private mutating func addToLane(_ value: Double) {
        var lanes = SIMD4<Double>.zero
        lanes[wholeCount & 3] = value
        sums.add(lanes)
        wholeCount += 1
    }
}

extension Sum: QuarterAccumulator {
    static func parts(isMerged: Bool) -> [QuarterPart] { isMerged ? [.merged] : [.count, .sum] }

    mutating func update(_ quarters: Range<Int>, of columns: [[Double]]) {
        let (presence, highs, lows) = (columns[0], columns[1], columns[2])
        for quarter in quarters where presence[quarter] > 0 {
            shares.add(CompensatedSum(high: highs[quarter], low: lows[quarter]))
            hasShares = true
        }
    }
}
