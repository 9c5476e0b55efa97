import CalendarIntervals
import HealthModel
import QueryPlan

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
        var columns = ring("move", unit: "kcal", \.activeEnergy, goal: \.activeEnergyGoal)
        // For owners under 18, the move goal is in minutes. The exports of others have 0 of 0 minutes.
        let isTimed = days.contains { ($0.summary.moveTime ?? 0) > 0 || ($0.summary.moveTimeGoal ?? 0) > 0 }
        if isTimed || plan.hasAllSummaryColumns {
            var timed = ring("moveTime", unit: "min", \.moveTime, goal: \.moveTimeGoal)
            if !isTimed { for index in timed.indices { timed[index].values = days.map { _ in nil } } }
            columns += timed
        }
        columns += ring("exercise", unit: "min", \.exerciseTime, goal: \.exerciseTimeGoal)
        columns += ring("stand", unit: "count", \.standHours, goal: \.standHoursGoal)
        var keys: [KeyColumn] = []
        if plan.hasAllSummaryColumns || days.contains(where: \.summary.isPaused) {
            keys = [KeyColumn(name: "paused", values: days.map { $0.summary.isPaused ? .text("paused") : nil })]
        }
        return ResultTable(
            kind: .summaries, header: ResultHeader(plan), rowCount: days.count, starts: days.map(\.start), ends: days.map(\.end),
            partial: days.map { $0.end > plan.now.milliseconds }, keys: keys, columns: columns)
    }

    private func ring(
        _ name: String, unit: String, _ value: KeyPath<ActivitySummary, Double?>, goal: KeyPath<ActivitySummary, Double?>
    ) -> [ValueColumn] {
        func column(_ suffix: String, unit: String, isAdditive: Bool, _ number: (ActivitySummary) -> Double?) -> ValueColumn {
            var column = ValueColumn(
                name: name + suffix, metric: ActivitySummary.columnMetric, aggregate: "value", unit: unit,
                values: days.map { number($0.summary) },
                isAdditive: isAdditive)
            // On a day that is not over, the amounts can still grow.
            column.accumulates = suffix != "Goal"
            return column
        }
        /// Returns the goal, or nil if it is 0, which means that no goal is set.
        func goalSet(_ summary: ActivitySummary) -> Double? { summary[keyPath: goal].flatMap { $0 > 0 ? $0 : nil } }
        return [
            column("", unit: unit, isAdditive: true) { $0[keyPath: value] },
            column("Goal", unit: unit, isAdditive: false) { goalSet($0) },
            column("Progress", unit: "%", isAdditive: false) { summary in
                guard let done = summary[keyPath: value], let goal = goalSet(summary) else { return nil }
                return done / goal
            },
        ]
    }
}
