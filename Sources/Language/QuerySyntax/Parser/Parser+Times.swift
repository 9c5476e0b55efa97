import CalendarIntervals
import QueryDiagnostics
import QueryVocabulary
import TerminalText

/// Times, spans, periods and amounts of time.
extension Parser {
    // MARK: Instants

    /// True at a shift from now: `-30d`, `+ 2 hours`, `3 days ago`, `15min ago`.
    var isShift: Bool {
        switch current.kind {
        case .plus, .minus:
            return peek().kind == .compactDuration || peek().kind == .number && peek(2).keyword?.timeUnit != nil
                || isName(peek()) && peek(2).keyword?.timeUnit != nil
        case .compactDuration: return peek().keyword == .ago
        case .number: return peek().keyword?.timeUnit != nil && peek(2).keyword == .ago
        default: return false
        }
    }

    /// Returns a time, or nil after reporting an error.
    ///
    /// - Parameter before: the word that needs the time.
    mutating func when(after before: String = "since") -> When? {
        let start = current.range.start
        offer([.keyword("exactly"), .when])
        let isExact = at(.exactly)
        if isExact { advance() }
        let count = diagnosticCount
        guard let kind = whenKind(after: before) else {
            if diagnosticCount == count { reportTimeExpected(after: before) }
            return nil
        }
        return When(isExact: isExact, kind: kind, range: range(from: start))
    }

    private mutating func whenKind(after before: String) -> When.Kind? {
        if let shift = shiftIfPresent() { return .shift(shift) }
        // After `expect row`, a word and a number can be a name and the first value of the row.
        if before != "expect row" || at(.number), let month = monthIfPresent() {
            return .instant(.month(month, month.day == nil ? nil : timeIfPresent()))
        }
        switch current.kind {
        case .dateTime:
            return .instant(.dateTime(dateTimeLiteral(advance())))
        case .date:
            let date = dateLiteral(advance())
            return .instant(.date(date, timeIfPresent()))
        case .coarseDate, .number:
            if let coarse = coarseDateIfPresent() { return .instant(.coarse(coarse)) }
        case .word, .quotedName:
            if let kind = whenFromWord() { return kind }
        default: break
        }
        return nil
    }

    private mutating func whenFromWord() -> When.Kind? {
        switch current.keyword {
        case .now:
            advance()
            return .instant(.now)
        case .today:
            advance()
            return .instant(.today(timeIfPresent()))
        case .yesterday:
            advance()
            return .instant(.yesterday(timeIfPresent()))
        case .start where peek().keyword == .of:
            advance()
            advance()
            return span().map { .startOf($0) }
        case let keyword? where keyword.weekdayValue != nil:
            guard let day = weekday() else { return nil }
            return .instant(.weekday(day, timeIfPresent()))
        default:
            return nameIfPresent().map { .instant(.name($0)) }
        }
    }

    private mutating func shiftIfPresent() -> Shift? {
        let start = current.range.start
        if at(.plus) || at(.minus) {
            guard isShift || isName(peek()) else { return nil }
            let sign = at(.minus) ? -1 : 1
            advance()
            guard let amount = timeAmountPhrase(after: sign < 0 ? "-" : "+") else { return nil }
            return Shift(isAgo: false, sign: sign, amount: amount, range: range(from: start))
        }
        let isNameAgo = isName(current) && (peek().keyword == .ago || peek().keyword?.timeUnit != nil && peek(2).keyword == .ago)
        guard isShift || isNameAgo, let amount = timeAmountPhrase(after: "since") else { return nil }
        guard eat(.ago) else { return nil }
        return Shift(isAgo: true, sign: -1, amount: amount, range: range(from: start))
    }

    private mutating func reportTimeExpected(after before: String) {
        if at(.plus) || at(.minus), peek().kind == .malformed { advance() }
        guard !at(.malformed) else {
            advance()
            return
        }
        let range = current.range
        switch current.kind {
        case .compactDuration:
            expected(
                .timeExpected, "`\(before)` needs a time, but \(quoted(current)) is a duration", help: "write `-\(text(current))`",
                fix: [.init(SourceRange(at: range.start), "-")])
        case .timeOfDay:
            expected(
                .timeExpected, "`\(before)` needs a date, but \(quoted(current)) is only a time of day",
                help: "add the day, as in `today \(text(current))`",
                fix: .init(SourceRange(at: range.start), "today ", keepsQuestion: false))
        case .number where peek().keyword?.timeUnit != nil:
            let end = peek().range.end
            expected(
                .timeExpected, "`\(before)` needs a time, but this is a duration",
                help: "write `\(source[SourceRange(range.start, end)]) ago`", fix: [.init(SourceRange(at: end), " ago")])
        case .word where current.keyword == .last || current.keyword == .this || current.keyword == .all:
            expected(
                .timeExpected, "`\(before)` needs a time, but \(quoted(current)) starts a time span", help: "write `start of` before it",
                fix: [.init(SourceRange(at: range.start), "start of ")])
        case .string:
            let inner = textLiteral(current).value
            expected(
                .timeExpected, "a time must be written without quotes", help: "write `\(inner)`",
                fix: [.init(range, inner)])
        default:
            expected(
                .timeExpected, "`\(before)` needs a time\(isAtEnd ? "" : ", but \(quoted(current)) isn't one")",
                help: "write a time such as `-30d`, `2024-03-10`, `monday` or `yesterday 14:00`")
        }
    }

    mutating func weekday() -> WeekdayPhrase? {
        offer([.weekday])
        guard let day = current.keyword?.weekdayValue else { return nil }
        return WeekdayPhrase(weekday: day, range: advance().range)
    }

    mutating func timeIfPresent() -> TimeLiteral? {
        offer([.time])
        return at(.timeOfDay) ? timeLiteral(advance()) : nil
    }

    // MARK: Spans and periods

    /// True if a span such as `today` or `last 30 days` starts here.
    var isSpan: Bool {
        switch current.keyword {
        case .last, .this, .today, .yesterday: true
        case .all: peek().keyword == .time
        default: false
        }
    }

    /// Returns a span, or nil after reporting an error.
    mutating func span() -> Span? {
        let start = current.range.start
        offer([.span])
        if isPeriodAgo { return periodAgo(after: previous.map(text) ?? "on").map { Span(kind: $0, range: range(from: start)) } }
        let kind: Span.Kind
        switch current.keyword {
        case .today:
            advance()
            kind = .today
        case .yesterday:
            advance()
            kind = .yesterday
        case .all where peek().keyword == .time:
            advance()
            advance()
            kind = .allTime
        case .this:
            advance()
            guard let this = thisSpan() else { return nil }
            kind = this
        case .last:
            advance()
            guard let last = lastSpan() else { return nil }
            kind = last
        default:
            expected(
                .periodExpected, "missing time span", help: "write for example `last 30 days`, `this week` or `today`")
            return nil
        }
        return Span(kind: kind, range: range(from: start))
    }

    /// True at `3 days ago`.
    private var isPeriodAgo: Bool { (at(.number) || isName(current)) && peek().keyword?.timeUnit != nil && peek(2).keyword == .ago }

    private mutating func periodAgo(after before: String) -> Span.Kind? {
        guard let count = count(after: before, example: "3 days ago"), let unit = period(after: before) else { return nil }
        advance()
        return .ago(count, unit)
    }

    private mutating func thisSpan() -> Span.Kind? {
        if let part = dayPartIfPresent(after: "this") { return .part(part) }
        if !isAtEnd, current.keyword?.weekdayValue != nil || month(current) != nil { return reportThisDay() }
        return period(after: "this").map { .this($0) }
    }

    /// Reports `this monday` and `this october`, which can be in the past or in the future.
    private mutating func reportThisDay() -> Span.Kind? {
        let opener = previous.map { text($0).lowercased() == "this" ? $0.range : current.range } ?? current.range
        let isOpened = tokenBeforePrevious?.keyword == .on || tokenBeforePrevious?.keyword == .during
        let preposition = isOpened ? "" : current.keyword?.weekdayValue != nil ? "on " : "during "
        let written = text(current)
        expected(
            .periodExpected, "`this \(written)` could be in the past or in the future",
            help: "write `on \(written)` for the latest one",
            fix: Diagnostic.Fix(SourceRange(opener.start, current.range.end), preposition + written, keepsQuestion: false))
        advance()
        return nil
    }

    private mutating func dayPartIfPresent(after opener: String) -> DayPart? {
        let parts = DayPart.allCases.filter { $0.opener == opener }
        offer(parts.map { .keyword($0.rawValue) })
        guard at(.word), let part = parts.first(where: { $0.rawValue == text(current).lowercased() }) else { return nil }
        advance()
        return part
    }

    private mutating func lastSpan() -> Span.Kind? {
        offer([.number, .weekday, .month])
        if at(.compactDuration), let amount = compactAmount() { return .last(amount.count, full: false, amount.unit) }
        var count: Count?
        let isCounted = at(.number) || isName(current) && !at(.full) && (peek().keyword?.timeUnit != nil || peek().keyword == .full)
        if isCounted {
            count = self.count(after: "last")
            if count == nil { return nil }
        }
        if count == nil {
            if let part = dayPartIfPresent(after: "last") { return .part(part) }
            if let day = weekday() { return .lastWeekday(day.weekday) }
            if let month = month(current) {
                advance()
                return .lastMonth(month)
            }
        }
        let isFull = eat(.full)
        guard let unit = period(after: "last") else { return nil }
        return .last(count, full: isFull, unit)
    }

    /// Returns the period at the current word, or nil after reporting that it is missing.
    mutating func period(after before: String) -> CalendarPeriod? {
        offer([.period])
        if let unit = current.keyword?.timeUnit {
            advance()
            return unit
        }
        let written = at(.word) ? text(current).lowercased() : ""
        if written == "m" {
            expected(.ambiguousM, "`m` could mean minutes or months", help: "write `minutes` or `months`")
            return nil
        }
        let best =
            Parser.periodAbbreviations[written]
            ?? (at(.word) ? Suggestion.best(for: written, among: Grammar.periods(isPlural: isAfterSeveral)) : nil)
        expected(
            .periodExpected,
            "`\(before)` needs a period\(before == "by" ? " or another key" : "")\(isAtEnd ? "" : ", but \(quoted(current)) isn't one")",
            help: before == "by"
                ? "write for example `by day`, `by 15min`, `by source` or `by hour of day`"
                : Parser.isElapsed(before)
                    ? "use seconds, minutes, hours, days or weeks" : "use seconds, minutes, hours, days, weeks, months, quarters or years",
            fix: .spelling(best, at: current.range))
        if best != nil { advance() }
        return nil
    }

    /// True after a number other than 1, as in `7 days` and `7 full days`.
    private var isAfterSeveral: Bool {
        let number = previous?.keyword == .full ? tokenBeforePrevious : previous
        return number.map { $0.kind == .number && text($0) != "1" } ?? false
    }

    /// True if a duration after these words is elapsed time, so that months have no length.
    private static func isElapsed(_ before: String) -> Bool { ["holding", "within", "gap"].contains(before) }

    private static let periodAbbreviations = [
        "s": "seconds", "sec": "seconds", "secs": "seconds", "min": "minutes", "mins": "minutes", "h": "hours", "hr": "hours",
        "hrs": "hours", "d": "days", "w": "weeks", "wk": "weeks", "mo": "months", "mos": "months", "q": "quarters", "y": "years",
        "yr": "years", "yrs": "years", "hourly": "hour", "daily": "day", "weekly": "week", "monthly": "month", "yearly": "year",
        "night": "day", "nights": "days",
    ]

    /// Returns a whole period after `on`, `during` and `compare to`.
    mutating func periodPhrase(after before: String) -> PeriodPhrase? {
        offer([.span, .date, .weekday, .month])
        if isSpan || isPeriodAgo { return span().map { .span($0) } }
        if at(.date) { return .date(dateLiteral(advance())) }
        if let month = monthIfPresent() { return .month(month) }
        if let day = weekday() {
            if at(.timeOfDay) { reportTimeOfDay(after: before, text(current)) }
            return .weekday(day)
        }
        if let coarse = coarseDateIfPresent() { return .coarse(coarse) }
        if let name = nameIfPresent() { return .name(name) }
        if at(.dateTime) {
            let date = dateLiteral(current)
            expected(
                .timeExpected, "`\(before)` needs a whole day or period, without a time of day",
                help: "write `\(text(current).prefix(10))`",
                fix: .init(current.range, source[date.range], keepsQuestion: false))
            advance()
            return nil
        }
        expected(
            .timeExpected, "`\(before)` needs a day or a period\(isAtEnd ? "" : ", but \(quoted(current)) isn't one")",
            help: "write for example `\(before) 2024-03-10`, `\(before) 2024-Q1` or `\(before) last week`")
        if at(.malformed) { advance() }
        return nil
    }

    /// Reports `on monday 08:00`.
    private mutating func reportTimeOfDay(after before: String, _ time: String) {
        expected(
            .timeExpected, "`\(before)` needs a whole day or period, without a time of day",
            help: "remove `\(time)`, or write `since` before the day",
            fix: .init(SourceRange(previousEnd, current.range.end), "", keepsQuestion: false, help: "remove `\(time)`"))
        advance()
    }

    // MARK: Months

    /// Returns the month that `token` names.
    func month(_ token: Token) -> Month? { token.kind == .word ? Month(word: text(token)) : nil }

    /// True at a month with a day or a year, such as `march 10` or `10 march`. A lone month is a name, because a `let` can define it.
    var isMonthPhrase: Bool {
        if month(current) != nil { return isDay(peek(), before: peek(2)) || isYear(peek(), before: peek(2)) }
        return month(peek()) != nil && isDay(current, before: peek())
    }

    /// True at `october 2025`, which is a range without `during`, too.
    var isMonthOfYear: Bool { month(current) != nil && isYear(peek(), before: peek(2)) }

    /// Returns true for one or two digits that aren't part of `10th` or `10 days`.
    private func isDay(_ token: Token, before next: Token) -> Bool {
        isNumber(token, before: next) && token.range.length <= 2
    }

    private func isYear(_ token: Token, before next: Token) -> Bool {
        isNumber(token, before: next) && token.range.length == 4
    }

    private func isNumber(_ token: Token, before next: Token) -> Bool {
        guard token.kind == .number, Int(text(token)) != nil, next.keyword?.timeUnit == nil else { return false }
        return next.range.start > token.range.end || next.kind != .word
    }

    /// Returns a month with a day or a year, or nil if there is none. Reports a day that the month doesn't have.
    mutating func monthIfPresent() -> MonthPhrase? {
        guard isMonthPhrase else { return nil }
        let start = current.range.start
        var day = isDay(current, before: peek()) ? Int(text(advance())) : nil
        let isDayFirst = day != nil
        guard let month = month(advance()) else { return nil }
        if day == nil, isDay(current, before: peek()) { day = Int(text(advance())) }
        let year = isYear(current, before: peek()) ? Int(text(advance())) : nil
        let phrase = MonthPhrase(month: month, day: day, year: year, isDayFirst: isDayFirst, range: range(from: start))
        reportMissingDay(of: phrase)
        return phrase
    }

    private mutating func reportMissingDay(of phrase: MonthPhrase) {
        let count = phrase.year.map { DateLiteral.daysIn(month: phrase.month.rawValue, year: $0) } ?? phrase.month.maximumDayCount
        guard phrase.year != 0, (1...count).contains(phrase.day ?? 1) else {
            let name = phrase.month.name.capitalizedFirst + (phrase.year.map { " \($0)" } ?? "")
            report(
                Diagnostic(
                    .noSuchDate, "the date \(quoted(phrase.range)) doesn't exist", at: phrase.range,
                    help: phrase.year == 0 ? "use a year from 0001 to 9999" : "\(name) has \(count) days"))
            return
        }
    }

    // MARK: Amounts

    /// Returns `15min`, `2 weeks`, `week`, or a name.
    mutating func timeAmountPhrase(after before: String) -> TimeAmountPhrase? {
        offer([.duration])
        if at(.compactDuration) { return compactAmount().map { .amount($0) } }
        let counted = at(.number) || isName(current) && peek().keyword?.timeUnit != nil
        if counted {
            let start = current.range.start
            guard let count = count(after: before) else { return nil }
            guard let unit = period(after: before) else { return nil }
            return .amount(TimeAmount(count: count, unit: unit, isCompact: false, range: range(from: start)))
        }
        if current.keyword?.timeUnit == nil, let name = nameIfPresent() { return .name(name) }
        if at(.malformed) {
            advance()
            return nil
        }
        let start = current.range
        guard let unit = period(after: before) else { return nil }
        return .amount(TimeAmount(count: nil, unit: unit, isCompact: false, range: start))
    }

    /// Returns an amount such as `2 weeks`. Call it only at a number that a period follows.
    mutating func timeAmount(unit: CalendarPeriod) -> TimeAmount? {
        let start = current.range.start
        guard let count = count(after: "of") else { return nil }
        advance()
        return TimeAmount(count: count, unit: unit, isCompact: false, range: range(from: start))
    }

    /// Returns the amount of the current duration token.
    mutating func compactAmount() -> TimeAmount? {
        let token = current
        guard let parts = CompactDuration.parts(of: text(token)), let first = parts.first else { return nil }
        let counts = parts.compactMap { Int($0.digits.filter { $0 != "_" }) }.filter { $0 < 1_000_000_000 }
        guard counts.count == parts.count else {
            expected(.countExpected, "\(quoted(token)) is too long", help: "use a number below a billion")
            advance()
            return nil
        }
        advance()
        let countRange = SourceRange(token.range.start, token.range.start + first.digits.utf8.count)
        return TimeAmount(
            count: .number(counts[0], countRange), unit: first.unit, isCompact: true, range: token.range,
            rest: zip(counts, parts).dropFirst().map { TimeAmount.Part(count: $0, unit: $1.unit) })
    }

    // MARK: Dates, which the lexer has checked

    /// Returns the number formed by `length` digits at `offset`.
    private func digits(_ offset: Int, _ length: Int) -> Int {
        source.bytes[offset..<offset + length].reduce(0) { $0 * 10 + Int($1) - 48 }
    }

    func dateLiteral(_ token: Token) -> DateLiteral {
        let start = token.range.start
        return DateLiteral(
            year: digits(start, 4), month: digits(start + 5, 2), day: digits(start + 8, 2), range: SourceRange(start, start + 10))
    }

    func timeLiteral(_ token: Token) -> TimeLiteral { timeLiteral(token.range) }

    private func timeLiteral(_ range: SourceRange) -> TimeLiteral {
        let clock = source[range].split(separator: ".", maxSplits: 1)
        let parts = clock[0].split(separator: ":").map { Int($0) ?? 0 }
        let fraction = clock.count > 1 ? clock[1] + String(repeating: "0", count: 9 - clock[1].count) : "0"
        return TimeLiteral(
            hour: parts[0], minute: parts[1], second: parts.count > 2 ? parts[2] : 0, nanosecond: Int(fraction) ?? 0, range: range)
    }

    func dateTimeLiteral(_ token: Token) -> DateTimeLiteral {
        let timeStart = token.range.start + 11
        let bytes = source.bytes[timeStart..<token.range.end]
        let isClock: (UInt8) -> Bool = { (0x30...0x3A).contains($0) || $0 == UInt8(ascii: ".") }
        let timeEnd = bytes.firstIndex { !isClock($0) } ?? token.range.end
        var offset: Int?
        if timeEnd < token.range.end {
            let sign = source.bytes[timeEnd] == UInt8(ascii: "-") ? -1 : 1
            let digits = bytes[timeEnd...].filter { (0x30...0x39).contains($0) }.map { Int($0) - 48 }
            let padded = digits + Array(repeating: 0, count: 4 - digits.count)
            offset = sign * ((padded[0] * 10 + padded[1]) * 3_600 + (padded[2] * 10 + padded[3]) * 60)
        }
        return DateTimeLiteral(
            date: dateLiteral(token), time: timeLiteral(SourceRange(timeStart, timeEnd)), offsetSeconds: offset, range: token.range)
    }

    /// Returns `2024-03`, `2024-Q1`, `2024-W10`, or `2024`, which is a number to the lexer.
    mutating func coarseDateIfPresent() -> CoarseDate? {
        let start = current.range.start
        switch current.kind {
        case .number where current.range.length == 4 && peek().keyword?.timeUnit == nil:
            guard let year = Int(text(current)) else { return nil }
            return CoarseDate(kind: .year(year), range: advance().range)
        case .coarseDate:
            let token = advance()
            let year = digits(start, 4)
            let kind: CoarseDate.Kind =
                switch source.bytes[start + 5] | 0x20 {
                case UInt8(ascii: "q"): .quarter(year: year, digits(start + 6, token.range.end - start - 6))
                case UInt8(ascii: "w"): .week(year: year, digits(start + 6, token.range.end - start - 6))
                default: .month(year: year, digits(start + 5, 2))
                }
            return CoarseDate(kind: kind, range: token.range)
        default:
            return nil
        }
    }
}
