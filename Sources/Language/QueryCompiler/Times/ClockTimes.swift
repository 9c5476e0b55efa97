import CalendarIntervals
import HealthModel
import QueryDiagnostics
import QuerySyntax

/// Written clock times that the clocks skip or repeat (S3.7).
extension TimeResolver {
    /// Returns the instant at a written clock time. Reports a time that does not exist on that day, or that occurs twice.
    func instant(of civil: CivilDateTime, at range: SourceRange, _ binder: Binder) -> Instant {
        let zone = calendar.zone
        let used = zone.instant(of: civil)
        let local = civil.localMilliseconds
        guard zone.hasChange(near: local..<local + 1) else { return used }
        let instants = zone.instants(ofLocalMilliseconds: local)
        let (date, clock) = (ISO8601.text(of: civil.date), Self.clock(civil))
        if instants.isEmpty {
            let moment = zone.civil(at: used)
            let change = zone.firstInstant(atOrAfterLocalMilliseconds: local)
            let (before, after) = (Self.before(change, in: zone), zone.civil(at: change))
            func text(_ time: CivilDateTime) -> String {
                time.date == civil.date ? Self.clock(time) : "\(ISO8601.text(of: time.date)) \(Self.clock(time))"
            }
            // Nothing is before 00:00 on a day.
            let isMidnight = before.date == civil.date && before.millisecondOfDay == 0
            let earlier = isMidnight ? "on \(ISO8601.text(of: civil.date.adding(days: -1))) or earlier" : "before \(text(before))"
            binder.reportOnce(
                .skippedClockTime, "\(clock) doesn't exist on \(date) in \(zone.identifier), so Tally uses \(text(moment))", at: range,
                help: "use a time \(earlier), or \(text(after)) or later",
                note: "the clocks go forward from \(text(before)) to \(text(after))")
        } else if let other = instants.first(where: { $0 != used }) {
            binder.reportOnce(
                .repeatedClockTime,
                "\(clock) occurs twice on \(date) in \(zone.identifier), and Tally uses \(Self.text(of: used, in: zone))", at: range,
                help: "for the other one, write `\(Self.text(of: other, in: zone))`",
                note: zone.history == nil
                    ? "the clocks go back, and without an offset a time is the first of the two"
                    : "without an offset, a time is the first of the two, or the one after a move to another zone")
        }
        return used
    }

    /// Returns the clock time that would follow the last moment before a change.
    private static func before(_ change: Instant, in zone: Zone) -> CivilDateTime {
        let last = zone.localMilliseconds(at: change.advanced(byMilliseconds: -1))
        return CivilDateTime(localMilliseconds: last + 1)
    }

    /// `02:30`, or `02:30:15` if it has seconds.
    private static func clock(_ civil: CivilDateTime) -> String {
        let date = ISO8601.text(of: civil.date)
        return String(ISO8601.text(of: civil).dropFirst(date.count + 1).prefix(civil.millisecondOfDay % 60_000 == 0 ? 5 : 8))
    }

    /// `2025-11-02T01:30-08:00`: a time as it can be written in a query.
    private static func text(of instant: Instant, in zone: Zone) -> String {
        let civil = zone.civil(at: instant)
        let date = ISO8601.text(of: civil.date)
        let whole = ISO8601.text(of: civil)
        let offset = ISO8601.text(of: instant, in: zone).dropFirst(whole.count)
        return "\(date)T\(clock(civil))\(offset)"
    }
}

extension Binder {
    /// Reports a finding, unless it was reported for the same text before.
    func reportOnce(_ code: DiagnosticCode, _ message: String, at range: SourceRange, help: String, note: String) {
        let isKnown = diagnostics.contains { $0.code == code && $0.message == message && $0.range == range }
        if !isKnown { report(code, message, at: range, help: help, note: note) }
    }
}
