import CalendarIntervals
import Diagnostics
import HealthModel
import QuerySyntax

/// A time phrase as instants: where what it names begins and ends.
struct ResolvedTime {
    var start: Instant
    /// The end of the named period; the start again where an instant is named.
    var end: Instant
    /// Whether a whole period is named rather than an instant.
    var isPeriod: Bool
    /// Whether the anchor had a say.
    var dependsOnAnchor: Bool
    /// Whether the ends were only implied, as in `last 30 days`, and so fall on bucket edges.
    var isImplied = false

    static func instant(_ instant: Instant) -> ResolvedTime {
        ResolvedTime(start: instant, end: instant, isPeriod: false, dependsOnAnchor: false)
    }

    static func period(_ range: Range<Instant>) -> ResolvedTime {
        ResolvedTime(start: range.lowerBound, end: range.upperBound, isPeriod: true, dependsOnAnchor: true)
    }
}

/// Turns time phrases into instants; `nil` after a report.
struct TimeResolver {
    let calendar: PeriodCalendar
    /// The zone of the query, where the calendar's times are wall-clock times written as if in UTC.
    var floatingZone: Zone?

    private var now: Instant { calendar.now }

    /// Distances beyond this many of anything are no distances that data has.
    private static let farthestCount = 10_000_000

    func resolve(_ when: When, _ binder: inout Binder) -> ResolvedTime? {
        guard var time = resolve(when.kind, at: when.range, &binder) else { return nil }
        if when.isExact {
            if case .instant(.date(let date, nil)) = when.kind {
                time.start = calendar.zone.start(of: date.civil)
            }
            time = .instant(time.start)
        }
        return time
    }

    private func resolve(_ kind: When.Kind, at range: SourceRange, _ binder: inout Binder) -> ResolvedTime? {
        switch kind {
        case .instant(let phrase): return resolve(phrase, &binder)
        case .shift(let shift): return resolve(shift, &binder).map(ResolvedTime.instant)
        case .startOf(let span):
            guard let resolved = resolve(span, &binder) else { return nil }
            guard let resolved else {
                binder.report(
                    .timeExpected, "`all time` has no start", at: span.range, help: "leave the range out to begin with the first sample")
                return nil
            }
            var start = ResolvedTime.instant(resolved.start)
            start.dependsOnAnchor = resolved.dependsOnAnchor
            return start
        }
    }

    func resolve(_ phrase: InstantPhrase, _ binder: inout Binder) -> ResolvedTime? {
        switch phrase {
        case .dateTime(let literal): return .instant(instant(of: literal))
        case .date(let date, nil): return .period(calendar.day(date.civil))
        case .date(let date, let time?):
            return .instant(calendar.zone.instant(of: CivilDateTime(date: date.civil, millisecondOfDay: time.millisecondOfDay)))
        case .coarse(let coarse): return resolve(coarse, &binder)
        case .now: return .instant(now)
        case .today(let time): return day(calendar.date(holding: now), time)
        case .yesterday(let time): return day(calendar.date(holding: now).adding(days: -1), time)
        case .weekday(let phrase, let time):
            let today = calendar.date(holding: now)
            return day(today.startOfWeek(CalendarIntervals.Weekday(phrase.weekday)), time)
        case .name(let name):
            let found: ResolvedTime?? = binder.following(name) { binder, value in
                switch value {
                case .when(let when): .some(self.resolve(when, &binder))
                case .span(let span): .some(self.resolve(span, &binder) ?? nil)
                case .literal(.number(let number, nil)):
                    .some(Self.year(number).flatMap { self.calendar.period(named: .year($0)) }.map(ResolvedTime.period))
                case .query(let query):
                    .some(query.loneName.flatMap { self.resolve(.name($0), &binder) })
                default: .some(nil)
                }
            }
            if let time = found ?? nil { return time }
            binder.reportUnusable(name, wanted: "time", help: "times are written 2024-03-10, 2024-03-10 14:30, yesterday, -30d")
            return nil
        }
    }

    private func resolve(_ coarse: CoarseDate, _ binder: inout Binder) -> ResolvedTime? {
        if let period = calendar.period(named: coarse.kind) { return .period(period) }
        binder.report(.noSuchDate, "this year has no such week", at: coarse.range, help: "a year has 52 or 53 weeks")
        return nil
    }

    func resolve(_ phrase: PeriodPhrase, _ binder: inout Binder) -> ResolvedTime?? {
        switch phrase {
        case .date(let date): return .some(.period(calendar.day(date.civil)))
        case .coarse(let coarse): return resolve(coarse, &binder).map { .some($0) }
        case .span(let span): return resolve(span, &binder)
        case .name(let name): return resolve(.name(name), &binder).map { .some($0) }
        }
    }

    /// Returns the span's period; `.some(nil)` for all time, `nil` after a report.
    func resolve(_ span: Span, _ binder: inout Binder) -> ResolvedTime?? {
        var time: ResolvedTime
        switch span.kind {
        case .allTime: return .some(nil)
        case .today: time = day(calendar.date(holding: now), nil)
        case .yesterday: time = day(calendar.date(holding: now).adding(days: -1), nil)
        case .this(let unit): time = .period(calendar.period(CalendarPeriod(unit), holding: now))
        case .last(let count, let full, let unit):
            let periods = calendar.periods(CalendarPeriod(unit), holding: now)
            let current = periods.index(of: now)
            guard let count else {
                time = .period(periods.edge(current - 1)..<periods.edge(current))
                break
            }
            guard let number = checked(count, &binder) else { return nil }
            guard number > 0 else {
                binder.report(.emptyRange, "the last 0 \(unit.rawValue)s are no time at all", at: span.range, help: "write 1 or more")
                return nil
            }
            time = .period(
                full
                    ? periods.edge(current - number)..<periods.edge(current)
                    : periods.edge(current - number + 1)..<periods.edge(current + 1))
        }
        time.isImplied = true
        return .some(time)
    }

    private func resolve(_ shift: Shift, _ binder: inout Binder) -> Instant? {
        guard let amount = binder.amount(shift.amount), let count = count(of: amount, &binder) else { return nil }
        return calendar.zone.moving(now, by: shift.sign * count, CalendarPeriod(amount.unit))
    }

    /// The interval that `amount` names.
    func interval(_ amount: TimeAmount, _ binder: inout Binder) -> IntervalComponents? {
        guard let count = count(of: amount, &binder) else { return nil }
        guard count > 0 else {
            binder.report(.countExpected, "an interval counts at least one \(amount.unit.rawValue)", at: amount.range)
            return nil
        }
        return IntervalComponents(count, CalendarPeriod(amount.unit))
    }

    private func count(of amount: TimeAmount, _ binder: inout Binder) -> Int? {
        guard let count = amount.count else { return 1 }
        return checked(count, &binder)
    }

    private func checked(_ count: Count, _ binder: inout Binder) -> Int? {
        guard let number = binder.integer(count) else { return nil }
        guard number <= Self.farthestCount else {
            binder.report(.timeOutOfReach, "\(number) is more than any calendar here reaches", at: count.range)
            return nil
        }
        return number
    }

    private func day(_ date: CivilDate, _ time: TimeLiteral?) -> ResolvedTime {
        guard let time else { return .period(calendar.day(date)) }
        var instant = ResolvedTime.instant(calendar.time(time.millisecondOfDay, on: date))
        instant.dependsOnAnchor = true
        return instant
    }

    /// Where a moment stands on the calendar's time line.
    func place(_ instant: Instant) -> Instant {
        floatingZone.map { Instant(milliseconds: $0.localMilliseconds(at: instant)) } ?? instant
    }

    func instant(of literal: DateTimeLiteral) -> Instant {
        let civil = CivilDateTime(date: literal.date.civil, millisecondOfDay: literal.time.millisecondOfDay)
        guard let offset = literal.offsetSeconds else { return calendar.zone.instant(of: civil) }
        return place(Instant(milliseconds: civil.localMilliseconds - Int64(offset) * 1000))
    }

    static func year(_ number: NumberLiteral) -> Int? {
        number.text.utf8.count == 4 && number.value == number.value.rounded() && number.value >= 1 ? Int(number.value) : nil
    }
}
