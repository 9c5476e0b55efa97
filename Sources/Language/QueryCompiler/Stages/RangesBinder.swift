import CalendarIntervals
import HealthModel
import QueryDiagnostics
import QueryPlan
import QuerySyntax
import QueryVocabulary

/// Binds a query for two ranges side by side, as in `this month vs last month` (S9.14).
struct RangesBinder {
    let binder: Binder
    let query: QuerySyntax.Query
    let clause: Clause
    let other: OtherRange

    /// Nil for a query about one range. Only measures can have two.
    init?(_ binder: Binder, _ query: QuerySyntax.Query) {
        guard case .measures = query.source, let clause = query.clauses.last(where: { $0.kind.word == .versus }),
            case .versus(let other) = clause.kind
        else { return nil }
        (self.binder, self.query, self.clause, self.other) = (binder, query, clause, other)
    }

    /// The rows of one of the ranges.
    struct Rows {
        var stages: StageBinder
        var plans: PlanBinder
        var rows: BoundRows { stages.rows }
    }

    /// Returns the rows of the query's own range, with a last stage that has those of the other one.
    func bind() throws(Reported) -> Rows {
        var own = try rows(over: ownClauses())
        let others = try otherRows(to: &own)
        try checkRanges(own.rows, others)
        let compared = compare(&own.stages, with: others.rows.pipeline)
        own.stages.append(PlanStage(.versus(compared), columns: own.stages.shape.infos, text: text), at: clause.range)
        return own
    }

    private var text: String { QueryFormatter.text(of: [clause]) }

    // MARK: The ranges

    private func ownClauses() throws(Reported) -> [Clause] {
        let written = query.clauses.filter { $0.kind.word == .range }
        let rest = query.clauses.filter { $0.kind.word != .versus }
        guard case .around(let when, _) = other.kind else {
            if !written.isEmpty { return rest }
            throw reportMissingRange()
        }
        if let written = written.first {
            throw binder.report(
                .conflictingRanges, "`before and after` sets the time range, which is already set", at: clause.range,
                help: "remove `\(QueryFormatter.text(of: [written]))`, or write how long both ranges are: `30 days before and after …`")
        }
        return rest + [ranged(.since(when))]
    }

    /// Reports `vs last week` without a range, which is probably this week.
    private func reportMissingRange() -> Reported {
        var fix: Diagnostic.Fix?
        if case .period(.span(let span)) = other.kind, case .last(nil, false, let unit) = span.kind {
            fix = Diagnostic.Fix(
                SourceRange(at: clause.range.start), "this \(unit.name) ", keepsQuestion: false,
                help: "write `this \(unit.name) \(text)`")
        }
        return binder.report(
            .twoRanges, "`vs` needs a range before it", at: clause.keywordRange, help: "write for example `this month vs last month`",
            fix: fix)
    }

    /// Returns a range at the place of `vs`.
    private func ranged(_ range: RangeClause) -> Clause { placed(.range(range)) }

    private func placed(_ kind: ClauseKind) -> Clause {
        var placed = clause
        placed.kind = kind
        return placed
    }

    private func rows(over clauses: [Clause]) throws(Reported) -> Rows {
        let plans = PlanBinder(binder, clauses: clauses, stages: query.stages)
        guard let bound = try plans.bind(query.source) else { preconditionFailure("the last result was refused") }
        let stages = StageBinder(query.stages, binder, rows: BoundRows(bound, clauses: clauses), runsPlan: true)
        try binder.stopAfterErrors()
        return Rows(stages: stages, plans: plans)
    }

    /// The rows of the other range, before `vs`.
    private struct OtherRows {
        var rows: BoundRows
        /// The range as it is written, before its ends move to the edges of buckets.
        var asked: PlanRange
    }

    private func otherRows(to own: inout Rows) throws(Reported) -> OtherRows {
        switch other.kind {
        case .period(.span(let span)): return try otherRows(.span(span), beside: &own)
        case .period(let period): return try otherRows(.during(period), beside: &own)
        case .ends(let range): return try otherRows(range, beside: &own)
        case .around(let when, nil): return try otherRows(.until(when), beside: &own)
        case .before(let amount):
            let start = own.rows.frame.asked.start
            // In an empty store, the other range has no rows either.
            guard !own.rows.frame.asked.isUnknown else { return OtherRows(rows: own.rows, asked: .unknown) }
            let moved = own.rows.with(try moved(own.rows, to: try moving(start, by: -1, amount, own.rows)..<start))
            return try cut(&own, OtherRows(rows: moved, asked: moved.pipeline.plan.range))
        case .around(_, let amount?):
            let moment = own.rows.frame.asked.start
            let before = own.rows.with(try moved(own.rows, to: try moving(moment, by: -1, amount, own.rows)..<moment))
            own.stages.rows.pipeline = try moved(own.rows, to: moment..<(try moving(moment, by: 1, amount, own.rows)))
            return OtherRows(rows: before, asked: before.pipeline.plan.range)
        }
    }

    /// Binds the query for another range. Findings that both ranges have are reported once.
    private func otherRows(_ range: RangeClause, beside own: inout Rows) throws(Reported) -> OtherRows {
        let count = binder.diagnostics.count
        let clauses = query.clauses.filter { ![.range, .versus].contains($0.kind.word) } + [ranged(range)]
        let rows = try rows(over: clauses).rows
        binder.forgetRepeated(from: count)
        return try cut(&own, OtherRows(rows: rows, asked: rows.frame.asked))
    }

    private func moving(
        _ instant: Instant, by sign: Int, _ amount: TimeAmountPhrase, _ rows: BoundRows
    ) throws(Reported) -> Instant {
        let length = try rows.frame.times.interval(binder.amount(amount), binder)
        if let moved = rows.frame.calendar.moving(instant, by: sign, length) { return moved }
        throw binder.report(
            .timeOutOfReach, "the range is outside the years 1 to 9999", at: clause.range, help: "use a shorter range")
    }

    /// Returns the rows over another range with exact ends.
    private func moved(_ rows: BoundRows, to range: Range<Instant>) throws(Reported) -> Pipeline {
        if let join = rows.shape.join {
            throw binder.report(
                .joinedQuery, "`\(text)` can't be used with `\(join)`", at: clause.range,
                help: "write both ranges, as in `last 7 days vs from 2025-01-01 to 2025-01-08`")
        }
        guard !rows.pipeline.plan.range.isUnknown else { return rows.pipeline }
        var frame = rows.frame
        (frame.bound.snapsStart, frame.bound.snapsEnd) = (false, false)
        guard var pipeline = rows.pipeline.moved(over: range, frame: frame) else {
            throw binder.report(
                .tooManyRows, "the range has more than \(BoundKeys.maximumRowCount) rows", at: clause.range, help: "use a longer interval")
        }
        (pipeline.plan.cutsStart, pipeline.plan.cutsEnd) = (true, true)
        return pipeline
    }

    // MARK: Ranges of different lengths

    /// Returns how much of a range is over, in milliseconds of local time, so that each day has 24 hours.
    private func length(of range: PlanRange, _ calendar: PeriodCalendar) -> Int64 {
        let end = range.start < calendar.now ? min(range.end, calendar.now) : range.end
        return calendar.zone.localMilliseconds(at: end) - calendar.zone.localMilliseconds(at: range.start)
    }

    /// Cuts the longer of the ranges for `the same days of`.
    private func cut(_ own: inout Rows, _ others: OtherRows) throws(Reported) -> OtherRows {
        let asked = [own.rows.frame.asked, others.asked]
        guard other.isOfSameDays, !asked.contains(where: \.isUnknown) else { return others }
        let calendar = own.rows.frame.calendar
        let least = asked.map { length(of: $0, calendar) }.min() ?? 0
        func cut(_ range: PlanRange) -> Range<Instant> {
            let end = calendar.zone.instant(ofLocalMilliseconds: calendar.zone.localMilliseconds(at: range.start) + least)
            return range.start..<max(range.start, min(end, range.end))
        }
        own.stages.rows.pipeline = try moved(own.rows, to: cut(asked[0]))
        return OtherRows(rows: others.rows.with(try moved(others.rows, to: cut(asked[1]))), asked: asked[1])
    }

    /// Reports ranges that are equal, overlap or have different lengths.
    private func checkRanges(_ own: BoundRows, _ others: OtherRows) throws(Reported) {
        let ranges = [own.pipeline.plan.range, others.rows.pipeline.plan.range]
        guard !ranges.contains(where: \.isUnknown) else { return }
        if ranges[0] == ranges[1] {
            throw binder.report(.twoRanges, "both ranges are the same", at: clause.range, help: "compare with another range")
        }
        if max(ranges[0].start, ranges[1].start) < min(ranges[0].limit, ranges[1].limit) {
            binder.report(
                .rangesOverlap, "`\(labels.own)` and `\(labels.other)` overlap, so some data counts in both", at: clause.range,
                help: "choose ranges that don't overlap", note: "the interval of the difference is too narrow for such ranges")
        }
        guard !other.isOfSameDays, own.shape.interval == nil, own.shape.events == nil else { return }
        let isMoved = if case .around(_, .some) = other.kind { true } else { false }
        noteLengths([isMoved ? ranges[0] : own.frame.asked, others.asked], own)
    }

    private func noteLengths(_ asked: [PlanRange], _ own: BoundRows) {
        let calendar = own.frame.calendar
        let lengths = asked.map { length(of: $0, calendar) }
        let open = asked.firstIndex { $0.start <= calendar.now && calendar.now < $0.end }
        guard lengths[0] != lengths[1], open != nil || own.shape.columns.contains(where: { $0.info.accumulates }) else { return }
        let words = zip([labels.own, labels.other], lengths).enumerated().map { index, range in
            "`\(range.0)` has \(Self.words(range.1))\(open == index ? " so far" : "")"
        }
        var same = other
        same.isOfSameDays = true
        let text = QueryFormatter.text(of: [placed(.versus(same))])
        var help = "to compare the same number of days, write `\(text)`"
        var fix: Diagnostic.Fix? = Diagnostic.Fix(clause.range, text, keepsQuestion: false)
        switch other.kind {
        case .period, .ends: break
        case .before:
            fix = wholePeriods
            help = "to compare whole days, write `full`, as in `last 30 full days`"
        case .around:
            help = "to compare ranges of the same length, write a time that ends before now, such as `7 days before and after`"
            fix = nil
        }
        binder.report(.rangesOfOtherLength, words.joined(separator: ", and "), at: clause.range, help: help, fix: fix)
    }

    /// The edit from `last 30 days` to `last 30 full days`.
    private var wholePeriods: Diagnostic.Fix? {
        guard let own = query.clauses.first(where: { $0.kind.word == .range }), case .range(.span(var span)) = own.kind,
            case .last(let count?, false, let unit) = span.kind
        else { return nil }
        span.kind = .last(count, full: true, unit)
        return Diagnostic.Fix(own.range, QueryFormatter.text(of: RangeClause.span(span)), keepsQuestion: false)
    }

    private static func words(_ length: Int64) -> String {
        func counted(_ number: Int64, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
        let (days, hours) = (length / ClockDay.milliseconds, length % ClockDay.milliseconds / 3_600_000)
        if days == 0 { return counted(hours, "hour") }
        return counted(days, "day") + (hours == 0 ? "" : " and \(counted(hours, "hour"))")
    }

    // MARK: Words and columns

    /// The words for both ranges.
    private var labels: (own: String, other: String) {
        switch other.kind {
        case .around(let when, let amount):
            let moment = QueryFormatter.text(of: when)
            let length = amount.map { QueryFormatter.text(of: $0) + " " } ?? ""
            return ("\(length)since \(moment)", "\(length)before \(moment)")
        case .before(let amount): return (ownLabel, "the \(QueryFormatter.text(of: amount)) before")
        case .period(let period): return (ownLabel, (other.isOfSameDays ? "the same days of " : "") + words(of: period))
        case .ends(let range): return (ownLabel, (other.isOfSameDays ? "the same days of " : "") + QueryFormatter.text(of: range))
        }
    }

    private var ownLabel: String {
        let clauses = query.clauses.filter { $0.kind.word == .range }
        if clauses.count == 1, case .range(let range) = clauses[0].kind, let period = range.period {
            return words(of: period)
        }
        return QueryFormatter.text(of: clauses)
    }

    /// Returns the words for a period. The formal of a function stands for its argument.
    private func words(of period: PeriodPhrase) -> String {
        guard case .name(let name) = period, name.scope != nil else { return QueryFormatter.text(of: period) }
        let meant = binder.collect(
            try binder.following(name) { (value) throws(Reported) -> String? in
                switch value {
                case .span(let span): QueryFormatter.text(of: PeriodPhrase.span(span))
                case .when(let when): QueryFormatter.text(of: when)
                default: nil
                }
            })
        return (meant.value ?? nil) ?? name.text
    }

    /// Adds the key and the columns of the comparison to the shape, and their basis to both pipelines.
    private func compare(_ stages: inout StageBinder, with others: Pipeline) -> ComparedRange {
        var taken = Set((stages.shape.columns.map(\.name) + stages.shape.keys.map { $0.alias ?? $0.name }).map(Name.key(of:)))
        let key = Self.free("range", &taken)
        var compared = ComparedRange(
            rows: others, labels: labels, otherIsFirst: others.plan.range.start < stages.rows.pipeline.plan.range.start, key: key,
            columnCount: stages.shape.columns.count)
        // Two ranges can overlap, and their sum is nothing that people ask for.
        for index in stages.shape.columns.indices { stages.shape.columns[index].info.isAdditive = false }
        defer {
            stages.shape.keys.append(RowShape.Key(name: key))
            // A further query for another time would need both ranges.
            stages.shape.join = stages.shape.join ?? text
        }
        guard stages.shape.interval == nil, stages.shape.events == nil else { return compared }
        let basis = addBasis(&stages.rows.pipeline)
        _ = addBasis(&compared.rows)
        let columns = stages.shape.columns
        var differences: [RangeDifference] = []
        for index in columns.indices where isCompared(columns[index], index, columns) {
            var difference = RangeDifference(
                index, count: basis[index]?.count, deviation: basis[index]?.deviation, hasPercent: columns[index].hasChangeInPercent)
            if columns[index].info.clock != nil { difference.scale = 1 / 60_000 }
            difference.showsCount = basis[index]?.showsCount == true
            differences.append(difference)
        }
        let countCount = differences.count(where: \.showsCount)
        for difference in differences {
            for added in difference.added {
                let isOnly = added == .count ? countCount == 1 : differences.count == 1
                let suffix = isOnly ? "" : "_\(columns[difference.column].name)"
                stages.shape.columns.append(
                    RowShape.Column(info: columns[difference.column].info(of: added, name: Self.free(added.rawValue + suffix, &taken))))
            }
        }
        compared.differences = differences
        return compared
    }

    private static func free(_ name: String, _ taken: inout Set<String>) -> String {
        var (free, number) = (name, 2)
        while !taken.insert(Name.key(of: free)).inserted {
            free = "\(name)_\(number)"
            number += 1
        }
        return free
    }

    /// Returns true for a column with an own meaning, not one that describes another, such as the ends of an interval.
    private func isCompared(_ column: RowShape.Column, _ index: Int, _ all: [RowShape.Column]) -> Bool {
        guard !column.isText, !column.isFlag, column.info.clock != .instant else { return false }
        if ["low", "high", ColumnInfo.basis].contains(column.info.aggregate) { return false }
        // `share` and studies of rows end with the number of rows that they are based on.
        let describes = column.info.aggregate == RangeDifference.countAggregate && column.info.metric.isEmpty
        return !(describes && index == all.count - 1 && index > 0)
    }

    /// The columns with the number and the deviation of the values that a column combines.
    private struct Basis {
        var count: Int
        var deviation: Int?
        var showsCount: Bool
    }

    /// Adds the basis of each column of the last stage, if it combines rows. Returns it by the column.
    private func addBasis(_ pipeline: inout Pipeline) -> [Int: Basis] {
        guard let last = pipeline.stages.indices.last, case .aggregate(var aggregates, let keys) = pipeline.stages[last].kind else {
            return [:]
        }
        let written = aggregates
        var basis: [Int: Basis] = [:]
        for (index, own) in written.enumerated() where own.aggregate != .count {
            func add(_ aggregate: Aggregate) -> Int {
                aggregates.append(RowAggregate(aggregate, of: own.column, basis: own.aggregate))
                pipeline.stages[last].columns.append(pipeline.stages[last].columns[index])
                return aggregates.count - 1
            }
            // Several aggregates of a column have the same number.
            let isShown = written.firstIndex { $0.column == own.column } == index
            basis[index] = Basis(
                count: add(.count), deviation: own.aggregate == .average ? add(.stddev) : nil,
                showsCount: isShown && !written.contains { $0.column == own.column && $0.aggregate == .count })
        }
        pipeline.stages[last].kind = .aggregate(aggregates, by: keys)
        return basis
    }
}

extension RowShape.Column {
    /// True if a ratio of two values has a meaning: not for times of day, temperatures and shares.
    fileprivate var hasChangeInPercent: Bool {
        guard info.clock == nil, info.unit != HealthUnit.percent.symbol else { return false }
        guard let unit, !info.isDifference else { return true }
        return unit.conversion(to: unit.interval)?(0) == 0
    }

    /// Returns what is known of a column that compares this one between two ranges.
    fileprivate func info(of added: RangeDifference.Column, name: String) -> ColumnInfo {
        var info = info
        (info.name, info.aggregate) = (name, added.rawValue)
        (info.isAdditive, info.accumulates, info.isFlag, info.isOptional, info.rules) = (false, false, false, false, nil)
        if info.clock != nil { (info.clock, info.unit) = (nil, "min") }
        info.isDifference = true
        switch added {
        case .difference, .low, .high: break
        case .count:
            (info.metric, info.part, info.unit, info.isInHundredths, info.isDifference) = ("", nil, "count", false, false)
            info.aggregate = RangeDifference.countAggregate
        case .change: (info.unit, info.isInHundredths, info.isDifference) = ("%", true, false)
        }
        return info
    }
}

extension RangeClause {
    /// The period after `on` or `during`.
    fileprivate var period: PeriodPhrase? {
        switch self {
        case .on(let period), .during(let period): period
        case .since, .until, .through, .between, .fromTo, .span: nil
        }
    }
}
