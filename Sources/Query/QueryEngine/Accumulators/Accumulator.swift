import HealthModel
import StorageModel

/// The state of one result row while samples are read.
///
/// Updates arrive in the order of the samples (start, end, value), regardless of batches. Thus an accumulator returns the same bytes for
/// any division into batches.
protocol Accumulator: Sendable {
    /// True if the results of many samples are computed on all cores.
    static var takesLongToFinalize: Bool { get }
    /// True if updates read the times of whole samples.
    static var readsTimes: Bool { get }
    /// True if samples can be added in parts that are merged, even if samples of different parts overlap in time.
    static var canMergeParts: Bool { get }

    /// True if runs can have rows that do not count, whose values are 0.
    static var canSkipZeros: Bool { get }
    /// True if it needs only the number and the total of the values of a run.
    static var canAddTotals: Bool { get }
    /// True if it needs only the number and the time of the samples of a run that do not overlap.
    static var canAddTimes: Bool { get }

    init()
    /// Adds samples that count in full.
    mutating func update(_ run: Run, of batch: borrowing SampleBatch)
    /// Adds the part of a sample that is in this row.
    mutating func update(_ piece: Piece, of batch: borrowing SampleBatch)
    /// Adds the state of `other`, as if its samples came after these.
    mutating func merge(_ other: Self)
    /// Ends the samples of a person, before the state is added to that of others. The default does nothing.
    mutating func close()
    /// Moves times to the time line of rows that combine people. The default does nothing.
    mutating func place(by map: CellMap)

    /// Returns the parts of quarter hours that it reads instead of samples, in the order of their columns. The default is none: it needs
    /// samples.
    static func quarterParts(isMerged: Bool) -> [QuarterPart]
    /// Adds the samples of quarter hours of a chunk.
    mutating func update(_ quarters: Range<Int>, of columns: [[Double]])
}

extension Accumulator {
    static var takesLongToFinalize: Bool { false }
    static var readsTimes: Bool { true }
    static var canMergeParts: Bool { true }
    static var canSkipZeros: Bool { false }
    static var canAddTotals: Bool { false }
    static var canAddTimes: Bool { false }
    mutating func close() {}
    mutating func place(by map: CellMap) {}
    static func quarterParts(isMerged: Bool) -> [QuarterPart] { [] }
    mutating func update(_ quarters: Range<Int>, of columns: [[Double]]) {}
}
