import QueryVocabulary
import CalendarIntervals
import QueryDiagnostics
import HealthModel
import QueryPlan
import QuerySyntax

/// Binds stages one after another, each to the rows that the one before it gives.
struct StageBinder {
    var rows: BoundRows
    /// Whether the rows are still to be computed, not those of the last result.
    let runsPlan: Bool
    /// Where the stages are written that were bound.
    private(set) var ranges: [SourceRange] = []

    init(rows: BoundRows, runsPlan: Bool) {
        self.rows = rows
        self.runsPlan = runsPlan
    }

    var shape: RowShape {
        get { rows.shape }
        set { rows.shape = newValue }
    }
    var frame: QueryFrame { rows.frame }
    var calendar: PeriodCalendar { rows.frame.calendar }

    /// Appends what the stages mean to the pipeline; after a report stops where the columns of the rows are no longer known.
    mutating func bind(_ stages: [QuerySyntax.Stage], _ binder: inout Binder) {
        if shape.row == .summary, !stages.isEmpty { rows.pipeline.plan.hasAllSummaryColumns = true }
        for stage in stages {
            if limitListing(stage.kind, &binder) { continue }
            guard let kind = bind(stage, &binder) else {
                if stage.kind.word?.keepsColumns == true { continue } else { return }
            }
            var bound = PlanStage(kind, word: stage.kind.word, columns: shape.infos, text: QueryFormatter.text(of: stage.kind))
            if case .fill(let fills) = kind, fills.values.contains(.previous) { bound.before = before().map { [$0] } ?? [] }
            rows.pipeline.stages.append(bound)
            ranges.append(stage.range)
        }
    }

    /// Puts a `limit` right after `samples of …` into the plan, so that no more of them are kept than it lets through.
    private mutating func limitListing(_ stage: StageKind, _ binder: inout Binder) -> Bool {
        guard case .limit(let count) = stage, runsPlan, shape.row == .sample, rows.pipeline.stages.isEmpty,
            let limit = binder.integer(count)
        else {
            return false
        }
        rows.pipeline.plan.limit = min(rows.pipeline.plan.limit ?? limit, limit)
        return true
    }

    /// Returns what a stage means, and changes the shape to what it gives; nil after a report.
    private mutating func bind(_ stage: QuerySyntax.Stage, _ binder: inout Binder) -> PlanStage.Kind? {
        if refuseOnDay(stage, &binder) { return nil }
        switch stage.kind {
        case .runningTotal(let unit): return runningTotal(unit, stage, &binder)
        case .rolling(let window, let aggregates, let least): return rolling(window, aggregates, least, stage, &binder)
        case .compare(let target, let alignment): return compare(target, alignment, stage, &binder)
        case .change(let percent): return change(percent: percent, stage, &binder)
        case .aggregate(let aggregates, let keys): return aggregate(aggregates, by: keys, stage, &binder)
        case .filter(let predicate):
            let bound = RowPredicateBinder(shape: shape, frame: frame).bind(predicate, &binder)
            shape.lose(QueryFormatter.text(of: stage.kind))
            return bound.map { .filter($0) }
        case .fill(let rule): return fill(rule, stage, &binder)
        case .partial(let rule): return .partial(rule)
        case .valueAt(let moment): return valueAt(moment, stage, &binder)
        case .plain(.project): return project(stage, &binder)
        case .sort(let column, let descending):
            guard let column = rowColumn(column, &binder) else { return nil }
            shape.isInOrder = column == .start && !descending
            return .sort(column, descending: descending)
        case .ranking(let kind, let count, let column):
            return ranking(count, column, stage, &binder).map { .ranking(kind, $0, by: $1) }
        case .limit(let count):
            shape.lose(QueryFormatter.text(of: stage.kind))
            return binder.integer(count).map { .limit($0) }
        case .derive(let name, let expression): return derive(name, expression, &binder)
        }
    }

    // MARK: What stages need

    /// Refuses a stage that looks along time where there is no time to look along: on samples, on rows of profiles, and after a sort.
    func refuseWithoutTime(_ what: String, _ stage: QuerySyntax.Stage, _ binder: inout Binder) -> Bool {
        if shape.row == .sample {
            binder.report(
                .stageOnSamples, "\(what) works on rows that follow each other in time, not on samples", at: stage.range,
                help: "ask for statistics first: `sum … by hour | …`",
                note: "samples can be filtered, sorted, limited and aggregated")
        } else if !shape.hasTime {
            let keys = shape.keys.compactMap { $0.profile?.rawValue }.joined(separator: ", ")
            binder.report(
                .stageWithoutTime, "\(what) needs rows with a time; these are rows of \(keys.isEmpty ? "no time" : keys)", at: stage.range,
                help: "put it before the stage that takes the time away, or ask `by day`")
        } else if !shape.isInOrder {
            let ranking = shape.removal.flatMap { $0.isRanking ? $0.stage : nil }
            binder.report(
                .stageOutOfOrder, "\(what) needs rows in the order of time, and they were sorted", at: stage.range,
                help: ranking.map { "leave `\($0)` out, or put it after \(what)" } ?? "put it before the sort, or sort back: `| sort start`"
            )
        } else {
            return false
        }
        return true
    }

    /// Refuses a stage that needs rows which another one may have left out.
    func refuseAfterRemoval(
        _ what: String, needing need: String, _ stage: QuerySyntax.Stage, _ binder: inout Binder, rankingOnly: Bool = false
    ) -> Bool {
        guard let removal = shape.removal, removal.isRanking || !rankingOnly else { return false }
        binder.report(
            .rowsLeftOut, "\(what) needs \(need), and `\(removal.stage)` may have removed some", at: stage.range,
            help: "leave `\(removal.stage)` out, or put it after \(what)",
            note: removal.isRanking ? nil : "to choose samples, write `where` before the first `|`")
        return true
    }

    /// Refuses what the rows of `progress` hold already, and what would need them of another day.
    private func refuseOnDay(_ stage: QuerySyntax.Stage, _ binder: inout Binder) -> Bool {
        guard shape.isDay else { return false }
        let needsOtherDays = if case .fill(.previous) = stage.kind { true } else { false }
        guard needsOtherDays || stage.kind.word?.definition.isOfAnyRows == false else { return false }
        binder.report(
            .stageOnDay, "`\(QueryFormatter.text(of: stage.kind))` does not work on the rows of `progress`", at: stage.range,
            help: "ask for the day's rows instead: `sum … by hour today | running total reset each day | …`",
            note: "they are totals of one day; they can be filtered, sorted, aggregated and derived from")
        return true
    }

    /// The columns that hold numbers; nil after a report where there is none.
    func numbers(_ what: String, _ stage: QuerySyntax.Stage, _ binder: inout Binder) -> [Int]? {
        let numbers = shape.numbers
        if !numbers.isEmpty { return numbers }
        binder.report(
            .columnHasNoNumbers, "\(what) needs numbers, and `\(shape.columns.first?.name ?? "")` holds texts", at: stage.range,
            help: "`count` and `duration` give numbers: `count … by day | …`")
        return nil
    }

    // MARK: Stages of a few words

    private mutating func change(percent: Bool, _ stage: QuerySyntax.Stage, _ binder: inout Binder) -> PlanStage.Kind? {
        if shape.row == .sample, refuseWithoutTime("`change`", stage, &binder) { return nil }
        if refuseAfterRemoval("`change`", needing: "the row before each row", stage, &binder, rankingOnly: true) { return nil }
        guard let numbers = numbers("`change`", stage, &binder) else { return nil }
        let changes = numbers.filter { !shape.columns[$0].isPrevious }.map { ColumnChange($0, against: shape.columns[$0].previous) }
        for change in changes {
            shape.columns[change.column].info.isAdditive = false
            if percent { shape.columns[change.column].info.unit = "%" }
            shape.columns[change.column].isInHundredths = percent
        }
        shape.running = nil
        shape.typicalDay = nil
        return .change(changes, percent: percent)
    }

    private mutating func ranking(
        _ count: Count, _ column: QuerySyntax.Column?, _ stage: QuerySyntax.Stage, _ binder: inout Binder
    ) -> (Int, RowColumn)? {
        guard let number = binder.integer(count) else { return nil }
        defer {
            shape.isInOrder = false
            shape.lose(QueryFormatter.text(of: stage.kind), isRanking: true)
        }
        guard let column else {
            return numbers(Ranking.allCases.map { "`\($0.rawValue)`" }.joined(separator: " or "), stage, &binder)?.first.map {
                (number, .value($0))
            }
        }
        return rowColumn(column, &binder).map { (number, $0) }
    }
}

extension StageWord {
    /// Whether the columns after the stage are those before it.
    fileprivate var keepsColumns: Bool { definition.changes == .rows || definition.changes == .cells }
}
