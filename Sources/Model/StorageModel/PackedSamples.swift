package import HealthModel

/// Samples that are still packed, sorted by start. Several threads can unpack different ones at the same time.
package protocol PackedSamples: Sendable {
    var extent: BlockExtent { get }
    /// Replaces `rows` with the samples and the given columns.
    func unpack(_ columns: SampleColumns, times: UnpackedTimes, into rows: inout SampleBatch) throws
    /// Replaces `rows` with the samples that start in `times`, which ascend, and perhaps with others, in order.
    func unpack(_ columns: SampleColumns, starting times: [Range<Int64>], into rows: inout SampleBatch) throws
    /// Replaces `rows` with the last samples, at least one.
    func unpackLast(_ columns: SampleColumns, into rows: inout SampleBatch) throws
    /// Returns the samples that start before each of `limits`, which ascend. Nil if that takes as long as unpacking the starts.
    func rows(startingBefore limits: [Int64]) throws -> [EarlierRows]?
    /// Adds up the values of rows without unpacking them, if all values of the block are whole numbers.
    ///
    /// - Parameters:
    ///   - runs: Adjacent rows each, in order.
    ///   - values: The values that count.
    /// - Returns: The exact total of each run. Nil if the values must be unpacked.
    func totals(of runs: [Range<Int>], in values: ClosedRange<Int64>) throws -> [WholeTotal]?
    /// Adds up the time of instants without unpacking them, if each lasts until the next row, but at most for `longest`.
    ///
    /// - Parameters:
    ///   - runs: Adjacent rows each, in order, without the last row of the block.
    ///   - values: The values that count; nil if all do.
    ///   - longest: Milliseconds.
    /// - Returns: The total of each run. Nil if rows must be unpacked, or if they are not instants of one source at different times.
    func heldTotals(of runs: [Range<Int>], in values: ClosedRange<Double>?, longest: Int64) throws -> HeldTotals?
}

/// The size and the times of a block, which are known without reading it.
package struct BlockExtent: Sendable {
    /// The number of samples, at least one.
    package var count: Int
    /// The start of the first sample.
    package var firstStart: Int64
    /// The start of the last sample.
    package var lastStart: Int64
    package var latestEnd: Int64

    package init(count: Int, firstStart: Int64, lastStart: Int64, latestEnd: Int64) {
        (self.count, self.firstStart, self.lastStart, self.latestEnd) = (count, firstStart, lastStart, latestEnd)
    }
}

/// The rows of a block that start before a limit.
package struct EarlierRows: Equatable, Sendable {
    package var count: Int
    /// The start of the last one; the least integer if there is none.
    package var lastStart: Int64

    package init(count: Int, lastStart: Int64) { (self.count, self.lastStart) = (count, lastStart) }
}

/// How many instants of runs count, and how long they last.
package struct HeldTotals: Equatable, Sendable {
    package struct Total: Equatable, Sendable {
        package var count = 0
        package var milliseconds: Int64 = 0

        package init(count: Int = 0, milliseconds: Int64 = 0) { (self.count, self.milliseconds) = (count, milliseconds) }
    }

    /// The source of all instants.
    package var source: Int32
    package var runs: [Total]

    package init(source: Int32, runs: [Total]) { (self.source, self.runs) = (source, runs) }
}

/// How many values count, and their sum, which has at most 53 bits.
package struct WholeTotal: Equatable, Sendable {
    package var count = 0
    package var sum: Int64 = 0

    package init(count: Int = 0, sum: Int64 = 0) { (self.count, self.sum) = (count, sum) }
}

extension PackedSamples {
    package var count: Int { extent.count }
    package var firstStart: Int64 { extent.firstStart }
    package var lastStart: Int64 { extent.lastStart }
    package var latestEnd: Int64 { extent.latestEnd }

    package func unpack(_ columns: SampleColumns, starting times: [Range<Int64>], into rows: inout SampleBatch) throws {
        try unpack(columns, times: .all, into: &rows)
    }

    package func unpackLast(_ columns: SampleColumns, into rows: inout SampleBatch) throws { try unpack(columns, times: .all, into: &rows) }

    package func rows(startingBefore limits: [Int64]) throws -> [EarlierRows]? { nil }

    package func totals(of runs: [Range<Int>], in values: ClosedRange<Int64>) throws -> [WholeTotal]? { nil }

    package func heldTotals(of runs: [Range<Int>], in values: ClosedRange<Double>?, longest: Int64) throws -> HeldTotals? { nil }
}

/// The times that a reader needs. Unpacking fewer of them takes less time.
package enum UnpackedTimes: Sendable {
    /// Starts and ends.
    case all
    /// Starts. The ends can have any value.
    case starts
    /// The number of samples. Starts and ends can have any value.
    case count
}

/// Samples that a source delivered unpacked.
package struct UnpackedSamples: PackedSamples {
    private let samples: SampleBatch
    package let extent: BlockExtent

    /// - Parameter samples: Sorted samples, at least one.
    package init(_ samples: SampleBatch) {
        self.samples = samples
        let count = samples.count
        extent = BlockExtent(
            count: count, firstStart: samples.starts[0], lastStart: samples.starts[count - 1], latestEnd: samples.ends.max() ?? 0)
    }

    package func unpack(_ columns: SampleColumns, times: UnpackedTimes, into rows: inout SampleBatch) { rows = samples }
}
