import CalendarIntervals
import QueryDiagnostics
import QuerySyntax

/// A slip in one word of a statement: a misspelled word, or a word that is written twice.
///
/// The parser often reports a later position, at which it could not continue: `sum steps yb day` stops at `day`.
struct WordSlip {
    /// Reports the slip at its own place, with the fix.
    let finding: Diagnostic
    /// How many letters are wrong.
    let distance: Int
    /// How many letters only one of the two words has. Of two slips with the same distance, the one with fewer is more likely.
    let otherLetters: Int
    /// True if the language doesn't know the word at all; false if it only can't be used there.
    let isUnknownWord: Bool

    /// Returns the possible slips in a statement, most likely first.
    ///
    /// Words that the grammar allows at a place come before words of the language in general.
    ///
    /// - Parameter isName: returns true for a known name, which is not a misspelled word of the language.
    static func slips(in text: SourceText, isName: (String) -> Bool) -> [WordSlip] {
        let tokens = Parser.parse(text).tokens.filter { !$0.isTrivia }
        // Each word is compared with those that the grammar allows there, so the time grows with the square of the length.
        guard tokens.count <= mostTokens else { return [] }
        let words = tokens.indices.filter { index in
            let word = text[tokens[index].range]
            let isName = isName(word) || Month(word: word) != nil || english.contains(word.lowercased())
            return tokens[index].kind == .word && !isName && !Spelling.isUnreservedAggregate(word) && !Parser.isVersus(word)
        }
        let whole = text[text.fullRange]
        let placed = words.flatMap { index in
            misspellings(in: tokens[index...], allowed: Completion.at(tokens[index].range.start, in: whole), text)
        }
        let unknown = words.map { tokens[$0] }.filter { $0.spelling == nil && $0.range.length > 1 }
        let general = unknown.flatMap { token in
            Suggestion.near(text[token.range], among: vocabulary).map { WordSlip(token.range, $0.candidate, $0.distance, text) }
        }
        .filter { slip in !placed.contains { $0.finding.range == slip.finding.range && $0.distance <= slip.distance } }
        var seen: Set<Diagnostic> = []
        let found = repetitions(tokens, text) + placed + general
        return Array(found.filter { seen.insert($0.finding).inserted }.sortedByDistance.prefix(maximumCount))
    }

    /// Words of English that turn the meaning of others. As a slip of another word, they would ask something else.
    private static let english: Set<String> = ["an", "but", "except", "least", "low", "most", "never", "no", "not", "only", "without"]

    /// The number of slips that are tried; more would take noticeable time.
    private static let maximumCount = 32
    private static let mostTokens = 200

    private static let vocabulary =
        Spelling.words.filter(isUsual) + Keyword.allCases.filter { $0.timeUnit != nil }.map { $0.rawValue + "s" } + Month.names

    /// Returns false for the second of two spellings of a word. Otherwise a slip would be as near to both, and neither would be a fix.
    private static func isUsual(_ word: String) -> Bool { word != Keyword.pseudonymized.rawValue }

    private init(_ finding: Diagnostic, distance: Int, otherLetters: Int = 0, isUnknownWord: Bool = false) {
        self.finding = finding
        self.distance = distance
        self.otherLetters = otherLetters
        self.isUnknownWord = isUnknownWord
    }

    private init(_ range: SourceRange, _ word: String, _ distance: Int, _ text: SourceText) {
        let written = text[range]
        let isUnknown = written.split(separator: " ").contains { Spelling(of: String($0)) == nil }
        let message = isUnknown ? "unknown word `\(written)`" : "`\(written)` can't be used here"
        self.init(
            Diagnostic(.unexpectedText, message, at: range, fix: .spelling(word, at: range)), distance: distance,
            otherLetters: Suggestion.otherLetters(in: word, than: written), isUnknownWord: isUnknown)
    }

    private static func repetitions(_ tokens: [Token], _ text: SourceText) -> [WordSlip] {
        zip(tokens, tokens.dropFirst()).compactMap { first, second in
            let word = text[first.range]
            guard [.word, .comma].contains(first.kind), first.kind == second.kind, word.lowercased() == text[second.range].lowercased()
            else { return nil }
            let finding = Diagnostic(
                .unexpectedText, "`\(word)` is written twice", at: second.range,
                fix: Diagnostic.Fix(SourceRange(first.range.start, second.range.start), "", help: "remove one of them"))
            return WordSlip(finding, distance: 0)
        }
    }

    /// Returns the allowed words and phrases that are similar to the written ones.
    private static func misspellings(in tokens: ArraySlice<Token>, allowed: Completion, _ text: SourceText) -> [WordSlip] {
        let phrases = allowed.words.filter(isUsual).map { $0.split(separator: " ").map(String.init) }
        let here = tokens.first.map { text[$0.range].lowercased() }
        // A word that is allowed was meant, though a later word of its phrase may be wrong.
        let isAllowed = phrases.contains { $0.first == here }
        return phrases.compactMap { words in
            guard !isAllowed || words.first == here else { return nil }
            let written = tokens.prefix(words.count)
            guard written.count == words.count, let first = written.first, let last = written.last else { return nil }
            var distance = 0
            for (token, word) in zip(written, words) {
                guard token.kind == .word, let wrong = Suggestion.slip(from: text[token.range], to: word) else { return nil }
                distance += wrong
            }
            return distance == 0 ? nil : WordSlip(first.range.union(last.range), words.joined(separator: " "), distance, text)
        }
    }
}

extension WordSlip {
    /// Returns true if this slip is more likely than `other`.
    func isLikelier(than other: WordSlip) -> Bool { (distance, otherLetters) < (other.distance, other.otherLetters) }
}

extension [WordSlip] {
    /// The slips, most likely first; equals keep their order.
    fileprivate var sortedByDistance: [WordSlip] {
        enumerated().sorted { first, second in
            first.element.isLikelier(than: second.element)
                || !second.element.isLikelier(than: first.element) && first.offset < second.offset
        }.map(\.element)
    }
}
