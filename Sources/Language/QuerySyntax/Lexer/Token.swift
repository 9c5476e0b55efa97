package import QueryDiagnostics

/// A part of the text. The tokens of a text, including trivia, cover all of its bytes in order.
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
        /// Any other visible character, such as `·` in a unit
        case symbol
        /// A malformed token; the lexer has a diagnostic for it
        case malformed
        /// The empty token after the last byte
        case endOfText
    }

    package var kind: Kind
    /// The meanings of a word in the language, even if it is used as a name.
    package var spelling: Spelling?
    package var range: SourceRange

    init(_ kind: Kind, spelling: Spelling? = nil, _ range: SourceRange) {
        self.kind = kind
        self.spelling = spelling
        self.range = range
    }

    package var keyword: Keyword? { spelling?.keyword }

    /// True for a word that is reserved everywhere.
    var isReservedWord: Bool { spelling?.isReserved ?? false }

    package var isTrivia: Bool { kind.rawValue <= Kind.comment.rawValue }
}
