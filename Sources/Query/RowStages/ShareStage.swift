import QueryEngine
import QueryPlan
import QueryVocabulary

/// `share where sum > 10000 by month`: the share of rows that meet a condition among those with an answer, and their number (S9.13).
///
/// A partial row does not count if the condition is about amounts, as in an average.
struct ShareStage: RowStage {
    let share: RowShare
    let keys: RowKeys

    func apply(to table: inout ResultTable, _ context: StageContext) throws {
        var answers = try DeriveStage(expression: share.condition, column: 0).values(for: table)
        if share.isOfAmounts, !table.countsPartial, !table.partial.isEmpty {
            answers = zip(answers, table.partial).map { $1 ? nil : $0 }
        }
        let column = table.columns.count
        table.columns.append(ValueColumn(computed: answers))
        let aggregates = RowShare.Column.allCases.map { RowAggregate($0.aggregate, of: column) }
        try AggregateStage(aggregates: aggregates, keys: keys).apply(to: &table, context)
    }
}
