import GRDB
import HealthModel
import SampleStore

/// The statistics next to a block. Readers use them to avoid decoding the block.
struct BlockStatistics: Equatable {
    var firstStart: Int64
    var lastStart: Int64
    var greatestEnd: Int64
    var count: Int
    /// The minimum of the values that are numbers. Nil if there are none.
    var minimum: Double?
    var maximum: Double?
    var leastNumber: Int64
    var greatestNumber: Int64
    var sources: [Int32: SourceTally]

    /// The time from the first start to the greatest end. A span of more than 64 bits is treated as unlimited.
    var reach: Int64 {
        let span = greatestEnd.subtractingReportingOverflow(firstStart)
        return span.overflow ? .max : span.partialValue
    }
}

extension BlockStatistics {
    /// Creates the statistics of the rows in `range`, which must be sorted and not empty.
    init(_ rows: SampleBatch, _ range: Range<Int>) {
        var minimum = Double.infinity
        var maximum = -Double.infinity
        for value in rows.values[range] {
            // A comparison with NaN is false.
            if value < minimum { minimum = value }
            if value > maximum { maximum = value }
        }
        sources = SourceTally.bySource(rows, range)
        firstStart = rows.starts[range].first ?? 0
        lastStart = rows.starts[range].last ?? 0
        greatestEnd = sources.values.reduce(Int64.min) { max($0, $1.lastEnd) }
        count = range.count
        self.minimum = minimum <= maximum ? minimum : nil
        self.maximum = minimum <= maximum ? maximum : nil
        var (least, greatest) = (Int64.max, Int64.min)
        for number in rows.numbers[range] {
            least = min(least, number)
            greatest = max(greatest, number)
        }
        leastNumber = least
        greatestNumber = greatest
    }
}
