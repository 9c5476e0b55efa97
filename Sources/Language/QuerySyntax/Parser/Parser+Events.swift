import QueryDiagnostics

/// Keys whose rows are intervals.
extension Parser {
    /// `each (sleep)`
    mutating func eachKey() -> GroupingKey? {
        let start = advance().range.start
        offer([.symbol("(")])
        let opening = current.range
        let hasParenthesis = at(.leftParenthesis)
        guard hasParenthesis || !isAtEnd else {
            expected(.missingPart, "`each` needs a set of times in parentheses", help: "write for example `each (sleep)`")
            return nil
        }
        guard let set = hasParenthesis ? nested({ $0.setInParentheses() }) : intervalSet() else { return nil }
        if !hasParenthesis {
            let written = range(from: opening.start)
            report(
                Diagnostic(
                    .missingPart, "`each` needs parentheses around its set of times", at: written,
                    help: "write `each (\(source[written]))`",
                    fix: [.init(SourceRange(at: written.start), "("), .init(SourceRange(at: written.end), ")")]))
        }
        return GroupingKey(kind: .each(set), range: range(from: start))
    }
}
