import QueryDiagnostics

/// Prints statements in canonical form: canonical words, clauses in the order of the grammar, comments kept.
///
/// A statement that fits on one line is printed on one line. A longer one, or one with comments inside, has line breaks before its pipes,
/// and before clauses if it is still too long. Formatting is idempotent. A text with errors is left unchanged.
package struct QueryFormatter {
    /// The maximum length of a line in columns.
    static let lineLength = 100
    static let indentation = "    "

    let source: SourceText
    let phrases: Phrases
    private let tokens: [Token]
    private var nextToken = 0
    private var lines: [String] = []

    /// Returns the canonical text of all statements, with a newline at the end unless it is empty.
    ///
    /// Returns the text itself if a statement has errors.
    ///
    /// - Parameters:
    ///   - resolve: Returns the canonical spelling of a metric's name, or nil to leave it as written.
    ///   - noun: Returns the meaning of a noun after a superlative, or nil to leave it as written.
    package static func format(
        _ result: ParseResult, resolve: @escaping (String) -> String? = { _ in nil },
        noun: @escaping (Name) -> RecordPhrase.Noun? = { _ in nil }
    ) -> String {
        if result.statements.contains(where: \.hasErrors) { return result.source[result.source.fullRange] }
        var formatter = QueryFormatter(result, Phrases(resolve: resolve, noun: noun))
        for statement in result.statements {
            formatter.appendComments(before: statement.range.start)
            formatter.append(statement)
        }
        formatter.appendComments(before: result.source.bytes.count)
        while formatter.lines.last == "" { formatter.lines.removeLast() }
        return formatter.lines.map { $0 + "\n" }.joined()
    }

    /// Returns the canonical text of one query on one line, for the header of a result.
    package static func text(of query: Query, resolve: @escaping (String) -> String? = { _ in nil }) -> String {
        Phrases(resolve: resolve).layout(query).oneLine
    }

    /// Returns the canonical text of a time and of a value, as `expect row` prints them.
    package static func cell(_ when: When) -> String { Phrases().when(when) }
    package static func cell(_ literal: Literal) -> String { Phrases().literal(literal, isCell: true) }

    /// Returns a statement on one line.
    /// Returns the lines of a statement without comments, with breaks if it is longer than `width`.
    package static func lines(of statement: Statement, atMost width: Int) -> [String] {
        Phrases().layout(statement).lines(Comments(), atMost: width)
    }

    package static func text(of statement: Statement) -> String { Phrases().layout(statement).oneLine }

    /// Returns the signature of a function: `typical(m: metric, n = 30)`.
    package static func signature(of definition: DefStatement) -> String { Phrases().signature(definition) }

    package static func text(of formal: Formal) -> String { Phrases().formal(formal) }
    package static func text(of definition: MetricDefinition) -> String { Phrases().definition(definition) }
    package static func text(of key: GroupingKey) -> String { Phrases().key(key) }
    package static func text(of metric: MetricReference) -> String { Phrases().metric(metric) }
    package static func text(of clauses: [Clause]) -> String { Phrases().text(of: clauses) }
    package static func text(of range: RangeClause) -> String { Phrases().range(range) }
    package static func text(of period: PeriodPhrase) -> String { Phrases().period(period) }
    package static func text(of when: When) -> String { Phrases().when(when) }
    package static func text(of amount: TimeAmountPhrase) -> String { Phrases().amount(amount) }
    package static func text(of anchor: Anchor) -> String { Phrases().anchor(anchor) }
    package static func text(of set: IntervalSet) -> String { Phrases().set(set) }
    package static func text(of predicate: Predicate) -> String { Phrases().predicate(predicate) }
    package static func text(of field: Field) -> String { Phrases().field(field) }
    package static func text(of stage: StageKind) -> String { Phrases().stage(stage) }

    private init(_ result: ParseResult, _ phrases: Phrases) {
        source = result.source
        tokens = result.tokens
        self.phrases = phrases
    }

    // MARK: Comments and empty lines

    /// Prints the comments before `offset`, and at most one empty line in a row.
    private mutating func appendComments(before offset: Int) {
        var newlines = 0
        while nextToken < tokens.count, tokens[nextToken].range.start < offset {
            let token = tokens[nextToken]
            nextToken += 1
            switch token.kind {
            case .newline:
                newlines += 1
                if newlines > 1, !lines.isEmpty, lines.last != "" { lines.append("") }
            case .comment:
                lines.append(text(ofComment: token))
                newlines = 0
            case .semicolon: newlines = 0
            default: break
            }
        }
    }

    private func text(ofComment token: Token) -> String {
        source[token.range].trimmedAtEnd
    }

    // MARK: Statements

    private mutating func append(_ statement: Statement) {
        let layout = layout(statement)
        let comments = takeComments(of: statement, layout)
        lines += comments.before
        lines += layout.lines(comments)
        if let lastLine = layout.lastLine { lines.append(lastLine) }
    }

    private func layout(_ statement: Statement) -> Layout {
        // The statement inside `expect error` is wrong on purpose.
        guard case .expect(.error(let code, let inner?)) = statement.kind else { return phrases.layout(statement) }
        guard inner.hasErrors else { return layout(inner).prefixed("expect error \(code.text):") }
        let text = written(inner.range)
        // If it ends inside a parenthesis or after a pipe, a semicolon separates it from the next statement. The semicolon is on a
        // separate line, because an open quote extends to the end of the line.
        var layout = Layout("expect error \(code.text): \(text)")
        layout.lastLine = Parser.parse(text).isIncomplete ? ";" : nil
        return layout
    }

    /// Returns the text of a range without trailing spaces on its lines.
    private func written(_ range: SourceRange) -> String {
        // Not `isNewline`, because for example a form feed doesn't end a line of a script.
        let lines = source[range].split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
        return lines.map { $0.trimmedAtEnd }.joined(separator: "\n")
    }

    /// Skips the tokens of the statement. Returns the comments inside it and the one at the end of its last line.
    private mutating func takeComments(of statement: Statement, _ layout: Layout) -> Comments {
        var comments = Comments()
        var isLineStart = false
        while nextToken < tokens.count {
            let token = tokens[nextToken]
            let isInside = token.range.start < statement.range.end
            // `a; b # c`: the comment belongs to b, and in `a; # c` to a.
            let isPassed =
                token.kind == .comment || token.kind == .whitespace || token.kind == .semicolon && isFollowedByComment(nextToken + 1)
            guard isInside || isPassed else { break }
            nextToken += 1
            switch token.kind {
            case .newline: isLineStart = true
            case .whitespace: break
            case .comment:
                if isInside, let verbatim = statement.verbatimRange {
                    // Unchanged text includes its comments. A comment before it can't go at the end of its line, which can be an open text.
                    if !verbatim.contains(token.range.start) { comments.before.append(text(ofComment: token)) }
                    break
                }
                comments.add(text(ofComment: token), at: token.range.start, isOwnLine: isLineStart, layout, nextSignificant(nextToken))
                if !isInside { return comments }
            default: isLineStart = false
            }
        }
        return comments
    }

    private func isFollowedByComment(_ index: Int) -> Bool {
        guard let token = tokens[index...].first(where: { $0.kind != .whitespace }) else { return false }
        return token.kind == .comment
    }

    private func nextSignificant(_ index: Int) -> Int {
        tokens[index...].first { !$0.isTrivia }?.range.start ?? source.bytes.count
    }
}

/// The comments of one statement, by line.
struct Comments {
    /// Comments without a line in the statement, printed before it.
    var before: [String] = []
    /// The comment at the end of the line of a segment (0 is the head), and the comments on separate lines before it.
    var inside: [Int: (ownLines: [String], trailing: String?)] = [:]

    fileprivate mutating func add(_ text: String, at offset: Int, isOwnLine: Bool, _ layout: Layout, _ next: Int) {
        let segment = layout.segment(at: offset)
        if isOwnLine {
            // A comment between two segments stays there. Inside a segment there is no line for it.
            if let following = layout.segment(openedBy: next) {
                inside[following, default: ([], nil)].ownLines.append(text)
            } else {
                before.append(text)
            }
        } else if inside[segment]?.trailing == nil {
            inside[segment, default: ([], nil)].trailing = text
        } else {
            before.append(text)
        }
    }
}

extension Statement {
    /// The range of the statement that is expected to fail, if it can't be parsed and is printed unchanged.
    fileprivate var verbatimRange: SourceRange? {
        guard case .expect(.error(_, let inner?)) = kind else { return nil }
        return inner.hasErrors ? inner.range : inner.verbatimRange
    }
}

extension StringProtocol {
    fileprivate var trimmedAtEnd: String { String(self[..<(lastIndex { !$0.isWhitespace }.map(index(after:)) ?? startIndex)]) }
}
