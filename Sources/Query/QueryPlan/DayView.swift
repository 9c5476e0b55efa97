package import CalendarIntervals
package import HealthModel

/// How the hours of some days become one day beside the typical one (S9.3 to S9.5).
package struct DayView: Sendable {
    /// The periods that totals start again with.
    package var days: BucketSchedule
    /// The edges of the day's rows, from its start to its end: milliseconds since 1970 on the time line of the rows, strictly increasing.
    package var edges: [Int64]
    /// What the owner calls the day: `yyyy-MM-dd`.
    package var date: String
    /// How many full days before the day the rows hold.
    package var typicalDayCount: Int
    /// Nil where activity summaries have no goal for the metric.
    package var goal: ActivityGoal?

    package init(days: BucketSchedule, edges: [Int64], date: String, typicalDayCount: Int, goal: ActivityGoal?) {
        precondition(edges.count > 1, "a day has at least one row")
        self.days = days
        self.edges = edges
        self.date = date
        self.typicalDayCount = typicalDayCount
        self.goal = goal
    }
}

/// A goal of the activity summaries, in the unit of a column.
package struct ActivityGoal: Sendable {
    package enum Ring: Hashable, Sendable { case move, moveTime, exercise, stand }

    package var ring: Ring
    package var conversion: UnitConversion

    package init(_ ring: Ring, conversion: UnitConversion) {
        self.ring = ring
        self.conversion = conversion
    }

    /// Returns the goal of a day; nil where none is set, which summaries write as 0 (S7.2).
    package func amount(of summary: ActivitySummary) -> Double? {
        let goal =
            switch ring {
            case .move: summary.activeEnergyGoal
            case .moveTime: summary.moveTimeGoal
            case .exercise: summary.exerciseTimeGoal
            case .stand: summary.standHoursGoal
            }
        return goal.flatMap { $0 > 0 ? conversion($0) : nil }
    }
}
