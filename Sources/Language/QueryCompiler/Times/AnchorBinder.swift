import CalendarIntervals
import HealthModel
import QueryDiagnostics
import QuerySyntax
import TerminalText

/// Applies the anchor clause to the calendar of the query, and reports fields of the anchor that have no effect.
struct AnchorBinder {
    /// The anchor as written, with names followed.
    enum Written {
        case time(TimeLiteral)
        case weekday(Weekday, TimeLiteral?)
        case dayOfMonth(Int, TimeLiteral?)
        case fixed
    }

    let binder: Binder

    /// Applies `anchor` to `calendar`.
    func apply(_ anchor: Anchor, to calendar: inout PeriodCalendar, floatingZone: Zone?) throws(Reported) -> Written {
        switch anchor {
        case .time(let time):
            calendar.rule.millisecondOfDay = time.millisecondOfDay
            return .time(time)
        case .weekday(let phrase, let time):
            calendar.rule.weekStart = phrase.weekday
            calendar.rule.anchorsWholeWeeks = true
            calendar.rule.millisecondOfDay = time?.millisecondOfDay ?? 0
            return .weekday(calendar.rule.weekStart, time)
        case .dayOfMonth(let count, let time):
            let day = try binder.integer(count)
            guard (1...31).contains(day) else {
                throw binder.report(.noSuchDate, "day \(day) doesn't exist in any month", at: count.range, help: "use a day from 1 to 31")
            }
            calendar.rule.dayOfMonth = day
            calendar.rule.millisecondOfDay = time?.millisecondOfDay ?? 0
            return .dayOfMonth(day, time)
        case .date(let date, let time):
            fix(.civil(CivilDateTime(date: date.civil, millisecondOfDay: time?.millisecondOfDay ?? 0)), in: &calendar)
            if let time { reportClockTime(date, time, calendar) }
            return .fixed
        case .dateTime(let literal):
            fix(.instant(TimeResolver(calendar: calendar, floatingZone: floatingZone).instant(of: literal)), in: &calendar)
            if literal.offsetSeconds == nil { reportClockTime(literal.date, literal.time, calendar) }
            return .fixed
        case .name(let name):
            let help = "write for example `anchor 03:00`, `anchor monday 03:00`, `anchor day 15` or `anchor 2024-01-01`"
            return try binder.value(of: name, wanted: "time", help: help) { (value) throws(Reported) -> Written? in
                switch value {
                case .literal(.time(let time)): try apply(.time(time), to: &calendar, floatingZone: floatingZone)
                case .literal(.weekday(let weekday)): try apply(.weekday(weekday, nil), to: &calendar, floatingZone: floatingZone)
                case .when(let when): try apply(when, to: &calendar, floatingZone: floatingZone)
                default: nil
                }
            }
        }
    }

    private func apply(_ when: When, to calendar: inout PeriodCalendar, floatingZone: Zone?) throws(Reported) -> Written {
        switch when.kind {
        case .instant(.weekday(let weekday, let time)):
            return try apply(.weekday(weekday, time), to: &calendar, floatingZone: floatingZone)
        case .instant(.date(let date, let time)):
            return try apply(.date(date, time), to: &calendar, floatingZone: floatingZone)
        default:
            let time = try TimeResolver(calendar: calendar, floatingZone: floatingZone).resolve(when, binder)
            fix(.instant(time.start), in: &calendar)
            return .fixed
        }
    }

    /// Reports an anchor that the clocks skip or repeat. Days and longer periods keep its clock time, so it matters only for shorter ones.
    private func reportClockTime(_ date: DateLiteral, _ time: TimeLiteral, _ calendar: PeriodCalendar) {
        guard calendar.interval?.period.isCalendar == false else { return }
        let civil = CivilDateTime(date: date.civil, millisecondOfDay: time.millisecondOfDay)
        _ = TimeResolver(calendar: calendar).instant(of: civil, at: date.range, binder)
    }

    /// Applies an anchor with a full date, which also sets the time of day at which days start.
    private func fix(_ anchor: PeriodCalendar.FixedAnchor, in calendar: inout PeriodCalendar) {
        calendar.fixed = anchor
        switch anchor {
        case .civil(let civil): calendar.rule.millisecondOfDay = civil.millisecondOfDay
        case .instant(let instant): calendar.rule.millisecondOfDay = calendar.zone.civil(at: instant).millisecondOfDay
        }
    }

    /// Reports `by week starting sunday` if the anchor makes weeks start on another weekday.
    func refuse(_ weekStart: WeekdayPhrase, unlike calendar: PeriodCalendar, at range: SourceRange) throws(Reported) {
        guard let anchored = calendar.anchoredWeekday, anchored != weekStart.weekday else { return }
        let starting = "`starting \(weekStart.weekday.name)`"
        throw binder.report(
            .weekStartsTwice, "\(starting) contradicts the anchor, which is a \(anchored.name.capitalizedFirst)", at: range,
            help: "remove \(starting) or change the anchor", note: "a week can start on only one weekday",
            fix: .init(weekStart.range, anchored.name, keepsQuestion: false))
    }

    /// Reports the fields of an anchor that affect neither the buckets nor the range (I410).
    ///
    /// - Parameter needed: the fields that the range depends on.
    func reportIdleFields(
        of written: Written, interval: IntervalComponents?, millisecondOfDay: Int, hasProfiles: Bool, rangeNeeds needed: AnchorFields,
        at range: SourceRange
    ) {
        let needed = needed.union(interval.map { AnchorFields(edgesOf: $0, millisecondOfDay: millisecondOfDay) } ?? [])
        let buckets = interval.map { "buckets of \($0.inWords)" } ?? "a query without time buckets"
        func idle(_ field: String, help: String) {
            binder.report(
                .anchorWithoutEffect, "\(field) has no effect on \(buckets)", at: range, help: help,
                note: "an anchor sets where buckets start, so hours are the same with 03:00 and with 04:00")
        }
        var time: TimeLiteral?
        switch written {
        case .fixed:
            if needed.isEmpty { idle("the anchor", help: interval == nil ? "remove it, or add `by day`" : "remove it") }
        case .time(let literal): time = literal
        case .weekday(let day, let literal):
            if !needed.contains(.weekday) { idle("the weekday \(day.name)", help: "use it with `by week` or `by 7 days`") }
            time = literal
        case .dayOfMonth(let day, let literal):
            if !needed.contains(.dayOfMonth) { idle("day \(day)", help: "use it with `by month`") }
            time = literal
        }
        guard let time, !needed.contains(.time) else { return }
        idle(
            "the anchor time \(QueryFormatter.text(of: .time(time)))",
            help: interval != nil
                ? "remove it, or use buckets of a day or longer"
                : hasProfiles ? "remove it, because profiles follow the clock" : "remove it, or add `by day`")
    }
}
