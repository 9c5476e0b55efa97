import CalendarIntervals
import HealthModel
import QueryPlan
import QueryVocabulary

/// Runs `summaries`: one row per day with the rings, their goals and their progress (S7.2).
struct SummaryListing {
    private let plan: Plan
    private let days: [(summary: ActivitySummary, start: Int64, end: Int64)]

    init(_ plan: Plan, source: any SampleSource) throws {
        self.plan = plan
        var bounds = (first: "", last: "9999-12-31")
        if !plan.range.isUnknown {
            let last = max(plan.range.start.milliseconds, plan.range.end.milliseconds - 1)
            bounds.first = ISO8601.text(of: plan.zone.date(at: plan.range.start))
            bounds.last = ISO8601.text(of: plan.zone.date(at: Instant(milliseconds: last)))
        }
        days = try source.activitySummaries(from: bounds.first, through: bounds.last).compactMap { summary in
            guard let date = ISO8601.read(summary.day)?.date else { return nil }
            return (summary, plan.zone.start(of: date).milliseconds, plan.zone.start(of: date.adding(days: 1)).milliseconds)
        }
    }

    func table() -> ResultTable {
        // For owners under 18, the move goal is in minutes. The exports of others have 0 of 0 minutes.
        let isTimed = days.contains { ($0.summary.moveTime ?? 0) > 0 || $0.summary.goal(of: .moveTime) != nil }
        let columns = RingColumn.all.filter { isTimed || plan.hasAllSummaryColumns || !$0.isOptional }.map { column in
            let isEmpty = column.isOptional && !isTimed
            return ValueColumn(column.info, values: days.map { isEmpty ? nil : column.value(of: $0.summary) })
        }
        var keys: [KeyColumn] = []
        if plan.hasAllSummaryColumns || days.contains(where: \.summary.isPaused) {
            keys = [KeyColumn(name: "paused", values: days.map { $0.summary.isPaused ? .text("paused") : nil })]
        }
        return ResultTable(
            kind: .summaries, header: ResultHeader(plan), rowCount: days.count, starts: days.map(\.start), ends: days.map(\.end),
            partial: days.map { $0.end > plan.now.milliseconds }, keys: keys, columns: columns)
    }
}
