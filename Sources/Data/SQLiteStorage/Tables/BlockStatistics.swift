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
    /// Creates the statistics of `rows`, which must be sorted and not empty.
    init(_ rows: SampleBatch) {
        var minimum = Double.infinity
        var maximum = -Double.infinity
        for value in rows.values {
            // A comparison with NaN is false.
            if value < minimum { minimum = value }
            if value > maximum { maximum = value }
        }
        sources = SourceTally.bySource(rows)
        firstStart = rows.starts.first ?? 0
        lastStart = rows.starts.last ?? 0
        greatestEnd = sources.values.reduce(Int64.min) { max($0, $1.lastEnd) }
        count = rows.count
        self.minimum = minimum <= maximum ? minimum : nil
        self.maximum = minimum <= maximum ? maximum : nil
        leastNumber = rows.numbers.min() ?? 0
        greatestNumber = rows.numbers.max() ?? 0
    }
}
