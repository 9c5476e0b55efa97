package import HealthModel

/// What `progress` says of its day as a whole, beside the rows. Amounts are in the unit of the first column.
package struct DayProgress: Hashable, Sendable {
    /// What the owner calls the day: `yyyy-MM-dd`.
    package var date: String
    /// The day, half-open, on the time line of the rows.
    package var day: Range<Instant>
    /// Where the day stands: now, or its end where it is over.
    package var now: Instant
    /// The total at `now`; nil where nothing is recorded, except at the very start of the day, which begins with 0.
    package var soFar: Double?
    /// What a typical day has at `now`, on the line between the ends of hours; nil without a typical day.
    package var typicalSoFar: Double?
    /// What a typical day comes to.
    package var typicalTotal: Double?
    /// When a typical day has what `soFar` is; nil where it never comes to that.
    package var typicalTime: Instant?
    /// How many days with data make the typical one, of how many that were looked at.
    package var typicalDayCount: Int
    package var askedDayCount: Int
    /// Where the running day will end if the rest of it is typical (S9.5); nil for a day that is over.
    package var projected: Double?
    /// The goal of the day's activity summary; nil where none is set.
    package var goal: Double?

    package init(date: String, day: Range<Instant>, now: Instant, typicalDayCount: Int, askedDayCount: Int) {
        self.date = date
        self.day = day
        self.now = now
        self.typicalDayCount = typicalDayCount
        self.askedDayCount = askedDayCount
    }

    package var isOver: Bool { now >= day.upperBound }
    /// How far the day is ahead of a typical one; negative where it is behind.
    package var lead: Double? {
        guard let soFar, let typicalSoFar else { return nil }
        return soFar - typicalSoFar
    }
}
