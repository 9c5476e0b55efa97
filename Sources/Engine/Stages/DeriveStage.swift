import HealthModel
import QueryPlan
import Results

/// `derive net = intake - burned`: arithmetic over the columns of each row; null where any of them is, or where nothing finite comes out.
struct DeriveStage: RowStage {
    let expression: RowExpression
    let column: Int

    func apply(to table: inout ResultTable, _ context: StageContext) {
        let values = evaluate(expression, table).map { $0.isFinite ? $0 : nil }
        if column < table.columns.count {
            table.columns[column] = ValueColumn(computed: values)
        } else {
            table.columns.append(ValueColumn(computed: values))
        }
    }

    /// Returns the value for each row, not a number where there is none.
    private func evaluate(_ expression: RowExpression, _ table: ResultTable) -> [Double] {
        func combine(_ a: RowExpression, _ b: RowExpression, _ operation: (Double, Double) -> Double) -> [Double] {
            zip(evaluate(a, table), evaluate(b, table)).map(operation)
        }
        switch expression {
        case .number(let number): return Array(repeating: number, count: table.rowCount)
        case .column(let index): return table.columns[index].values.map { $0 ?? .nan }
        case .negate(let a): return evaluate(a, table).map { -$0 }
        case .add(let a, let b): return combine(a, b, +)
        case .subtract(let a, let b): return combine(a, b, -)
        case .multiply(let a, let b): return combine(a, b, *)
        // A quotient by zero, which may be infinite, is no number to go on with.
        case .divide(let a, let b): return combine(a, b) { $1 == 0 ? .nan : $0 / $1 }
        case .converted(let a, let conversion): return evaluate(a, table).map { conversion($0) }
        }
    }
}
