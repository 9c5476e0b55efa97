import CalendarIntervals
import HealthModel

/// Formats times in a time zone for the tooltips of marks.
struct MarkTime {
    let zone: Zone
    /// The hour at which days begin.
    let dayStartHour: Int

    /// Returns the days, or the day and the times, from `start` to `end`, both in milliseconds since 1970. The end is not included.
    func span(_ start: Double, _ end: Double) -> String {
        let (from, to) = (civil(start), civil(end))
        if isDayStart(from), isDayStart(to), to.date > from.date {
            let last = to.date.adding(days: -1)
            return from.date == last ? day(last) : "\(day(from.date)) – \(day(last))"
        }
        let first = "\(day(from.date)), \(clock(start))"
        return from.date == to.date || isMidnightAfter(from.date, to)
            ? "\(first)–\(isMidnightAfter(from.date, to) ? "24:00" : clock(end))" : "\(first) – \(day(to.date)), \(clock(end))"
    }

    /// Returns the day and the time of a moment in milliseconds since 1970. Returns only the day at midnight.
    func moment(_ instant: Double) -> String {
        let civil = civil(instant)
        return civil.millisecondOfDay == 0 ? day(civil.date) : "\(day(civil.date)), \(clock(instant))"
    }

    func isDayStart(_ civil: CivilDateTime) -> Bool { civil.millisecondOfDay == dayStartHour * 3_600_000 }

    private func isMidnightAfter(_ date: CivilDate, _ civil: CivilDateTime) -> Bool {
        civil.millisecondOfDay == 0 && civil.date == date.adding(days: 1)
    }

    /// Returns a day such as `Sun 30 Mar 2025`.
    private func day(_ date: CivilDate) -> String { "\(TimeText.weekday(date)) \(TimeText.month(date)) \(date.year)" }

    /// Returns the time of day. If a clock change repeats it, the UTC offset follows.
    func clock(_ instant: Double) -> String {
        let instant = Instant(at: instant)
        let local = zone.localMilliseconds(at: instant)
        let text = TimeText.clock(CivilDateTime(localMilliseconds: local))
        let isTwofold = zone.instants(ofLocalMilliseconds: local).count > 1
        return isTwofold ? text + ISO8601.text(offsetSeconds: zone.offsetSeconds(at: instant)) : text
    }

    func civil(_ instant: Double) -> CivilDateTime { zone.civil(at: Instant(at: instant)) }
}
