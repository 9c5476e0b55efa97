import HealthModel
import StorageModel

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

// The states of quarter hours.
extension Sum {
    static func quarterParts(isMerged: Bool) -> [QuarterPart] { isMerged ? [.merged] : [.count, .sum] }

    /// With fewer quarter hours, adding them one by one is as fast.
    private static var fewQuarters: Int { 16 }

    mutating func update(_ quarters: Range<Int>, of columns: [[Double]]) {
        let (presence, highs, lows) = (columns[0], columns[1], columns[2])
        var quarter = quarters.lowerBound
        if quarters.count >= Self.fewQuarters {
            var sums = (high: FourSums(), low: FourSums())
            while quarter + 4 <= quarters.upperBound {
                if min(presence[quarter], presence[quarter + 1], presence[quarter + 2], presence[quarter + 3]) > 0 {
                    sums.high.add(SIMD4(highs[quarter], highs[quarter + 1], highs[quarter + 2], highs[quarter + 3]))
                    sums.low.add(SIMD4(lows[quarter], lows[quarter + 1], lows[quarter + 2], lows[quarter + 3]))
                    hasShares = true
                } else {
                    for each in quarter..<quarter + 4 { add(each, presence, highs, lows) }
                }
                quarter += 4
            }
            sums.high.add(to: &shares)
            sums.low.add(to: &shares)
        }
        for each in quarter..<quarters.upperBound { add(each, presence, highs, lows) }
    }

    @inline(__always)
    private mutating func add(_ quarter: Int, _ presence: [Double], _ highs: [Double], _ lows: [Double]) {
        guard presence[quarter] > 0 else { return }
        shares.add(CompensatedSum(high: highs[quarter], low: lows[quarter]))
        hasShares = true
    }
}
