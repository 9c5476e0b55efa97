import QueryDiagnostics
import QueryVocabulary

/// The conditions of `where`.
extension Parser {
    /// Parses a condition: `a or b`.
    mutating func predicate() -> Predicate? {
        joined(by: .or, Predicate.or) { $0.joined(by: .and, Predicate.and) { $0.negation() } }
    }

    /// Parses parts that are separated by `word`. Returns a single part unchanged.
    mutating func joined<Part>(
        by word: Keyword, _ whole: ([Part]) -> Part, _ part: (inout Parser) -> Part?
    ) -> Part? {
        guard let first = part(&self) else { return nil }
        var parts = [first]
        while eat(word) {
            guard let next = part(&self) else { return nil }
            parts.append(next)
        }
        return parts.count == 1 ? first : whole(parts)
    }

    private mutating func negation() -> Predicate? {
        offer([.keyword("not")])
        guard at(.not) else { return primary() }
        let start = advance().range.start
        guard let inner = nested({ $0.negation() }) else { return nil }
        return .not(inner, range(from: start))
    }

    private mutating func primary() -> Predicate? {
        offer([.field, .keyword("entered by user"), .symbol("(")] + Parser.timeOfDayOpeners)
        if at(.leftParenthesis) { return parenthesized() }
        if isTimeOfDay { return timeOfDay() }
        if at(.entered) {
            let start = advance().range.start
            guard eat(.by), eat(.user) else {
                expected(.missingPart, "`entered` must be followed by `by user`", help: "write `entered by user`")
                return nil
            }
            return .enteredByUser(range(from: start))
        }
        // A condition on rows: `| where not partial`.
        if at(.partial) { return .name(Name("partial", range: advance().range)) }
        guard let field = field() else { return nil }
        return test(of: field)
    }

    mutating func parenthesized() -> Predicate? {
        let opening = current.range
        return nested { parser in
            parser.advance()
            guard let inner = parser.predicate() else { return nil }
            return parser.closeParenthesis(openedAt: opening, isGrouping: true) ? inner : nil
        }
    }

    // MARK: Fields

    mutating func field() -> Field? {
        let start = current.range.start
        if let kind = fieldKind() { return Field(kind, range: range(from: start)) }
        expected(
            .missingPart, isAtEnd ? "`where` needs a condition" : "a condition can't start with \(quoted(current))",
            help: "write for example `value > 150`, `source contains \"Watch\"` or `hour of day between 9 and 17`")
        if at(.malformed) { advance() }
        return nil
    }

    private mutating func fieldKind() -> Field.Kind? {
        if let profile = profileIfPresent() { return .profile(profile) }
        if at(.time), peek().keyword == .of, peek(2).keyword == .day {
            advance(to: peek(2).range.end)
            return .timeOfDay
        }
        let kind: Field.Kind? =
            switch current.keyword {
            case .value: .value
            case .source: .source
            case .device: .device
            case .product: .product
            case .start: .start
            case .end: .end
            case .duration: .duration
            case .created: .created
            default: nil
            }
        if let kind {
            advance()
            return kind
        }
        if at(.metadata) {
            advance()
            return metadataKey().map { .metadata($0) }
        }
        return column().map { .column($0) }
    }

    /// Returns a column, or nil without a report.
    mutating func column() -> Column? {
        offer([.column])
        if let name = personFieldIfPresent() { return .name(name) }
        if at(.word), peek().kind == .word, let aggregate = Aggregate(phrase: "\(text(current)) \(text(peek()))") {
            let start = advance().range
            return .aggregate(AggregatePhrase(kind: aggregate, range: start.union(advance().range)))
        }
        if isAggregate(current) {
            let token = advance()
            let kind = token.spelling?.aggregate ?? .percentile(Double(text(token).dropFirst()) ?? 0)
            return .aggregate(AggregatePhrase(kind: kind, range: token.range))
        }
        if at(.from) || at(.open) || current.spelling?.clause == .zone, isColumnBefore(peek()) { return .name(name(of: advance())) }
        if isTimeInBed { return wordsIfPresent().map { .name($0) } }
        guard var name = nameIfPresent() else { return nil }
        while !name.isQuoted, at(.word), current.spelling == nil, !isUnderscore(current) {
            let word = advance()
            name.text += " " + text(word)
            name.range = name.range.union(word.range)
        }
        return .name(name)
    }

    /// True if a reserved word before `token` is a column: `from` the edge of bins and bands, `open` the state of a streak, `zone` the zone
    /// of a workout.
    private func isColumnBefore(_ token: Token) -> Bool {
        if comparison(token) != nil || Parser.endsStatement(token) { return true }
        switch token.kind {
        case .pipe, .comma, .plus, .minus, .star, .slash, .rightParenthesis: return true
        default: break
        }
        switch token.keyword {
        case .is, .in, .between, .not, .and, .or, .as, .descending, .ascending, .called, .contains, .starts, .matches: return true
        default: return false
        }
    }

    // MARK: Tests

    func comparison(_ token: Token) -> Comparison? {
        switch token.kind {
        case .equal: .equal
        case .notEqual: .notEqual
        case .less: .less
        case .lessOrEqual: .lessOrEqual
        case .greater: .greater
        case .greaterOrEqual: .greaterOrEqual
        default: nil
        }
    }

    mutating func test(of field: Field) -> Predicate? {
        let outer = (comparesPersons, comparesTimesOfDay)
        defer { (comparesPersons, comparesTimesOfDay) = outer }
        if case .timeOfDay = field.kind { comparesTimesOfDay = true }
        if case .column(.name(let name)) = field.kind { comparesPersons = name.key.hasPrefix("person") }
        offer(Comparison.allCases.map { .symbol($0.rawValue) })
        if case .column(.name(let name)) = field.kind, ["after", "before"].contains(name.key) { offer(Parser.timeWords) }
        if let comparison = comparison(current), !isAssertedCondition(after: field) {
            if comparison == .equal, reportDottedRange(of: field) { return nil }
            if !reportReversedSign() { advance() }
            offerValues(of: field)
            return literal(.comparison).map { .compare(field, comparison, $0) }
        }
        if eat(.is) { return equality(of: field) }
        // `value not in (…)` means `not value in (…)`.
        if at(.not) {
            switch peek().keyword {
            case .in, .between, .contains, .starts, .matches:
                advance()
                guard let inner = membership(of: field) else { return nil }
                return .not(inner, range(from: field.range.start))
            default: break
            }
        }
        return membership(of: field)
    }

    /// Reports and skips `=>`, `=<`, `> =` and `==`. Returns false at a sign of the language.
    private mutating func reportReversedSign() -> Bool {
        let (first, second) = (current, peek())
        let sign: String
        switch (first.kind, second.kind) {
        case (.equal, .greater), (.greater, .equal): sign = ">="
        case (.equal, .less), (.less, .equal): sign = "<="
        case (.equal, .equal): sign = "="
        case (.less, .greater): sign = "!="
        default: return false
        }
        let place = first.range.union(second.range)
        report(
            Diagnostic(
                .unexpectedText, "\(quoted(place)) is not a comparison", at: place, help: "write `\(sign)`",
                fix: .init(place, sign, help: "write `\(sign)`")))
        advance()
        advance()
        return true
    }

    /// Reports a range with dots: `value = 100..120`.
    private mutating func reportDottedRange(of field: Field) -> Bool {
        let sign = current
        var end = peek().range.end
        for distance in 2...6 where peek(distance).range.start == end && !Parser.endsStatement(peek(distance)) {
            end = peek(distance).range.end
        }
        let written = source[SourceRange(peek().range.start, end)]
        guard let match = written.wholeMatch(of: /([0-9]+)\.{2,3}([0-9]+)/) else { return false }
        let range = SourceRange(sign.range.start, end)
        report(
            Diagnostic(
                .unexpectedText, "use `between` for a range of values", at: range,
                help: "write for example `\(source[field.range]) between 50 and 100`",
                fix: .init(
                    range, "between \(match.1) and \(match.2)", help: "write `\(source[field.range]) between \(match.1) and \(match.2)`")))
        advance(to: end)
        return true
    }

    /// True if the comparison belongs to `assert`, as in `assert sum steps where goodDays = 500`: no other comparison follows.
    private func isAssertedCondition(after field: Field) -> Bool {
        guard terminator == .comparison, case .column(.name) = field.kind else { return false }
        return !hasComparison(after: current)
    }

    private mutating func offerValues(of field: Field) {
        // The value of a set has no written field: `workouts is running`.
        let name = if case .value = field.kind { "value" } else { source[field.range] }
        offer([.fieldValue(name)])
    }

    private mutating func equality(of field: Field) -> Predicate? {
        let isNegated = eat(.not)
        if !isNegated, reportWordedComparison(of: field) { return literal(.comparison).map { .equals(field, $0, negated: false) } }
        if eat(.missing) { return .isMissing(field, negated: isNegated, range(from: field.range.start)) }
        offerValues(of: field)
        if reportReservedID(of: field) { return nil }
        return literal(.comparison).map { .equals(field, $0, negated: isNegated) }
    }

    /// Reports a word of the language as the id of a person: `person is all`.
    private mutating func reportReservedID(of field: Field) -> Bool {
        guard case .column(.name(let name)) = field.kind, name.key == "person", at(.word), let keyword = current.keyword,
            [.all, .last, .this, .today, .yesterday, .now].contains(keyword)
        else { return false }
        let quoted = "\"\(text(current))\""
        expected(
            .reservedName, "`\(text(current))` is a reserved word, so it needs quotes as the id of a person", help: "write \(quoted)",
            fix: .init(current.range, quoted))
        return true
    }

    private mutating func membership(of field: Field) -> Predicate? {
        if eat(.between) {
            guard let low = literal(.element) else { return nil }
            guard eat(.and) else {
                expected(.missingPart, "`between` needs `and` and a second value", help: "write for example `value between 50 and 100`")
                return nil
            }
            return literal(.element).map { .between(field, low, $0) }
        }
        if eat(.in) { return choices(of: field) }
        if eat(.contains) { return textTest(of: field, .contains) }
        if eat(.matches) { return textTest(of: field, .matches) }
        if eat(.starts) {
            guard eat(.with) else {
                expected(.missingPart, "`starts` must be followed by `with`", help: "write for example `source starts with \"Apple\"`")
                return nil
            }
            return textTest(of: field, .startsWith)
        }
        if let comparison = timeComparison(of: field) { return comparison }
        if case .column(.name(let name)) = field.kind { return .name(name) }
        expected(
            .missingPart, "\(quoted(field.range)) needs a comparison", help: "write for example \(Parser.comparisons(of: field, source))")
        return nil
    }

    /// Parses `start during 2026-06-26` as `start = 2026-06-26`, and reports it.
    private mutating func timeComparison(of field: Field) -> Predicate? {
        guard field.isTime else { return nil }
        let comparison: Comparison? =
            switch current.keyword {
            case .during, .on: .equal
            case .since, .from: .greaterOrEqual
            case .until: .less
            case .through: .lessOrEqual
            default: nil
            }
        guard let comparison else { return nil }
        let word = current
        expected(
            .missingPart, "\(quoted(field.range)) needs a comparison, and \(quoted(word)) sets the range of the query",
            help: "write `\(source[field.range]) \(comparison.rawValue)` and the time", fix: .init(word.range, comparison.rawValue))
        advance()
        return literal(.comparison).map { .compare(field, comparison, $0) }
    }

    /// Returns examples of comparisons that fit a field.
    private static func comparisons(of field: Field, _ source: SourceText) -> String {
        let name = source[field.range]
        switch field.kind {
        case _ where field.isTime: return "`\(name) >= 2026-06-01`"
        case .timeOfDay: return "`\(name) >= 14:00` or `\(name) between 22:00 and 06:00`"
        case .duration: return "`\(name) > 10min`"
        case .source, .device, .product, .metadata: return "`\(name) = \"Watch\"` or `\(name) contains \"Watch\"`"
        default: return "`\(name) > 5` or `\(name) is missing`"
        }
    }

    private mutating func choices(of field: Field) -> Predicate? {
        let opening = current.range
        guard eat(.leftParenthesis) else {
            expected(.missingPart, "`in` needs a list of values in parentheses", help: "write for example `value in (core, deep, rem)`")
            return nil
        }
        var choices: [Literal] = []
        repeat {
            offerValues(of: field)
            guard let choice = literal(.element) else { return nil }
            choices.append(choice)
        } while eat(.comma)
        guard closeParenthesis(openedAt: opening) else { return nil }
        return .oneOf(field, choices, range(from: field.range.start))
    }

    private mutating func textTest(of field: Field, _ match: TextMatch) -> Predicate? {
        textOperand(after: match.rawValue, example: "Watch", role: .source).map { .text(field, match, $0) }
    }
}
