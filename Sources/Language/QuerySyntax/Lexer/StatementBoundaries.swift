import QueryDiagnostics

/// Determines where statements end.
///
/// A newline ends a statement, except in these cases:
/// - The line ends in `|` or `,`, or a parenthesis is open.
/// - The next line is indented or starts with `|`. Comment lines in between are ignored. After an empty line only `|` continues.
///
/// An unindented line that starts like a statement ends an open parenthesis, so that a missing `)` doesn't hide the rest of a script.
/// `case "…"` always ends with its line.
struct StatementBoundaries {
    /// All tokens except trivia, with only those newlines that end a statement.
    private(set) var significant: [Token] = []
    /// True if the last statement needs another line.
    private(set) var isIncomplete = false

    private var openParentheses = 0
    /// The index in `significant` at which the current statement starts.
    private var statementStart = 0

    init(_ tokens: [Token]) {
        significant.reserveCapacity(tokens.count / 2 + 1)
        var index = 0
        while index < tokens.count {
            let token = tokens[index]
            index += 1
            switch token.kind {
            case .newline:
                guard significant.count > statementStart else { break }
                if let next = continuation(after: index, in: tokens) { index = next } else { append(token) }
            case .whitespace, .comment:
                break
            case .endOfText:
                isIncomplete = significant.count > statementStart && (openParentheses > 0 || endsInPipeOrComma)
                significant.append(token)
            default:
                append(token)
            }
        }
    }

    private var endsInPipeOrComma: Bool {
        guard let last = significant.last?.kind else { return false }
        return last == .pipe || last == .comma
    }

    private mutating func append(_ token: Token) {
        significant.append(token)
        switch token.kind {
        case .leftParenthesis: openParentheses += 1
        case .rightParenthesis: openParentheses = max(0, openParentheses - 1)
        case .newline, .semicolon:
            openParentheses = 0
            statementStart = significant.count
        default: break
        }
    }

    /// Returns the index at which the statement continues after the newline before `index`, or nil if it ends.
    private func continuation(after index: Int, in tokens: [Token]) -> Int? {
        if isCaseHeader { return nil }
        var next = index
        var newlines = 1
        var hasEmptyLine = false
        var isIndented = false
        while tokens[next].isTrivia {
            switch tokens[next].kind {
            case .newline:
                newlines += 1
                hasEmptyLine = hasEmptyLine || newlines > 1
                isIndented = false
            case .comment: newlines = 0
            default: isIndented = true
            }
            next += 1
        }
        let token = tokens[next]
        if token.kind == .endOfText || token.kind == .pipe || endsInPipeOrComma { return next }
        let continues = openParentheses > 0 ? isIndented || !startsStatement(token) : isIndented && !hasEmptyLine
        return continues ? next : nil
    }

    private var isCaseHeader: Bool {
        significant.count == statementStart + 2 && significant[statementStart].keyword == .case
            && significant[statementStart + 1].kind == .string
    }

    private func startsStatement(_ token: Token) -> Bool {
        if token.spelling?.aggregate != nil { return true }
        guard let keyword = token.keyword else { return false }
        return keyword.isStatementVerb || keyword == .samples || keyword == .progress || keyword == .case
    }
}
