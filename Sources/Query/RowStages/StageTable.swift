import QueryEngine
import QueryPlan
import QueryVocabulary

/// Maps stages to their implementation.
extension PlanStage {
    /// The implementation of the stage.
    var step: any RowStage {
        switch kind {
        case .runningTotal(let reset): RunningTotalStage(reset: reset)
        case .rolling(let window, let aggregates, let atLeast): RollingStage(window: window, aggregates: aggregates, atLeast: atLeast)
        case .compare(let period): CompareStage(period: period)
        case .change(let changes, let percent): ChangeStage(changes: changes, percent: percent)
        case .aggregate(let aggregates, let keys): AggregateStage(aggregates: aggregates, keys: keys)
        case .filter(let predicate): FilterStage(predicate: predicate)
        case .fill(let fills): FillStage(fills: fills, before: before)
        case .partial(let rule): PartialStage(rule: rule)
        case .valueAt(let moment, let days): ValueAtStage(moment: moment, days: days)
        case .typicalValueAt(let moment): TypicalValueAtStage(moment: moment)
        case .project(let projection): ProjectStage(projection: projection)
        case .dayView(let view): DayViewStage(view: view)
        case .sort(let column, let descending): OrderStage(column: column, descending: descending)
        case .ranking(let ranking, let count, let column):
            OrderStage(column: column, descending: ranking.isDescending, knownOnly: true, limit: count)
        case .limit(let count): LimitStage(count: count)
        case .derive(let expression, let column): DeriveStage(expression: expression, column: column)
        case .timesOfDay(let columns, let day): TimesOfDayStage(columns: columns, day: day)
        case .select(let fields, let weekStart, let zone): SelectStage(fields: fields, weekStart: weekStart, zone: zone)
        case .join(let joined): JoinStage(joined: joined)
        case .versus(let compared): VersusStage(compared: compared)
        case .trend(let trend): TrendStage(trend: trend)
        case .smooth(let smoothing): SmoothStage(smoothing: smoothing)
        case .outliers(let outliers): OutliersStage(outliers: outliers)
        case .correlate(let correlation): CorrelateStage(correlation: correlation)
        case .streaks(let streaks): StreaksStage(streaks: streaks)
        case .share(let share, let keys): ShareStage(share: share, keys: keys)
        case .usual(let usual): UsualStage(usual: usual, before: before)
        case .rhythm(let study): RhythmStage(study: study)
        case .regularity(let study): RegularityStage(study: study)
        }
    }
}

// MARK: Short stages

/// Turns instants into times of day (S2.6).
private struct TimesOfDayStage: RowStage {
    let columns: [Int]
    let day: ClockDay

    func apply(to table: inout ResultTable, _ context: StageContext) {
        for column in columns { table.columns[column].values = table.timesOfDay(column, of: day) }
    }
}

extension ResultTable {
    /// Returns a column of times as times of day, in milliseconds.
    func timesOfDay(_ column: Int, of day: ClockDay) -> [Double?] {
        guard columns[column].clock == .instant else { return columns[column].values }
        return columns[column].values.indices.map { timeOfDay(row: $0, columns[column], of: day) }
    }
}

private struct LimitStage: RowStage {
    let count: Int

    func apply(to table: inout ResultTable, _ context: StageContext) {
        if count < table.rowCount { table = table.keeping(Array(0..<count)) }
        table.hasGaps = true
    }
}
