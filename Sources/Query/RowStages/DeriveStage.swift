import HealthModel
import QueryEngine
import QueryPlan

/// `derive net = intake - burned`: a calculation over the columns of each row. Arithmetic is null if any column is null or the result is
/// not finite. Conditions give 1 for yes, 0 for no, and null if the answer depends on a null.
struct DeriveStage: RowStage {
    let expression: RowExpression
    let column: Int

    func apply(to table: inout ResultTable, _ context: StageContext) throws {
        var result = ValueColumn(computed: try values(for: table))
        if !expression.isCondition { result.runningTotal = try runningTotal(of: table) }
        if column < table.columns.count {
            table.columns[column] = result
        } else {
            table.columns.append(result)
        }
    }

    /// Returns the result for each row.
    func values(for table: ResultTable) throws -> [Double?] {
        try evaluate(expression, count: table.rowCount, table) { column in
            switch column {
            case .value(let index): table.columns[index].values.map { $0 ?? .nan }
            case .key(let index): table.keys[index].values.map { $0?.number ?? .nan }
            case .clock, .start, .end: preconditionFailure("the binder calculates with values and keys")
            }
        }.map { $0.isFinite ? $0 : nil }
    }

    /// A result that depends only on totals is also a value at the end of each row.
    private func runningTotal(of table: ResultTable) throws -> RunningTotal? {
        let columns = expression.columns
        let totals = columns.isEmpty ? table.columns.compactMap(\.runningTotal) : columns.compactMap { table.columns[$0].runningTotal }
        guard var total = totals.first, totals.count >= columns.count, !columns.isEmpty || expression.isConstant else { return nil }
        let start = try evaluate(expression, count: 1, table) { column in
            guard case .value(let index) = column else { return [.nan] }
            return [table.columns[index].runningTotal?.start ?? .nan]
        }[0]
        total.start = start.isFinite ? start : nil
        total.isTotal = expression.isProportional && totals.allSatisfy(\.isTotal)
        return total
    }

    /// Returns the value for each row, or NaN if there is none.
    private func evaluate(
        _ expression: RowExpression, count: Int, _ table: ResultTable, cells: (RowColumn) -> [Double]
    ) throws -> [Double] {
        func value(_ part: RowExpression) throws -> [Double] { try evaluate(part, count: count, table, cells: cells) }
        func combine(_ a: RowExpression, _ b: RowExpression, _ operation: (Double, Double) -> Double) throws -> [Double] {
            zip(try value(a), try value(b)).map(operation)
        }
        switch expression {
        case .number(let number): return Array(repeating: number, count: count)
        case .column(let index): return cells(.value(index))
        case .key(let index): return cells(.key(index))
        case .negate(let a): return try value(a).map { -$0 }
        case .add(let a, let b): return try combine(a, b, +)
        case .subtract(let a, let b): return try combine(a, b, -)
        case .multiply(let a, let b): return try combine(a, b, *)
        // A division by zero could give infinity, which must not be used further.
        case .divide(let a, let b): return try combine(a, b) { $1 == 0 ? .nan : $0 / $1 }
        case .converted(let a, let conversion): return try value(a).map { conversion($0) }
        case .compare(let comparison, let a, let b):
            return try combine(a, b) { a, b in
                guard a.isFinite, b.isFinite else { return .nan }
                return comparison.test(against: b)(a) ? 1 : 0
            }
        case .not(let a): return try value(a).map { 1 - $0 }
        case .and(let a, let b): return try combine(a, b) { $0 == 0 || $1 == 0 ? 0 : $0 * $1 }
        case .or(let a, let b): return try combine(a, b) { $0 == 1 || $1 == 1 ? 1 : $0 + $1 }
        case .test(let predicate, let column):
            let passes = try FilterStage(predicate: predicate).answers(for: table)
            guard let column else { return passes.map { $0 ? 1 : 0 } }
            return zip(passes, FilterStage.isMissing(column, table)).map { $1 ? .nan : $0 ? 1 : 0 }
        }
    }
}
