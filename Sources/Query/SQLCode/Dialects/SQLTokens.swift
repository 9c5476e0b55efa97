/// The parts of a statement that the lowering wrote. Together they are the statement.
package struct SQLTokens {
    package enum Kind: Equatable, Sendable {
        case space, comment
        /// A text in single quotes, a name in double quotes.
        case text, identifier
        case number
        /// A keyword, a function or a name without quotes.
        case word
        case sign
    }

    package struct Token: Equatable, Sendable {
        package var kind: Kind
        package var text: String

        package init(kind: Kind, text: String) { (self.kind, self.text) = (kind, text) }
    }

    private let scalars: [Unicode.Scalar]
    private var place = 0

    /// Returns the tokens of `statement`.
    package static func tokens(of statement: String) -> [Token] {
        var reader = SQLTokens(scalars: Array(statement.unicodeScalars))
        var tokens: [Token] = []
        while let token = reader.next() { tokens.append(token) }
        return tokens
    }

    private mutating func next() -> Token? {
        guard place < scalars.count else { return nil }
        let start = place
        let kind = read()
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars[start..<place])
        return Token(kind: kind, text: String(text))
    }

    /// Moves to the end of the token and returns its kind.
    private mutating func read() -> Kind {
        let first = scalars[place]
        place += 1
        switch first {
        case "'", "\"":
            // Two quotes in a row are one quote of the text. The second one starts the loop again.
            repeat {
                skip { $0 != first }
                place += 1
            } while place < scalars.count && scalars[place] == first && moved()
            place = min(place, scalars.count)
            return first == "'" ? .text : .identifier
        case "-" where place < scalars.count && scalars[place] == "-":
            skip { $0 != "\n" }
            return .comment
        case _ where first.properties.isWhitespace:
            skip(\.properties.isWhitespace)
            return .space
        case "0"..."9":
            skip { "0"..."9" ~= $0 || $0 == "." || $0 == "e" }
            if scalars[place - 1] == "e" { skip { "0"..."9" ~= $0 || $0 == "-" || $0 == "+" } }
            return .number
        case _ where Self.isOfWord(first):
            skip(Self.isOfWord)
            return .word
        default: return .sign
        }
    }

    private mutating func moved() -> Bool {
        place += 1
        return true
    }

    private mutating func skip(_ belongs: (Unicode.Scalar) -> Bool) {
        while place < scalars.count, belongs(scalars[place]) { place += 1 }
    }

    private static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "_": true
        default: false
        }
    }
}
