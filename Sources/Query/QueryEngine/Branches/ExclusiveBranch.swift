import HealthModel

/// Finds the time of values that exclude each other. At each moment, the best source with such a value decides (S6.6).
///
/// Samples that do not count can still decide: a watch's *awake* ends a phone's *asleep*. All other values exclude nothing.
final class ExclusiveBranch: Branch {
    private let merged: MergedBranch
    private let others: PlainBranch
    private let values: ClosedRange<Int>
    private let columns: SampleColumns
    /// The rows of the current batch.
    private var decided = SampleBatch()
    private var other = SampleBatch()
    private var keyCount = 1

    /// - Parameter values: The values that exclude each other.
    init(_ columns: ColumnSet, placer: Placer, merger: SourceMerger, values: ClosedRange<Int>) {
        merged = MergedBranch(columns, placer: placer, merger: merger, holdsInstants: false)
        others = PlainBranch(columns, placer: placer, holdsInstants: false)
        self.values = values
        self.columns = columns.readColumns.union([.sources, .metadata])
    }

    var mergedRanks: [MergingRank] { merged.mergedRanks }

    func push(_ batch: borrowing SampleBatch, lanes: [Lane], keyCount: Int) throws {
        let lanes = lanes.isEmpty ? Array(repeating: Lane(), count: batch.count) : lanes
        self.keyCount = max(keyCount, 1)
        var decidedRows: [Int32] = []
        var otherRows: [Int32] = []
        for row in 0..<batch.count {
            // A number that is not a value of the enumeration excludes nothing.
            let isExclusive = Double(values.lowerBound) <= batch.values[row] && batch.values[row] <= Double(values.upperBound)
            if isExclusive { decidedRows.append(Int32(row)) } else if !lanes[row].isSilent { otherRows.append(Int32(row)) }
        }
        if !otherRows.isEmpty {
            other.removeAll()
            other.append(otherRows, of: batch, columns: columns)
            try others.push(other, lanes: otherRows.map { lanes[Int($0)] }, keyCount: self.keyCount)
        }
        if !decidedRows.isEmpty {
            decided.removeAll()
            decided.append(decidedRows, of: batch, columns: columns)
            try merged.push(decided, lanes: decidedRows.map { lanes[Int($0)] }, keyCount: self.keyCount)
        }
    }

    func finish() throws {
        try merged.finish()
        try others.finish()
    }
}
