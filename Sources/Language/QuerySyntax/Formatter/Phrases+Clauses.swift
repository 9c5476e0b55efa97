import CalendarIntervals
import QueryDiagnostics
import QueryVocabulary

/// Clauses, times and predicates.
extension Phrases {
    // MARK: Clauses

    /// Returns the clauses in canonical order.
    func clauses(_ clauses: [Clause]) -> [String] {
        let sorted = clauses.enumerated()
            .sorted { $0.element.kind.canonicalPlace(at: $0.offset) < $1.element.kind.canonicalPlace(at: $1.offset) }
            .map(\.element.kind)
        return sorted.indices.map { index in
            guard case .by(let keys) = sorted[index], let last = keys.last, let set = last.workouts, index + 1 < sorted.count,
                case .predicate = sorted[index + 1], case .samples(let samples) = set, samples.test == nil
            else { return clause(sorted[index]) }
            // A `where` directly after workouts would choose workouts.
            let text = clause(sorted[index])
            return String(text.dropLast(self.set(set).count)) + inParentheses(set)
        }
    }

    private func clause(_ clause: ClauseKind) -> String {
        func opened(_ argument: String) -> String { "\(clause.word.keyword) \(argument)" }
        return switch clause {
        case .by(let keys): opened(self.keys(keys))
        case .window(let window): self.window(window)
        case .range(let range): self.range(range)
        case .versus(let other): versus(other)
        case .anchor(let anchor): opened(self.anchor(anchor))
        case .zone(let zone): opened(self.zone(zone))
        case .predicate(let predicate): opened(self.predicate(predicate))
        case .holding(let amount): opened(self.amount(amount))
        case .intervals(let set, let opener): "\(opener.rawValue) \(self.set(set))"
        case .choice(let choice): choice.text
        case .prefer(let sources): opened(sources.map(text).joined(separator: ", "))
        case .fill(let rule): opened(fill(rule))
        case .grid(let rule): opened(rule.rawValue)
        case .against(let span): opened(self.span(span))
        case .goal(let value): opened(literal(value))
        case .limit(let count): opened(self.count(count))
        case .order(let order): "\(order.rawValue) first"
        }
    }

    private func window(_ window: WindowPhrase) -> String {
        (window.length.map { "within \(amount($0)) " } ?? "") + "\(window.side.rawValue) \(event(window.event))"
    }

    /// Returns the events of a window, such as `each workout`.
    func event(_ key: GroupingKey) -> String {
        if case .each = key.kind { self.key(key) } else { "each \(self.key(key))" }
    }

    func keys(_ keys: [GroupingKey]) -> String {
        keys.count == 2 ? keys.map(key).joined(separator: " and ") : keys.map(key).joined(separator: ", ")
    }

    func key(_ key: GroupingKey) -> String {
        switch key.kind {
        case .interval(let amount, let starting): self.amount(amount) + (starting.map { " starting \($0.weekday.name)" } ?? "")
        case .profile(let profile): profile.phrase
        case .source: "source"
        case .device: "device"
        case .product: "product"
        case .metadata(let key): "metadata " + text(key)
        case .value: "value"
        case .condition(let predicate, let name): "(\(self.predicate(predicate)))" + (name.map { " called \(self.name($0))" } ?? "")
        case .bins(let width): "bins of \(literal(width))"
        case .bands(let limits): "bands \(limits.map { literal($0) }.joined(separator: ", "))"
        case .each(let set): "each " + inParentheses(set)
        case .splits(let count, let unit, let set): (count.map { number($0) + " " } ?? "") + "\(unit.text) of \(single(set))"
        case .parts(let set): "part of \(single(set))"
        case .edge(let name): name.text.lowercased()
        }
    }

    func range(_ range: RangeClause) -> String {
        switch range {
        case .since(let when): "since " + self.when(when)
        case .until(let when): "until " + self.when(when)
        case .through(let when): "through " + self.when(when)
        case .between(let first, let second): "between \(when(first)) and \(when(second))"
        case .fromTo(let first, let second): "from \(when(first)) to \(when(second))"
        case .on(let period): "on " + self.period(period)
        case .during(let period): "during " + self.period(period)
        case .span(let span): self.span(span)
        }
    }

    private func versus(_ other: OtherRange) -> String {
        let opener = other.isOfSameDays ? "vs the same days of " : "vs "
        return switch other.kind {
        case .period(let period): opener + self.period(period)
        case .ends(let range): opener + self.range(range)
        case .before(let amount): "\(opener)the \(self.amount(amount)) before"
        case .around(let when, let amount): (amount.map { self.amount($0) + " " } ?? "") + "before and after \(self.when(when))"
        }
    }

    func anchor(_ anchor: Anchor) -> String {
        switch anchor {
        case .time(let time): self.time(time)
        case .weekday(let day, let time): day.weekday.name + suffix(time)
        case .dayOfMonth(let day, let time): "day \(count(day))" + suffix(time)
        case .date(let date, let time): self.date(date) + suffix(time)
        case .dateTime(let dateTime): self.dateTime(dateTime)
        case .name(let name): self.name(name)
        }
    }

    private func zone(_ zone: ZonePhrase) -> String {
        switch zone {
        case .named(let name): zoneName(name)
        case .history(let history): "(\(zones(history)))"
        case .local: "local"
        case .utc: "utc"
        case .sample: "sample"
        case .person: "person"
        }
    }

    private func zoneName(_ name: Name) -> String { name.isQuoted ? quoted(name.text) : name.text }

    func zones(_ history: ZoneHistoryPhrase) -> String {
        (history.stretches.map { "\(zoneName($0.zone)) until \(date($0.until))" } + [zoneName(history.last)]).joined(separator: ", ")
    }

    func fill(_ rule: FillRule) -> String {
        switch rule {
        case .none: "none"
        case .null: "null"
        case .zero: "zero"
        case .previous: "previous"
        case .linear: "linear"
        case .number(let number): self.literal(number)
        }
    }

    // MARK: Times

    func when(_ when: When) -> String {
        let text =
            switch when.kind {
            case .instant(let instant): self.instant(instant)
            case .shift(let shift): self.shift(shift)
            case .startOf(let span): "start of " + self.span(span)
            }
        return when.isExact ? "exactly " + text : text
    }

    private func instant(_ instant: InstantPhrase) -> String {
        switch instant {
        case .dateTime(let dateTime): self.dateTime(dateTime)
        case .date(let date, let time): self.date(date) + suffix(time)
        case .coarse(let coarse): self.coarse(coarse)
        case .now: "now"
        case .today(let time): "today" + suffix(time)
        case .yesterday(let time): "yesterday" + suffix(time)
        case .weekday(let day, let time): day.weekday.name + suffix(time)
        case .month(let month, let time): self.month(month) + suffix(time)
        case .name(let name): self.name(name)
        }
    }

    private func month(_ phrase: MonthPhrase) -> String {
        let day = phrase.day.map(String.init)
        let words = phrase.isDayFirst ? [day, phrase.month.name] : [phrase.month.name, day]
        return (words + [phrase.year.map(String.init)]).compactMap { $0 }.joined(separator: " ")
    }

    private func shift(_ shift: Shift) -> String {
        let amount = self.amount(shift.amount)
        return shift.isAgo ? amount + " ago" : (shift.sign < 0 ? "-" : "+") + amount
    }

    func span(_ span: Span) -> String {
        switch span.kind {
        case .last(let count, let isFull, let unit):
            ["last", count.map(self.count), isFull ? "full" : nil, noun(unit, count)].compactMap { $0 }.joined(separator: " ")
        case .lastMonth(let month): "last " + month.name
        case .lastWeekday(let day): "last " + day.name
        case .ago(let count, let unit): "\(self.count(count)) \(noun(unit, count)) ago"
        case .this(let unit): "this " + unit.name
        case .part(let part): part.phrase
        case .today: "today"
        case .yesterday: "yesterday"
        case .allTime: "all time"
        }
    }

    private func noun(_ unit: CalendarPeriod, _ count: Count?) -> String {
        switch count {
        case nil, .number(1, _): unit.name
        default: unit.name + "s"
        }
    }

    func period(_ period: PeriodPhrase) -> String {
        switch period {
        case .date(let date): self.date(date)
        case .coarse(let coarse): self.coarse(coarse)
        case .span(let span): self.span(span)
        case .weekday(let day): day.weekday.name
        case .month(let month): self.month(month)
        case .name(let name): self.name(name)
        }
    }

    func amount(_ phrase: TimeAmountPhrase) -> String {
        switch phrase {
        case .amount(let amount): self.amount(amount)
        case .name(let name): self.name(name)
        }
    }

    func amount(_ amount: TimeAmount) -> String {
        guard let count = amount.count else { return amount.unit.name }
        let rest = amount.rest.map { "\($0.count)\($0.unit.suffix)" }.joined()
        return amount.isCompact ? self.count(count) + amount.unit.suffix + rest : "\(self.count(count)) \(noun(amount.unit, count))"
    }

    private func suffix(_ time: TimeLiteral?) -> String { time.map { " " + self.time($0) } ?? "" }

    func time(_ time: TimeLiteral) -> String {
        var text = "\(Phrases.digits(time.hour, 2)):\(Phrases.digits(time.minute, 2))"
        guard time.second > 0 || time.nanosecond > 0 else { return text }
        text += ":" + Phrases.digits(time.second, 2)
        guard time.nanosecond > 0 else { return text }
        var fraction = Phrases.digits(time.nanosecond, 9)
        while fraction.hasSuffix("0") { fraction.removeLast() }
        return text + "." + fraction
    }

    private func date(_ date: DateLiteral) -> String {
        [Phrases.digits(date.year, 4), Phrases.digits(date.month, 2), Phrases.digits(date.day, 2)].joined(separator: "-")
    }

    private func dateTime(_ dateTime: DateTimeLiteral) -> String {
        "\(date(dateTime.date))T\(time(dateTime.time))" + (dateTime.offsetSeconds.map(Phrases.offset) ?? "")
    }

    private static func offset(_ seconds: Int) -> String {
        let minutes = abs(seconds) / 60
        return seconds == 0 ? "Z" : "\(seconds < 0 ? "-" : "+")\(digits(minutes / 60, 2)):\(digits(minutes % 60, 2))"
    }

    private func coarse(_ coarse: CoarseDate) -> String {
        switch coarse.kind {
        case .year(let year): Phrases.digits(year, 4)
        case .month(let year, let month): "\(Phrases.digits(year, 4))-\(Phrases.digits(month, 2))"
        case .quarter(let year, let quarter): "\(Phrases.digits(year, 4))-Q\(quarter)"
        case .week(let year, let week): "\(Phrases.digits(year, 4))-W\(Phrases.digits(week, 2))"
        }
    }

    private static func digits(_ number: Int, _ count: Int) -> String {
        let text = "\(number)"
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }

    // MARK: Predicates

    func predicate(_ predicate: Predicate) -> String {
        switch predicate {
        case .or(let parts): parts.map { part($0, isWithinAnd: false) }.joined(separator: " or ")
        case .and(let parts): parts.map { part($0, isWithinAnd: true) }.joined(separator: " and ")
        case .not(let inner, _): "not " + part(inner, isWithinAnd: true)
        case .name(let name): self.name(name)
        case .enteredByUser: "entered by user"
        case .timeOfDay(let phrase): timeOfDay(phrase)
        case .compare(let field, let comparison, let literal): "\(self.field(field)) \(comparison.rawValue) \(self.literal(literal))"
        case .equals(let field, let literal, let negated): "\(self.field(field)) is \(negated ? "not " : "")\(self.literal(literal))"
        case .isMissing(let field, let negated, _): "\(self.field(field)) is \(negated ? "not " : "")missing"
        case .between(let field, let low, let high): "\(self.field(field)) between \(literal(low)) and \(literal(high))"
        case .oneOf(let field, let choices, _): "\(self.field(field)) in (\(choices.map { literal($0) }.joined(separator: ", ")))"
        case .text(let field, let match, let operand): "\(self.field(field)) \(match.rawValue) \(text(operand))"
        }
    }

    private func timeOfDay(_ phrase: TimeOfDayPhrase) -> String {
        switch phrase.kind {
        case .after(let time): "after \(literal(time))"
        case .before(let time): "before \(literal(time))"
        case .between(let first, let last): "between \(literal(first)) and \(literal(last))"
        // `at night` can be the name of a condition, and `in the night` can't.
        case .part(let part): phrase.name == nil ? "in the \(part.rawValue)" : part.condition
        }
    }

    private func part(_ predicate: Predicate, isWithinAnd: Bool) -> String {
        switch predicate {
        case .or: "(\(self.predicate(predicate)))"
        case .and where isWithinAnd: "(\(self.predicate(predicate)))"
        default: self.predicate(predicate)
        }
    }

    // MARK: Sets of intervals

    func set(_ set: IntervalSet) -> String {
        switch set {
        case .or(let parts): parts.map { part($0, isWithinAnd: false) }.joined(separator: " or ")
        case .and(let parts): parts.map { part($0, isWithinAnd: true) }.joined(separator: " and ")
        case .not(let inner, _): "not " + part(inner, isWithinAnd: true)
        case .samples(let samples): self.samples(samples)
        case .within(let amount, let side, let inner, _): "within \(self.amount(amount)) \(side.rawValue) \(single(inner))"
        case .sessions(let inner, let gap, _): "sessions of \(joined(inner))" + (gap.map { " gap " + amount($0) } ?? "")
        case .gaps(let inner, let length, _): "gaps of \(joined(inner))" + (length.map { " longer than " + amount($0) } ?? "")
        case .parts(let inner, _): "parts of \(inParentheses(inner))"
        }
    }

    private func inParentheses(_ set: IntervalSet) -> String {
        if case .samples(let samples) = set, case .condition? = samples.test { return self.set(set) }
        return "(\(self.set(set)))"
    }

    private func samples(_ set: SampleSet) -> String {
        let holding = set.holding.map { " holding " + amount($0) } ?? ""
        return switch set.test {
        case nil: metric(set.metric) + holding
        // The text of the test starts with the field `value`, which is not written here.
        case .value(let test): metric(set.metric) + predicate(test).dropFirst("value".count) + holding
        case .condition(let condition): "(\(metric(set.metric)) where \(predicate(condition))\(holding))"
        }
    }

    private func part(_ set: IntervalSet, isWithinAnd: Bool) -> String {
        switch set {
        case .or: "(\(self.set(set)))"
        case .and where isWithinAnd: "(\(self.set(set)))"
        default: self.set(set)
        }
    }

    /// The text of a set after `within`, which applies to one set.
    private func single(_ set: IntervalSet) -> String {
        switch set {
        case .or, .and, .not: "(\(self.set(set)))"
        case .samples, .within, .sessions, .gaps, .parts: self.set(set)
        }
    }

    /// The text of a set after `sessions of` and `gaps of`. Without parentheses, `gap` would belong to an inner `sessions of`.
    private func joined(_ set: IntervalSet) -> String {
        if case .samples = set { self.set(set) } else { "(\(self.set(set)))" }
    }

    func field(_ field: Field) -> String {
        switch field.kind {
        case .value: "value"
        case .source: "source"
        case .device: "device"
        case .product: "product"
        case .start: "start"
        case .end: "end"
        case .duration: "duration"
        case .created: "created"
        case .timeOfDay: "time of day"
        case .profile(let profile): profile.phrase
        case .metadata(let key): "metadata " + text(key)
        case .column(let column): self.column(column)
        }
    }

    func column(_ column: Column) -> String {
        switch column {
        case .name(let name): self.name(name)
        case .aggregate(let aggregate): self.aggregate(aggregate)
        }
    }
}

extension ClauseKind {
    /// The position of the clause in canonical order, the order of the manual. `since` comes before the clause that ends its range.
    fileprivate func canonicalPlace(at offset: Int) -> (place: Int, part: Int, offset: Int) {
        let isStart = if case .range(.since) = self { true } else { false }
        return (ClauseWord.places[word] ?? 0, isStart ? 0 : 1, offset)
    }
}

extension ClauseWord {
    fileprivate static let places = Dictionary(uniqueKeysWithValues: zip(all, all.indices))
}
