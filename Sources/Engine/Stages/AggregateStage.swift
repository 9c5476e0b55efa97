import CalendarIntervals
import HealthModel
import QueryPlan
import Results

/// `average by month`: rows of rows.
///
/// What is said about rows skips partial ones, unless `partial keep`; what adds rows up takes them all. Null is skipped, zero never (S9.1).
struct AggregateStage: RowStage {
    let aggregates: [RowAggregate]
    let keys: RowKeys

    func apply(to table: inout ResultTable, _ context: StageContext) throws {
        let groups = try RowGroups(table, keys: keys, context)
        guard groups.count <= QueryEngine.greatestRowCount else { throw EngineError.tooManyRows(groups.count) }
        var result = groups.table(of: table)
        result.columns = aggregates.map { aggregate in
            var column = ValueColumn(computed: values(of: aggregate, table, groups, context))
            column.isInHundredths = table.columns[aggregate.column].isInHundredths && aggregate.aggregate.keepsUnit
            return column
        }
        table = result
    }

    private func values(of aggregate: RowAggregate, _ table: ResultTable, _ groups: RowGroups, _ context: StageContext) -> [Double?] {
        if let totals = PeriodTotals(table.columns[aggregate.column].runningTotal, keys: keys) {
            let takesPartial = table.countsPartial || aggregate.aggregate.takesPartialRows
            let parts = totals.parts(of: table, column: aggregate.column, groups, now: context.now)
            let taken = parts.filter { takesPartial || !$0.isPartial }
            return groups.gather(taken.map(\.group), taken.map(\.value)).map { aggregate.aggregate.value(of: $0, context.percentileRule) }
        }
        let rows = table.inOrderOfTime(Array(0..<table.rowCount)).filter { groups.groupOfRow[$0] >= 0 }
        let values = table.participants(rows[...], aggregate)
        let taken = rows.indices.filter { values[$0] != nil }
        return groups.gather(taken.map { groups.groupOfRow[rows[$0]] }, taken.compactMap { values[$0] })
            .map { aggregate.aggregate.value(of: $0, context.percentileRule) }
    }
}

extension Aggregate {
    /// Returns the aggregate of the values of some rows in order of time. A count of nothing is known; all else of nothing is null (S2.5).
    func value(of values: ArraySlice<Double>, _ rule: StatisticRules.PercentileRule) -> Double? {
        switch self {
        case .count: return Double(values.count)
        case .first: return values.first
        case .latest: return values.last
        case .median: return values.sorted().quantile(0.5, rule: rule)
        case .percentile(let percent): return values.sorted().quantile(percent / 100, rule: rule)
        case .sum, .duration, .average, .min, .max, .stddev: break
        }
        var summary = RowSummary()
        for value in values { summary = summary.merged(RowSummary(value)) }
        return switch self {
        case .average: summary.average
        case .min: summary.least
        case .max: summary.greatest
        case .stddev: summary.deviation
        default: summary.total
        }
    }
}
