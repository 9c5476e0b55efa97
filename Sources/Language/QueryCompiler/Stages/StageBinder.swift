import CalendarIntervals
import HealthModel
import QueryDiagnostics
import QueryPlan
import QuerySyntax
import QueryVocabulary

/// Binds stages in order, each to the rows of the previous one.
struct StageBinder {
    let binder: Binder
    var rows: BoundRows
    /// True if the rows come from a plan. False if they are the rows of the last result.
    let runsPlan: Bool
    /// The positions of the bound stages.
    private(set) var ranges: [SourceRange] = []

    /// Binds `stages` to `rows`. Afterwards `rows` has the rows after all stages.
    init(_ stages: [QuerySyntax.Stage], _ binder: Binder, rows: BoundRows, runsPlan: Bool) {
        self.binder = binder
        self.rows = rows
        self.runsPlan = runsPlan
        bind(stages)
    }

    var shape: RowShape {
        get { rows.shape }
        set { rows.shape = newValue }
    }
    var frame: QueryFrame { rows.frame }
    var calendar: PeriodCalendar { rows.frame.calendar }

    /// Appends the stages to the pipeline. After an error, stops at the first stage whose columns are unknown.
    private mutating func bind(_ stages: [QuerySyntax.Stage]) {
        if shape.row == .summary, !stages.isEmpty { rows.pipeline.plan.hasAllSummaryColumns = true }
        for stage in stages {
            switch binder.collect(try bind(stage)) {
            case .success(let kind?):
                var bound = PlanStage(kind, word: stage.kind.word, columns: shape.infos, text: QueryFormatter.text(of: stage.kind))
                if case .fill(let fills) = kind, fills.values.contains(.previous) { bound.before = before() }
                if case .usual(let usual) = kind { bound.before = before(usual.length) }
                append(bound, at: stage.range)
                finishTimes(after: kind, stage)
            case .success(nil): continue
            case .failure: guard stage.kind.word?.keepsColumns == true else { return }
            }
        }
    }

    /// Binds a stage and updates the shape. Returns nil if the plan does the work of the stage.
    private mutating func bind(_ stage: QuerySyntax.Stage) throws(Reported) -> PlanStage.Kind? {
        try refuseOnDay(stage)
        try refuseOnEvents(stage)
        switch stage.kind {
        case .runningTotal(let unit): return try runningTotal(unit, stage)
        case .rolling(let window, let aggregates, let least): return try rolling(window, aggregates, least, stage)
        case .compare(let target, let alignment): return try compare(target, alignment, stage)
        case .change(let percent): return try change(percent: percent, stage)
        case .aggregate(let aggregates, let keys): return try aggregate(aggregates, by: keys, stage)
        case .filter(let predicate):
            defer { shape.lose(QueryFormatter.text(of: stage.kind)) }
            return .filter(
                try RowPredicateBinder(
                    binder: binder, shape: shape, frame: frame, clockDay: rows.pipeline.plan.clockDay
                ).bind(predicate))
        case .fill(let rule): return try fill(rule, stage)
        case .partial(let rule): return .partial(rule)
        case .valueAt(let moment): return try valueAt(moment, stage)
        case .plain(.project): return try project(stage)
        case .plain(.rhythm): return try rhythm(stage)
        case .plain(.regularity): return try regularity(stage)
        case .sort(let column, let descending):
            let column = byTimeOfDay(try rowColumn(column))
            shape.isInOrder = column == .start && !descending
            return .sort(column, descending: descending)
        case .ranking(let kind, let count, let column): return try ranking(kind, count, column, stage)
        case .counted(.limit, let count): return try limit(count, stage)
        case .derive(let name, let unit, let expression): return try derive(name, in: unit, expression)
        case .select(let columns): return try select(columns)
        case .join(let query, let isByDay): return try join(query, isByDay: isByDay, stage)
        case .trend(let period, let isLinear): return try trend(per: period, isLinear: isLinear, stage)
        case .smooth(let method, let argument): return try smooth(method, argument, stage)
        case .outliers(let limit, let column): return try outliers(limit, by: column, stage)
        case .correlate(let first, let second, let lag, let last): return try correlate(first, second, lag, last, stage)
        case .streaks(let choice, let skipsMissing, let condition):
            return try streaks(choice, skipsMissing: skipsMissing, where: condition, stage)
        case .usual(let length): return try usual(length, stage)
        case .share(let condition, let keys): return try share(where: condition, by: keys, stage)
        }
    }

    /// Appends a stage to the pipeline.
    mutating func append(_ stage: PlanStage, at range: SourceRange) {
        rows.pipeline.stages.append(stage)
        ranges.append(range)
    }

    // MARK: Requirements of stages

    /// Reports a stage that needs rows in the order of time if the rows are samples, have no time or are sorted.
    func refuseWithoutTime(_ what: String, _ stage: QuerySyntax.Stage) throws(Reported) {
        if shape.row == .sample {
            throw binder.report(
                .stageOnSamples, "\(what) needs rows in time order, not samples", at: stage.range,
                help: "compute statistics first: `\(usualAggregate) … by day | …`",
                note: "samples can be filtered, sorted, limited and aggregated")
        }
        if !shape.hasTime {
            let keys = shape.keys.compactMap { $0.profile?.rawValue }.joined(separator: ", ")
            throw binder.report(
                .stageWithoutTime, "\(what) needs rows with a time, but these rows have only \(keys.isEmpty ? "other keys" : keys)",
                at: stage.range,
                help: "put it before the stage that removes the time, or use `by day`")
        }
        if !shape.isInOrder {
            let ranking = shape.removal.flatMap { $0.isRanking ? $0.stage : nil }
            throw binder.report(
                .stageOutOfOrder, "\(what) needs rows in time order, but they are sorted differently", at: stage.range,
                help: ranking.map { "remove `\($0)`, or put it after \(what)" } ?? "put it before the sort, or add `| sort start`"
            )
        }
    }

    /// The aggregate that people use for the listed metric.
    private var usualAggregate: String {
        guard case .samples(let listing) = rows.pipeline.plan.subject, let info = MetricCatalog.metric(listing.metric) else { return "sum" }
        return MeasuredMetric(info: info).nature(binder.context.styles).standardAggregate.name
    }

    /// Reports a stage that needs rows that another stage may have removed.
    func refuseAfterRemoval(
        _ what: String, needing need: String, _ stage: QuerySyntax.Stage, rankingOnly: Bool = false
    ) throws(Reported) {
        guard let removal = shape.removal, removal.isRanking || !rankingOnly else { return }
        throw binder.report(
            .rowsLeftOut, "\(what) needs \(need), but `\(removal.stage)` may have removed some", at: stage.range,
            help: "remove `\(removal.stage)`, or put it after \(what)",
            note: removal.isRanking ? nil : "to choose samples, write `where` before the first `|`")
    }

    /// Reports stages that can't work on the rows of `progress`: their result is already there, or they need rows of other days.
    private func refuseOnDay(_ stage: QuerySyntax.Stage) throws(Reported) {
        guard shape.isDay else { return }
        let needsOtherDays = if case .fill(.previous) = stage.kind { true } else { false }
        guard needsOtherDays || stage.kind.word?.definition.isOfAnyRows == false else { return }
        throw binder.report(
            .stageOnDay, "`\(QueryFormatter.text(of: stage.kind))` can't be used on the rows of `progress`", at: stage.range,
            help: "compute the rows of the day instead: `sum … by hour today | running total reset each day | …`",
            note: "the rows of `progress` are running totals of one day. You can filter, sort and aggregate them, or derive columns")
    }

    /// Reports stages that need buckets if rows are intervals themselves, which can overlap and have gaps between them.
    private func refuseOnEvents(_ stage: QuerySyntax.Stage) throws(Reported) {
        guard let events = shape.events else { return }
        let (what, note): (String, String)
        switch stage.kind {
        case .runningTotal: (what, note) = ("running total", "rows can overlap, so a total would count the same time twice")
        case .valueAt: (what, note) = ("value at", "it needs the running total of a day")
        case .plain(.project): (what, note) = ("project", "it needs the running total of a day")
        case .compare: (what, note) = ("compare to", "the intervals of another period don't correspond to these")
        case .fill(.previous): (what, note) = ("fill previous", "rows have gaps between them")
        case .fill(.linear): (what, note) = ("fill linear", "rows have gaps between them")
        case .change:
            guard let removal = shape.removal else { return }
            throw binder.report(
                .rowsLeftOut, "`change` needs the row before each row, but `\(removal.stage)` may have removed some", at: stage.range,
                help: "remove `\(removal.stage)`, or put it after `change`")
        default: return
        }
        throw binder.report(
            .stageOnIntervals, "`\(what)` can't be used on the rows of `\(events.text)`", at: stage.range,
            help: "group the rows first: `… \(events.text) | sum by day | …`", note: note)
    }

    /// Returns the columns with numbers. Reports an error if there are none.
    func numbers(_ what: String, _ stage: QuerySyntax.Stage) throws(Reported) -> [Int] {
        let numbers = shape.numbers
        if !numbers.isEmpty { return numbers }
        let columns = shape.columns.map { "`\($0.name)`" + ($0.isFlag ? " is yes or no" : " contains text") }
        throw binder.report(
            .columnHasNoNumbers, "\(what) needs numbers, but \(columns.first ?? "the rows have none")", at: stage.range,
            help: shape.row == .sample ? "compute numbers first: `count … by day | …`" : "put it before the stage that removes the numbers")
    }

    // MARK: Stages of a few words

    private mutating func change(percent: Bool, _ stage: QuerySyntax.Stage) throws(Reported) -> PlanStage.Kind {
        if shape.row == .sample { try refuseWithoutTime("`change`", stage) }
        try refuseAfterRemoval("`change`", needing: "the row before each row", stage, rankingOnly: true)
        let numbers = try numbers("`change`", stage)
        if percent { try refuseTimes("`change percent`", stage) }
        try useTimesOfDay(for: "`change`", stage)
        let changes = numbers.filter { !shape.columns[$0].isPrevious }.map { ColumnChange($0, against: shape.columns[$0].previous) }
        for change in changes {
            shape.columns[change.column].info.isAdditive = false
            if percent { shape.columns[change.column].info.unit = "%" }
            if shape.columns[change.column].info.clock != nil {
                shape.columns[change.column].info.clock = nil
                shape.columns[change.column].info.unit = "min"
            }
            shape.columns[change.column].info.isInHundredths = percent
            shape.columns[change.column].info.isDifference = !percent
        }
        shape.running = nil
        shape.typicalDay = nil
        return .change(changes, percent: percent)
    }

    private mutating func ranking(
        _ kind: Ranking, _ count: Count, _ column: QuerySyntax.Column?, _ stage: QuerySyntax.Stage
    ) throws(Reported) -> PlanStage.Kind {
        let number = try binder.integer(count)
        defer {
            shape.isInOrder = false
            shape.lose(QueryFormatter.text(of: stage.kind), isRanking: true)
        }
        if let column { return .ranking(kind, number, by: byTimeOfDay(try rowColumn(column))) }
        let numbers = try numbers(Ranking.allCases.map { "`\($0.rawValue)`" }.joined(separator: " or "), stage)
        return .ranking(kind, number, by: byTimeOfDay(.value(numbers[0])))
    }

    /// Moves a `limit` directly after `samples of …` into the plan, so that only that many samples are kept in memory.
    private mutating func limit(_ count: Count, _ stage: QuerySyntax.Stage) throws(Reported) -> PlanStage.Kind? {
        if runsPlan, shape.row == .sample, rows.pipeline.stages.isEmpty {
            let limit = try binder.integer(count)
            rows.pipeline.plan.limit = min(rows.pipeline.plan.limit ?? limit, limit)
            return nil
        }
        defer { shape.lose(QueryFormatter.text(of: stage.kind)) }
        return .limit(try binder.integer(count))
    }
}

extension StageWord {
    /// True if the stage doesn't change the columns.
    fileprivate var keepsColumns: Bool { definition.changes == .rows || definition.changes == .cells }
}
