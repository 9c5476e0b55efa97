import CalendarIntervals
import HealthModel
import QueryDiagnostics
import QueryPlan
import QuerySyntax

/// `compare to`: adds the same rows of another period.
extension StageBinder {
    mutating func compare(
        _ target: CompareTarget, _ written: QuerySyntax.Alignment?, _ stage: QuerySyntax.Stage
    ) throws(Reported) -> PlanStage.Kind {
        if shape.row == .sample || shape.hasTime { try refuseWithoutTime("`compare to`", stage) }
        try refuseAfterRemoval("`compare to`", needing: "the same rows of another time", stage, rankingOnly: true)
        guard !shape.isProjected else {
            throw binder.report(
                .stageWithoutTime, "can't compare a projection, which has only today", at: stage.range,
                help: "put `compare to` before `project`")
        }
        guard !rows.isCut else {
            throw binder.report(
                .nothingBefore, "the last result lacks columns that the other period may have", at: stage.range,
                help: "compare in a single query: `summaries … | compare to …`")
        }
        try useTimesOfDay(for: "`compare to`", stage)
        try refuseAfterJoin("`compare to`", stage)
        let columns = try numbers("`compare to`", stage).filter { !shape.columns[$0].isPrevious }
        let range = rows.pipeline.plan.range
        let alignment = written ?? (shape.interval?.period == .week ? .weekday : .clock)
        let asked = try period(target, stage)
        // In an empty store the other period has no rows either.
        guard !range.isUnknown else {
            addPrevious(of: columns)
            return .compare(ComparedPeriod(earlier: rows.pipeline, columns: columns, shift: .elapsed(milliseconds: 0)))
        }
        var earlier = asked.range
        var shift = asked.shift
        switch alignment {
        case .clock: break
        case .elapsed: shift = .elapsed(milliseconds: range.start.milliseconds - earlier.lowerBound.milliseconds)
        case .weekday:
            let days = localDays(from: earlier.lowerBound, to: range.start)
            let weeks = StageBinder.wholeWeeks(of: days)
            shift = .calendar(weeks, periods: schedule(of: .week))
            let start = calendar.zone.moving(range.start, by: -weeks, .week)
            earlier = start..<max(start, calendar.zone.moving(earlier.upperBound, by: Int(days.rounded()) - weeks * 7, .day))
        }
        reportUneven(shift, stage)
        if columns.contains(where: { shape.columns[$0].info.accumulates }) { reportInProgress(earlier, shift, target, stage) }
        guard let pipeline = rows.pipeline.moved(over: earlier, frame: frame, shift: shift) else {
            throw binder.report(
                .tooManyRows, "the other period has more than \(BoundKeys.maximumRowCount) rows", at: stage.range,
                help: "use a longer interval")
        }
        addPrevious(of: columns)
        return .compare(ComparedPeriod(earlier: pipeline, columns: columns, shift: shift))
    }

    private mutating func addPrevious(of columns: [Int]) {
        var taken = Set(shape.columns.map(\.name) + shape.keys.map(\.name))
        for column in columns {
            var previous = shape.columns[column]
            let name = columns.count == 1 ? "previous" : "previous_\(previous.name)"
            // A second comparison needs other names than the first.
            var free = name
            var number = 2
            while !taken.insert(free).inserted {
                free = "\(name)_\(number)"
                number += 1
            }
            previous.info.name = free
            if columns.count == 1 { previous.info.isOptional = false }
            previous.isPrevious = true
            previous.previous = nil
            shape.columns[column].previous = shape.columns.count
            shape.columns.append(previous)
        }
    }

    // MARK: The other period

    /// Returns the other period, and its distance before the period of the rows.
    private func period(
        _ target: CompareTarget, _ stage: QuerySyntax.Stage
    ) throws(Reported) -> (range: Range<Instant>, shift: TimeShift) {
        let own = rows.pipeline.plan.range
        let named: ResolvedTime?
        switch target {
        case .previous(let unit?): return shifted(1, unit)
        case .previous(nil):
            guard let shift = length() else {
                throw binder.report(
                    .nothingBefore, "`compare to previous` needs a query with a range", at: stage.range,
                    help: "add a range such as `last 30 days`, or name the period: `compare to previous year`",
                    note: "without a range, the query starts at the first sample, and nothing comes before it",
                    fix: .init(
                        SourceRange(at: stage.range.end), " year", keepsQuestion: false,
                        help: "name the period, as in `compare to previous year`, or add a range such as `last 30 days`"))
            }
            return shifted(shift.count, shift.period)
        case .span(let span): named = try frame.times.resolve(span, binder)
        case .period(let period): named = try frame.times.resolve(period, binder)
        }
        guard let named, named.isPeriod else {
            throw binder.report(
                .nothingBefore, "`compare to` needs a period, but this isn't one", at: stage.range,
                help: "write for example `compare to previous year`, `compare to last month` or `compare to 2024-03`")
        }
        // As in the range of the query, implied ends move to bucket edges.
        guard !own.isUnknown, let plan = frame.plan(rows.pipeline.plan, over: named.start..<named.end) else {
            return (named.start..<named.end, .elapsed(milliseconds: 0))
        }
        let range = plan.range.start..<plan.range.end
        return (range, distance(from: range.lowerBound, to: own.start))
    }

    private func shifted(_ count: Int, _ period: CalendarPeriod) -> (range: Range<Instant>, shift: TimeShift) {
        let shift = TimeShift.calendar(count, periods: schedule(of: period))
        let own = rows.pipeline.plan.range
        return (own.isUnknown ? own.start..<own.end : frame.moving(own, back: shift), shift)
    }

    /// Returns the length of the range in its own periods: `last 30 days` has 30 days, `this month` one month.
    private func length() -> (count: Int, period: CalendarPeriod)? {
        let plan = rows.pipeline.plan
        let own = plan.range.start..<plan.range.end
        switch frame.rangePhrase {
        case .open: return nil
        case .periods(let count, let period):
            if plan.range == frame.asked { return (count, period) }
            return length(of: own)
        case .ends:
            // A range that starts with a bucket is as long as its buckets, even if the last one is still in progress.
            guard let last = plan.grid.groupEnds.last, plan.grid.intervalText != nil,
                plan.grid.groupStarts.first == own.lowerBound.milliseconds
            else { return length(of: own) }
            return length(of: own.lowerBound..<max(own.upperBound, Instant(milliseconds: last)))
        }
    }

    /// Returns whole months if both ends start a month, whole days if both have the same time of day, or else seconds.
    private func length(of range: Range<Instant>) -> (count: Int, period: CalendarPeriod) {
        switch distance(from: range.lowerBound, to: range.upperBound) {
        case .calendar(let count, let periods): (count, periods.interval.period)
        case .elapsed(let milliseconds): (Int((milliseconds + 999) / 1000), .second)
        }
    }

    private func distance(from start: Instant, to end: Instant) -> TimeShift {
        let (first, last) = (calendar.zone.civil(at: start), calendar.zone.civil(at: end))
        let months = calendar.periods(.month, holding: start)
        if months.floor(start) == start, months.floor(end) == end {
            return .calendar(months.index(of: end) - months.index(of: start), periods: months)
        }
        guard first.millisecondOfDay == last.millisecondOfDay else { return .elapsed(milliseconds: end.milliseconds - start.milliseconds) }
        return .calendar(last.date.dayNumber - first.date.dayNumber, periods: calendar.periods(.day, holding: start))
    }

    private func localDays(from start: Instant, to end: Instant) -> Double {
        Double(calendar.zone.localMilliseconds(at: end) - calendar.zone.localMilliseconds(at: start)) / Double(millisecondsPerDay)
    }

    /// Returns the number of days in weeks, rounded, but at least one week.
    private static func wholeWeeks(of days: Double) -> Int {
        let weeks = Int((days / 7).rounded())
        return weeks == 0 && days != 0 ? (days > 0 ? 1 : -1) : weeks
    }

    /// Reports a range that is still in progress if it is compared with more than the same part of the other period.
    ///
    /// With rows for periods, the row in progress is marked as partial.
    private func reportInProgress(
        _ earlier: Range<Instant>, _ shift: TimeShift, _ target: CompareTarget, _ stage: QuerySyntax.Stage
    ) {
        let (own, now) = (rows.pipeline.plan.range, calendar.now)
        guard shape.interval == nil, own.start <= now, now <= own.end, frame.moving(now, back: shift) < earlier.upperBound else { return }
        let help: String? =
            switch (frame.rangePhrase, target.previousPeriod) {
            case (.periods(1, let unit), let previous?):
                "to compare the same part of both, write "
                    + "`\(unit == .day ? "since today" : "since start of this \(unit.name)") … | compare to previous \((previous ?? unit).name)`"
            case (.periods(let count, let unit), _?) where count > 1:
                "to compare whole \(unit.name)s, write `last \(count) full \(unit.name)s … | compare to previous`"
            case (.ends, let previous??): "to compare the same part of both, write `compare to previous \(previous.name)`"
            default: nil
            }
        binder.report(
            .comparisonInProgress, "the range isn't over yet, but it is compared with a longer one", at: stage.range,
            help: help ?? "see `help elapsed`")
    }

    /// Warns if the shifted rows don't start on the same days.
    private func reportUneven(_ shift: TimeShift, _ stage: QuerySyntax.Stage) {
        guard shape.hasTime, let interval = shape.interval, case .calendar(let count, let periods) = shift else { return }
        let period = periods.interval.period
        let meets: Bool =
            switch interval.period {
            case .month, .quarter, .year: count == 0 || period.monthCount.map { $0 * count % (interval.monthCount ?? 1) == 0 } ?? false
            case .week: period == .week || period == .day && count % 7 == 0
            default: true
            }
        guard !meets else { return }
        binder.report(
            .unevenComparison,
            "rows of \(interval.inWords) don't line up with rows \(count) \(period.name)\(count == 1 ? "" : "s") earlier",
            at: stage.range,
            help: interval.period == .week
                ? "add `aligned weekday`" : "compare with a period of whole \(interval.period.name)s, such as `previous year`")
    }
}

extension CompareTarget {
    /// The unit of the period directly before the range. The inner value is nil if the range determines it; nil for any other period.
    fileprivate var previousPeriod: CalendarPeriod?? {
        switch self {
        case .previous(let unit): .some(unit)
        case .span(let span), .period(.span(let span)):
            switch span.kind {
            case .last(nil, _, let unit): .some(unit)
            case .yesterday: .some(.day)
            default: nil
            }
        default: nil
        }
    }
}

extension CalendarPeriod {
    fileprivate var monthCount: Int? {
        switch self {
        case .month: 1
        case .quarter: 3
        case .year: 12
        default: nil
        }
    }
}

extension IntervalComponents {
    fileprivate var monthCount: Int? { period.monthCount.map { $0 * count } }
}

extension QueryFrame {
    /// Returns the instant in the other period that corresponds to `instant`.
    ///
    /// The start of a period moves to the start of a period, so that months from the 31st stay whole.
    func moving(_ instant: Instant, back shift: TimeShift) -> Instant {
        switch shift {
        case .elapsed(let milliseconds): instant.advanced(byMilliseconds: -milliseconds)
        case .calendar(let count, let periods): periods.moving(instant, by: -count)
        }
    }

    func moving(_ range: PlanRange, back shift: TimeShift) -> Range<Instant> {
        let start = moving(range.start, back: shift)
        return start..<max(start, moving(range.end, back: shift))
    }
}

extension Pipeline {
    /// Returns the pipeline for another range; nil if it would have too many rows.
    ///
    /// - Parameter shift: the distance of the other range before the own one, for stages that contain instants.
    func moved(over range: Range<Instant>, frame: QueryFrame, shift: TimeShift? = nil) -> Pipeline? {
        guard let plan = frame.plan(plan, over: range) else { return nil }
        var moved = Pipeline(plan: plan)
        for var stage in stages {
            switch stage.kind {
            case .compare(var period):
                let range = frame.moving(plan.range, back: period.shift)
                guard let earlier = period.earlier.moved(over: range, frame: frame, shift: shift) else { return nil }
                period.earlier = earlier
                stage.kind = .compare(period)
            case .valueAt(.instant(let instant), let days):
                stage.kind = .valueAt(.instant(shift.map { frame.moving(instant, back: $0) } ?? instant), days: days)
            default: break
            }
            stage.before = stage.before.flatMap { before in
                let first = before.plan.range.start
                return first < plan.range.start ? before.moved(over: first..<plan.range.start, frame: frame, shift: shift) : nil
            }
            moved.stages.append(stage)
        }
        return moved
    }
}
