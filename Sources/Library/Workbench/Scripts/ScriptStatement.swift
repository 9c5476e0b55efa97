import QueryDiagnostics
import QuerySyntax
import TerminalText
import QueryVocabulary

/// A statement of a text that runs one statement at a time, for example in a shell.
package struct ScriptStatement: Sendable {
    let statement: Statement
    let source: SourceText

    /// True if the statement keeps printing until the user stops it, so that its output cannot be held back.
    package var isLive: Bool { statement.kind.has(.live) }

    /// The text from the start of this statement to the end of the script.
    var rest: SourceText { SourceText(source[SourceRange(statement.range.start, source.bytes.count)]) }
}

extension ParsedScript {
    /// True if no history may keep the text.
    package var isSecret: Bool { source.isSecret(in: source.fullRange) }
}

extension SourceText {
    /// True if no history may keep the text, because it may name somebody who must be forgotten, or has a password. The text can have
    /// mistakes, such as `forget persn P07` or a missing quote, so its words decide, not its statements.
    func isSecret(in range: SourceRange) -> Bool {
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
