import HealthModel
import QueryPlan

/// `derive net = intake - burned`: arithmetic over the columns of each row. Null if any column is null or the result is not finite.
struct DeriveStage: RowStage {
    let expression: RowExpression
    let column: Int

    func apply(to table: inout ResultTable, _ context: StageContext) {
        let values = evaluate(
            expression, count: table.rowCount, key: { index in table.keys[index].values.map { $0?.number ?? .nan } },
            column: { index in table.columns[index].values.map { $0 ?? .nan } })
        var result = ValueColumn(computed: values.map { $0.isFinite ? $0 : nil })
        result.runningTotal = runningTotal(of: table)
        if column < table.columns.count {
            table.columns[column] = result
        } else {
            table.columns.append(result)
        }
    }

    /// A result that depends only on totals is also a value at the end of each row.
    private func runningTotal(of table: ResultTable) -> RunningTotal? {
        let columns = expression.columns
        let totals = columns.isEmpty ? table.columns.compactMap(\.runningTotal) : columns.compactMap { table.columns[$0].runningTotal }
        guard var total = totals.first, totals.count >= columns.count, !columns.isEmpty || expression.isConstant else { return nil }
        let start = evaluate(
            expression, count: 1, key: { _ in [.nan] }, column: { [table.columns[$0].runningTotal?.start ?? .nan] })[0]
        total.start = start.isFinite ? start : nil
        total.isTotal = expression.isProportional && totals.allSatisfy(\.isTotal)
        return total
    }

    /// Returns the value for each row, or NaN if there is none.
    private func evaluate(
        _ expression: RowExpression, count: Int, key: (Int) -> [Double], column: (Int) -> [Double]
    ) -> [Double] {
        func value(_ part: RowExpression) -> [Double] { evaluate(part, count: count, key: key, column: column) }
        func combine(_ a: RowExpression, _ b: RowExpression, _ operation: (Double, Double) -> Double) -> [Double] {
            zip(value(a), value(b)).map(operation)
        }
        switch expression {
        case .number(let number): return Array(repeating: number, count: count)
        case .column(let index): return column(index)
        case .key(let index): return key(index)
        case .negate(let a): return value(a).map { -$0 }
        case .add(let a, let b): return combine(a, b, +)
        case .subtract(let a, let b): return combine(a, b, -)
        case .multiply(let a, let b): return combine(a, b, *)
        // A division by zero could give infinity, which must not be used further.
        case .divide(let a, let b): return combine(a, b) { $1 == 0 ? .nan : $0 / $1 }
        case .converted(let a, let conversion): return value(a).map { conversion($0) }
        }
    }
}
