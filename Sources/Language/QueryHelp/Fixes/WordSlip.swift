import QueryDiagnostics
import QuerySyntax

/// A slip in one word of a statement, wherever it stands: a word of the language that is misspelt, or one that is written twice.
///
/// The parser reports the place where it got lost, which often is another one: `sum steps yb day` stops at `day`.
struct WordSlip {
    /// Tells the slip at its own place, with the fix that mends it.
    let finding: Diagnostic
    /// How many letters are wrong.
    let distance: Int

    /// Returns the slips that there may be in a statement, the likeliest first.
    ///
    /// - Parameter isName: whether a word is a name that is known, which is no misspelt word of the language.
    static func slips(in text: SourceText, isName: (String) -> Bool) -> [WordSlip] {
        let tokens = Parser.parse(text).tokens.filter { !$0.isTrivia }
        let words = tokens.filter { $0.kind == .word && $0.spelling == nil && $0.range.length > 1 && !isName(text[$0.range]) }
        let slips = repetitions(tokens, text) + words.flatMap { misspellings($0, text) }.sorted { $0.distance < $1.distance }
        return Array(slips.prefix(maximumCount))
    }

    /// Each is tried, and nobody waits for more.
    private static let maximumCount = 24

    private static let vocabulary =
        Spelling.words + Keyword.allCases.filter { $0.timeUnit != nil }.map { $0.rawValue + "s" }

    private static func repetitions(_ tokens: [Token], _ text: SourceText) -> [WordSlip] {
        zip(tokens, tokens.dropFirst()).compactMap { first, second in
            let word = text[first.range]
            guard [.word, .comma].contains(first.kind), first.kind == second.kind, word.lowercased() == text[second.range].lowercased()
            else { return nil }
            let finding = Diagnostic(
                .unexpectedText, "`\(word)` is written twice", at: second.range,
                fix: Diagnostic.Fix(SourceRange(first.range.start, second.range.start), "", help: "leave one of them out"))
            return WordSlip(finding: finding, distance: 0)
        }
    }

    private static func misspellings(_ token: Token, _ text: SourceText) -> [WordSlip] {
        let word = text[token.range]
        return Suggestion.near(word, among: vocabulary).map { candidate, distance in
            let finding = Diagnostic(
                .unexpectedText, "`\(word)` is not understood here", at: token.range, fix: .spelling(candidate, at: token.range))
            return WordSlip(finding: finding, distance: distance)
        }
    }
}
