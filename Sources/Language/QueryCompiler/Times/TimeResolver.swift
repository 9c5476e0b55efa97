import CalendarIntervals
import HealthModel
import QueryDiagnostics
import QuerySyntax
import TerminalText

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
    /// True if samples after now don't count, as in `this morning`.
    var stopsAtNow = false

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

    /// The words for times, for corrections of misspelled ones.
    private static let words = Month.names + Weekday.allCases.map(\.name) + ["now", "today", "yesterday", "previous"]

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
        case .instant(let phrase): return try resolve(phrase, at: range, binder)
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

    /// - Parameter range: The position of the phrase, for reports about its clock time.
    func resolve(_ phrase: InstantPhrase, at range: SourceRange, _ binder: Binder) throws(Reported) -> ResolvedTime {
        switch phrase {
        case .dateTime(let literal) where literal.offsetSeconds == nil:
            return .instant(instant(of: CivilDateTime(date: literal.date.civil, literal.time), at: range, binder))
        case .dateTime(let literal): return .instant(instant(of: literal))
        case .date(let date, nil): return .period(calendar.day(date.civil), .time)
        case .date(let date, let time?):
            return .instant(instant(of: CivilDateTime(date: date.civil, time), at: range, binder))
        case .coarse(let coarse): return try resolve(coarse, binder)
        case .now: return .instant(now)
        case .today(let time): return day(calendar.date(holding: now), time, at: range, binder)
        case .yesterday(let time): return day(calendar.date(holding: now).adding(days: -1), time, at: range, binder)
        case .weekday(let phrase, let time):
            let latest = calendar.date(holding: now).startOfWeek(phrase.weekday)
            let isToCome = day(latest, time).start > now
            return day(isToCome ? latest.adding(days: -7) : latest, time, at: range, binder)
        case .month(let phrase, let time): return try resolve(phrase, time, at: range, binder)
        case .name(let name):
            if let month = binder.month(name) { return latest(month) }
            let help = "write for example `2024-03-10`, `2024-03-10 14:30`, `yesterday` or `-30d`"
            return try binder.value(of: name, wanted: "time", help: help, words: Self.words) { (value) throws(Reported) -> ResolvedTime? in
                switch value {
                case .when(let when): try resolve(when, binder)
                case .span(let span): try resolve(span, binder)
                case .literal(.number(let number, nil)): Self.year(number).flatMap { period(named: .year($0)) }
                case .query(let query): query.aliasedName.flatMap(binder.month).map(latest)
                default: nil
                }
            }
        }
    }

    /// Returns the latest month of that name that has begun.
    private func latest(_ month: Month) -> ResolvedTime {
        let year = calendar.date(holding: now).year
        // A month can start late in it, or even after it, if an anchor moves it.
        let candidates = [year, year - 1, year - 2].compactMap { period(named: .month(year: $0, month.rawValue)) }
        return candidates.first { $0.start <= now } ?? candidates[candidates.count - 1]
    }

    private func resolve(
        _ phrase: MonthPhrase, _ time: TimeLiteral?, at range: SourceRange, _ binder: Binder
    ) throws(Reported) -> ResolvedTime {
        let month = phrase.month.rawValue
        if phrase.day == nil, let year = phrase.year, let period = period(named: .month(year: year, month)) { return period }
        guard let number = phrase.day else { return latest(phrase.month) }
        let thisYear = calendar.date(holding: now).year
        // A leap day can be up to 8 years back.
        let years = phrase.year.map { [$0] } ?? Array((thisYear - 9...thisYear).reversed())
        let dates = years.lazy.compactMap { CivilDate(year: $0, month: month, day: number) }
        let moments = dates.map { date -> (date: CivilDate, time: ResolvedTime) in
            guard let time else { return (date, day(date, nil)) }
            return (date, .instant(calendar.zone.instant(of: CivilDateTime(date: date, time))))
        }
        guard let moment = moments.first(where: { phrase.year != nil || $0.time.start <= now }) else {
            throw binder.report(
                .noSuchDate, "the date `\(phrase.month.name) \(number)` doesn't exist", at: phrase.range,
                help: "\(phrase.month.name.capitalizedFirst) has \(phrase.month.maximumDayCount) days")
        }
        if let time { _ = instant(of: CivilDateTime(date: moment.date, time), at: range, binder) }
        return moment.time
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
        case .weekday(let day): try resolve(.weekday(day, nil), at: day.range, binder)
        case .month(let phrase): try resolve(phrase, nil, at: phrase.range, binder)
        case .name(let name): try resolve(InstantPhrase.name(name), at: name.range, binder)
        }
    }

    /// Returns the span's period; nil for all time.
    func resolve(_ span: Span, _ binder: Binder) throws(Reported) -> ResolvedTime? {
        var time: ResolvedTime
        switch span.kind {
        case .allTime: return nil
        case .today: time = day(calendar.date(holding: now), nil)
        case .yesterday: time = day(calendar.date(holding: now).adding(days: -1), nil)
        case .part(let part): return resolve(part)
        case .lastWeekday(let weekday): return lastWeekday(weekday)
        case .lastMonth(let month): return lastMonth(month)
        case .ago(let count, let unit):
            let periods = calendar.periods(unit, holding: now)
            let index = try periods.index(of: now) - checked(count, binder)
            time = .period(periods.edge(index)..<periods.edge(index + 1), calendar.anchorFields(of: unit))
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

    /// Returns a part of today or of the night before, which follows the clock.
    private func resolve(_ part: DayPart) -> ResolvedTime {
        let plain = calendar.withoutAnchor
        let today = plain.date(holding: now)
        func clock(_ hour: Int) -> Instant {
            let day = hour.flooredQuotient(by: 24)
            return calendar.zone.instant(of: CivilDateTime(date: today.adding(days: day), millisecondOfDay: (hour - day * 24) * 3_600_000))
        }
        var time = ResolvedTime.period(clock(part.hours.lowerBound)..<clock(part.hours.upperBound), [])
        time.stopsAtNow = part != .night
        return time
    }

    /// Returns the latest day of the week that is over.
    private func lastWeekday(_ weekday: Weekday) -> ResolvedTime {
        day(calendar.date(holding: now).adding(days: -1).startOfWeek(weekday), nil)
    }

    /// Returns the latest month of that name that is over.
    private func lastMonth(_ month: Month) -> ResolvedTime {
        let year = calendar.date(holding: now).year
        let candidates = [year + 1, year, year - 1, year - 2].compactMap { period(named: .month(year: $0, month.rawValue)) }
        return candidates.first { $0.end <= now } ?? candidates[candidates.count - 1]
    }

    private func resolve(_ shift: Shift, _ binder: Binder) throws(Reported) -> Instant {
        calendar.zone.moving(now, by: shift.sign, try distance(shift.amount, binder))
    }

    /// Returns the interval that `amount` names.
    func interval(_ amount: TimeAmount, _ binder: Binder) throws(Reported) -> IntervalComponents {
        let parts = try distance(of: amount, binder).parts
        guard let only = parts.first, parts.count == 1 else { throw reportMixed(amount, parts, binder) }
        guard only.count > 0 else {
            throw binder.report(
                .countExpected, "an interval must be at least one \(only.period.name)", at: amount.range,
                help: "write for example `1 \(only.period.name)`")
        }
        return IntervalComponents(only.count, only.period)
    }

    private func reportMixed(_ amount: TimeAmount, _ parts: [TimeDistance.Part], _ binder: Binder) -> Reported {
        let hours = parts.first?.period ?? .day < .month ? parts.last : nil
        // A day has 24 hours in most weeks of the year.
        let elapsed = hours.map { hours in
            let length = parts.map(\.approximateMilliseconds).reduce(0, +)
            return "\(length / hours.period.approximateMilliseconds)\(hours.period.suffix)"
        }
        return binder.report(
            .durationParts,
            "an interval can't mix \(parts.map { $0.period.name + "s" }.listed(with: "and"))", at: amount.range,
            help: elapsed.map { "write `\($0)`" } ?? "use one of them",
            note: "days and months follow the calendar, and hours count elapsed time",
            fix: elapsed.map { Diagnostic.Fix(amount.range, $0, keepsQuestion: false) })
    }

    /// Returns the distance in time that `phrase` names, which can be 0.
    func distance(_ phrase: TimeAmountPhrase, _ binder: Binder) throws(Reported) -> TimeDistance {
        try distance(of: binder.amount(phrase), binder)
    }

    private func distance(of amount: TimeAmount, _ binder: Binder) throws(Reported) -> TimeDistance {
        let parts = try binder.parts(of: amount)
        for part in parts { try check(part.count, at: amount.count?.range ?? amount.range, binder) }
        return TimeDistance(parts)
    }

    private func checked(_ count: Count, _ binder: Binder) throws(Reported) -> Int {
        let number = try binder.integer(count)
        try check(number, at: count.range, binder)
        return number
    }

    private func check(_ number: Int, at range: SourceRange, _ binder: Binder) throws(Reported) {
        guard number <= Self.farthestCount else {
            throw binder.report(
                .timeOutOfReach, "\(number) is too large", at: range,
                help: "use a smaller number", note: "dates must be in the years 1 to 9999")
        }
    }

    /// Returns the day, or a time on it. Reports a clock time that the clocks skip or repeat.
    private func day(_ date: CivilDate, _ time: TimeLiteral?, at range: SourceRange, _ binder: Binder) -> ResolvedTime {
        let resolved = day(date, time)
        if let time { _ = instant(of: calendar.clock(time.millisecondOfDay, on: date), at: range, binder) }
        return resolved
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
        let civil = CivilDateTime(date: literal.date.civil, literal.time)
        guard let offset = literal.offsetSeconds else { return calendar.zone.instant(of: civil) }
        return place(Instant(milliseconds: civil.localMilliseconds - Int64(offset) * 1000))
    }

    static func year(_ number: NumberLiteral) -> Int? {
        number.text.utf8.count == 4 && number.value == number.value.rounded() && number.value >= 1 ? Int(number.value) : nil
    }
}
