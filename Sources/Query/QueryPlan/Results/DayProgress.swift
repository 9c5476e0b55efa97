package import HealthModel

/// The summary of a day in `progress`, in addition to its rows. Amounts are in the unit of the first column.
package struct DayProgress: Hashable, Sendable {
    /// The date of the day for its owner: `yyyy-MM-dd`.
    package var date: String
    /// The day, half-open, on the time line of the rows.
    package var day: Range<Instant>
    /// The current time, or the end of the day if it is over.
    package var now: Instant
    /// True if the condition of the query leaves out the day itself.
    package var isLeftOut = false
    /// The total at `now`; nil if nothing is recorded. At the very start of the day, it is 0.
    package var soFar: Double?
    /// The total of a typical day at `now`, interpolated between the ends of hours; nil without a typical day.
    package var typicalSoFar: Double?
    /// The total of a typical day at its end.
    package var typicalTotal: Double?
    /// The time at which a typical day reaches `soFar`; nil if it never does.
    package var typicalTime: Instant?
    /// The number of days with data in the typical day, and the number of days examined.
    package var typicalDayCount: Int
    package var askedDayCount: Int
    /// The number of those days that the condition of the query leaves out.
    package var leftOutDayCount: Int
    /// The projected total if the rest of the day is typical (S9.5); nil for a day that is over.
    package var projected: Double?
    /// The goal of the day's activity summary; nil if none is set.
    package var goal: Double?

    package init(date: String, day: Range<Instant>, now: Instant, typicalDayCount: Int, askedDayCount: Int, leftOutDayCount: Int = 0) {
        self.date = date
        self.day = day
        self.now = now
        self.typicalDayCount = typicalDayCount
        self.askedDayCount = askedDayCount
        self.leftOutDayCount = leftOutDayCount
    }

    package var isOver: Bool { now >= day.upperBound }
    /// The amount by which the day is ahead of a typical one; negative if it is behind.
    package var lead: Double? {
        guard let soFar, let typicalSoFar else { return nil }
        return soFar - typicalSoFar
    }
}
