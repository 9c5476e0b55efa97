package import Diagnostics

/// A piece of the text: the tokens of a text, trivia included, cover every byte of it in order.
package struct Token: Sendable, Hashable {
    package enum Kind: UInt8, Sendable, Hashable {
        // Trivia
        case whitespace, newline, comment
        // Words and literals
        case word, quotedName, string, number, percentile, duration, date, coarseDate, dateTime, time
        // Symbols
        case pipe, comma, semicolon, colon, leftParenthesis, rightParenthesis
        case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
        case plus, minus, star, slash, percent
        /// A visible character of no other kind, such as `·` in a unit
        case symbol
        /// Not readable as anything; the lexer has a diagnostic for it
        case malformed
        /// After the last byte; empty
        case endOfText
    }

    package var kind: Kind
    package var range: SourceRange

    package var isTrivia: Bool { kind.rawValue <= Kind.comment.rawValue }
}
