import CalendarIntervals
import HealthModel
import QueryDiagnostics
import QueryPlan
import QuerySyntax
import QueryVocabulary

/// `progress`: one plan for the hours of a day and of the previous days, so that they are read together.
extension PlanBinder {
    private static let usualDayCount = 30

    func bindProgress(_ measure: QuerySyntax.Measure, at word: SourceRange) throws(Reported) -> BoundQuery {
        if let clause = measure.clauses.first {
            binder.report(
                .misplacedClause, "`progress` has only one measure, so its clauses need no parentheses", at: clause.range,
                help: "write `progress \(QueryFormatter.text(of: measure.metric)) \(QueryFormatter.text(of: measure.clauses))`")
        }
        refuseClauses(foreignTo: .progress) { _ in "`progress` shows the hours of one day" }
        if let sources = clause(.choice(.sources)), clauses.choices.sourceRule == .separate {
            binder.report(
                .misplacedClause, "`progress` can't separate sources", at: sources.range,
                help: "choose one source: `where source = \"Watch\"`")
        }
        let implied = Clause.hoursOfToday(impliedAt: word)
        let plans = PlanBinder(
            binder, clauses: clauses + [implied.hours] + (clause(.range) == nil ? [implied.today] : []), dividesDay: true)
        let column = try total(measure, at: word)
        var frame = try plans.frame(for: [column.metric])
        let count = try typicalDayCount()
        let day = try day(frame, at: word)
        let days = frame.calendar.periods(.day, holding: day.lowerBound)
        let first = days.edge(days.index(of: day.lowerBound) - count)
        frame.bound.range = PlanRange(start: first, end: day.upperBound)
        let now = frame.calendar.now
        if day.upperBound > now, frame.later.mayFindAny(binder) { frame.bound.endAtNow(now) }
        frame.asked = frame.bound.range
        var grid = TimeGrid(
            edges: hours(of: days.edges(covering: first..<day.upperBound), until: now),
            intervalText: frame.keys.intervalText, anchorText: frame.anchorText)
        grid.schedule = frame.calendar.schedule(of: IntervalComponents(1, .hour), holding: first)
        var plan = Plan(
            subject: .statistics([column.measure]), range: frame.bound.range, grid: grid, zone: frame.zone, now: context.now, text: "")
        plan.predicate = predicate(metric: column.metric, unit: column.measure.unit, frame)
        plans.apply(to: &plan, frame)
        noteSources([column], plan)
        let view = DayView(
            days: days, edges: hours(of: [day.lowerBound.milliseconds, day.upperBound.milliseconds]),
            date: ISO8601.text(of: frame.calendar.date(holding: day.lowerBound)), typicalDayCount: count,
            leftOutDays: leftOutDays(days.edges(covering: first..<day.upperBound), by: plan, frame), goal: try goal(for: column))
        return BoundQuery(plan: plan, frame: frame, dayView: view)
    }

    // MARK: Measure

    /// Returns the column that grows during the day.
    private func total(_ measure: QuerySyntax.Measure, at word: SourceRange) throws(Reported) -> BoundColumn {
        let metric = try binder.measured(measure.metric)
        if metric.nature(binder.context.styles) == .discrete {
            let rest = " by hour" + (clause(.range) == nil ? " today" : "")
            throw binder.report(
                .progressOfReadings, "`progress` needs a total, but the samples of \(metric.name) are readings",
                at: measure.metric.range, help: "write `average \(metric.name)\(rest)`",
                fix: Diagnostic.Fix(
                    [
                        Diagnostic.Edit(SourceRange(word.start, measure.metric.range.start), "average "),
                        Diagnostic.Edit(SourceRange(at: measure.range.end), rest),
                    ], keepsQuestion: false))
        }
        let columns = try MeasureBinder(binder).bind([measure])
        guard columns.count == 1, columns[0].share == nil, [.sum, .duration].contains(columns[0].measure.aggregate) else {
            throw binder.report(
                .progressOfNoTotal, "`progress` needs a single sum or duration",
                at: measure.aggregates.last?.range ?? measure.share?.range ?? measure.range,
                help: "write `progress \(metric.name)`",
                fix: measure.isPlain
                    ? nil : .init(SourceRange(measure.range.start, measure.metric.range.start), "", keepsQuestion: false))
        }
        if columns[0].measure.name == RowShape.typicalName {
            throw binder.report(
                .duplicateColumn, "two columns would have the name `\(RowShape.typicalName)`", at: measure.alias?.range ?? measure.range,
                help: "choose another name")
        }
        return columns[0]
    }

    /// Returns the goal of the query, or the places where it is looked up.
    private func goal(for column: BoundColumn) throws(Reported) -> DayGoal {
        if case .goal(let literal)? = clause(.goal)?.kind { return .written(try binder.goal(literal, of: column)) }
        // The store keeps goals of metrics, not of numbers of workouts, such as their energy.
        let unit = column.measure.workoutField == nil ? column.measure.unit : nil
        return .kept(ringGoal(for: column.measure), unit.map { StoredGoal(of: column.metric.name, in: $0) })
    }

    /// Returns the goal from activity summaries, which have goals for their rings.
    private func ringGoal(for measure: QueryPlan.Measure) -> ActivityGoal? {
        guard let ring = ActivityRing.allCases.first(where: { $0.metric == measure.metric.shortName }), let shown = measure.unit else {
            return nil
        }
        return ring.unit.conversion(to: shown).map { ActivityGoal(ring, conversion: $0) }
    }

    // MARK: Day

    /// Returns the day that the range covers.
    private func day(_ frame: QueryFrame, at word: SourceRange) throws(Reported) -> Range<Instant> {
        let range = frame.bound.range
        let day = frame.calendar.period(.day, holding: range.start)
        let place = clause(.range)?.range ?? word
        guard range.start == day.lowerBound, range.end == day.upperBound else {
            throw binder.report(
                .progressDay, "`progress` needs a range of one whole day", at: place,
                help: "remove the range to show today, or name a day: `on \(ISO8601.text(of: frame.calendar.date(holding: range.start)))`")
        }
        guard range.start <= frame.calendar.now else {
            let date = ISO8601.text(of: frame.calendar.date(holding: range.start))
            throw binder.report(.progressDay, "\(date) is in the future", at: place, help: "remove it to show today")
        }
        return day
    }

    private func typicalDayCount() throws(Reported) -> Int {
        guard let clause = clause(.against), case .against(let span) = clause.kind else { return Self.usualDayCount }
        guard case .last(let written?, full: true, .day) = span.kind else {
            throw binder.report(
                .typicalDays, "`against` needs a number of full days", at: span.range,
                help: "write for example `against last 60 full days`")
        }
        let count = try binder.integer(written)
        guard (1...Self.greatestDayCount).contains(count) else {
            throw binder.report(
                .typicalDays, "a typical day needs 1 to \(Self.greatestDayCount) days", at: written.range,
                help: "write for example `against last 60 full days`")
        }
        return count
    }

    /// Returns the starts of the days on which no sample can match the condition, such as weekends with `where weekday in (monday)`.
    private func leftOutDays(_ edges: [Int64], by plan: Plan, _ frame: QueryFrame) -> Set<Instant> {
        guard let predicate = plan.predicate else { return [] }
        let days = zip(edges, edges.dropFirst()).filter { start, end in
            zip(hours(of: [start, end]), hours(of: [start, end]).dropFirst()).allSatisfy { hour in
                predicate.answer(forStartsIn: hour.0..<hour.1, zone: frame.calendar.zone, weekStart: plan.weekStart) == false
            }
        }
        return Set(days.map { Instant(milliseconds: $0.0) })
    }

    /// A hundred years; a greater number is a typing error.
    private static let greatestDayCount = 36_525

    /// Splits days into hours, counted from the start of each day.
    ///
    /// If clocks change by half an hour, the last hour of the day is shorter or longer.
    ///
    /// - Parameter now: hours that start later are left out.
    private func hours(of days: [Int64], until now: Instant? = nil) -> [Int64] {
        var edges: [Int64] = []
        for (start, end) in zip(days, days.dropFirst()) {
            for edge in stride(from: start, to: end, by: 3_600_000) {
                edges.append(edge)
                if let now, edge > now.milliseconds { return edges }
            }
        }
        return edges + days.suffix(1)
    }
}
