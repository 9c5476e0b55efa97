import CalendarIntervals
import HealthModel
import QueryDiagnostics
import QueryPlan
import QuerySyntax
import QueryVocabulary

/// Stages that need rows in the order of time.
extension StageBinder {
    mutating func runningTotal(_ period: CalendarPeriod?, _ stage: QuerySyntax.Stage) throws(Reported) -> PlanStage.Kind {
        try refuseWithoutTime("`running total`", stage)
        let numbers = try numbers("`running total`", stage)
        try refuseTimes("`running total`", stage)
        if shape.running != nil {
            throw binder.report(
                .runningTotalTwice, "these rows are already running totals", at: stage.range,
                help: "remove one of the two", fix: [Diagnostic.Edit(stage.pipe.union(stage.range), "")])
        }
        for column in numbers where isReading(shape.columns[column]) {
            let metric = shape.columns[column].info.metric
            binder.report(
                .runningTotalOfReadings,
                "a running total of `\(shape.columns[column].name)` is meaningless: its values are readings, not amounts",
                at: stage.range,
                help: "use `rolling 7 days average` for readings", note: "\(metric) is discrete, and only amounts add up")
        }
        if let period, let interval = shape.interval, !IntervalComponents(1, period).holdsSeveral(interval) {
            binder.report(
                .stageWithoutEffect, "`reset each \(period.name)` has no effect, because each \(period.name) has at most one row",
                at: stage.range,
                help: "use shorter rows, as in `by hour`, or a longer period")
        }
        shape.running = RowShape.RunningTotal(reset: period)
        for column in numbers {
            shape.columns[column].info.isAdditive = false
            shape.columns[column].info.accumulates = true
        }
        return .runningTotal(reset: period.map(schedule))
    }

    mutating func rolling(
        _ phrase: TimeAmountPhrase, _ aggregates: [AggregatePhrase], _ least: Count?, _ stage: QuerySyntax.Stage
    ) throws(Reported) -> PlanStage.Kind {
        try refuseWithoutTime("`rolling`", stage)
        let window = try frame.times.interval(binder.amount(phrase), binder)
        if let interval = shape.interval, window.approximateMilliseconds < interval.approximateMilliseconds {
            throw binder.report(
                .shorterThanRows, "a window of \(window.inWords) is shorter than a row of \(interval.inWords)", at: phrase.range,
                help: "use a longer window, or shorter rows: `by \(window)`")
        }
        var atLeast = 1
        if let least {
            let number = try binder.integer(least)
            atLeast = max(number, 1)
            if let interval = shape.interval, atLeast > window.greatestCount(of: interval) {
                binder.report(
                    .neverEnoughRows, "a window of \(window.inWords) never has \(number) rows of \(interval.inWords)", at: least.range,
                    help: "use a smaller number or a longer window", note: "every row will be null")
            }
        }
        try useTimesOfDay(for: aggregates, stage)
        let bound = try rowAggregates(aggregates, stage, keepsName: true)
        let kind: RollingWindow =
            window.period.isCalendar
            ? .calendar(window, zone: calendar.zone) : .elapsed(milliseconds: window.approximateMilliseconds)
        for index in shape.columns.indices { shape.columns[index].info.window = window }
        shape.running = nil
        return .rolling(kind, bound, atLeast: atLeast)
    }

    mutating func fill(_ rule: FillRule, _ stage: QuerySyntax.Stage) throws(Reported) -> PlanStage.Kind {
        guard shape.row != .sample else {
            throw binder.report(
                .stageOnSamples, "samples have no gaps to fill", at: stage.range,
                help: "compute statistics first: `average … by day | fill …`")
        }
        let numbers = try numbers("`fill`", stage).filter { shape.columns[$0].info.clock == nil }
        // A number is in the unit of each column. Other rules are the same for all.
        let fills = try binder.collect(each: numbers) { (index) throws(Reported) in
            let column = shape.columns[index]
            return try binder.fill(rule, in: column.columnUnit, of: column.metric, named: column.warningName)
        }
        let fill = if let first = fills.first { first } else { try binder.fill(rule, in: nil, of: nil, named: nil) }
        if numbers.isEmpty, ![.none, .null, .omit].contains(fill) { try refuseTimes("`fill`", stage) }
        if fill == .previous || fill == .linear { try refuseWithoutTime("`fill \(fill == .linear ? "linear" : "previous")`", stage) }
        if fill == .zero || fill == .number(0), let reading = numbers.map({ shape.columns[$0] }).first(where: isReading) {
            binder.reportZero(of: reading.info.metric, at: stage.range)
        }
        if ![.none, .null, .omit, .zero].contains(fill) { for column in numbers { shape.columns[column].info.isAdditive = false } }
        // Times are left as they are.
        if fill == .omit { return .fill(Dictionary(uniqueKeysWithValues: shape.columns.indices.map { ($0, fill) })) }
        return .fill(Dictionary(uniqueKeysWithValues: zip(numbers, fills)))
    }

    /// Returns the rows before the range, from the first sample on but at most the maximum number of rows. Nil if there are none.
    func before() -> Pipeline? {
        let start = rows.pipeline.plan.range.start
        guard shape.hasTime, !rows.isCut, shape.join == nil, var first = frame.firstSample, first < start else { return nil }
        if let interval = frame.keys.interval {
            let schedule = calendar.schedule(of: interval, holding: start)
            let most = BoundKeys.maximumRowCount
            if schedule.bucketCount(covering: first..<start) > most { first = schedule.edge(schedule.index(of: start) - most) }
        }
        return rows.pipeline.moved(over: first..<start, frame: frame)
    }

    mutating func valueAt(_ moment: ValueMoment, _ stage: QuerySyntax.Stage) throws(Reported) -> PlanStage.Kind {
        if let day = shape.typicalDay { return try valueAt(moment, of: day, stage) }
        try refuseWithoutTime("`value at`", stage)
        guard shape.running != nil else {
            throw reportMissingTotal("`value at` needs a running total, but these rows aren't one", at: stage)
        }
        try refuseAfterRemoval("`value at`", needing: "all rows of a day", stage)
        let bound = try bind(moment)
        shape.interval = IntervalComponents(1, .day)
        shape.running = nil
        shape.keys.removeAll(where: \.describesRow)
        return .valueAt(bound, days: schedule(of: .day))
    }

    /// Binds `value at` on a typical day, which has no date.
    private mutating func valueAt(
        _ moment: ValueMoment, of day: RowShape.TypicalDay, _ stage: QuerySyntax.Stage
    ) throws(Reported) -> PlanStage.Kind {
        try refuseAfterRemoval("`value at`", needing: "all hours of the day", stage)
        let bound = try bind(moment)
        let time: Int
        switch bound {
        case .timeOfDay(let milliseconds): time = milliseconds
        case .sameTime(let instant): time = calendar.zone.civil(at: instant).millisecondOfDay
        case .instant:
            throw binder.report(
                .typicalDayWithoutDate, "a typical day has no date", at: stage.range,
                help: "write a time of day: `value at 14:30` or `value at now`")
        }
        let hour = Int(CalendarPeriod.hour.approximateMilliseconds)
        shape.keys.remove(at: day.key)
        shape.typicalDay = nil
        return .typicalValueAt(
            TypicalMoment(key: day.key, firstHour: day.start / hour, elapsed: Int64((time - day.start + 24 * hour) % (24 * hour))))
    }

    /// Returns the moment that `value at` names. `now` means its time of day, on every day.
    private func bind(_ moment: ValueMoment) throws(Reported) -> RowMoment {
        switch moment {
        case .time(let time): return .timeOfDay(time.millisecondOfDay)
        case .when(let when):
            let instant = try frame.times.resolve(when, binder).start
            return binder.isNow(when) ? .sameTime(instant) : .instant(instant)
        }
    }

    mutating func project(_ stage: QuerySyntax.Stage) throws(Reported) -> PlanStage.Kind {
        try refuseAfterJoin("`project`", stage)
        try refuseWithoutTime("`project`", stage)
        if shape.isLonger(than: IntervalComponents(23, .hour)) {
            throw binder.report(
                .shorterThanRows, "`project` needs rows shorter than a day, but these are \(shape.rowsInWords)", at: stage.range,
                help: "use shorter rows: `by hour today | running total reset each day | project`")
        }
        guard shape.running?.reset == .day else {
            throw reportMissingTotal("`project` needs the running total of a day, but these rows aren't one", at: stage)
        }
        try refuseAfterRemoval("`project`", needing: "all rows of a day", stage)
        let days = schedule(of: .day)
        let today = days.bucket(holding: calendar.now)
        let range = rows.pipeline.plan.range
        guard range.isUnknown || range.limit > today.lowerBound && range.start < today.upperBound else {
            throw binder.report(
                .nothingToProject, "`project` needs rows of today, but the rows don't include today", at: stage.range,
                help: "use a range that includes today, such as `last 30 days` (not `last 30 full days`)")
        }
        var typical: Pipeline?
        let index = days.index(of: calendar.now)
        if !range.isUnknown, range.start > days.edge(index - 1) {
            typical = rows.pipeline.moved(over: days.edge(index - StageBinder.typicalDayCount)..<today.lowerBound, frame: frame)
        }
        shape.interval = IntervalComponents(1, .day)
        shape.running = nil
        shape.isProjected = true
        shape.keys.removeAll(where: \.describesRow)
        // A projection covers the whole day.
        for column in shape.columns.indices { shape.columns[column].info.accumulates = false }
        return .project(Projection(now: calendar.now, days: days, typical: typical))
    }

    /// The number of full days for the typical day if the rows have none.
    private static let typicalDayCount = 30

    private func reportMissingTotal(_ message: String, at stage: QuerySyntax.Stage) -> Reported {
        let total = "running total reset each day"
        return binder.report(
            .runningTotalMissing, message, at: stage.range, help: "add `| \(total)` before it",
            fix: shape.running == nil ? [Diagnostic.Edit(SourceRange(at: stage.range.start), total + " | ")] : nil)
    }

    /// Returns single periods that start according to the anchor of the query.
    func schedule(of period: CalendarPeriod) -> BucketSchedule {
        let start = rows.pipeline.plan.range.isUnknown ? calendar.now : rows.pipeline.plan.range.start
        return calendar.periods(period, holding: start)
    }

    /// Returns true for values of a discrete metric. They can't be added up, and a missing value is not 0.
    func isReading(_ column: RowShape.Column) -> Bool {
        guard case .quantity(let type)? = column.metric?.kind, !["count", "duration"].contains(column.info.aggregate) else {
            return column.info.aggregate == Aggregate.coverage.name
        }
        return type.style(in: binder.context.styles) != .cumulative
    }
}

extension Binder {
    /// Returns true if a time is `now`, or the name of a value that is `now`.
    fileprivate func isNow(_ when: When) -> Bool {
        guard case .instant(let phrase) = when.kind else { return false }
        switch phrase {
        case .now: return true
        case .name(let name): return isNow(name)
        default: return false
        }
    }

    private func isNow(_ name: Name) -> Bool {
        switch context.names[name]?.value {
        case .when(let when): isNow(when)
        case .query(let query): query.aliasedName.map(isNow) ?? false
        default: false
        }
    }
}

extension IntervalComponents {
    /// Returns an upper bound for the number of `other` in this interval. It allows for long months and days of 25 hours.
    fileprivate func greatestCount(of other: IntervalComponents) -> Int {
        func kind(_ period: CalendarPeriod) -> Int { period < .day ? 0 : period < .month ? 1 : 2 }
        let count = (Double(approximateMilliseconds) / Double(other.approximateMilliseconds)).rounded(.up)
        return Int(count) + (kind(period) == kind(other.period) ? 0 : 3)
    }

    /// Returns true if more than one `other` can start within this interval.
    func holdsSeveral(_ other: IntervalComponents) -> Bool { other.approximateMilliseconds < approximateMilliseconds }
}
