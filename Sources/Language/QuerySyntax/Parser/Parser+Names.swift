import QueryDiagnostics

/// Names, metrics, function calls, texts, counts and numbers.
extension Parser {
    // MARK: Names

    func isName(_ token: Token) -> Bool {
        switch token.kind {
        case .quotedName: true
        case .word: !token.isReservedWord && !isUnderscore(token)
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

    /// Returns the longest run of words that may be one name: `active energy`.
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
        while current.kind == .word, isName(current), !endsName(current), !isStageHere, !isSlipAfterName {
            let word = advance()
            name.text += " " + text(word)
            name.range = name.range.union(word.range)
            offer([.metricWord(after: name.text)])
        }
        return name
    }

    /// Whether `time in bed` stands here.
    var isTimeInBed: Bool { isName(current) && text(current).lowercased() == "time" && peek().keyword == .in && isBed(peek(2)) }

    /// Whether the word ends `time in bed`, the one metric of which `in` is a part.
    private func isBed(_ token: Token) -> Bool { token.kind == .word && text(token).lowercased() == "bed" }

    /// Words that follow a metric in some statement, and so are never its second word.
    private func endsName(_ token: Token) -> Bool {
        switch token.keyword {
        case .called, .to, .at, .with, .for, .confirmed, .within: true
        default: false
        }
    }

    /// Returns the name that a statement defines or speaks of.
    mutating func newName(after verb: String) -> Name? {
        offer([.newName])
        if let name = nameIfPresent() { return name }
        if at(.percentile) || current.spelling != nil {
            expected(
                .reservedName, "\(quoted(current)) is a word of the language and cannot be a name",
                help: "choose another name, such as `my\(text(current).capitalizedFirst)`")
            // Read on as if it were a name, so that the rest of the statement is checked too.
            return name(of: advance())
        }
        expected(.nameExpected, "`\(verb)` needs a name", help: "a name has letters, digits and `_`, as in `watchSteps`")
        return nil
    }

    // MARK: Metrics

    /// Returns a metric of one or several words, or a call; `before` is the text that asks for it, nil at the start of a query.
    mutating func metricReference(after before: String?) -> MetricReference? {
        offer([.metric])
        if at(.word), isName(current), peek().kind == .leftParenthesis { return call() }
        if at(.in), isBed(peek()) {
            let (first, second) = (advance(), advance())
            lastMetric = "inBed"
            return .name(Name("\(text(first)) \(text(second))", range: first.range.union(second.range)))
        }
        if let name = wordsIfPresent() {
            lastMetric = name.text
            return .name(name)
        }
        let subject = before.map { "`\($0)` needs a metric" } ?? "a query begins with what is asked"
        expected(
            .missingMetric, isAtEnd ? subject : "\(subject), and \(quoted(current)) is no metric",
            help: "write it like `\(before ?? "sum") steps`; `show metrics` lists all metrics",
            note: current.isReservedWord
                ? "a name that has a word of the language in it is written as one word or between backquotes" : nil)
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

    /// - Parameter isGrouping: whether the place of `)` decides what is computed or asked, so that a guess at it is no correction.
    mutating func closeParenthesis(openedAt opening: SourceRange, isGrouping: Bool = false) -> Bool {
        if eat(.rightParenthesis) { return true }
        let range = isAtEnd ? SourceRange(at: previousEnd) : current.range
        guard !at(.malformed) else { return false }
        expected(
            .missingParenthesis, "a closing parenthesis is missing", help: "write `)` here",
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
                expected(.nameExpected, "`--` needs the name of a parameter", help: "write it like `--metric steps`")
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

    /// Returns a text between quotes, or a name that stands for one.
    mutating func textOperand(after before: String, example: String, role: CompletionItem.TextRole) -> TextOperand? {
        offer([.text(role)])
        if let text = textIfPresent() { return .text(text) }
        if role == .file, let path = barePath() {
            report(
                Diagnostic(
                    .textExpected, "a path stands between quotes", at: path, help: "write `\(before) \"\(source[path])\"`",
                    fix: [.init(SourceRange(at: path.start), "\""), .init(SourceRange(at: path.end), "\"")]))
            advance(to: path.end)
            return nil
        }
        if let name = nameIfPresent() { return .name(name) }
        expected(.textExpected, "`\(before)` needs a text between quotes", help: "write it like `\(before) \"\(example)\"`")
        return nil
    }

    /// Returns the place of `report.tally` or `~/Downloads/export.zip`: what stands up to the next space, where that is more than a name.
    ///
    /// - Parameter distance: how many tokens stand before it.
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

    /// Returns a whole number or a name that stands for one.
    mutating func count(after before: String) -> Count? {
        offer([.number])
        if at(.number), let count = wholeNumber(current) { return .number(count, advance().range) }
        if let name = nameIfPresent() { return .name(name) }
        let isOverflow = at(.number) && source.bytes[current.range.start..<current.range.end].allSatisfy { $0 != UInt8(ascii: ".") }
        expected(
            .countExpected, "`\(before)` needs a whole number\(isOverflow ? " below a billion" : "")", help: "write it like `\(before) 3`")
        return nil
    }

    /// Returns the value of a number token without fraction, below a billion.
    func wholeNumber(_ token: Token) -> Int? {
        guard let value = Int(text(token).filter { $0 != "_" }), value < 1_000_000_000 else { return nil }
        return value
    }

    var isAtNumber: Bool {
        at(.number) || (at(.minus) || at(.plus)) && peek().kind == .number
    }

    /// Returns a number with its sign, or nil; a number too large for a double is reported.
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

    /// Returns the one of `choices` that stands here.
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
        let written = isAtEnd ? nil : text(current)
        let best = written.flatMap { Suggestion.best(for: $0, among: choices) }
        expected(
            code, written.map { _ in "`\(before)` does not go with \(quoted(current))" } ?? "`\(before)` needs one more word",
            help: "write \(Parser.alternatives(choices.map { "\(before) \($0)" }))", fix: .spelling(best, at: current.range))
    }

    /// Returns "`a`, `b` or `c`".
    static func alternatives(_ choices: [String]) -> String {
        let quoted = choices.map { "`\($0)`" }
        return quoted.count < 2 ? quoted.joined() : quoted.dropLast().joined(separator: ", ") + " or " + quoted[quoted.count - 1]
    }
}

extension String {
    package var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
