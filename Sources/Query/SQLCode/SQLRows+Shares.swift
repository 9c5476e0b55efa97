import QueryPlan
import QueryVocabulary

/// Shares of rows that meet a condition.
extension SQLRows {
    /// Adds the share of rows as the average of answers, which are 1 or 0.
    mutating func share(
        _ share: RowShare, by keys: RowKeys, named name: String, _ stage: PlanStage, _ refusal: SQLRefusal, in query: inout SQLQuery
    ) throws(SQLRefusal) {
        if let day = share.condition.clockDay { addDays(day, named: "\(name)_days", in: &query) }
        makeKeys(of: keys.flags, named: name, in: &query)
        let answer = try expression(share.condition, days: "\(name)_days", refusal)
        let counted = share.isOfAmounts && !countsPartial ? "CASE WHEN partial = 'false' THEN \(answer) END" : answer
        let column = "c\(columns.count + 1)"
        query.add(
            "\(name)_answers", "1 for a row that meets the condition, 0 for one that does not, and NULL without a value.",
            select(columns + ["\(counted) AS \(column)"]))
        table = "\(name)_answers"
        columns.append(column)
        infos.append(ColumnInfo(name: column, metric: "", aggregate: ColumnInfo.derived, unit: nil, isAdditive: false))
        let aggregates = RowShare.Column.allCases.map { RowAggregate($0.aggregate, of: columns.count - 1) }
        gather(aggregates, by: keys, named: name, stage, in: &query)
    }
}
