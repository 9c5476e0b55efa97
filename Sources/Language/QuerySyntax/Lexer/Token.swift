package import QueryDiagnostics

/// A piece of the text: the tokens of a text, trivia included, cover every byte of it in order.
package struct Token: Sendable, Hashable {
    package enum Kind: UInt8, Sendable, Hashable {
        // Trivia
        case whitespace, newline, comment
        // Words and literals
        case word, quotedName, string, number, percentile, compactDuration, date, coarseDate, dateTime, timeOfDay
        // Symbols
        case pipe, comma, semicolon, colon, leftParenthesis, rightParenthesis
        case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
        case plus, minus, star, slash, percentSign
        /// A visible character of no other kind, such as `·` in a unit
        case symbol
        /// Readable as nothing; the lexer has a diagnostic for it
        case malformed
        /// After the last byte; empty
        case endOfText
    }

    package var kind: Kind
    /// What the language knows of a word, also where its place makes it a name.
    package var spelling: Spelling?
    package var range: SourceRange

    init(_ kind: Kind, spelling: Spelling? = nil, _ range: SourceRange) {
        self.kind = kind
        self.spelling = spelling
        self.range = range
    }

    package var keyword: Keyword? { spelling?.keyword }

    /// A word that is reserved everywhere.
    var isReservedWord: Bool { spelling?.isReserved ?? false }

    package var isTrivia: Bool { kind.rawValue <= Kind.comment.rawValue }
}
