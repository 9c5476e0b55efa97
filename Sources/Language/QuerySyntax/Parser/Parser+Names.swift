import QueryDiagnostics
import TerminalText

/// Names, metrics, function calls, texts, counts and numbers.
extension Parser {
    // MARK: Names

    func isName(_ token: Token) -> Bool {
        switch token.kind {
        case .quotedName: true
        // In `watch | outliers every hour`, the rate follows.
        case .word: !token.isReservedWord && !isUnderscore(token) && !(terminator == .watch && token.keyword == .every)
        default: false
        }
    }

    func isUnderscore(_ token: Token) -> Bool {
        token.kind == .word && token.range.length == 1 && source.bytes[token.range.start] == UInt8(ascii: "_")
    }

    /// Returns one word or a backquoted name, or nil without a report.
    mutating func nameIfPresent() -> Name? {
        guard isName(current) else { return nil }
        return name(of: advance())
    }

    func name(of token: Token) -> Name {
        guard token.kind == .quotedName else { return Name(text(token), range: token.range) }
        return Name(source[SourceRange(token.range.start + 1, token.range.end - 1)], isQuoted: true, range: token.range)
    }

    /// Returns the longest sequence of words that can be one name: `active energy`.
    mutating func wordsIfPresent() -> Name? {
        guard var name = nameIfPresent() else { return nil }
        guard !name.isQuoted else { return name }
        if name.key == "time", at(.in), isBed(peek()) {
            for word in [advance(), advance()] {
                name.text += " " + text(word)
                name.range = name.range.union(word.range)
            }
            return name
        }
        offer([.metricWord(after: name.text)])
        while current.kind == .word, isName(current), !endsName(current), !isStageHere, !isSlipAfterName, !isMonthOfYear, !isGoalHere,
            !isVersusHere, !isWindowHere, !isLongerThanHere
        {
            let word = advance()
            name.text += " " + text(word)
            name.range = name.range.union(word.range)
            offer([.metricWord(after: name.text)])
        }
        if at(.word), isAggregate(current), Parser.namesWithAggregate.contains(name.key + text(current).lowercased()) {
            let word = advance()
            name.text += " " + text(word)
            name.range = name.range.union(word.range)
        }
        return name
    }

    /// The metrics whose name ends with an aggregate: `step count` is one name.
    private static let namesWithAggregate: Set<String> = [
        "stepcount", "pushcount", "swimmingstrokecount", "strokecount", "walkingheartrateaverage",
    ]

    /// True at `time in bed`.
    var isTimeInBed: Bool { isName(current) && text(current).lowercased() == "time" && peek().keyword == .in && isBed(peek(2)) }

    /// Returns true for the last word of `time in bed`, the only metric whose name contains `in`.
    func isBed(_ token: Token) -> Bool { token.kind == .word && text(token).lowercased() == "bed" }

    /// True at `all energy` and `all calories`, the only names of metrics that start with `all`.
    private var isAllEnergy: Bool {
        at(.all) && peek().kind == .word && ["energy", "calories"].contains(text(peek()).lowercased())
    }

    /// Returns true for words that follow a metric in some statement. They are never part of its name.
    func endsName(_ token: Token) -> Bool {
        switch token.keyword {
        case .called, .to, .at, .with, .for, .confirmed, .within, .gap, .pseudonymised, .pseudonymized, .without: true
        default: false
        }
    }

    /// Returns the name that a statement defines or refers to, or nil after reporting an error.
    mutating func newName(after verb: String) -> Name? {
        offer([.newName])
        if let name = nameIfPresent() { return name }
        if at(.percentile) || current.spelling != nil {
            expected(
                .reservedName, "\(quoted(current)) is a reserved word and can't be used as a name",
                help: "choose another name, such as `my\(text(current).capitalizedFirst)`",
                fix: .init(current.range, "my\(text(current).capitalizedFirst)"))
            // Treat the word as a name, so that the rest of the statement is checked too.
            return name(of: advance())
        }
        expected(.nameExpected, "`\(verb)` needs a name", help: "write a name of letters, digits and `_`, such as `watchSteps`")
        return nil
    }

    // MARK: Metrics

    /// Returns a metric of one or more words, or a call.
    ///
    /// - Parameter before: the text that needs the metric; nil at the start of a query.
    mutating func metricReference(after before: String?) -> MetricReference? {
        offer([.metric])
        if at(.word), isName(current), peek().kind == .leftParenthesis { return call() }
        if at(.in), isBed(peek()) {
            let (first, second) = (advance(), advance())
            lastMetric = "inBed"
            return .name(Name("\(text(first)) \(text(second))", range: first.range.union(second.range)))
        }
        let all = isAllEnergy ? advance() : nil
        if var name = wordsIfPresent() {
            if let all { name = Name("\(text(all)) \(name.text)", range: all.range.union(name.range)) }
            lastMetric = name.text
            return .name(name)
        }
        if before?.lowercased() == Keyword.duration.rawValue, at(.by), peek(2).keyword == .of || peek(3).keyword == .of {
            expected(
                .missingMetric, "`duration` needs a metric, but `by` isn't one",
                help: "write `duration workouts` for the time of each part",
                fix: Diagnostic.Fix(SourceRange(at: previousEnd), " workouts", keepsQuestion: false))
            return nil
        }
        let subject = before.map { "`\($0)` needs a metric" } ?? "a query starts with an aggregate or a metric"
        expected(
            .missingMetric, isAtEnd ? subject : "\(subject), but \(quoted(current)) isn't one",
            help: "write for example `\(before ?? "sum") steps`, or see `show metrics`",
            note: current.isReservedWord
                ? "if a name contains a reserved word, write it as one word or in backquotes" : nil)
        return nil
    }

    /// `typical(steps, n = 7)`
    private mutating func call() -> MetricReference? {
        let start = current.range.start
        let function = name(of: advance())
        return nested { parser in
            parser.advance()
            var arguments: [Argument] = []
            while !parser.at(.rightParenthesis) {
                guard let argument = parser.argument() else { return nil }
                arguments.append(argument)
                guard parser.eat(.comma) else { break }
            }
            guard parser.closeParenthesis(openedAt: function.range) else { return nil }
            return .call(function, arguments, parser.range(from: start))
        }
    }

    /// - Parameter isGrouping: true if the position of `)` changes the result, so that a guess could change the question.
    mutating func closeParenthesis(openedAt opening: SourceRange, isGrouping: Bool = false) -> Bool {
        if eat(.rightParenthesis) { return true }
        let range = isAtEnd ? SourceRange(at: previousEnd) : current.range
        guard !at(.malformed) else { return false }
        expected(
            .missingParenthesis, "missing closing parenthesis", help: "write `)` here",
            fix: isAtEnd ? .init(range, ")", keepsQuestion: !isGrouping) : nil)
        return false
    }

    /// `steps`, `n = 30`, `--n 30`
    mutating func argument() -> Argument? {
        let start = current.range.start
        offer([.metric, .value])
        var name: Name?
        if at(.minus), peek().kind == .minus {
            advance()
            advance()
            name = nameIfPresent()
            guard name != nil else {
                expected(.nameExpected, "`--` needs the name of a parameter", help: "write for example `--metric steps`")
                return nil
            }
            _ = eat(.equal)
        } else if isName(current), peek().kind == .equal {
            name = nameIfPresent()
            advance()
        }
        let value: Argument.Value
        if at(.word), isName(current), peek().kind == .leftParenthesis {
            guard let call = call() else { return nil }
            value = .call(call)
        } else {
            guard let literal = literal(.argument) else { return nil }
            value = .literal(literal)
        }
        return Argument(name: name, value: value, range: range(from: start))
    }

    // MARK: Texts, counts and numbers

    func textLiteral(_ token: Token) -> TextLiteral {
        let inner = source[SourceRange(token.range.start + 1, token.range.end - 1)]
        let quote = Character(UnicodeScalar(source.bytes[token.range.start]))
        var value = ""
        var isSecondOfPair = false
        for character in inner.unicodeScalars {
            let isQuote = Character(character) == quote
            if isQuote && isSecondOfPair {
                isSecondOfPair = false
                continue
            }
            isSecondOfPair = isQuote
            value.unicodeScalars.append(character)
        }
        return TextLiteral(value: value, range: token.range)
    }

    mutating func textIfPresent() -> TextLiteral? {
        guard at(.string) else { return nil }
        return textLiteral(advance())
    }

    /// Returns text in quotes, or the name of one.
    mutating func textOperand(after before: String, example: String, role: CompletionItem.TextRole) -> TextOperand? {
        offer([.text(role)])
        if let text = textIfPresent() { return .text(text) }
        if role == .file, let path = barePath() {
            report(
                Diagnostic(
                    .textExpected, "a path needs quotes", at: path, help: "write `\(before) \"\(source[path])\"`",
                    fix: [.init(SourceRange(at: path.start), "\""), .init(SourceRange(at: path.end), "\"")]))
            advance(to: path.end)
            return nil
        }
        if let name = nameIfPresent() { return .name(name) }
        expected(.textExpected, "`\(before)` needs text in quotes", help: "write for example `\(before) \"\(example)\"`")
        return nil
    }

    /// Returns the range of a path without quotes, such as `report.tally` or `~/Downloads/export.zip`.
    ///
    /// The path ends at the next space. Nil if the text is an ordinary name.
    ///
    /// - Parameter distance: the number of tokens before the path.
    func barePath(behind distance: Int = 0) -> SourceRange? {
        let first = peek(distance)
        var range = first.range
        var next = distance + 1
        while peek(next).range.start == range.end, !Parser.endsStatement(peek(next)) {
            range = range.union(peek(next).range)
            next += 1
        }
        let text = source[range]
        return next > distance + 1 && (text.contains(".") || text.contains("/")) && !text.contains("\"") ? range : nil
    }

    mutating func texts(after before: String, example: String, role: CompletionItem.TextRole) -> [TextOperand]? {
        var operands: [TextOperand] = []
        repeat {
            guard let operand = textOperand(after: before, example: example, role: role) else { return nil }
            operands.append(operand)
        } while eat(.comma)
        return operands
    }

    /// Returns a whole number, or the name of one.
    mutating func count(after before: String, example: String = "3") -> Count? {
        offer([.number])
        if at(.number), let count = wholeNumber(current) { return .number(count, advance().range) }
        if let name = nameIfPresent() { return .name(name) }
        let isOverflow = at(.number) && source.bytes[current.range.start..<current.range.end].allSatisfy { $0 != UInt8(ascii: ".") }
        expected(
            .countExpected, "`\(before)` needs a whole number\(isOverflow ? " below a billion" : "")",
            help: "write for example `\(before) \(example)`")
        return nil
    }

    /// Returns the value of a number token. Nil if it has a fraction or is not below a billion.
    func wholeNumber(_ token: Token) -> Int? {
        guard let value = Int(text(token).filter { $0 != "_" }), value < 1_000_000_000 else { return nil }
        return value
    }

    var isAtNumber: Bool {
        at(.number) || (at(.minus) || at(.plus)) && peek().kind == .number
    }

    /// Returns a number with its sign, or nil. Reports a number that is too large for a `Double`.
    mutating func numberIfPresent() -> NumberLiteral? {
        guard isAtNumber else { return nil }
        let start = current.range.start
        let isNegative = at(.minus)
        if !at(.number) { advance() }
        let token = advance()
        let digits = text(token).lowercased()
        let magnitude = Double(digits.filter { $0 != "_" }) ?? .infinity
        let range = range(from: start)
        if magnitude.isInfinite {
            report(Diagnostic(.malformedNumber, "this number is too large", at: range, help: "the largest number is about 1.8e308"))
        }
        return NumberLiteral(value: isNegative ? -magnitude : magnitude, text: (isNegative ? "-" : "") + digits, range: range)
    }

    /// Returns the choice at the current word. Returns nil, after reporting an error, if the word is not a choice.
    mutating func option<Choice: RawRepresentable & CaseIterable>(_ type: Choice.Type, after before: String) -> Choice?
    where Choice.RawValue == String {
        let choices = type.allCases.map(\.rawValue)
        offer(choices.map { .keyword($0) })
        if at(.word), let choice = Choice(rawValue: text(current).lowercased()) {
            advance()
            return choice
        }
        expectedOption(choices, after: before)
        return nil
    }

    mutating func expectedOption(_ choices: [String], after before: String, code: DiagnosticCode = .unknownOption) {
        let place = hyphenated
        let written = isAtEnd ? nil : source[place]
        let best = written.flatMap { Suggestion.choice(for: $0, among: choices) }
        let list = Parser.alternatives(choices.map { "\(before) \($0)" })
        expected(
            code, written.map { _ in "\(quoted(place)) can't follow `\(before)`" } ?? "`\(before)` needs one more word",
            help: "write \(list)", note: best == nil ? nil : "the choices are \(list)", fix: .spelling(best, at: place))
    }

    /// The place of the current word, with the words that hyphens join to it, as in `half-life`.
    var hyphenated: SourceRange {
        var (place, distance) = (current.range, 1)
        while peek(distance).kind == .minus, peek(distance + 1).kind == .word, peek(distance).range.start == place.end,
            peek(distance + 1).range.start == peek(distance).range.end
        {
            place = place.union(peek(distance + 1).range)
            distance += 2
        }
        return place
    }

    /// Returns "`a`, `b` or `c`".
    static func alternatives(_ choices: [String]) -> String {
        choices.map { "`\($0)`" }.listed(with: "or")
    }
}
