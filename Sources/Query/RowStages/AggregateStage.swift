import CalendarIntervals
import HealthModel
import QueryEngine
import QueryPlan
import QueryVocabulary

/// `average by month`: groups rows.
///
/// A partial row has an incomplete amount. Sums and counts of amounts include it. All other aggregates exclude it, except with `partial
/// keep`. Nulls are skipped, zeros are not (S9.1).
struct AggregateStage: RowStage {
    let aggregates: [RowAggregate]
    let keys: RowKeys

    func apply(to table: inout ResultTable, _ context: StageContext) throws {
        table.keys += keys.flags.map { index in
            let column = table.columns[index]
            return KeyColumn(name: column.name, values: column.values.map { $0.map { .flag($0 != 0) } })
        }
        let groups = try RowGroups(table, keys: keys, context)
        guard groups.count <= EngineOptions.greatestRowCount else { throw EngineError.tooManyRows(groups.count) }
        var result = groups.table(of: table)
        // The input of all aggregates of a column.
        let parts = table.columns.map { column in
            PeriodTotals(column.runningTotal, keys: keys)?.parts(of: table, column, groups, now: context.now)
        }
        result.columns = aggregates.map { aggregate in
            let old = table.columns[aggregate.column]
            var column = ValueColumn(computed: values(of: aggregate, table, parts[aggregate.column], groups, context))
            if aggregate.aggregate.keepsUnit, keys.showEnds(of: table, old.runningTotal) {
                column.runningTotal = old.runningTotal
                column.runningTotal?.isTotal = false
            }
            return column
        }
        // All columns nearly always have the same number of partial rows.
        let leftOut =
            if let parts = parts.lazy.compactMap(\.self).first {
                table.partialRowsLeftOut(of: aggregates, isOfTotals: true) { _ in (parts.count, parts.count { !$0.isPartial }) }
            } else {
                table.partialRowsLeftOut(of: aggregates)
            }
        if let leftOut { result.note(.partialRowsLeftOut(leftOut), context) }
        table = result
    }

    private func values(
        of aggregate: RowAggregate, _ table: ResultTable, _ parts: [PeriodTotals.Part]?, _ groups: RowGroups, _ context: StageContext
    ) -> [Double?] {
        // After rows were removed, a duration is the length of the remaining ones.
        if let parts, !(table.hasGaps && aggregate.aggregate == .duration) {
            let takesPartial = table.takesPartialRows(aggregate)
            let taken = parts.filter { takesPartial || !$0.isPartial }
            return groups.gather(taken.map(\.group), taken.map(\.value)).map {
                aggregate.aggregate.rowStatistic.value(of: $0, context.percentileRule)
            }
        }
        let rows = table.inOrderOfTime(Array(0..<table.rowCount)).filter { groups.groupOfRow[$0] >= 0 }
        let values = table.participants(rows, aggregate)
        let taken = rows.indices.filter { values[$0] != nil }
        return groups.gather(taken.map { groups.groupOfRow[rows[$0]] }, taken.compactMap { values[$0] })
            .map { aggregate.aggregate.rowStatistic.value(of: $0, context.percentileRule) }
    }
}
