package import QueryDiagnostics
package import QuerySyntax
import QueryVocabulary
import TerminalText

/// One statement of a script whose statements run one at a time, for example in a shell.
package struct ScriptStatement: Sendable {
    package let statement: Statement
    package let source: SourceText

    /// True if the statement prints until the user stops it. Its output must not wait for its end.
    package var isLive: Bool { statement.kind.has(.live) }

    /// The text from the start of this statement to the end of the script.
    package var rest: SourceText { SourceText(source[SourceRange(statement.range.start, source.bytes.count)]) }
}

extension ParsedScript {
    /// True if the text must not be stored in a history.
    package var isSecret: Bool { source.isSecret(in: source.fullRange) }
}

extension SourceText {
    /// True if the text must not be stored in a history, because it contains a password or the name of a person to forget.
    ///
    /// The test looks at words instead of statements, because the text can have mistakes, such as `forget persn P07` or a missing quote.
    package func isSecret(in range: SourceRange) -> Bool {
        let text = self[range]
        if SecretText.isSecret(text) { return true }
        let forgets = { (word: Substring) in Suggestion.slip(from: String(word), to: "forget") != nil }
        return text.split(whereSeparator: { $0 == ";" || $0.isNewline }).contains { statement in
            let words = statement.split { !$0.isLetter && !$0.isNumber }
            // `tally -c 'forget person P07'` starts with another word.
            return words.first.map(forgets) ?? false
                || zip(words, words.dropFirst()).contains { forgets($0) && Suggestion.slip(from: String($1), to: "person") != nil }
        }
    }
}
