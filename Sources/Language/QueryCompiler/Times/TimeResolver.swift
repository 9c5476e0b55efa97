import CalendarIntervals
import QueryDiagnostics
import HealthModel
import QuerySyntax

/// The start and end of the time that a phrase names.
struct ResolvedTime {
    var start: Instant
    /// The end of the period; equal to `start` for an instant.
    var end: Instant
    /// True for a period, false for an instant.
    var isPeriod: Bool
    /// The fields of the anchor that the time depends on.
    var anchorFields: AnchorFields = []
    /// True if the ends are only implied, as in `last 30 days`, and must move to bucket edges.
    var isImplied = false

    static func instant(_ instant: Instant) -> ResolvedTime {
        ResolvedTime(start: instant, end: instant, isPeriod: false)
    }

    static func period(_ range: Range<Instant>, _ anchorFields: AnchorFields) -> ResolvedTime {
        ResolvedTime(start: range.lowerBound, end: range.upperBound, isPeriod: true, anchorFields: anchorFields)
    }
}

/// Converts time phrases to instants.
struct TimeResolver {
    let calendar: PeriodCalendar
    /// The zone of the query if the calendar uses wall-clock times, which are represented as times in UTC.
    var floatingZone: Zone?

    private var now: Instant { calendar.now }

    /// The maximum count of periods; more is a typing error.
    private static let farthestCount = 10_000_000

    func resolve(_ when: When, _ binder: Binder) throws(Reported) -> ResolvedTime {
        guard when.isExact else { return try resolve(when.kind, at: when.range, binder) }
        // `exactly 2024-03-10` is midnight even if days start at 03:00.
        let plain = TimeResolver(calendar: calendar.withoutAnchor, floatingZone: floatingZone)
        return .instant(try plain.resolve(when.kind, at: when.range, binder).start)
    }

    private func resolve(_ kind: When.Kind, at range: SourceRange, _ binder: Binder) throws(Reported) -> ResolvedTime {
        switch kind {
        case .instant(let phrase): return try resolve(phrase, binder)
        case .shift(let shift): return .instant(try resolve(shift, binder))
        case .startOf(let span):
            guard let resolved = try resolve(span, binder) else {
                throw binder.report(
                    .timeExpected, "`all time` has no fixed start", at: span.range, help: "remove the range to start at the first sample")
            }
            var start = ResolvedTime.instant(resolved.start)
            start.anchorFields = resolved.anchorFields
            return start
        }
    }

    func resolve(_ phrase: InstantPhrase, _ binder: Binder) throws(Reported) -> ResolvedTime {
        switch phrase {
        case .dateTime(let literal): return .instant(instant(of: literal))
        case .date(let date, nil): return .period(calendar.day(date.civil), .time)
        case .date(let date, let time?):
            return .instant(calendar.zone.instant(of: CivilDateTime(date: date.civil, millisecondOfDay: time.millisecondOfDay)))
        case .coarse(let coarse): return try resolve(coarse, binder)
        case .now: return .instant(now)
        case .today(let time): return day(calendar.date(holding: now), time)
        case .yesterday(let time): return day(calendar.date(holding: now).adding(days: -1), time)
        case .weekday(let phrase, let time):
            let latest = calendar.date(holding: now).startOfWeek(phrase.weekday)
            let moment = day(latest, time)
            return moment.start > now ? day(latest.adding(days: -7), time) : moment
        case .name(let name):
            let help = "write for example `2024-03-10`, `2024-03-10 14:30`, `yesterday` or `-30d`"
            return try binder.value(of: name, wanted: "time", help: help) { (value) throws(Reported) -> ResolvedTime? in
                switch value {
                case .when(let when): try resolve(when, binder)
                case .span(let span): try resolve(span, binder)
                case .literal(.number(let number, nil)): Self.year(number).flatMap { period(named: .year($0)) }
                default: nil
                }
            }
        }
    }

    private func resolve(_ coarse: CoarseDate, _ binder: Binder) throws(Reported) -> ResolvedTime {
        if let period = period(named: coarse.kind) { return period }
        throw binder.report(.noSuchDate, "this year doesn't have that week", at: coarse.range, help: "a year has 52 or 53 weeks")
    }

    /// Returns the period that a coarse date names; nil for a week that its year doesn't have.
    func period(named coarse: CoarseDate.Kind) -> ResolvedTime? {
        let fields: AnchorFields = if case .week = coarse { [.time, .weekday] } else { [.time, .dayOfMonth] }
        return calendar.period(named: coarse).map { .period($0, fields) }
    }

    /// Returns the period; nil for all time.
    func resolve(_ phrase: PeriodPhrase, _ binder: Binder) throws(Reported) -> ResolvedTime? {
        switch phrase {
        case .date(let date): .period(calendar.day(date.civil), .time)
        case .coarse(let coarse): try resolve(coarse, binder)
        case .span(let span): try resolve(span, binder)
        case .name(let name): try resolve(InstantPhrase.name(name), binder)
        }
    }

    /// Returns the span's period; nil for all time.
    func resolve(_ span: Span, _ binder: Binder) throws(Reported) -> ResolvedTime? {
        var time: ResolvedTime
        switch span.kind {
        case .allTime: return nil
        case .today: time = day(calendar.date(holding: now), nil)
        case .yesterday: time = day(calendar.date(holding: now).adding(days: -1), nil)
        case .this(let unit):
            time = .period(calendar.period(unit, holding: now), calendar.anchorFields(of: unit))
        case .last(let count, let full, let unit):
            let periods = calendar.periods(unit, holding: now)
            let fields = calendar.anchorFields(of: unit)
            let current = periods.index(of: now)
            guard let count else {
                time = .period(periods.edge(current - 1)..<periods.edge(current), fields)
                break
            }
            let number = try checked(count, binder)
            guard number > 0 else {
                throw binder.report(.emptyRange, "`last 0 \(unit.name)s` is an empty range", at: span.range, help: "write 1 or more")
            }
            time = .period(
                full
                    ? periods.edge(current - number)..<periods.edge(current)
                    : periods.edge(current - number + 1)..<periods.edge(current + 1), fields)
        }
        time.isImplied = true
        return time
    }

    private func resolve(_ shift: Shift, _ binder: Binder) throws(Reported) -> Instant {
        let (count, period) = try distance(shift.amount, binder)
        return calendar.zone.moving(now, by: shift.sign * count, period)
    }

    /// Returns the interval that `amount` names.
    func interval(_ amount: TimeAmount, _ binder: Binder) throws(Reported) -> IntervalComponents {
        let count = try count(of: amount, binder)
        guard count > 0 else {
            throw binder.report(
                .countExpected, "an interval must be at least one \(amount.unit.name)", at: amount.range,
                help: "write for example `1 \(amount.unit.name)`")
        }
        return IntervalComponents(count, amount.unit)
    }

    /// Returns the distance in time that `phrase` names, which can be 0.
    func distance(_ phrase: TimeAmountPhrase, _ binder: Binder) throws(Reported) -> (count: Int, period: CalendarPeriod) {
        let amount = try binder.amount(phrase)
        return (try count(of: amount, binder), amount.unit)
    }

    private func count(of amount: TimeAmount, _ binder: Binder) throws(Reported) -> Int {
        guard let count = amount.count else { return 1 }
        return try checked(count, binder)
    }

    private func checked(_ count: Count, _ binder: Binder) throws(Reported) -> Int {
        let number = try binder.integer(count)
        guard number <= Self.farthestCount else {
            throw binder.report(
                .timeOutOfReach, "\(number) is too large", at: count.range,
                help: "use a smaller number", note: "dates must be in the years 1 to 9999")
        }
        return number
    }

    private func day(_ date: CivilDate, _ time: TimeLiteral?) -> ResolvedTime {
        guard let time else { return .period(calendar.day(date), .time) }
        var instant = ResolvedTime.instant(calendar.time(time.millisecondOfDay, on: date))
        instant.anchorFields = .time
        return instant
    }

    /// Converts an instant to the timeline of the calendar.
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
