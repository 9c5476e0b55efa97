import QueryVocabulary
package import QueryDiagnostics

/// Reads a text as statements. It never fails: it returns a tree, and diagnostics for what it could not read.
///
/// Hand-written recursive descent with a bounded depth, linear in the text. After a mistake it goes on at the next clause, stage or statement.
package struct Parser {
    let source: SourceText
    /// Tokens that are no trivia, and the newlines that end a statement.
    private let tokens: [Token]
    private(set) var index = 0
    private var diagnostics: [Diagnostic] = []
    private var lexicalDiagnostics: ArraySlice<Diagnostic>
    private var depth = 0
    /// What ends the query that is being read, beside the statement's end.
    var terminator = QueryTerminator.none
    /// The end of what stands before the first pipe of the query that is being read; nil where no pipe came yet.
    var endBeforePipes: Int?
    /// What could stand at the end of the text, filled where `isRecording`.
    private(set) var completionItems: [CompletionItem] = []
    private(set) var isRecording: Bool
    /// Whether the query at hand is one to explain, which has no output.
    var isExplaining = false
    /// The metric named last, for completion.
    var lastMetric: String?

    /// Parentheses, negations and operators nest no deeper; people write two or three.
    static let maximumDepth = 100

    /// What may follow a query inside another statement.
    enum QueryTerminator: Equatable {
        case none
        /// `assert query = 5`
        case comparison
        /// `watch query until > 5`
        case untilComparison
        /// `delete samples of steps confirmed`, `export steps to "steps.csv"`
        case keyword(Keyword)
    }

    /// Returns the statements of `source` and what is wrong with them.
    package static func parse(_ source: SourceText) -> ParseResult {
        PipelineTrace.record(.parse, "SourceText → ParseResult")
        let (tokens, lexicalDiagnostics) = Lexer.lex(source)
        let boundaries = StatementBoundaries(tokens)
        var parser = Parser(source, boundaries.significant, lexicalDiagnostics)
        let statements = parser.statements()
        return ParseResult(source: source, tokens: tokens, statements: statements, isIncomplete: boundaries.isIncomplete)
    }

    package static func parse(_ text: String) -> ParseResult {
        parse(SourceText(text))
    }

    /// Returns what could stand after the last byte of `source`, and the metric named last.
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
        }
    }

    /// Reads one statement, up to but without its newline or semicolon.
    mutating func statement() -> Statement {
        let start = current.range.start
        takeLexicalDiagnostics(before: start)
        let outer = diagnostics
        diagnostics = []
        let kind = statementKind()
        if !isAtEnd {
            if let kind, !kind.takesClauses {
                let whole = source[SourceRange(start, previousEnd)]
                expected(
                    .unexpectedText, "`\(whole)` is a whole statement, and \(quoted(current)) cannot follow it",
                    help: "leave the rest of the line out")
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

    /// Returns what the parser found together with what the lexer found before `offset`, in order of place.
    private mutating func findings(with parsed: [Diagnostic], before offset: Int) -> [Diagnostic] {
        diagnostics = []
        takeLexicalDiagnostics(before: offset)
        // What cannot be read cannot stand in its place either: one finding about it is enough.
        let lexical = diagnostics
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

    static func endsStatement(_ token: Token) -> Bool {
        token.kind == .newline || token.kind == .semicolon || token.kind == .endOfText
    }

    /// The end of the statement's last token.
    var statementEnd: Int {
        let end = tokens[index...].firstIndex(where: Parser.endsStatement) ?? tokens.count - 1
        return end > 0 ? tokens[end - 1].range.end : 0
    }

    /// Whether the rest of the statement has another comparison sign than `token`.
    func hasComparison(after token: Token) -> Bool {
        for other in tokens[index...] {
            if Parser.endsStatement(other) { return false }
            if other.range.start > token.range.start, comparison(other) != nil { return true }
        }
        return false
    }

    var isAtEnd: Bool { Parser.endsStatement(current) }

    /// The end of the token before, or 0.
    var previousEnd: Int { index > 0 ? tokens[index - 1].range.end : 0 }

    /// The end of the last token that ends before `offset`, or `offset`.
    func tokenEnd(before offset: Int) -> Int { tokens[..<index].last { $0.range.end <= offset }?.range.end ?? offset }
    var previous: Token? { index > 0 ? tokens[index - 1] : nil }
    var tokenBeforePrevious: Token? { index > 1 ? tokens[index - 2] : nil }

    /// No space or comment stands between the token before and this one.
    var isAdjacent: Bool { previousEnd == current.range.start }

    func range(from start: Int) -> SourceRange { SourceRange(start, max(start, previousEnd)) }

    func text(_ token: Token) -> String { source[token.range] }

    /// Moves on by one token, never past the end of the statement; returns the token passed.
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

    /// Moves past all tokens that begin before `offset` in this statement.
    mutating func advance(to offset: Int) {
        while !isAtEnd && current.range.start < offset { index += 1 }
    }

    /// Goes back to where `index` was; for the few places that look far ahead.
    mutating func rewind(to position: Int) { index = position }

    // MARK: Findings

    mutating func report(_ diagnostic: Diagnostic) {
        if diagnostics.count < ParseResult.maximumDiagnostics { diagnostics.append(diagnostic) }
    }

    var diagnosticCount: Int { diagnostics.count }

    /// Gives the rest of the statement up where so much was found that nothing more is kept.
    mutating func stopIfFull() {
        guard diagnostics.count >= ParseResult.maximumDiagnostics else { return }
        while !isAtEnd { index += 1 }
    }

    /// Reports that something else must stand here; silent at a malformed token, which has a diagnostic of its own.
    mutating func expected(
        _ code: DiagnosticCode, _ message: String, help: String? = nil, note: String? = nil, fix: Diagnostic.Fix? = nil
    ) {
        guard !at(.malformed), !isTooDeep else { return }
        // What the parser looks for after a missing part, to go on, cannot stand in that part's place.
        if current.kind == .endOfText { isRecording = false }
        let range = isAtEnd ? SourceRange(at: previousEnd) : current.range
        report(Diagnostic(code, message, at: range, help: help, note: note, fix: fix))
    }

    /// The token's text between backquotes, shortened.
    func quoted(_ token: Token) -> String {
        Parser.endsStatement(token) ? "the end" : quoted(token.range)
    }

    func quoted(_ range: SourceRange) -> String {
        let shown = SourceRange(range.start, min(range.end, range.start + 200))
        let text = source[shown].split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return text.count > 40 ? "`\(text.prefix(40))…`" : "`\(text)`"
    }

    /// Reads `body` one level deeper, or reports that the text nests too deep and returns nil.
    mutating func nested<Result>(_ body: (inout Parser) -> Result?) -> Result? {
        guard depth < Parser.maximumDepth else {
            reportTooDeep()
            return nil
        }
        depth += 1
        defer { depth -= 1 }
        return body(&self)
    }

    /// The rest of the statement was given up, so that nothing is missing at its end.
    private var isTooDeep: Bool { diagnostics.contains { $0.code == .nestedTooDeep } }

    mutating func reportTooDeep() {
        if !isTooDeep {
            report(
                Diagnostic(
                    .nestedTooDeep, "this nests deeper than \(Parser.maximumDepth) levels", at: current.range,
                    help: "name parts of it with `let`"))
        }
        while !isAtEnd { index += 1 }
    }

    // MARK: Completion

    /// Records what could stand here, where here is the end of the text.
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
