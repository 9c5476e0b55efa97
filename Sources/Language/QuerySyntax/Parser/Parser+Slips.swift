import CalendarIntervals
import QueryDiagnostics
import QueryVocabulary

/// Phrases from plain English, SQL or a shell, and their equivalents in Tally.
extension Parser {
    /// True if such a phrase starts here after a metric. Its first word is not part of the metric's name: `steps per day`.
    var isSlipAfterName: Bool {
        switch text(current).lowercased() {
        case "every" where terminator == .watch: true
        case "per", "each", "every": keyAfterPer != nil
        case "group", "order": peek().keyword == .by
        case "for", "during": startsSpan(peek())
        case "tomorrow", "next": timeToComeLength != nil
        case "after", "before", "at": isTimeOfDay
        default: Parser.adverbs[text(current).lowercased()] != nil
        }
    }

    /// The key that follows `per`: a period, or a word for rows that are intervals.
    private var keyAfterPer: String? {
        let key = text(peek()).lowercased()
        return peek().keyword?.timeUnit?.name ?? (EventWord.names.map(\.rawValue).contains(key) ? key : nil)
    }

    /// Reports and skips a phrase of that kind. Returns false for any other text.
    mutating func reportSlip() -> Bool {
        switch text(current).lowercased() {
        case "per", "each", "every": reportPer()
        case "group": reportGroupBy()
        case "order": reportOrderBy()
        case _ where isTimeOfDayInProse: conditionWithoutWhere() != nil
        case "for", "in": isSpanInProse ? reportPreposition() : reportLateUnit()
        case "of": reportMissingShow()
        case "desc": reportOrder("descending")
        case "asc": reportOrder("ascending")
        case "having": reportHaving()
        case "to" where peek().kind == .string: reportMissingFormat()
        case ">" where peek().kind == .word: reportRedirection()
        case _ where bareDateOpener != nil: reportBareDate()
        case "tomorrow", "next": reportTimeToCome()
        case let word: Parser.adverbs[word].map { reportAdverb(of: $0) } ?? reportBareCondition()
        }
    }

    private mutating func reportPer() -> Bool {
        guard let key = keyAfterPer else { return false }
        slip("use `by` instead of \(quoted(current))", at: current.range, help: "write `by \(key)`", fix: "by")
        advance()
        advance()
        return true
    }

    private mutating func reportGroupBy() -> Bool {
        guard peek().keyword == .by else { return false }
        let removed = SourceRange(current.range.start, peek().range.start)
        slip("use `by` instead of `group by`", at: current.range.union(peek().range), help: "remove `group`", edit: .init(removed, ""))
        advance()
        return isClauseHere
    }

    private mutating func reportOrderBy() -> Bool {
        guard peek().keyword == .by else { return false }
        let column = isName(peek(2)) || isAggregate(peek(2)) ? text(peek(2)) : "sum"
        slip(
            "use the stage `sort` to sort rows", at: current.range.union(peek().range), help: "write `| sort \(column) descending`")
        while !isQueryEnd, !at(.pipe), !at(.as), text(current).lowercased() != "limit" { advance() }
        return true
    }

    /// Reports `for` or `in` before a time span.
    private mutating func reportPreposition() -> Bool {
        let article = text(peek()).lowercased() == "the" ? 1 : 0
        let removed = SourceRange(current.range.start, peek(1 + article).range.start)
        let words = source[SourceRange(current.range.start, peek(article).range.end)]
        slip("a time span needs no `\(words)`", at: current.range, help: "remove `\(words)`", edit: .init(removed, ""))
        for _ in 0...article { advance() }
        return true
    }

    /// Reports a list without `show`: `sources of steps`.
    private mutating func reportMissingShow() -> Bool {
        guard let list = previous, Grammar.entries(at: .thing).contains(where: { $0.phrase == text(list).lowercased() }) else {
            return false
        }
        slip(
            "\(quoted(list)) is a list", at: list.range, help: "write `show \(text(list)) of \(text(peek()))`",
            edit: .init(SourceRange(at: list.range.start), "show "))
        while !isQueryEnd { advance() }
        return true
    }

    private mutating func reportOrder(_ word: String) -> Bool {
        slip("use `\(word)` instead of \(quoted(current))", at: current.range, help: "write `\(word)`", fix: word)
        advance()
        return true
    }

    private mutating func reportHaving() -> Bool {
        slip("use the stage `where` instead of `having`", at: current.range, help: "write `| where …`", fix: "| where")
        while !isQueryEnd, !at(.pipe), !at(.as) { advance() }
        return true
    }

    /// Reports a file without a format: `to "a.csv"`.
    private mutating func reportMissingFormat() -> Bool {
        if isExplaining {
            reportOutputOfExplanation(at: current.range.union(peek().range))
        } else {
            let file = textLiteral(peek()).value
            let format = format(of: file)
            slip(
                "name a format before the file", at: current.range, help: "write `as \(format.rawValue) to \"\(file)\"`",
                fix: "as \(format.rawValue) to")
        }
        while !isQueryEnd, !at(.pipe) { advance() }
        return true
    }

    /// Reports a file as in a shell: `> a.csv`.
    private mutating func reportRedirection() -> Bool {
        guard let path = barePath(behind: 1) else { return false }
        let output = "as \(format(of: source[path]).rawValue) to \"\(source[path])\""
        slip(
            "use `as` to write an answer to a file", at: current.range.union(path), help: "write `\(output)`",
            edit: .init(current.range.union(path), output))
        advance(to: path.end)
        return true
    }

    /// The word that a date, a month or a weekday needs before it; nil if there is none here.
    private var bareDateOpener: String? {
        switch current.kind {
        case .date: "on"
        case .coarseDate: "during"
        case .word where Month(word: text(current).lowercased()) != nil: "during"
        case .word where current.keyword?.weekdayValue != nil: "on"
        default: nil
        }
    }

    /// Reports a date without `on` or `during`: `by day 2026-06-01`, `by day june 2026`.
    private mutating func reportBareDate() -> Bool {
        guard let opener = bareDateOpener else { return false }
        let hasYear = current.kind == .word && opener == "during" && peek().kind == .number && text(peek()).count == 4
        let date = hasYear ? current.range.union(peek().range) : current.range
        let kind = current.kind == .word ? opener == "on" ? "weekday" : "month" : "date"
        slip(
            "a \(kind) needs `\(opener)` before it", at: date, help: "write `\(opener) \(source[date])`",
            edit: .init(SourceRange(at: date.start), opener + " "))
        advance(to: date.end)
        return true
    }

    private mutating func reportTimeToCome() -> Bool {
        guard let length = timeToComeLength else { return false }
        let range = current.range.union(peek(length - 1).range)
        slip(
            "\(quoted(range)) is in the future, and samples are from the past", at: range,
            help: "write for example `today` or `this week`")
        for _ in 0..<length { advance() }
        return true
    }

    /// Reports a word such as `daily`.
    private mutating func reportAdverb(of period: String) -> Bool {
        slip("use `by \(period)` instead of \(quoted(current))", at: current.range, help: "write `by \(period)`", fix: "by \(period)")
        advance()
        return true
    }

    /// Reports a condition without `where`: `heartRate > 100`.
    private mutating func reportBareCondition() -> Bool {
        guard comparison(current) != nil, previous.map({ isName($0) || $0.kind == .rightParenthesis }) ?? false else { return false }
        let example = peek().kind == .number ? "value \(text(current)) \(text(peek()))" : "value > 100"
        slip(
            "a condition needs `where` before it", at: current.range, help: "write `where \(example)`",
            edit: .init(SourceRange(at: current.range.start), "where value "), keepsQuestion: false)
        while !isQueryEnd, !at(.pipe), !at(.as), !isClauseHere { advance() }
        return true
    }

    /// Returns the format for the extension of a file name; CSV if it is unknown.
    private func format(of path: String) -> OutputFormat {
        let ending = path.split(separator: ".").last.map { $0.lowercased() } ?? ""
        return OutputFormat(rawValue: ending) ?? .called(ending) ?? .csv
    }

    /// Parses `after 14:00`, and reports that it lacks `where`.
    mutating func conditionWithoutWhere() -> ClauseKind? {
        let place = SourceRange(at: current.range.start)
        guard let condition = timeOfDay() else { return nil }
        slip(
            "a condition needs `where` before it", at: condition.range, help: "write `where \(source[condition.range])`",
            edit: .init(place, "where "))
        return .predicate(condition)
    }

    /// True at `in the last 30 days`, `in last week` and `in the morning`, where `in` doesn't introduce a unit.
    var isSpanInProse: Bool { isTimeOfDayInProse || startsSpan(peek()) || text(peek()).lowercased() == "the" && startsSpan(peek(2)) }

    /// Reports a unit that doesn't directly follow its metric: `sum distance this year in mi`.
    private mutating func reportLateUnit() -> Bool {
        guard at(.in), peek().kind == .word else { return false }
        slip(
            "a unit comes directly after its metric", at: current.range.union(peek().range),
            help: "write for example `sum distance in \(text(peek())) by day`")
        advance()
        advance()
        return true
    }

    /// The number of words in `tomorrow`, `next week` or `next 2 days`; nil at other words.
    private var timeToComeLength: Int? {
        if text(current).lowercased() == "tomorrow" { return 1 }
        if peek().keyword?.timeUnit != nil || peek().keyword?.weekdayValue != nil { return 2 }
        return peek().kind == .number && peek(2).keyword?.timeUnit != nil ? 3 : nil
    }

    /// Reports a comparison in words: `value is greater than 100`.
    mutating func reportWordedComparison(of field: Field) -> Bool {
        let words = [
            "greater": ">", "more": ">", "above": ">", "over": ">", "higher": ">", "less": "<", "below": "<", "under": "<", "lower": "<",
        ]
        guard at(.word), let sign = words[text(current).lowercased()] else { return false }
        let start = previous?.keyword == .is ? previous?.range.start : nil
        let than = text(peek()).lowercased() == "than"
        let number = than ? peek(2) : peek()
        guard number.kind == .number else { return false }
        let range = SourceRange(start ?? current.range.start, (than ? peek() : current).range.end)
        slip(
            "use `\(sign)` for this comparison", at: range, help: "write `\(source[field.range]) \(sign) \(text(number))`",
            edit: .init(range, sign))
        advance()
        if than { advance() }
        return true
    }

    private static let adverbs = [
        "hourly": "hour", "daily": "day", "weekly": "week", "monthly": "month", "quarterly": "quarter", "yearly": "year",
    ]

    func startsSpan(_ token: Token) -> Bool {
        switch token.keyword {
        case .last, .this, .today, .yesterday: true
        default: false
        }
    }

    private mutating func slip(_ message: String, at range: SourceRange, help: String, fix: String) {
        slip(message, at: range, help: help, edit: .init(range, fix))
    }

    /// Reports a slip. The help is shown if there is no edit; otherwise it belongs to the fix.
    private mutating func slip(
        _ message: String, at range: SourceRange, help: String, edit: Diagnostic.Edit? = nil, keepsQuestion: Bool = true
    ) {
        let fix = edit.map { Diagnostic.Fix([$0], keepsQuestion: keepsQuestion, help: help) }
        report(Diagnostic(.unexpectedText, message, at: range, help: fix == nil ? help : Parser.order, fix: fix))
    }
}
