import HealthModel

/// An accumulator whose quarter hours are kept.
protocol QuarterAccumulator: Accumulator {
    /// What it reads of quarter hours, whose columns follow each other; nothing where what it needs is not kept.
    static func parts(isMerged: Bool) -> [QuarterPart]
    /// Takes the samples of quarter hours of a chunk.
    mutating func update(_ quarters: Range<Int>, of columns: [[Double]])
}

/// Neighbouring quarter hours of a chunk that belong to one cell of the result.
struct QuarterRun {
    var quarters: Range<Int>
    var cell: Int
}

/// A column that can take quarter hours in place of samples.
protocol QuarterReadingColumn: AggregateColumn {
    func parts(isMerged: Bool) -> [QuarterPart]
    func update(_ runs: [QuarterRun], of columns: [[Double]])
}

extension Column: QuarterReadingColumn where A: QuarterAccumulator {
    func parts(isMerged: Bool) -> [QuarterPart] { A.parts(isMerged: isMerged) }

    func update(_ runs: [QuarterRun], of columns: [[Double]]) {
        updateCells { cells in
            for run in runs { cells[run.cell].update(run.quarters, of: columns) }
        }
    }
}
