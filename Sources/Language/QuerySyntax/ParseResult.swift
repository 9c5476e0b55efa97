package import QueryDiagnostics

/// The result of parsing a text: its statements and their diagnostics.
package struct ParseResult: Sendable {
    package var source: SourceText
    /// All tokens, including trivia. Each byte of the text belongs to exactly one token.
    package var tokens: [Token]
    package var statements: [Statement]
    /// True if the text needs another line: it ends after `|` or `,` or inside parentheses. The shell then prompts for one.
    package var isIncomplete: Bool

    /// The diagnostics of all statements, in order, at most `maximumDiagnostics`.
    package var diagnostics: [Diagnostic] { Array(statements.lazy.flatMap(\.diagnostics).prefix(Self.maximumDiagnostics)) }

    package static let maximumDiagnostics = 50
}
