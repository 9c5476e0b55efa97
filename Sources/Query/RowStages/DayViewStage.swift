import CalendarIntervals
import HealthModel
import QueryEngine
import QueryPlan
import QueryVocabulary

/// `progress`: shows the hours of the last day with its running total next to that of a typical day.
///
/// The typical day is the mean of the totals of earlier days at the end of each hour of the day (S9.3).
struct DayViewStage: RowStage {
    let view: DayView

    private var day: Range<Instant> {
        Instant(milliseconds: view.edges[0])..<Instant(milliseconds: view.edges[view.edges.count - 1])
    }

    func apply(to table: inout ResultTable, _ context: StageContext) throws {
        RunningTotalStage(reset: view.days).apply(to: &table, context)
        let history = table.keeping(
            table.starts.indices.filter { row in
                guard table.starts[row] < day.lowerBound.milliseconds else { return false }
                guard !view.leftOutDays.isEmpty else { return true }
                // A sample of another day can extend into a day that the condition leaves out.
                return !view.leftOutDays.contains(view.days.floor(Instant(milliseconds: table.starts[row])))
            })
        let typical = try TypicalDay(history, view, context)
        var result = rows(of: table, typical, now: context.now)
        result.dayProgress = progress(result.columns[0], typical, goal: try goal(context), now: context.now)
        table = result
    }

    /// Returns the goal of the query, or else of the day's activity summary, or else of the store.
    private func goal(_ context: StageContext) throws -> Double? {
        switch view.goal {
        case .written(let amount): return amount
        case .kept(let ring, let stored):
            if let ring, let summary = try context.activitySummary(of: view.date), let amount = ring.amount(of: summary) { return amount }
            return try stored.flatMap { stored in try context.setting(stored.setting).flatMap(stored.amount) }
        }
    }

    private func rows(of table: ResultTable, _ typical: TypicalDay, now: Instant) -> ResultTable {
        let (starts, ends) = (Array(view.edges.dropLast()), Array(view.edges.dropFirst()))
        let known = Dictionary(zip(table.starts, table.columns[0].values)) { first, _ in first }
        var reached = ValueColumn(computed: starts.map { known[$0] ?? nil })
        reached.runningTotal = RunningTotal(reset: view.days)
        var usual = ValueColumn(computed: ends.map(typical.value))
        usual.partial = ends.map { _ in false }
        usual.runningTotal = RunningTotal(reset: view.days)
        var result = ResultTable(
            kind: .statistics, header: table.header, rowCount: starts.count, starts: starts, ends: ends,
            partial: ends.map { $0 > now.milliseconds },
            columns: [reached, usual])
        result.header.range.start = day.lowerBound
        result.header.range.end = day.upperBound
        return result
    }

    private func progress(_ totals: ValueColumn, _ typical: TypicalDay, goal: Double?, now: Instant) -> DayProgress {
        let now = min(now, day.upperBound)
        var progress = DayProgress(
            date: view.date, day: day, now: now, typicalDayCount: typical.dayCount, askedDayCount: view.typicalDayCount,
            leftOutDayCount: view.leftOutDays.count { $0 < day.lowerBound })
        progress.isLeftOut = view.leftOutDays.contains(day.lowerBound)
        // A day that has just begun cannot have missing data.
        progress.soFar = totals.values.last { $0 != nil } ?? (now == day.lowerBound && !progress.isLeftOut ? 0 : nil)
        progress.typicalSoFar = typical.value(at: now)
        progress.typicalTotal = typical.value(at: day.upperBound)
        progress.typicalTime = progress.soFar.flatMap(typical.time)
        progress.goal = goal
        if !progress.isOver, let lead = progress.lead, let total = progress.typicalTotal { progress.projected = total + lead }
        return progress
    }
}

/// The total of a typical day over the time of one day, with straight lines between the ends of hours (S9.4).
///
/// An hour that occurs twice ends at its last end. An hour that does not occur is skipped.
private struct TypicalDay {
    let dayCount: Int
    /// The points from the start to the end of the day; empty if no day has data.
    private var points: [(time: Int64, total: Double)] = []

    /// - Parameter history: The running totals of the earlier days.
    init(_ history: ResultTable, _ view: DayView, _ context: StageContext) throws {
        let zone = view.days.zone
        var hours = history
        let keys = RowKeys(profiles: [.hourOfDay], zone: zone)
        try AggregateStage(aggregates: [RowAggregate(.average, of: 0), RowAggregate(.count, of: 0)], keys: keys).apply(to: &hours, context)
        let (averages, counts) = (hours.columns[0].values, hours.columns[1].values)
        dayCount = Int(counts.compactMap { $0 }.max() ?? 0)
        guard dayCount > 0 else { return }
        func slot(_ millisecondOfDay: Int) -> Int {
            Profile.hourOfDay.slot(of: CivilDateTime(date: view.days.anchor.date, millisecondOfDay: millisecondOfDay))
        }
        points.append((view.edges[0], 0))
        let slots = view.edges.dropLast().map { slot(zone.civil(at: Instant(milliseconds: $0)).millisecondOfDay) }
        for (row, own) in slots.enumerated() where !slots[(row + 1)...].contains(own) {
            if let total = averages[own] { points.append((view.edges[row + 1], total)) }
        }
        // The day ends with the full total of a typical day, even if it has no last hour.
        let last = (slot(view.days.anchor.millisecondOfDay) + Profile.hourOfDay.slotCount - 1) % Profile.hourOfDay.slotCount
        if let total = averages[last] { points[points.count - 1].total = total }
    }

    func value(at instant: Instant) -> Double? { value(at: instant.milliseconds) }

    func value(at time: Int64) -> Double? {
        guard let next = points.firstIndex(where: { $0.time >= time }) else { return points.last?.total }
        guard next > 0 else { return points[next].total }
        let (low, high) = (points[next - 1], points[next])
        return low.total + (high.total - low.total) * Double(time - low.time) / Double(high.time - low.time)
    }

    /// Returns the first time at which `total` is reached, or nil if it never is.
    func time(of total: Double) -> Instant? {
        guard let next = points.firstIndex(where: { $0.total >= total }) else { return nil }
        guard next > 0 else { return Instant(milliseconds: points[next].time) }
        let (low, high) = (points[next - 1], points[next])
        let elapsed = Double(high.time - low.time) * (total - low.total) / (high.total - low.total)
        return Instant(milliseconds: low.time + Int64(elapsed.rounded()))
    }
}
