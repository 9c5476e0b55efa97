package import QueryDiagnostics
import QueryVocabulary

/// `title`, `section` and `text`: verbs before text, and names elsewhere.
extension Parser {
    /// True if text follows the word here, or words that lack quotes. After anything else, the word is a name.
    var startsReportLine: Bool {
        if peek().kind == .string { return true }
        guard isName(peek()), peek().spelling?.stage == nil else { return false }
        // A word such as `week` is not a name, but only clauses and stages can follow a query.
        let next = peek(2)
        return Parser.endsStatement(next)
            || next.kind == .word && next.spelling?.clause == nil && next.spelling?.stage == nil && next.keyword != .as
    }

    /// Parses `section "Sleep"`.
    mutating func reportLine(_ word: ReportWord) -> StatementKind? {
        advance()
        let words = SourceRange(current.range.start, statementEnd)
        offer([.text(.summary)])
        if let text = textIfPresent() { return .reportLine(word, .text(text)) }
        if Parser.endsStatement(peek()), let name = nameIfPresent() { return .reportLine(word, .name(name)) }
        report(.unquotedText(after: word.rawValue, at: words, in: source))
        while !isAtEnd { advance() }
        return nil
    }
}

extension Diagnostic {
    /// Returns an error about words at `range` that lack quotes after a verb, with a fix that adds them.
    package static func unquotedText(after verb: String, at range: SourceRange, in source: SourceText) -> Diagnostic {
        let hasQuotes = source[range].contains("\"")
        let quotes = [Edit(SourceRange(at: range.start), "\""), Edit(SourceRange(at: range.end), "\"")]
        return Diagnostic(
            .textExpected, "the text after `\(verb)` needs quotes", at: range,
            help: "write `\(verb) \"\(hasQuotes ? "…" : source[range])\"`", fix: hasQuotes ? nil : Fix(quotes))
    }
}

extension Statement {
    /// The verb and an error, if the statement is only `title`, `section` or `text`. That word can also be a name.
    package var verbWithoutText: (verb: String, finding: Diagnostic)? {
        guard case .query(let query) = kind, diagnostics.isEmpty, let name = query.aliasedName, !name.isQuoted,
            let word = ReportWord(rawValue: name.key)
        else { return nil }
        let finding = Diagnostic(
            .textExpected, "`\(word.rawValue)` needs text in quotes", at: range, help: "write for example `\(word.example)`")
        return (word.rawValue, finding)
    }
}
