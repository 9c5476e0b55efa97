// The parser: text in, tree and diagnostics out. It never fails, and it reads nothing but the text.
//
// It is written by hand and descends from statements to clauses to expressions, with at most 100 levels. After a mistake it goes on at the
// next clause, stage or statement, so that one slip is one message. The shell runs it after each key, with the same code recording what
// could come next, for completion. So the time is linear in the length of the text.
//
// Invariant: any bytes produce a tree and diagnostics, without a trap. Random tests and a fuzzer check this.
//
// Decisions 0028 (fixes), 0036 and 0041 (words), 0032 (other languages are recognized later).

package import QueryDiagnostics
import QueryVocabulary

/// Parses a text into statements. Never fails: returns a tree, and diagnostics for the parts that can't be parsed.
package struct Parser {
    let source: SourceText
    /// All tokens except trivia, with only those newlines that end a statement.
    private let tokens: [Token]
    private(set) var index = 0
    private var diagnostics: [Diagnostic] = []
    /// The number of findings so far, to see if a part that is read ahead has some.
    var findingCount: Int { diagnostics.count }
    private var lexicalDiagnostics: ArraySlice<Diagnostic>
    private var depth = 0
    /// The tokens that end the current query, in addition to the end of the statement.
    var terminator = QueryTerminator.none
    /// True before the id of a person, such as `P07`, which is a percentile elsewhere.
    var comparesPersons = false
    /// True in a test of `time of day`, where `2pm` and `noon` are times.
    var comparesTimesOfDay = false
    /// The starts of malformed tokens that have a meaning in their place, such as `2pm`.
    var acceptedTokens: Set<Int> = []
    /// The end of the text before the first pipe of the current query; nil before the first pipe.
    var endBeforePipes: Int?
    /// The possible continuations at the end of the text; filled only if `isRecording`.
    private(set) var completionItems: [CompletionItem] = []
    private(set) var isRecording: Bool
    /// True in a query that starts with `progress`, where `goal` starts a clause.
    var isProgress = false
    /// True inside `explain`, whose query can't have an output.
    var isExplaining = false
    /// True while the first statement of the text is parsed.
    private(set) var isFirstStatement = true
    /// The last metric in the text, for completion.
    var lastMetric: String?

    /// The maximum nesting of parentheses, negations and operators; people write two or three.
    static let maximumDepth = 100

    /// The tokens that can follow a query inside another statement.
    enum QueryTerminator: Equatable {
        case none
        /// `assert query = 5`
        case comparison
        /// `watch query every hour until > 5`
        case watch
        /// `delete samples of steps confirmed`, `export steps to "steps.csv"`
        case keywords([Keyword])
        /// `(sum steps sources raw)`
        case parenthesis
        /// `join (query)`
        case joined
    }

    /// Returns the statements of `source` with their diagnostics.
    ///
    /// - Parameter isStart: false if other statements of the script come before the text.
    package static func parse(_ source: SourceText, isStart: Bool = true) -> ParseResult {
        PipelineTrace.record(.parse, "SourceText → ParseResult")
        let (tokens, lexicalDiagnostics) = Lexer.lex(source)
        let boundaries = StatementBoundaries(tokens)
        var parser = Parser(source, boundaries.significant, lexicalDiagnostics)
        parser.isFirstStatement = isStart
        let statements = parser.statements()
        return ParseResult(source: source, tokens: tokens, statements: statements, isIncomplete: boundaries.isIncomplete)
    }

    package static func parse(_ text: String) -> ParseResult {
        parse(SourceText(text))
    }

    /// Returns the byte offsets at which the statements of `source` start, without parsing them.
    package static func statementStarts(in source: SourceText) -> [Int] {
        var starts: [Int] = []
        var isBetween = true
        for token in StatementBoundaries(Lexer.lex(source).tokens).significant where token.kind != .endOfText {
            let ends = token.kind == .newline || token.kind == .semicolon
            if isBetween, !ends { starts.append(token.range.start) }
            isBetween = ends
        }
        return starts
    }

    /// Returns the possible continuations after the last byte of `source`, and the last metric in it.
    static func completion(after source: SourceText) -> (items: [CompletionItem], metric: String?) {
        var parser = Parser(source, StatementBoundaries(Lexer.lex(source).tokens).significant, [], isRecording: true)
        _ = parser.statements()
        return (parser.completionItems, parser.lastMetric)
    }

    private init(_ source: SourceText, _ tokens: [Token], _ lexicalDiagnostics: [Diagnostic], isRecording: Bool = false) {
        self.source = source
        self.tokens = tokens
        self.lexicalDiagnostics = lexicalDiagnostics[...]
        self.isRecording = isRecording
    }

    private mutating func statements() -> [Statement] {
        var statements: [Statement] = []
        while true {
            while current.kind == .newline || current.kind == .semicolon { index += 1 }
            if previous.map(Parser.endsStatement) ?? true { offer([.entries(.statement), .entries(.source), .aggregate, .metric]) }
            if current.kind == .endOfText { return statements }
            statements.append(statement())
            isFirstStatement = false
        }
    }

    /// Parses one statement, without its newline or semicolon.
    mutating func statement() -> Statement {
        let start = current.range.start
        takeLexicalDiagnostics(before: start)
        let outer = diagnostics
        diagnostics = []
        let kind = statementKind()
        if !isAtEnd {
            if let kind, !kind.has(.clauses) {
                let whole = source[SourceRange(start, previousEnd)]
                expected(
                    .unexpectedText, "`\(whole)` is a complete statement, so \(quoted(current)) can't follow it",
                    help: "remove the rest of the line")
            } else if kind != nil || diagnostics.isEmpty {
                reportUnexpected()
            }
            while !isAtEnd { index += 1 }
        }
        let range = SourceRange(start, max(start, previousEnd))
        let findings = findings(with: diagnostics, before: range.end)
        diagnostics = outer
        return Statement(kind ?? .invalid, range: range, diagnostics: findings)
    }

    /// Returns the findings of the parser and those of the lexer before `offset`, sorted by position.
    private mutating func findings(with parsed: [Diagnostic], before offset: Int) -> [Diagnostic] {
        diagnostics = []
        takeLexicalDiagnostics(before: offset)
        // A malformed token also confuses the parser. One finding about it is enough.
        let lexical = diagnostics.filter { !acceptedTokens.contains($0.range.start) }
        let all = lexical + parsed.filter { finding in !lexical.contains { $0.range.overlaps(finding.range) } }
        return Array(all.stableSorted { $0.range.start < $1.range.start }.prefix(ParseResult.maximumDiagnostics))
    }

    private mutating func takeLexicalDiagnostics(before offset: Int) {
        while let next = lexicalDiagnostics.first, next.range.start < offset {
            report(next)
            lexicalDiagnostics.removeFirst()
        }
    }

    // MARK: Tokens

    var current: Token { tokens[index] }

    /// Returns the token `distance` ahead in the same statement, or its end.
    func peek(_ distance: Int = 1) -> Token {
        var position = index
        for _ in 0..<distance where !Parser.endsStatement(tokens[position]) { position += 1 }
        return tokens[position]
    }

    /// True if the current word also stands earlier in the statement.
    var isRepeated: Bool {
        let word = source[current.range].lowercased()
        return tokens[..<index].reversed().prefix { !Parser.endsStatement($0) }.contains { source[$0.range].lowercased() == word }
    }

    static func endsStatement(_ token: Token) -> Bool {
        token.kind == .newline || token.kind == .semicolon || token.kind == .endOfText
    }

    /// The end of the statement's last token.
    var statementEnd: Int {
        let end = tokens[index...].firstIndex(where: Parser.endsStatement) ?? tokens.count - 1
        return end > 0 ? tokens[end - 1].range.end : 0
    }

    /// Returns true if another comparison sign follows `token` in the statement.
    func hasComparison(after token: Token) -> Bool {
        for other in tokens[index...] {
            if Parser.endsStatement(other) { return false }
            if other.range.start > token.range.start, comparison(other) != nil { return true }
        }
        return false
    }

    var isAtEnd: Bool { Parser.endsStatement(current) }

    /// The end of the previous token, or 0.
    var previousEnd: Int { index > 0 ? tokens[index - 1].range.end : 0 }

    /// The end of the last token that ends before `offset`, or `offset`.
    func tokenEnd(before offset: Int) -> Int { tokens[..<index].last { $0.range.end <= offset }?.range.end ?? offset }
    var previous: Token? { index > 0 ? tokens[index - 1] : nil }
    var tokenBeforePrevious: Token? { index > 1 ? tokens[index - 2] : nil }

    /// True if no space or comment separates the previous token from the current one.
    var isAdjacent: Bool { previousEnd == current.range.start }

    func range(from start: Int) -> SourceRange { SourceRange(start, max(start, previousEnd)) }

    func text(_ token: Token) -> String { source[token.range] }

    /// Moves to the next token, but not past the end of the statement. Returns the token that was current.
    @discardableResult
    mutating func advance() -> Token {
        let token = current
        if !isAtEnd { index += 1 }
        return token
    }

    func at(_ kind: Token.Kind) -> Bool { current.kind == kind }
    func at(_ keyword: Keyword) -> Bool { current.keyword == keyword }

    mutating func eat(_ kind: Token.Kind) -> Bool {
        guard at(kind) else { return false }
        index += 1
        return true
    }

    mutating func eat(_ keyword: Keyword) -> Bool {
        offer([.keyword(keyword.rawValue)])
        guard at(keyword) else { return false }
        index += 1
        return true
    }

    /// Skips all tokens of the statement that start before `offset`.
    mutating func advance(to offset: Int) {
        while !isAtEnd && current.range.start < offset { index += 1 }
    }

    // MARK: Findings

    mutating func report(_ diagnostic: Diagnostic) {
        if diagnostics.count < ParseResult.maximumDiagnostics { diagnostics.append(diagnostic) }
    }

    var diagnosticCount: Int { diagnostics.count }

    /// Skips the rest of the statement if the maximum number of diagnostics is reached.
    mutating func stopIfFull() {
        guard diagnostics.count >= ParseResult.maximumDiagnostics else { return }
        while !isAtEnd { index += 1 }
    }

    /// Reports that something else is expected here. Silent at a malformed token, which already has a diagnostic.
    mutating func expected(
        _ code: DiagnosticCode, _ message: String, help: String? = nil, note: String? = nil, fix: Diagnostic.Fix? = nil
    ) {
        guard !at(.malformed), !isTooDeep else { return }
        // After a missing part the parser looks for the next part. That is not a completion for the missing part.
        if current.kind == .endOfText { isRecording = false }
        // A missing part belongs before the next stage or the output.
        let isGap = isAtEnd || code == .missingPart && (at(.pipe) || at(.as))
        let range = isGap ? SourceRange(at: previousEnd) : current.range
        report(Diagnostic(code, message, at: range, help: help, note: note, fix: fix))
    }

    /// The text of the token in backquotes, shortened.
    func quoted(_ token: Token) -> String {
        Parser.endsStatement(token) ? "the end of the statement" : quoted(token.range)
    }

    func quoted(_ range: SourceRange) -> String {
        let shown = SourceRange(range.start, min(range.end, range.start + 200))
        let text = source[shown].split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return text.count > 40 ? "`\(text.prefix(40))…`" : "`\(text)`"
    }

    /// Runs `body` one level deeper. Returns nil, after reporting an error, if the nesting is too deep.
    mutating func nested<Result>(_ body: (inout Parser) -> Result?) -> Result? {
        guard depth < Parser.maximumDepth else {
            reportTooDeep()
            return nil
        }
        depth += 1
        defer { depth -= 1 }
        return body(&self)
    }

    /// True if the rest of the statement was skipped because of its depth. Nothing is reported as missing then.
    private var isTooDeep: Bool { diagnostics.contains { $0.code == .nestedTooDeep } }

    mutating func reportTooDeep() {
        if !isTooDeep {
            report(
                Diagnostic(
                    .nestedTooDeep, "this is nested more than \(Parser.maximumDepth) levels deep", at: current.range,
                    help: "use `let` to give parts of it a name"))
        }
        while !isAtEnd { index += 1 }
    }

    // MARK: Completion

    /// Records possible continuations if the current token is the end of the text.
    mutating func offer(_ offered: @autoclosure () -> [CompletionItem]) {
        guard isRecording, current.kind == .endOfText else { return }
        for item in offered() where !completionItems.contains(item) { completionItems.append(item) }
    }
}

extension [Diagnostic] {
    fileprivate func stableSorted(by precedes: (Diagnostic, Diagnostic) -> Bool) -> [Diagnostic] {
        enumerated().sorted { precedes($0.element, $1.element) || !precedes($1.element, $0.element) && $0.offset < $1.offset }.map(
            \.element)
    }
}

extension SourceRange {
    fileprivate func overlaps(_ other: SourceRange) -> Bool { start < other.end && other.start < end }
}
