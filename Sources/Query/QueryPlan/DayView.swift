package import CalendarIntervals
package import HealthModel

/// Compares one day with a typical day by hour (S9.3 to S9.5).
package struct DayView: Sendable {
    /// The periods at which totals restart.
    package var days: BucketSchedule
    /// The edges of the day's rows in milliseconds since 1970, on the time line of the rows. Strictly increasing.
    package var edges: [Int64]
    /// The date of the day for its owner: `yyyy-MM-dd`.
    package var date: String
    /// The number of full days before the day in the rows.
    package var typicalDayCount: Int
    /// The goal; nil if activity summaries have no goal for the metric.
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

    /// Returns the goal of a day, or nil if no goal is set, which summaries record as 0 (S7.2).
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
