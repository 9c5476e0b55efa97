package import QueryDiagnostics

/// What became of a text: a tree always, and what is wrong with it.
package struct ParseResult: Sendable {
    package var source: SourceText
    /// Every byte of the text belongs to exactly one of them, trivia included.
    package var tokens: [Token]
    package var statements: [Statement]
    /// The text ends where a further line is needed: after `|`, `,` or inside a bracket. The shell then asks for one.
    package var isIncomplete: Bool

    /// What is wrong in all statements, in order, at most `maximumDiagnostics`.
    package var diagnostics: [Diagnostic] { Array(statements.lazy.flatMap(\.diagnostics).prefix(Self.maximumDiagnostics)) }

    package static let maximumDiagnostics = 50
}
