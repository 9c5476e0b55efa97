/// Rows of integers and texts as runs in which each integer grows by the same step from row to row.
///
/// The hours of a year are few runs, so that a statement stays short: there is one run from each clock change to the next.
package struct SQLRuns {
    /// The shape of a column.
    private enum Column {
        case integers([Int64?])
        /// Literals that stay equal in a run.
        case literals([String])
    }

    /// For each run, the first literal of each column, the steps of the integer columns, and the number of rows.
    package let rows: [[String]]
    package let names: [String]
    /// The columns of the rows, as expressions of ``names`` and the number `n` of the row in its run.
    let expressions: [String]

    /// Returns nil if the runs are not much shorter than the rows.
    package init?(_ rows: [[String]], columns: [String]) {
        let shapes = columns.indices.map { column -> Column in
            let literals = rows.map { $0[column] }
            let integers = literals.map(Int64.init)
            return zip(literals, integers).allSatisfy { $1 != nil || $0 == "NULL" } ? .integers(integers) : .literals(literals)
        }
        // A row continues a run if each integer is as far from the one before as in the first two rows of the run.
        var lengths: [Int] = []
        var steps: [[Int64]] = []
        var start = 0
        while start < rows.count {
            var end = start + 1
            var step: [Int64]?
            while end < rows.count, let next = Self.step(from: end - 1, shapes), step == nil || step == next {
                step = next
                end += 1
            }
            lengths.append(end - start)
            steps.append(step ?? [])
            start = end
        }
        let hasStep = shapes.map { if case .integers = $0 { true } else { false } }
        let stepCount = hasStep.filter(\.self).count
        guard lengths.count * (columns.count + stepCount + 1) * 2 < rows.count * columns.count else { return nil }
        names = zip(columns, hasStep).flatMap { $1 ? [$0, Self.stepName($0)] : [$0] } + ["length"]
        expressions = zip(columns, hasStep).map { $1 ? "\($0) + n * \(Self.stepName($0)) AS \($0)" : $0 }
        var first = 0
        self.rows = zip(lengths, steps).map { length, steps in
            defer { first += length }
            var steps = steps[...]
            let cells = columns.indices.flatMap { column in
                hasStep[column] ? [rows[first][column], "\(steps.popFirst() ?? 0)"] : [rows[first][column]]
            }
            return cells + ["\(length)"]
        }
    }

    private static func stepName(_ column: String) -> String { "\(column.filter { $0 != "\"" })_step" }

    /// Returns the steps of the integers from a row to the next one; nil if something else changes.
    private static func step(from row: Int, _ shapes: [Column]) -> [Int64]? {
        var steps: [Int64] = []
        for shape in shapes {
            switch shape {
            case .integers(let integers):
                switch (integers[row], integers[row + 1]) {
                case (nil, nil): steps.append(0)
                case (let a?, let b?): steps.append(b - a)
                default: return nil
                }
            case .literals(let literals):
                guard literals[row] == literals[row + 1] else { return nil }
            }
        }
        return steps
    }
}
