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
    /// The starts of days, among these and the day itself, on which no sample can match the condition of the query.
    package var leftOutDays: Set<Instant>
    package var goal: DayGoal

    package init(
        days: BucketSchedule, edges: [Int64], date: String, typicalDayCount: Int, leftOutDays: Set<Instant> = [], goal: DayGoal
    ) {
        precondition(edges.count > 1, "a day has at least one row")
        self.days = days
        self.edges = edges
        self.date = date
        self.typicalDayCount = typicalDayCount
        self.leftOutDays = leftOutDays
        self.goal = goal
    }
}
