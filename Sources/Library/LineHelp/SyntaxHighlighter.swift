import CalendarIntervals
import HealthModel
package import QueryDiagnostics
package import QuerySyntax
import QueryVocabulary

/// Highlights the tokens of a statement while it is typed, and underlines the first error.
package enum SyntaxHighlighter {
    /// - Parameter marksErrors: true to mark the first error, instead of what its words would be.
    package static func spans(of parsed: ParseResult, marksErrors: Bool = true) -> [HighlightSpan] {
        let error = marksErrors ? firstError(in: parsed).map { $0.range.start..<$0.range.end } : nil
        var previous: Token?
        return parsed.tokens.compactMap { token in
            guard !token.range.isEmpty else { return nil }
            defer { if !token.isTrivia { previous = token } }
            let isWrong = error.map { token.range.start < $0.upperBound && $0.lowerBound < token.range.end && !token.isTrivia } ?? false
            guard let style = isWrong ? .error : style(of: token, after: previous, in: parsed) else { return nil }
            return HighlightSpan(token.range.start..<token.range.end, style)
        }
    }

    /// Returns the first error that more text cannot correct. The last token is still being typed, so its errors do not count.
    package static func firstError(in parsed: ParseResult) -> Diagnostic? {
        firstError(among: parsed.diagnostics, in: parsed)
    }

    static func firstError(among diagnostics: [Diagnostic], in parsed: ParseResult) -> Diagnostic? {
        guard let last = parsed.tokens.last(where: { !$0.isTrivia && $0.kind != .endOfText }) else { return nil }
        return diagnostics.first { $0.severity == .error && $0.range.end <= last.range.start }
    }

    /// The words after which a month is a time, and not a name or a part of one.
    private static let wordsBeforeTimes: Set<Keyword> = [.on, .during, .since, .until, .through, .between, .and, .from, .to, .last, .this]

    private static func isTime(_ word: String, after previous: Token?) -> Bool {
        guard let previous, previous.kind == .number || previous.keyword.map(wordsBeforeTimes.contains) ?? false else { return false }
        return Month(word: word) != nil || DayPart(rawValue: word.lowercased()) != nil
    }

    /// The words before a part of the day: `at night`, `in the morning`.
    private static let wordsBeforeParts: Set<String> = ["in", "at", "the"]
    /// The words and signs before `noon` and `midnight`.
    private static let wordsBeforeMoments: Set<Keyword> = [.after, .before, .between, .and]
    private static let signsBeforeMoments: Set<Token.Kind> = [.equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual]

    /// True for the words of conditions on the time of day, which are names elsewhere.
    private static func isTimeOfDay(_ word: String, after previous: Token?, in parsed: ParseResult) -> Bool {
        guard let previous else { return false }
        let (word, before) = (word.lowercased(), parsed.source[previous.range].lowercased())
        if word == "the" { return before == "in" }
        if DayPart(rawValue: word) != nil { return wordsBeforeParts.contains(before) }
        return DayMoment(rawValue: word) != nil
            && (previous.keyword.map(wordsBeforeMoments.contains) ?? signsBeforeMoments.contains(previous.kind))
    }

    private static func style(of token: Token, after previous: Token?, in parsed: ParseResult) -> HighlightSpan.Style? {
        switch token.kind {
        case .comment: .comment
        case .string: .string
        case .number, .percentile, .compactDuration, .date, .coarseDate, .dateTime, .timeOfDay: .number
        case .word where token.spelling != nil || isTime(parsed.source[token.range], after: previous): .keyword
        case .word where previous != nil && previous?.keyword != .let && Parser.isVersus(parsed.source[token.range]): .keyword
        case .word where isTimeOfDay(parsed.source[token.range], after: previous, in: parsed): .keyword
        // An error elsewhere.
        case .malformed where parsed.source[token.range].lowercased().wholeMatch(of: /[0-9:]+[ap]m/) != nil: .number
        case .word
        where (previous?.keyword == .by || previous?.keyword == .each)
            && EventWord(rawValue: parsed.source[token.range].lowercased()) != nil:
            .keyword
        case .word, .quotedName: isMetric(parsed.source[token.range]) ? .metric : nil
        default: nil
        }
    }

    private static func isMetric(_ name: String) -> Bool {
        if case .unknown = MetricCatalog.resolve(name: name.filter { $0 != "`" }) { false } else { true }
    }
}
