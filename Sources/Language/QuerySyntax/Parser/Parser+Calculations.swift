import CalendarIntervals
import QueryDiagnostics
import QueryVocabulary

/// The stages `derive`, `select` and `join`.
extension Parser {
    // MARK: Columns

    mutating func select() -> StageKind? {
        var columns: [SelectedColumn] = []
        repeat {
            guard let column = selectedColumn() else { return nil }
            columns.append(column)
        } while eat(.comma)
        return .select(columns)
    }

    private mutating func selectedColumn() -> SelectedColumn? {
        let start = current.range.start
        offer([.column] + RowPart.allCases.map { .keyword($0.rawValue) })
        let kind: SelectedColumn.Kind
        if at(.word), !isTimeInBed, let part = RowPart(rawValue: text(current).lowercased()) {
            advance()
            kind = .part(part)
        } else if eat(.partial) {
            kind = .partial
        } else {
            guard isAggregate(current) || isName(current) || isFieldWord else {
                expected(
                    .missingPart, isAtEnd || at(.pipe) ? "`select` needs a column" : "\(quoted(current)) isn't a column",
                    help: "write for example `select date, sum`")
                return nil
            }
            guard let field = field() else { return nil }
            kind = .field(field)
        }
        offer([.keyword("called"), .symbol(",")])
        var alias: Name?
        if eat(.called) {
            alias = newName(after: "called")
            if alias == nil { return nil }
        }
        return SelectedColumn(kind: kind, alias: alias, range: range(from: start))
    }

    private var isFieldWord: Bool {
        switch current.keyword {
        case .hour, .day, .week, .month, .metadata, .from, .open: true
        default: false
        }
    }

    // MARK: Another query

    mutating func join() -> StageKind? {
        offer([.symbol("(")])
        guard at(.leftParenthesis) else {
            reportQueryWithoutParentheses()
            return nil
        }
        let opening = advance().range
        let outer = (terminator, endBeforePipes)
        let query = nested { (parser: inout Parser) -> Query? in
            parser.terminator = .joined
            return parser.query()
        }
        (terminator, endBeforePipes) = outer
        guard closeParenthesis(openedAt: opening), let query else { return nil }
        offer([.keyword("by day")])
        guard eat(.by) else { return .join(query, isByDay: false) }
        guard eat(.day) else {
            expected(
                .missingPart, "`join` matches rows by their start, or by their day", help: "write `by day`, or remove `by`")
            return nil
        }
        return .join(query, isByDay: true)
    }

    /// Reports a joined query that lacks its parentheses, and skips it.
    private mutating func reportQueryWithoutParentheses() {
        let message = "`join` needs a query in parentheses"
        guard isAggregate(current) || isName(current) else {
            expected(.missingPart, message, help: "write for example `join (average restingHeartRate by day)`")
            return
        }
        let start = current.range.start
        while !isQueryEnd, !at(.pipe), !at(.as) { advance() }
        let query = range(from: start)
        report(
            Diagnostic(
                .missingPart, message, at: query, help: "write `join (\(source[query]))`",
                fix: [.init(SourceRange(at: query.start), "("), .init(SourceRange(at: query.end), ")")]))
    }

    // MARK: Calculations

    mutating func derive() -> StageKind? {
        guard let name = newName(after: "derive") else { return nil }
        offer([.keyword("in")])
        var written: UnitText?
        if at(.in) {
            advance()
            guard let unit = unit() else { return nil }
            written = unit
        }
        guard eat(.equal) else {
            expected(.missingPart, "missing `=` after the name", help: "write for example `derive net = intake - burned`")
            return nil
        }
        return calculation().map { .derive(name, in: written, $0) }
    }

    /// Parses a calculation: conditions joined by `or` and `and`, comparisons, sums and products.
    private mutating func calculation() -> Expression? {
        chain(joined(by: .or) { .or($0, $1) }) { (parser: inout Parser) -> Expression? in
            parser.chain(parser.joined(by: .and) { .and($0, $1) }) { (parser: inout Parser) -> Expression? in parser.negation() }
        }
    }

    private typealias Joining = (Expression, Expression) -> Expression

    private func joined(by keyword: Keyword, _ join: @escaping Joining) -> (Parser) -> Joining? {
        { $0.at(keyword) ? join : nil }
    }

    private mutating func negation() -> Expression? {
        offer([.keyword("not")])
        guard at(.not) else { return comparison() }
        let start = advance().range.start
        guard let inner = nested({ $0.negation() }) else { return nil }
        return .not(inner, range(from: start))
    }

    private mutating func comparison() -> Expression? {
        if at(.partial) { return .test(.name(Name("partial", range: advance().range))) }
        if isTimeOfDay { return timeOfDay().map { .test($0) } }
        if isFieldOfTest {
            guard let field = field() else { return nil }
            return wordedTest(of: field)
        }
        guard let left = sum() else { return nil }
        offer(Comparison.allCases.map { .symbol($0.rawValue) } + [.keyword("is"), .keyword("and"), .keyword("or")])
        if case .column(let column) = left, isWordOfTest || isComparisonWithWord {
            return wordedTest(of: Field(.column(column), range: column.range))
        }
        guard let sign = comparisonHere else { return left }
        advance()
        guard let right = sum() else { return nil }
        if comparisonHere != nil {
            let (first, second) = (source[left.range.union(right.range)], source[right.range])
            expected(
                .unexpectedText, "a comparison has two sides, but a second \(quoted(current)) follows",
                help: "write `\(first) and \(second) \(text(current)) …`")
            return nil
        }
        return .comparison(sign, left, right)
    }

    /// The comparison here; nil for the last one after `assert`, which belongs to the statement.
    private var comparisonHere: Comparison? {
        terminator == .comparison && !hasComparison(after: current) ? nil : comparison(current)
    }

    /// Parses a test that has words. `x not in (1, 2)` is the negation of `x in (1, 2)`, as in `not x in (1, 2)`.
    private mutating func wordedTest(of field: Field) -> Expression? {
        test(of: field).map { predicate in
            if case .not(let inner, let range) = predicate { .not(.test(inner), range) } else { .test(predicate) }
        }
    }

    /// True at a field with a test after it, which is not a comparison of numbers.
    private var isFieldOfTest: Bool {
        switch current.keyword {
        case .metadata: return true
        case .source, .device, .product, .start, .end: return startsTest(1)
        default:
            guard at(.word) else { return false }
            let words = [0, 1, 2].map { text(peek($0)).lowercased() }
            return (Profile.allCases.map(\.phrase) + ["time of day"]).contains { phrase in
                let phrase = phrase.split(separator: " ").map(String.init)
                return Array(words.prefix(phrase.count)) == phrase && startsTest(phrase.count)
            }
        }
    }

    /// True if a comparison or a word of a test is at a distance.
    func startsTest(_ distance: Int) -> Bool {
        if comparison(peek(distance)) != nil { return true }
        return switch peek(distance).keyword {
        case .is, .in, .between, .contains, .starts, .matches, .not: true
        default: false
        }
    }

    /// True at a word that continues a test, as in `sum is missing` and `sum not between 1 and 2`.
    private var isWordOfTest: Bool {
        switch at(.not) ? peek().keyword : current.keyword {
        case .is: !at(.not)
        case .in, .between, .contains, .starts, .matches: true
        default: false
        }
    }

    /// True at a comparison with a time, a text, `yes` or `no`, which `where` has, too.
    private var isComparisonWithWord: Bool {
        guard comparisonHere != nil else { return false }
        return switch peek().kind {
        case .timeOfDay, .date, .coarseDate, .dateTime, .string: true
        default: peek().keyword == .yes || peek().keyword == .no
        }
    }

    private mutating func sum() -> Expression? {
        binary([.plus: .add, .minus: .subtract]) { $0.binary([.star: .multiply, .slash: .divide]) { $0.factor() } }
    }

    private mutating func binary(
        _ operators: [Token.Kind: Expression.Operator], _ operand: (inout Parser) -> Expression?
    ) -> Expression? {
        chain(
            { parser in
                guard let symbol = operators[parser.current.kind] else { return nil }
                return { left, right in .binary(symbol, left, right) }
            }, operand)
    }

    /// Parses left-associative operators of one precedence. Each one makes the tree deeper, so their number is limited.
    ///
    /// - Parameter join: returns the function that makes an expression of two operands, if the current token is an operator.
    private mutating func chain(
        _ join: (Parser) -> Joining?, _ operand: (inout Parser) -> Expression?
    ) -> Expression? {
        guard var left = operand(&self) else { return nil }
        var count = 0
        while let join = join(self) {
            advance()
            count += 1
            guard count <= Parser.maximumDepth else {
                reportTooDeep()
                return nil
            }
            guard let right = operand(&self) else { return nil }
            left = join(left, right)
        }
        return left
    }

    private mutating func factor() -> Expression? {
        offer([.column, .number, .symbol("(")])
        switch current.kind {
        case .minus:
            let start = advance().range.start
            guard let inner = nested({ $0.factor() }) else { return nil }
            return .negate(inner, range(from: start))
        case .leftParenthesis:
            let opening = advance().range
            guard let inner = nested({ $0.calculation() }) else { return nil }
            return closeParenthesis(openedAt: opening, isGrouping: true) ? inner : nil
        case .number where peek().keyword?.timeUnit != nil && wholeNumber(current) != nil, .compactDuration:
            return literal(.element).map { .quantity($0) }
        case .number:
            guard let number = numberIfPresent() else { return nil }
            offer([.unit])
            guard startsUnit(.element), !isStageWithKeys else { return .number(number) }
            return .quantity(.number(number, unitRun()))
        default:
            if let column = column() { return .column(column) }
            expected(
                .missingValue, "the calculation needs a number or a column here", help: "write for example `derive net = intake - burned`")
            return nil
        }
    }

    /// True at `count by month` after a number: a stage that lacks its pipe, not a unit.
    private var isStageWithKeys: Bool { isAggregate(current) && (peek().keyword == .by || peek().kind == .comma) }
}
