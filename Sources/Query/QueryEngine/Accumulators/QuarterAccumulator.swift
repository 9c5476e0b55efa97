import HealthModel

/// An accumulator whose state is kept by quarter hour.
protocol QuarterAccumulator: Accumulator {
    /// Returns the parts of quarter hours that it reads, in the order of their columns. Empty if the necessary state is not kept.
    static func parts(isMerged: Bool) -> [QuarterPart]
    /// Adds the samples of quarter hours of a chunk.
    mutating func update(_ quarters: Range<Int>, of columns: [[Double]])
}

/// Adjacent quarter hours of a chunk that belong to one cell of the result.
struct QuarterRun {
    var quarters: Range<Int>
    var cell: Int
}

/// A column that can read quarter hours instead of samples.
protocol QuarterReadingColumn: AggregateColumn {
    func parts(isMerged: Bool) -> [QuarterPart]
    /// - Parameter first: the first quarter hour of the chunk, to which the runs relate.
    func update(_ runs: [QuarterRun], of columns: [[Double]], first: Int64)
}

extension Column: QuarterReadingColumn where A: QuarterAccumulator {
    func parts(isMerged: Bool) -> [QuarterPart] { A.parts(isMerged: isMerged) }

    func update(_ runs: [QuarterRun], of columns: [[Double]], first: Int64) {
        updateCells { cells in
            for run in runs { cells[run.cell].update(run.quarters, of: columns) }
        }
    }
}
