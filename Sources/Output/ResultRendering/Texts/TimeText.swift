package import CalendarIntervals
package import HealthModel
import QueryPlan

/// Formats the times of a result for programs and for people.
package struct TimeText {
    let zone: Zone
    let isFloating: Bool

    init(_ header: ResultHeader) {
        zone = header.zone
        isFloating = header.isFloating
    }

    package init(zone: Zone) {
        self.zone = zone
        isFloating = false
    }

    /// Returns the wall-clock time to the second. The offset follows if a clock change repeats the time.
    package func local(_ instant: Instant) -> String { local(instant.milliseconds, .second) }

    /// Returns ISO 8601 with the zone's offset, or `Z` for UTC. Without an offset for samples' own zones. Nil for an unknown time.
    func exact(_ milliseconds: Int64) -> String? {
        guard milliseconds != ResultTable.unknownTime else { return nil }
        if isFloating { return ISO8601.text(of: CivilDateTime(localMilliseconds: milliseconds)) }
        return ISO8601.text(of: Instant(milliseconds: milliseconds), in: zone)
    }

    /// The precision that a column's times need.
    enum Detail { case day, minute, second, millisecond }

    func detail(of times: some Sequence<Int64>, atLeast least: Detail = .day) -> Detail {
        var detail = least
        // The day of the last time, and the instant that its clocks count from.
        var day: Range<Int64> = 0..<0
        var midnight: Int64 = 0
        for time in times where time != ResultTable.unknownTime {
            if !day.contains(time) {
                midnight = time - Int64(civil(time).millisecondOfDay)
                day = isFloating ? midnight..<midnight + millisecondsPerDay : zone.day(holding: time)
            }
            let millisecond = time - midnight
            if millisecond % 1000 != 0 { return .millisecond }
            if millisecond % 60_000 != 0 {
                detail = .second
            } else if millisecond != 0, detail == .day {
                detail = .minute
            }
        }
        return detail
    }

    /// Returns the time of day to the minute. The offset follows if a clock change repeats the time.
    func clock(_ milliseconds: Int64) -> String { String(local(milliseconds, .minute).dropFirst(11)) }

    /// Returns the wall-clock time. The offset follows if a clock change repeats the time.
    func local(_ milliseconds: Int64, _ detail: Detail) -> String {
        guard milliseconds != ResultTable.unknownTime else { return CellSign.null }
        let civil = civil(milliseconds)
        var text = ISO8601.text(of: civil.date)
        if detail != .day {
            text += " " + Self.clock(civil, detail)
        }
        if !isFloating, detail != .day, zone.repeats(localMilliseconds: civil.localMilliseconds) {
            text += " " + ISO8601.text(offsetSeconds: zone.offsetSeconds(at: Instant(milliseconds: milliseconds)))
        }
        return text
    }

    /// Returns a time of day for programs, such as `23:50:00`.
    static func timeOfDay(_ milliseconds: Double) -> String {
        let seconds = (milliseconds / 1000).rounded()
        return clock(CivilDateTime(localMilliseconds: ClockDay.wallClock(seconds * 1000)), .second)
    }

    /// Returns a time of day for people, to the minute.
    static func minuteOfDay(_ milliseconds: Double) -> String {
        let minutes = (milliseconds / 60_000).rounded()
        return clock(CivilDateTime(localMilliseconds: ClockDay.wallClock(minutes * 60_000)), .minute)
    }

    /// Returns the day around a time if all its local times have texts of the same length; nil if clocks change around it.
    func evenDay(holding milliseconds: Int64) -> Range<Int64>? {
        guard milliseconds != ResultTable.unknownTime else { return nil }
        let local = isFloating ? milliseconds : zone.localMilliseconds(at: Instant(milliseconds: milliseconds))
        let midnight = local - Int64(CivilDateTime(localMilliseconds: local).millisecondOfDay)
        guard isFloating || !zone.hasChange(near: midnight..<midnight + millisecondsPerDay) else { return nil }
        let start = midnight - local + milliseconds
        return start..<start + millisecondsPerDay
    }

    func civil(_ milliseconds: Int64) -> CivilDateTime {
        isFloating ? CivilDateTime(localMilliseconds: milliseconds) : zone.civil(at: Instant(milliseconds: milliseconds))
    }

    private static func clock(_ civil: CivilDateTime, _ detail: Detail) -> String {
        var text = two(civil.hour) + ":" + two(civil.minute)
        if detail == .second || detail == .millisecond { text += ":" + two(civil.second) }
        if detail == .millisecond {
            let digits = String(civil.millisecond)
            text += "." + String(repeating: "0", count: 3 - digits.count) + digits
        }
        return text
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
