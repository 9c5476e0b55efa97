import CalendarIntervals
import QueryDiagnostics
import QueryVocabulary

/// The clauses of a query, in any order, each at most once.
extension Parser {
    /// True if a clause starts here.
    var isClauseHere: Bool {
        guard current.spelling?.clause != nil else { return isMonthOfYear || isGoalHere || isVersusHere || isWindowHere }
        return switch current.keyword {
        case .all: peek().keyword == .time
        case .until: terminator != .watch || comparison(peek()) == nil
        default: true
        }
    }

    /// True at the clause `goal`, which is a word of the language only in `progress`. Elsewhere, a number after it shows what is meant.
    var isGoalHere: Bool { at(.goal) && (isProgress || peek().kind == .number) }

    /// Parses all clauses of a query.
    ///
    /// - Parameter source: the source of the query, if it is known.
    mutating func clauses(of source: QuerySource? = nil) -> [Clause] {
        var clauses: [Clause] = []
        while true {
            stopIfFull()
            let isMeasure = terminator == .parenthesis
            offer(Parser.freeClauses(of: source, isMeasure: isMeasure, beside: clauses) + [.symbol(isMeasure ? ")" : "|")])
            if isQueryEnd || at(.pipe) || at(.as) { return clauses }
            guard isClauseHere else {
                if isStageHere { return clauses }
                reportUnexpected()
                if !isClauseHere { advance() }
                recover()
                continue
            }
            let start = current.range.start
            let keyword = current
            if let kind = clauseKind() {
                let clause = Clause(kind: kind, range: range(from: start), keywordRange: keyword.range)
                if !reportRepeated(clause, after: clauses) { clauses.append(clause) }
            } else {
                if index == 0 || current.range.start == start { advance() }
                // `by by`: the second one was just reported.
                if let previous, isSame(previous, keyword), isSame(current, keyword) { advance() }
                recover()
            }
        }
    }

    private func isSame(_ token: Token, _ other: Token) -> Bool { text(token).lowercased() == text(other).lowercased() }

    /// Returns the clauses that can still be added.
    private static func freeClauses(of source: QuerySource?, isMeasure: Bool, beside clauses: [Clause]) -> [CompletionItem] {
        let used = Set(clauses.map(\.kind.word))
        let ranges = clauses.compactMap { clause in if case .range(let range) = clause.kind { range.keyword } else { nil } }
        let free = ClauseWord.all.filter { isMeasure ? $0.belongs(to: .measure) : takes($0, source) }.flatMap { word in
            word.definition.forms.map(\.phrase).filter { phrase in
                if word == .versus { return !used.contains(word) && (phrase == "vs") != ranges.isEmpty }
                guard word == .range else { return !used.contains(word) }
                return switch phrase {
                case "since": ranges.isEmpty || ranges == ["until"] || ranges == ["through"]
                case "until", "through": ranges.isEmpty || ranges == ["since"]
                default: ranges.isEmpty
                }
            }
        }
        return free.map { .keyword($0) }
    }

    /// Returns true if a query of this kind can have the clause.
    ///
    /// - Parameter source: nil if the source is not known.
    private static func takes(_ clause: ClauseWord, _ source: QuerySource?) -> Bool {
        switch source {
        case .measures: clause.belongs(to: .statistics)
        case .samples: clause.belongs(to: .samples)
        case .summaries: clause.belongs(to: .summaries)
        case .times: clause.belongs(to: .times)
        case .record: clause.belongs(to: .samples)
        case .progress: clause.belongs(to: .progress)
        case .lastResult: false
        case nil: clause != .against && clause != .goal
        }
    }

    private mutating func reportRepeated(_ clause: Clause, after clauses: [Clause]) -> Bool {
        let identity = clause.kind.identity
        if let earlier = clauses.first(where: { $0.kind.identity == identity }) {
            let gap = source.bytes[clause.range.start - 1] == UInt8(ascii: " ") ? 1 : 0
            report(
                Diagnostic(
                    .duplicateClause, "\(quoted(clause.keywordRange)) appears twice", at: clause.range,
                    labels: [.init(earlier.range, "first used here")], help: "keep one of them",
                    fix: source[clause.range] == source[earlier.range]
                        ? .init(SourceRange(clause.range.start - gap, clause.range.end), "") : nil))
            return true
        }
        guard case .range(let range) = clause.kind else { return false }
        for case .range(let earlier) in clauses.lazy.map(\.kind) where !range.goesWith(earlier) {
            let earlierClause = clauses.first { $0.kind.identity == ClauseKind.range(earlier).identity }
            report(
                Diagnostic(
                    .conflictingRanges, "\(quoted(clause.keywordRange)) sets the time range, which is already set", at: clause.range,
                    labels: earlierClause.map { [.init($0.range, "already set here")] } ?? [], help: "keep one of them",
                    note: "only `since` can be combined, with `until` or `through`"))
            return true
        }
        return false
    }

    private mutating func clauseKind() -> ClauseKind? {
        if isVersusHere { return versus().map { .versus($0) } }
        if isMonthOfYear, let month = monthIfPresent() { return .range(.during(.month(month))) }
        guard let clause = isGoalHere ? .goal : isWindowHere ? .window : current.spelling?.clause else { return nil }
        if isSpan { return span().map { .range(.span($0)) } }
        if at(.between), clockLength(at: 1) != nil { return conditionWithoutWhere() }
        let opener = advance()
        if opener.keyword == .during { skipMy() }
        switch clause {
        case .by: return groupingKeys().map { .by($0) }
        case .window: return window(openedBy: opener).map { .window($0) }
        case .range where opener.keyword == .during && isSetAfterDuring: return setAfterDuring()
        case .range:
            if opener.keyword == .during { offer([.entries(.set), .intervals, .metric, .symbol("(")]) }
            return range(openedBy: opener.keyword).map { .range($0) }
        case .versus: return versus().map { .versus($0) }
        case .anchor: return anchor().map { .anchor($0) }
        case .zone: return zone().map { .zone($0) }
        case .condition: return predicate().map { .predicate($0) }
        case .holding: return timeAmountPhrase(after: "holding").map { .holding($0) }
        case .intervals: return intervalSet().map { .intervals($0, .while) }
        case .prefer: return texts(after: "prefer", example: "Apple Watch", role: .source).map { .prefer($0) }
        case .fill: return fillRule().map { .fill($0) }
        case .grid: return option(BucketGrid.self, after: "grid").map { .grid($0) }
        case .against: return span().map { .against($0) }
        case .goal: return goal().map { .goal($0) }
        case .limit: return count(after: "limit").map { .limit($0) }
        case .order:
            _ = eat(.first)
            return .order(opener.keyword == .newest ? .newest : .oldest)
        case .choice(let clause): return choice(clause, openedBy: opener).map { .choice($0) }
        }
    }

    /// Parses a goal: a number with a unit, a duration, a name, or `none`.
    private mutating func goal() -> Literal? {
        offer([.number, .keyword("none")])
        if isAtEnd || at(.pipe) || at(.as) {
            expected(.missingValue, "`goal` needs a number", help: "write for example `goal 10000` or `goal 600 kcal`")
            return nil
        }
        return literal(.element)
    }

    /// Parses a range that is not a span.
    mutating func range(openedBy keyword: Keyword?) -> RangeClause? {
        switch keyword {
        case .since: when(after: "since").map { .since($0) }
        case .until: when(after: "until").map { .until($0) }
        case .through: when(after: "through").map { .through($0) }
        case .between: pair(.between, .and).map { .between($0, $1) }
        case .from: pair(.from, .to).map { .fromTo($0, $1) }
        case .on: periodPhrase(after: "on").map { .on($0) }
        case .during: periodPhrase(after: "during").map { .during($0) }
        default: nil
        }
    }

    /// Parses the words of a choice clause after its first word.
    private mutating func choice(_ clause: ChoiceClause, openedBy opener: Token) -> ClauseChoice? {
        var read = text(opener).lowercased()
        while true {
            let open = clause.choices.filter { $0.text == read || $0.text.hasPrefix(read + " ") }
            var words: [String] = []
            for choice in open {
                let next = choice.text.dropFirst(read.count).split(separator: " ").first.map(String.init)
                if let next, !words.contains(next) { words.append(next) }
            }
            offer(words.map { .keyword($0) })
            if at(.word), words.contains(text(current).lowercased()) {
                read += " " + text(advance()).lowercased()
            } else if let choice = open.first(where: { $0.text == read }), words.isEmpty || !at(.word) || current.spelling != nil {
                return choice
            } else if open.contains(where: { $0.text == read }) {
                // The clause is complete, but only its other words could be meant by an unknown one.
                expectedOption(words, after: read)
                return nil
            } else {
                if words.count > 1 {
                    expectedOption(words, after: read)
                } else {
                    let forms = Parser.alternatives(open.map(\.text))
                    expected(.missingPart, "`\(read)` needs \(Parser.alternatives(words))", help: "write \(forms)")
                }
                return nil
            }
        }
    }

    /// `A and B` after `between`, `A to B` after `from`
    private mutating func pair(_ opener: Keyword, _ joiner: Keyword) -> (When, When)? {
        guard let first = when(after: opener.rawValue) else { return nil }
        guard eat(joiner) else {
            expected(
                .missingPart, "`\(opener.rawValue)` needs `\(joiner.rawValue)` and a second time",
                help: "write for example `\(opener.rawValue) 2024-03-01 \(joiner.rawValue) 2024-03-10`")
            return nil
        }
        return when(after: joiner.rawValue).map { (first, $0) }
    }

    mutating func fillRule() -> FillRule? {
        let choices: [Keyword] = [.nothing, .null, .zero, .previous, .linear]
        offer(choices.map { .keyword($0.rawValue) } + [.number])
        let keyword = current.keyword
        if let keyword, choices.contains(keyword) { advance() }
        switch keyword {
        case .nothing: return FillRule.none
        case .null: return .null
        case .zero: return .zero
        case .previous: return .previous
        case .linear: return .linear
        default: break
        }
        if isAtNumber || at(.compactDuration) { return literal(.element).map { .number($0) } }
        if let name = nameIfPresent() { return .number(.name(name)) }
        expectedOption(choices.map(\.rawValue), after: "fill")
        return nil
    }

    /// `hour of day`, `weekday`, `part of day`, …
    mutating func profileIfPresent() -> Profile? {
        if at(.weekday) {
            advance()
            guard at(.or), peek().kind == .word, text(peek()).lowercased() == "weekend" else { return .weekday }
            advance(to: peek().range.end)
            return .weekdayOrWeekend
        }
        if at(.word), text(current).lowercased() == "part", peek().keyword == .of, peek(2).keyword == .day {
            advance(to: peek(2).range.end)
            return .partOfDay
        }
        guard peek().keyword == .of, let unit = current.keyword?.timeUnit, let whole = peek(2).keyword?.timeUnit else { return nil }
        guard let profile = Profile(phrase: "\(unit.name) of \(whole.name)") else {
            let start = current.range
            let end = peek(2).range
            let best = unit == .day && whole == .week ? "weekday" : nil
            report(
                Diagnostic(
                    .periodExpected, "unknown profile \(quoted(start.union(end)))", at: start.union(end),
                    help: "use \(Parser.alternatives(Profile.allCases.map(\.phrase)))",
                    fix: best.map { .init(start.union(end), $0, help: "write `\($0)`") }))
            advance()
            advance()
            advance()
            return .weekday
        }
        advance()
        advance()
        advance()
        return profile
    }

    // MARK: Anchor

    private mutating func anchor() -> Anchor? {
        offer([.time, .weekday, .keyword("day"), .date])
        switch current.kind {
        case .timeOfDay: return .time(timeLiteral(advance()))
        case .dateTime: return .dateTime(dateTimeLiteral(advance()))
        case .date:
            let date = dateLiteral(advance())
            return .date(date, timeIfPresent())
        case .word, .quotedName:
            if at(.day) {
                advance()
                guard let day = count(after: "anchor day") else { return nil }
                return .dayOfMonth(day, timeIfPresent())
            }
            if let weekday = weekday() { return .weekday(weekday, timeIfPresent()) }
            if let name = nameIfPresent() { return .name(name) }
        default: break
        }
        expected(
            .timeExpected, "`anchor` needs a time of day, a weekday, a day of the month or a date",
            help: "write for example `anchor 03:00`, `anchor monday 03:00`, `anchor day 15` or `anchor 2024-01-01`")
        if at(.malformed) { advance() }
        return nil
    }
}

extension ClauseKind {
    /// Two clauses with the same identity are duplicates.
    fileprivate var identity: String {
        switch self {
        // A name can be that of a set, which goes with a range.
        case .range(.during(.name(let name))): "during \(name.key)"
        case .range(let range): range.keyword
        case .intervals(_, let opener): "\(opener.rawValue) set"
        default: word.keyword
        }
    }
}

extension RangeClause {
    fileprivate var keyword: String {
        switch self {
        case .since: "since"
        case .until: "until"
        case .through: "through"
        case .between: "between"
        case .fromTo: "from"
        case .on: "on"
        case .during: "during"
        case .span(let span):
            switch span.kind {
            case .last, .lastMonth, .lastWeekday: "last"
            case .ago: "ago"
            case .this: "this"
            case .part(let part): part.opener
            case .today: "today"
            case .yesterday: "yesterday"
            case .allTime: "all time"
            }
        }
    }

    fileprivate func goesWith(_ other: RangeClause) -> Bool {
        switch (self, other) {
        case (.since, .until), (.since, .through), (.until, .since), (.through, .since): true
        // The binder knows if the name is that of a set, and reports it otherwise.
        case (.during(.name), _), (_, .during(.name)): true
        default: false
        }
    }
}
