import QueryVocabulary
import CalendarIntervals
import QueryDiagnostics

/// Phrases that people bring along from plain English, SQL or a shell, and what is written instead.
extension Parser {
    /// Whether a word here begins such a phrase after a metric's name, and so is no word of the name: `steps per day`.
    var isSlipAfterName: Bool {
        switch text(current).lowercased() {
        case "per", "each", "every": peek().keyword?.timeUnit != nil
        case "group", "order": peek().keyword == .by
        case "for", "during": startsSpan(peek())
        case "tomorrow", "next": timeToComeLength != nil
        default: Parser.adverbs[text(current).lowercased()] != nil
        }
    }

    /// Reports a phrase of that kind and passes it; false where none stands here.
    mutating func reportSlip() -> Bool {
        let word = current
        switch text(word).lowercased() {
        case "per", "each", "every":
            guard let unit = peek().keyword?.timeUnit else { return false }
            slip("\(quoted(word)) is `by` here", at: word.range, help: "write `by \(unit.name)`", fix: "by")
            advance()
            advance()
        case "group":
            guard peek().keyword == .by else { return false }
            let removed = SourceRange(word.range.start, peek().range.start)
            slip("`group by` is `by` here", at: word.range.union(peek().range), help: "leave `group` out", edit: .init(removed, ""))
            advance()
            return isClauseHere
        case "order":
            guard peek().keyword == .by else { return false }
            let column = isName(peek(2)) || isAggregate(peek(2)) ? text(peek(2)) : "sum"
            slip(
                "rows are put in order by a stage", at: word.range.union(peek().range), help: "write `| sort \(column) descending`")
            while !isQueryEnd, !at(.pipe), !at(.as), text(current).lowercased() != "limit" { advance() }
        case "for", "in":
            guard isSpanInProse else { return reportLateUnit() }
            let article = text(peek()).lowercased() == "the" ? 1 : 0
            let removed = SourceRange(word.range.start, peek(1 + article).range.start)
            let words = source[SourceRange(word.range.start, peek(article).range.end)]
            slip("a span of time stands alone", at: word.range, help: "leave `\(words)` out", edit: .init(removed, ""))
            for _ in 0...article { advance() }
        case "desc", "asc":
            let full = text(word).lowercased() == "desc" ? "descending" : "ascending"
            slip("\(quoted(word)) is `\(full)` here", at: word.range, help: "write `\(full)`", fix: full)
            advance()
        case "having":
            slip("rows are chosen by a stage", at: word.range, help: "write `| where …`", fix: "| where")
            while !isQueryEnd, !at(.pipe), !at(.as) { advance() }
        case "to" where peek().kind == .string && isExplaining:
            reportOutputOfExplanation(at: word.range.union(peek().range))
            while !isQueryEnd, !at(.pipe) { advance() }
        case "to" where peek().kind == .string:
            let file = textLiteral(peek()).value
            let format = format(of: file)
            slip(
                "a format stands before the file", at: word.range, help: "write it like `as \(format.rawValue) to \"\(file)\"`",
                fix: "as \(format.rawValue) to")
            while !isQueryEnd, !at(.pipe) { advance() }
        case ">" where peek().kind == .word:
            guard let path = barePath(behind: 1) else { return false }
            let output = "as \(format(of: source[path]).rawValue) to \"\(source[path])\""
            slip(
                "an answer is written to a file by `as`", at: word.range.union(path), help: "write `\(output)`",
                edit: .init(word.range.union(path), output))
            advance(to: path.end)
        case _ where word.kind == .date || word.kind == .coarseDate:
            let opener = word.kind == .date ? "on" : "during"
            slip(
                "a date needs a word before it", at: word.range, help: "write `\(opener) \(text(word))`",
                edit: .init(SourceRange(at: word.range.start), opener + " "))
            advance()
        case "tomorrow", "next":
            guard let length = timeToComeLength else { return false }
            let range = word.range.union(peek(length - 1).range)
            slip(
                "\(quoted(range)) is still to come, and samples are of what has been", at: range,
                help: "write for example `today` or `this week`")
            for _ in 0..<length { advance() }
        case let adverb where Parser.adverbs[adverb] != nil:
            let period = Parser.adverbs[adverb] ?? "day"
            slip("\(quoted(word)) is `by \(period)` here", at: word.range, help: "write `by \(period)`", fix: "by \(period)")
            advance()
        default:
            guard comparison(word) != nil, previous.map({ isName($0) || $0.kind == .rightParenthesis }) ?? false else { return false }
            let example = peek().kind == .number ? "value \(text(word)) \(text(peek()))" : "value > 100"
            slip(
                "a condition begins with `where`", at: word.range, help: "write `where \(example)`",
                edit: .init(SourceRange(at: word.range.start), "where value "), keepsQuestion: false)
            while !isQueryEnd, !at(.pipe), !at(.as), !isClauseHere { advance() }
        }
        return true
    }

    /// The format that the name of a file says.
    private func format(of path: String) -> OutputFormat {
        let ending = path.split(separator: ".").last.map { $0.lowercased() } ?? ""
        return OutputFormat(rawValue: ending) ?? .called(ending) ?? .csv
    }

    /// `in the last 30 days`, `in last week`: the word here is not that of a unit.
    var isSpanInProse: Bool { startsSpan(peek()) || text(peek()).lowercased() == "the" && startsSpan(peek(2)) }

    /// `sum distance this year in mi`: the unit belongs to the metric.
    private mutating func reportLateUnit() -> Bool {
        guard at(.in), peek().kind == .word else { return false }
        slip(
            "the unit stands behind the metric", at: current.range.union(peek().range),
            help: "write it like `sum distance in \(text(peek())) by day`")
        advance()
        advance()
        return true
    }

    /// The number of words in `tomorrow`, `next week` or `next 2 days`; nil where none of them stands here.
    private var timeToComeLength: Int? {
        if text(current).lowercased() == "tomorrow" { return 1 }
        if peek().keyword?.timeUnit != nil || peek().keyword?.weekdayValue != nil { return 2 }
        return peek().kind == .number && peek(2).keyword?.timeUnit != nil ? 3 : nil
    }

    /// `value is greater than 100`
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
            "comparisons are written as signs", at: range, help: "write `\(source[field.range]) \(sign) \(text(number))`",
            edit: .init(range, sign))
        advance()
        if than { advance() }
        return true
    }

    private static let adverbs = [
        "hourly": "hour", "daily": "day", "weekly": "week", "monthly": "month", "quarterly": "quarter", "yearly": "year",
    ]

    private func startsSpan(_ token: Token) -> Bool {
        switch token.keyword {
        case .last, .this, .today, .yesterday: true
        default: false
        }
    }

    private mutating func slip(_ message: String, at range: SourceRange, help: String, fix: String) {
        slip(message, at: range, help: help, edit: .init(range, fix))
    }

    /// Reports a slip; of one without an edit the help is true by itself.
    private mutating func slip(
        _ message: String, at range: SourceRange, help: String, edit: Diagnostic.Edit? = nil, keepsQuestion: Bool = true
    ) {
        let fix = edit.map { Diagnostic.Fix([$0], keepsQuestion: keepsQuestion, help: help) }
        report(Diagnostic(.unexpectedText, message, at: range, help: fix == nil ? help : Parser.order, fix: fix))
    }
}
