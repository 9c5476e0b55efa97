import QueryDiagnostics
import QueryVocabulary

/// Statements about who asks: `act as "com.example.trends"`, `allow "com.example.trends" to read steps`.
extension Parser {
    /// True at `act as` and an app or `owner`. `act as csv` is a query with the name `act`.
    var startsActAs: Bool {
        guard at(word: "act"), peek().keyword == .as else { return false }
        return peek(2).kind == .string || Parser.endsStatement(peek(2))
            || peek(2).kind == .word && OutputFormat(rawValue: text(peek(2)).lowercased()) == nil
    }

    /// True if an app follows the verb here.
    var startsAccess: Bool { peek().kind == .string || isName(peek()) && peek().spelling?.stage == nil && peek().spelling?.clause == nil }

    mutating func actAsStatement() -> StatementKind? {
        advance()
        advance()
        offer([.keyword("owner")])
        if at(word: "owner"), Parser.endsStatement(peek()) {
            advance()
            return .actAs(nil)
        }
        return app(after: "act as").map { .actAs($0) }
    }

    /// Parses `"com.example.trends"`, or the name of a text.
    private mutating func app(after before: String) -> TextOperand? {
        if let path = barePath() {
            report(
                Diagnostic(
                    .textExpected, "the name of an app needs quotes", at: path, help: "write `\(before) \"\(source[path])\"`",
                    fix: [.init(SourceRange(at: path.start), "\""), .init(SourceRange(at: path.end), "\"")]))
            while !isAtEnd { advance() }
            return nil
        }
        return textOperand(after: before, example: "com.example.trends", role: .source)
    }

    /// Parses `of "com.example.trends"` after `show access`.
    mutating func showAccess() -> StatementKind? {
        offer([.keyword("of")])
        guard eat(.of) else { return .showAccess(of: nil) }
        return app(after: "show access of").map { .showAccess(of: $0) }
    }

    mutating func accessStatement(isAllowed: Bool) -> StatementKind? {
        let verb = text(advance()).lowercased()
        guard let app = app(after: verb) else { return nil }
        offer([.keyword("to")])
        guard eat(.to) else {
            expected(
                .missingPart, "`\(verb)` needs `to` after the app",
                help: "write for example `\(verb) \"com.example.trends\" to read steps`",
                fix: at(word: "read") || at(word: "write") ? [.init(SourceRange(at: current.range.start), "to ")] : nil)
            return nil
        }
        var grants: [AccessStatement.Grant] = []
        var kinds: (reads: Bool, writes: Bool)?
        repeat {
            let start = current.range.start
            if let written = accessKinds() { kinds = written }
            guard let kinds else {
                expected(
                    .missingPart, "missing `read` or `write` after `to`", help: "write for example `\(verb) … to read steps, write weight`",
                    fix: isName(current) ? [.init(SourceRange(at: current.range.start), "read ")] : nil)
                return nil
            }
            guard let subject = accessSubject(kinds.writes && !kinds.reads ? "write" : "read") else { return nil }
            grants.append(.init(reads: kinds.reads, writes: kinds.writes, subject: subject, range: range(from: start)))
        } while eat(.comma) || eat(.and)
        return .decideAccess(AccessStatement(isAllowed: isAllowed, app: app, grants: grants))
    }

    /// Parses `read`, `write` or `read and write`; nil if none of them is here.
    private mutating func accessKinds() -> (reads: Bool, writes: Bool)? {
        offer([.keyword("read"), .keyword("write")])
        guard at(word: "read") || at(word: "write") else { return nil }
        let first = text(advance()).lowercased()
        guard at(.and) || at(.comma), ["read", "write"].contains(text(peek()).lowercased()) else {
            return (first == "read", first == "write")
        }
        advance()
        let second = text(advance()).lowercased()
        return (first == "read" || second == "read", first == "write" || second == "write")
    }

    private mutating func accessSubject(_ before: String) -> AccessStatement.Subject? {
        offer([.keyword("all"), .keyword("summaries")])
        if eat(.all) { return .all }
        if at(.summaries) {
            advance()
            return .summaries
        }
        return metricReference(after: before).map { .metric($0) }
    }
}
