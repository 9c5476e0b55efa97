import CalendarIntervals
import QueryPlan
import QueryVocabulary
import TerminalText

/// Describes the stages of a query in words, one sentence per stage.
struct StageWords {
    private let pipeline: Pipeline
    private var stages: [PlanStage] { pipeline.stages }

    init(_ pipeline: Pipeline) { self.pipeline = pipeline }

    var sentences: [String] {
        stages.enumerated().map { index, stage in
            "\(index == 0 ? "Then" : "After that") `\(stage.text)`: \(phrase(stage, number: index))."
        }
    }

    private func phrase(_ stage: PlanStage, number: Int) -> String {
        switch stage.kind {
        case .runningTotal(nil): return "values are added up from row to row, so each row shows the total so far"
        case .runningTotal(let reset?):
            return "values are added up within each \(reset.interval), so each row shows the total so far"
        case .rolling(let window, let aggregates, let least):
            let least = least > 1 ? ", or null if there are fewer than \(least) values" : ""
            return "each row shows the \(names(aggregates)) of the \(length(window)) that end with it, "
                + "\(partialRows(of: aggregates, number))\(least)"
        case .change(let changes, let percent):
            let against = changes.contains { $0.previous == nil } ? "the previous bucket" : "the value it is compared with"
            return "values are replaced by their change from \(against)\(percent ? ", in percent" : "")"
        case .aggregate(let aggregates, let keys):
            return
                "\(target(of: keys)) with the \(names(aggregates)) of their values, \(partialRows(of: aggregates, number)) and ignoring nulls"
        case .fill(let fills):
            guard let (column, fill) = fills.min(by: { $0.key < $1.key }) else { return "rows don't change" }
            return phrase(fill, of: stage.columns.indices.contains(column) ? stage.columns[column] : nil)
        case .partial(.mark): return "partial rows are marked"
        case .partial(.keep): return "partial rows are treated like any other row"
        case .partial(.drop): return "partial rows are left out"
        case .typicalValueAt: return "one row shows the total of a typical day at that time, interpolated between the ends of its hours"
        case .dayView(let view):
            let typical = "the average total of the previous \(PlanWords.count(view.typicalDayCount, "day")) at the same time"
            return "the hours of \(view.date) show the total at the end of each hour, next to \(typical); \(phrase(view.goal))"
        case .sort(_, let descending): return "rows are sorted, \(descending ? "greatest" : "smallest") first"
        case .ranking(let ranking, let count, _):
            let which = ranking.adjective
            return "only the \(count == 1 ? "row with the \(which) value remains" : "\(count) rows with the \(which) values remain")"
        case .limit(let count): return count == 1 ? "only the first row remains" : "only the first \(count) rows remain"
        case .join(let joined):
            let match =
                switch joined.match {
                case .start: "with the same start"
                case .day: "of the same date"
                case .keys: joined.keys.isEmpty ? "of the same range" : "with the same keys"
                }
            return "each row also shows the values of the row of `\(joined.text)` \(match), or null if there is none"
        case .versus(let compared):
            return "the same rows of the range `\(compared.labels.other)` \(compared.otherIsFirst ? "come first" : "follow"), "
                + "and each row has the words for its range"
                + phrase(compared.differences)
        case .derive(let expression, let column) where expression.isCondition:
            let name = stage.columns.indices.contains(column) ? stage.columns[column].name : "a column"
            return "\(name) is yes or no for each row, and null if that depends on a null"
        case .derive(_, let column):
            let name = stage.columns.indices.contains(column) ? stage.columns[column].name : "a column"
            return "\(name) is computed for each row, and is null if any of its inputs is null"
        case .trend(let trend): return phrase(trend, partialRows(number))
        case .smooth(let smoothing): return phrase(smoothing, partialRows(number))
        case .outliers(let outliers):
            return "only the rows remain whose value is more than \(PredicateWords.number(outliers.limit)) scaled median absolute "
                + "deviations (1.4826 times the median distance) away from the median of all rows, \(partialRows(number))"
        case .correlate(let correlation): return phrase(correlation, partialRows(number))
        case .streaks(let streaks): return phrase(streaks)
        case .share(let share, let keys):
            let leavesOut = share.isOfAmounts && !keepsPartialRows(before: number)
            return "\(target(of: keys)) with the share of rows that meet the condition among those with a value, and their number, "
                + "\(leavesOut ? "without partial rows" : "partial rows included")"
        case .usual(let usual):
            return "each row also shows the 10th and the 90th percentile of the values in the \(usual.length) before it, "
                + "without its own day, and whether its value is below, within or above them; both are null with fewer than \(UsualRange.leastCount) values, and "
                + "amounts of partial rows don't count"
        case .rhythm(let study): return "\(row(of: study)) describes the daily rhythm of the hours, without partial amounts"
        case .regularity(let study):
            return "\(row(of: study)) shows how often the same minute of two consecutive days is the same, asleep or awake; a minute is "
                + "asleep if more than half of it is, and days without sleep are left out"
        case .timesOfDay: return "times are wall-clock times of the day on which each row starts, so that 00:10 comes after 23:50"
        default: return stage.word.map { $0.definition.effect ?? $0.definition.summary } ?? stage.text
        }
    }

    private func phrase(_ differences: [RangeDifference]?) -> String {
        guard let differences, !differences.isEmpty else { return "" }
        let interval = differences.contains { $0.deviation != nil } ? ", the 95 % interval of the difference of means (Welch)" : ""
        let change = differences.contains(where: \.hasPercent) ? " and the change in percent" : ""
        return ". The row of the query's own range also has its difference from the other one\(interval)\(change)"
    }

    private func phrase(_ trend: Trend, _ rows: String) -> String {
        let slope =
            trend.isLinear
            ? "the slope of the line with the least squared distances and its 95 % interval from Student's t"
            : "the median of the slopes between all pairs of rows (Theil and Sen) and its 95 % interval"
        return "one row for each series and column shows \(slope), per \(trend.period.rawValue) of local time, \(rows)"
    }

    private func phrase(_ smoothing: Smoothing, _ rows: String) -> String {
        let method =
            switch smoothing.method {
            case .ewma:
                "an average that moves towards each value by \(PredicateWords.number(smoothing.amount)) of the distance"
            case .halfLife: "an average in which the weight of earlier values halves in \(TimeWords.length(Int64(smoothing.amount)))"
            case .loess:
                "a straight line through the values within \(TimeWords.length(Int64(smoothing.amount) / 2)), in which closer values weigh more"
            }
        return "values are replaced by \(method), \(rows), and rows without a value stay null"
    }

    private func phrase(_ correlation: ColumnCorrelation, _ rows: String) -> String {
        let lags = correlation.lags
        let later =
            lags == 0...0
            ? "of the same row" : lags.count == 1 ? "\(lags.lowerBound) rows later" : "\(lags.lowerBound) to \(lags.upperBound) rows later"
        return "one row for each series and lag shows Pearson's correlation of the first column with the second \(later), "
            + "its 95 % interval, Spearman's correlation and the number of pairs, \(rows)"
    }

    private func target(of keys: RowKeys) -> String {
        let parts = (keys.intervalText.map { [$0] } ?? []) + keys.profiles.map(\.phrase)
        return parts.isEmpty ? "all rows are combined into one" : "rows are combined into one per \(parts.listed(with: "and"))"
    }

    private func phrase(_ streaks: Streaks) -> String {
        let rows =
            switch streaks.choice {
            case .all: "one row for each run of successive rows that meet the condition shows"
            case .longest: "one row for each series shows, for the longest run of successive rows that meet the condition,"
            case .current: "one row for each series shows, for the run of successive rows that meet the condition and reaches the end,"
            }
        let missing =
            streaks.skipsMissing
            ? "rows without a value don't count and don't end a run"
            : streaks.places == nil ? "a row without a value ends a run" : "a row without a value and a missing row end a run"
        return "\(rows) its start, end and number of rows, and whether it is open; \(missing), and a row that is not over yet doesn't"
    }

    private func row(of study: DayStudy) -> String { study.names.isEmpty ? "one row" : "one row for each column" }

    private func phrase(_ goal: DayGoal) -> String {
        switch goal {
        case .written(let amount?): "the goal is \(PredicateWords.number(amount))"
        case .written(nil): "there is no goal"
        case .kept(nil, _): "the goal is the one that the store keeps, if any"
        case .kept: "the goal is that of the day's activity summary, or else the one that the store keeps"
        }
    }

    private func phrase(_ fill: Fill, of column: ColumnInfo?) -> String {
        switch fill {
        case .none, .null: "a row without a value shows null"
        case .omit: "rows without any value are left out"
        case .zero: "a row without a value shows 0"
        case .number(let number):
            "a row without a value shows "
                + PredicateWords.number(column?.columnUnit.isFraction == true ? PredicateWords.shown(number, column?.unit) : number)
        case .previous: "a row without a value shows the value of the row before it"
        case .linear: "a row without a value shows a value interpolated between its neighbors"
        }
    }

    /// Explains whether a study of rows includes partial rows.
    private func partialRows(_ number: Int) -> String {
        let leavesOut = !keepsPartialRows(before: number) && pipeline.columns(before: number).contains(where: \.accumulates)
        return leavesOut ? "without partial rows of amounts" : "partial rows included"
    }

    private func keepsPartialRows(before number: Int) -> Bool {
        stages[..<number].last { if case .partial = $0.kind { true } else { false } }
            .map { if case .partial(.keep) = $0.kind { true } else { false } } ?? (pipeline.plan.partial == .keep)
    }

    /// Explains which of the aggregates include partial rows.
    private func partialRows(of aggregates: [RowAggregate], _ number: Int) -> String {
        let keeps = keepsPartialRows(before: number)
        let columns = pipeline.columns(before: number)
        let without = aggregates.filter { aggregate in
            !keeps && aggregate.basis == nil && columns.indices.contains(aggregate.column)
                && !columns[aggregate.column].takesPartialRows(aggregate.aggregate)
        }
        if without.isEmpty { return "partial rows included" }
        let isAll = without.count == aggregates.count { $0.basis == nil }
        return isAll ? "without partial rows" : "the \(names(without)) without partial rows"
    }

    /// Returns the names of the aggregates, without those that a comparison needs.
    private func names(_ aggregates: [RowAggregate]) -> String {
        aggregates.filter { $0.basis == nil }.map(\.aggregate.name).uniqued.listed(with: "and")
    }

    private func length(_ window: RollingWindow) -> String {
        switch window {
        case .calendar(let interval, _): "\(interval)"
        case .elapsed(let milliseconds): TimeWords.length(milliseconds)
        }
    }
}
