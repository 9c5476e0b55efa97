package import QueryDiagnostics

/// Splits a text into tokens that cover every byte.
///
/// A string is enclosed in `"` or `'` and ends on the same line. A doubled quote inside it is one quote. A backslash is an ordinary
/// character, so that paths and regular expressions can be typed as they are. The parser joins adjacent tokens to units and zone names.
package struct Lexer {
    let source: SourceText
    var index = 0
    private(set) var tokens: [Token] = []
    private(set) var diagnostics: [Diagnostic] = []

    /// Limits the memory that a hostile text can use. A statement shows far fewer.
    private static let maximumDiagnostics = 1_000

    /// Returns the tokens of `source`, ending with `endOfText`, and diagnostics for the malformed ones.
    package static func lex(_ source: SourceText) -> (tokens: [Token], diagnostics: [Diagnostic]) {
        var lexer = Lexer(source: source)
        lexer.tokens.reserveCapacity(source.bytes.count / 3)
        while lexer.index < source.bytes.count {
            lexer.lexToken()
        }
        lexer.add(.endOfText, from: lexer.index)
        return (lexer.tokens, lexer.diagnostics)
    }

    private init(source: SourceText) {
        self.source = source
    }

    /// Returns the byte `distance` ahead, or 0 past the end.
    func byte(_ distance: Int = 0) -> UInt8 {
        let position = index + distance
        return position < source.bytes.count ? source.bytes[position] : 0
    }

    mutating func add(_ kind: Token.Kind, spelling: Spelling? = nil, from start: Int) {
        tokens.append(Token(kind, spelling: spelling, SourceRange(start, index)))
    }

    mutating func report(_ diagnostic: Diagnostic) {
        if diagnostics.count < Self.maximumDiagnostics { diagnostics.append(diagnostic) }
    }

    private mutating func lexToken() {
        let start = index
        let first = byte()
        switch first {
        case UInt8(ascii: " "), UInt8(ascii: "\t"), 0x0B, 0x0C:
            lexWhitespace()
        case 0x0A, 0x0D:
            index += first == 0x0D && byte(1) == 0x0A ? 2 : 1
            add(.newline, from: start)
        case UInt8(ascii: "#"):
            skipToLineEnd()
            add(.comment, from: start)
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
            lexNumberLike()
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            lexString(quote: first)
        case UInt8(ascii: "`"):
            lexQuotedName()
        case 0x00..<0x20, 0x7F:
            while byte() < 0x20 && !isSpaceOrLineEnd(byte()) && index < source.bytes.count || byte() == 0x7F { index += 1 }
            add(.malformed, from: start)
            report(
                Diagnostic(
                    .strayCharacter, "a query can't contain control characters", at: SourceRange(start, index),
                    help: "remove it", fix: [.init(SourceRange(start, index), "")]))
        case 0x80...:
            lexNonASCII()
        default:
            if isWordByte(first) { lexWord() } else { lexSymbol() }
        }
    }

    private func isSpaceOrLineEnd(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    private mutating func skipToLineEnd() {
        while index < source.bytes.count, byte() != 0x0A, byte() != 0x0D { index += 1 }
    }

    private mutating func lexWhitespace() {
        let start = index
        while true {
            switch byte() {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), 0x0B, 0x0C:
                index += 1
                continue
            case 0x80...:
                guard let (scalar, length) = decodeScalar(), isSpace(scalar) else { break }
                index += length
                continue
            default: break
            }
            break
        }
        add(.whitespace, from: start)
    }

    // MARK: Words

    func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: false
        }
    }

    /// Skips letters, digits and `_`, including letters outside ASCII.
    mutating func skipWord() {
        while true {
            if isWordByte(byte()) {
                index += 1
            } else if byte() >= 0x80, let (scalar, length) = decodeScalar(), isLetter(scalar) {
                index += length
            } else {
                return
            }
        }
    }

    private mutating func lexWord() {
        let start = index
        skipWord()
        if isPercentile(start) {
            if byte() == UInt8(ascii: "."), isDigit(byte(1)) {
                index += 1
                while isDigit(byte()) { index += 1 }
            }
            add(.percentile, from: start)
            return
        }
        add(.word, spelling: Spelling(of: source[SourceRange(start, index)]), from: start)
    }

    /// Returns true for `p` followed only by digits.
    private func isPercentile(_ start: Int) -> Bool {
        let letter = source.bytes[start]
        guard letter == UInt8(ascii: "p") || letter == UInt8(ascii: "P"), index - start > 1 else { return false }
        return source.bytes[start + 1..<index].allSatisfy(isDigit)
    }

    private mutating func lexQuotedName() {
        let start = index
        index += 1
        while index < source.bytes.count, byte() != UInt8(ascii: "`"), byte() != 0x0A, byte() != 0x0D { index += 1 }
        if byte() == UInt8(ascii: "`"), index - start > 1 {
            index += 1
            add(.quotedName, from: start)
            return
        }
        if byte() == UInt8(ascii: "`") { index += 1 }
        add(.malformed, from: start)
        report(
            Diagnostic(
                .unterminatedName, "a name in backquotes is empty or has no closing backquote", at: SourceRange(start, index),
                help: "write a backquote before and after the name, as in `` `time in daylight` ``"))
    }

    // MARK: Text

    private mutating func lexString(quote: UInt8) {
        let start = index
        index += 1
        while index < source.bytes.count {
            let current = byte()
            if current == 0x0A || current == 0x0D { break }
            index += 1
            guard current == quote else { continue }
            if byte() == quote {
                index += 1
            } else {
                add(.string, from: start)
                return
            }
        }
        let mark = String(UnicodeScalar(quote))
        let word = quote == UInt8(ascii: "'") ? wordAround(start).flatMap { Self.isContraction(source[$0]) ? nil : $0 } : nil
        let end = endOnNextLine(quote)
        if let end { index = end }
        add(.malformed, from: start)
        report(
            Diagnostic(
                .unterminatedString, "text in quotes must end on the same line", at: SourceRange(start, start + 1),
                help: word.map { "write the text in double quotes: \"\(source[$0])\"" }
                    ?? (end == nil ? "add \(mark) at the end of the text" : "write the text on one line"),
                note: word == nil ? "to use \(mark) inside the text, write it twice" : nil,
                fix: word.map { [.init($0, "\"\(source[$0])\"")] }))
    }

    /// True for `didn't` and `that's`, which are words of a question and not names.
    private static func isContraction(_ word: String) -> Bool {
        let word = word.lowercased()
        return ["n't", "'m", "'re", "'ve", "'ll"].contains(where: word.hasSuffix)
            || ["that's", "what's", "it's", "how's", "where's", "when's", "who's", "there's", "let's"].contains(word)
    }

    /// Returns the word that has an apostrophe at `position`, such as `O'Brien`; nil if a text starts there.
    private func wordAround(_ position: Int) -> SourceRange? {
        func isLetter(_ index: Int) -> Bool {
            guard source.bytes.indices.contains(index) else { return false }
            let byte = source.bytes[index]
            return byte >= 0x80 || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & ~0x20)
        }
        guard isLetter(position - 1), isLetter(position + 1) else { return nil }
        var (start, end) = (position - 1, position + 2)
        while isLetter(start - 1) { start -= 1 }
        while isLetter(end) { end += 1 }
        return SourceRange(start, end)
    }

    /// Returns the end of an open text on the next line, or nil if it doesn't end there.
    ///
    /// It ends there if the line has an odd number of quotes and doesn't start a statement.
    private func endOnNextLine(_ quote: UInt8) -> Int? {
        var position = index
        for lineEnd: UInt8 in [0x0D, 0x0A] where position < source.bytes.count && source.bytes[position] == lineEnd { position += 1 }
        let line = source.bytes[position...].prefix { $0 != 0x0A && $0 != 0x0D }
        guard let close = line.firstIndex(of: quote), line.count(where: { $0 == quote }) % 2 == 1 else { return nil }
        let word = line.prefix { isWordByte($0) }
        if let spelling = Spelling(of: String(decoding: word, as: UTF8.self)), spelling.isReserved || spelling.keyword == .case {
            return nil
        }
        return close + 1
    }

    // MARK: Symbols

    private mutating func lexSymbol() {
        let start = index
        let next = byte(1)
        let isNextEqual = next == UInt8(ascii: "=")
        let (kind, length): (Token.Kind, Int) =
            switch byte() {
            case UInt8(ascii: "|"): (.pipe, 1)
            case UInt8(ascii: ","): (.comma, 1)
            case UInt8(ascii: ";"): (.semicolon, 1)
            case UInt8(ascii: ":"): (.colon, 1)
            case UInt8(ascii: "("): (.leftParenthesis, 1)
            case UInt8(ascii: ")"): (.rightParenthesis, 1)
            case UInt8(ascii: "="): (.equal, isNextEqual ? 2 : 1)
            case UInt8(ascii: "!") where isNextEqual: (.notEqual, 2)
            case UInt8(ascii: "<"): isNextEqual ? (.lessOrEqual, 2) : (.less, 1)
            case UInt8(ascii: ">"): isNextEqual ? (.greaterOrEqual, 2) : (.greater, 1)
            case UInt8(ascii: "+"): (.plus, 1)
            case UInt8(ascii: "-"): (.minus, 1)
            case UInt8(ascii: "*"): (.star, 1)
            case UInt8(ascii: "/"): (.slash, 1)
            case UInt8(ascii: "%"): (.percentSign, 1)
            default: (.symbol, 1)
            }
        index += length
        add(kind, from: start)
    }

    private mutating func lexNonASCII() {
        let start = index
        guard let (scalar, length) = decodeScalar() else {
            lexInvalidBytes()
            return
        }
        if isSpace(scalar) {
            lexWhitespace()
        } else if isLetter(scalar) {
            lexWord()
        } else {
            index += length
            switch scalar {
            case "≤": add(.lessOrEqual, from: start)
            case "≥": add(.greaterOrEqual, from: start)
            case "≠": add(.notEqual, from: start)
            case "–", "—", "−", "‐", "‑":
                add(.minus, from: start)
                reportTypographic("this dash isn't a minus sign", [.init(SourceRange(start, index), "-")])
            case "“", "”", "„", "‟", "‘", "’", "‚", "«", "»":
                lexTypographicString(from: start)
            default:
                add(.symbol, from: start)
            }
        }
    }

    private mutating func lexInvalidBytes() {
        let start = index
        repeat { index += 1 } while index < source.bytes.count && byte() >= 0x80 && decodeScalar() == nil
        add(.malformed, from: start)
        report(Diagnostic(.invalidUTF8, "these bytes aren't valid UTF-8", at: SourceRange(start, index), help: "save the file as UTF-8"))
    }

    /// Lexes `“Watch”` up to the closing quote on the same line, and reports a fix with straight quotes.
    private mutating func lexTypographicString(from start: Int) {
        let opening = SourceRange(start, index)
        var edits = [Diagnostic.Edit(opening, "\"")]
        while index < source.bytes.count, byte() != 0x0A, byte() != 0x0D {
            let position = index
            guard byte() >= 0x80, let (scalar, length) = decodeScalar() else {
                index += 1
                continue
            }
            index += length
            if "”“’‘»«".unicodeScalars.contains(scalar) {
                edits.append(.init(SourceRange(position, index), "\""))
                break
            }
        }
        if edits.count == 1 { edits.append(.init(SourceRange(at: index), "\"")) }
        add(.malformed, from: start)
        reportTypographic("typographic quotes can't be used here", edits)
    }

    private mutating func reportTypographic(_ message: String, _ edits: [Diagnostic.Edit]) {
        let range = edits.dropFirst().reduce(edits[0].range) { $0.union($1.range) }
        report(
            Diagnostic(
                .typographicCharacter, message, at: range, help: "write \(edits[0].replacement == "-" ? "`-`" : "`\"` around the text")",
                note: "word processors and chat programs insert these characters", fix: Diagnostic.Fix(edits)))
    }

    // MARK: Characters

    /// Returns the scalar at the index and its length in bytes, or nil if the bytes aren't valid UTF-8.
    private func decodeScalar() -> (Unicode.Scalar, Int)? {
        let end = min(index + 4, source.bytes.count)
        var iterator = source.bytes[index..<end].makeIterator()
        var decoder = Unicode.UTF8()
        guard case .scalarValue(let scalar) = decoder.decode(&iterator) else { return nil }
        return (scalar, UTF8.width(scalar))
    }

    private func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        // The byte order mark and the zero-width space are invisible, too, and occur in pasted text.
        scalar.properties.isWhitespace || scalar == "\u{FEFF}" || scalar == "\u{200B}"
    }

    private func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || scalar.properties.isXIDContinue && scalar != "·"
    }

    func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
