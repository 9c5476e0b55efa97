import QueryDiagnostics
import QueryVocabulary

/// Statements about the changes of a store: `changes of steps since anchor 3`, `anchor of steps`.
extension Parser {
    func at(word: String) -> Bool { at(.word) && text(current).lowercased() == word }

    /// Parses the metric after `anchor of`.
    mutating func anchorReference() -> MetricReference? {
        advance()
        advance()
        return metricReference(after: "anchor of")
    }

    mutating func changesStatement() -> StatementKind? {
        advance()
        advance()
        guard let metric = metricReference(after: "changes of") else { return nil }
        var statement = ChangesStatement(metric: metric)
        while true {
            offer(
                (statement.anchor == nil ? [.keyword("since")] : []) + (statement.limit == nil ? [.keyword("limit")] : []))
            if at(.since), statement.anchor == nil {
                guard let anchor = anchor() else { return nil }
                statement.anchor = anchor
            } else if at(word: "limit"), statement.limit == nil {
                advance()
                guard let limit = count(after: "limit") else { return nil }
                statement.limit = limit
            } else {
                break
            }
        }
        if at(.since) || at(word: "limit") {
            expected(.duplicateClause, "\(quoted(current)) appears twice", help: "keep one of them")
            return nil
        }
        if at(.pipe) || isClauseHere {
            expected(
                .misplacedClause, "\(quoted(current)) can't be used with `changes`, which lists every sample that was added or deleted",
                help: "after the metric, write `since anchor NUMBER`, `limit NUMBER` or `as FORMAT`")
            return nil
        }
        statement.output = output()
        return .changes(statement)
    }

    /// Parses `since anchor 3`, or `since seen` after `let seen = anchor of steps`.
    private mutating func anchor() -> Count? {
        let since = advance().range
        offer([.keyword("anchor")])
        if at(word: "anchor") {
            advance()
            return count(after: "anchor")
        }
        if at(.number), wholeNumber(current) != nil, Parser.endsStatement(peek()) || peek().keyword == .as || text(peek()) == "limit" {
            expected(
                .missingPart, "missing `anchor` between `since` and the number", help: "write `since anchor \(text(current))`",
                fix: [.init(SourceRange(at: current.range.start), "anchor ")])
            return nil
        }
        offer([.variable])
        if let name = nameIfPresent() { return .name(name) }
        report(
            Diagnostic(
                .missingPart, "`changes` counts from an anchor, not from a time",
                at: isAtEnd ? SourceRange(at: previousEnd) : since.union(current.range), help: "write for example `since anchor 3`",
                note: "`anchor of steps` prints the anchor of this moment"))
        return nil
    }
}
