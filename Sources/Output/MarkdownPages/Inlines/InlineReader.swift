/// Reads the text of a paragraph: code, emphasis, links and pictures.
///
/// Openers that are still waiting for their ends have a limit, so that no text leads to deep nesting.
struct InlineReader {
    let scalars: [Unicode.Scalar]
    let links: LinkDefinitions
    var offset = 0
    var pieces: [InlinePiece] = []
    /// The indices of the open brackets among the pieces.
    var brackets: [Bracket] = []
    private var text = String.UnicodeScalarView()
    /// True if no comment ends after this place.
    private var hasNoCommentEnd = false
    /// The places of rows of backquotes by their length, last first.
    private var backquotes: [Int: [Int]] = [:]

    struct Bracket {
        let piece: Int
        /// The place after the bracket.
        let start: Int
        let isImage: Bool
        /// False for a bracket before a link, because links can't contain links.
        var isActive = true
    }

    static let greatestDepth = 50

    init(_ text: String, links: LinkDefinitions) {
        scalars = Array(text.unicodeScalars)
        self.links = links
        var index = 0
        var places: [Int: [Int]] = [:]
        while index < scalars.count {
            let length = scalars[index...].prefix { $0 == "`" }.count
            if length > 0 { places[length, default: []].append(index) }
            index += max(1, length)
        }
        backquotes = places.mapValues { $0.reversed() }
    }

    /// Returns the parts of a text.
    static func parts(of text: String, links: LinkDefinitions) -> [MarkdownInline] {
        var reader = InlineReader(text, links: links)
        while reader.offset < reader.scalars.count { reader.readNext() }
        reader.endText()
        return EmphasisReader.parts(of: reader.pieces[...])
    }

    static func plainText(of text: String, links: LinkDefinitions) -> String { parts(of: text, links: links).map(\.plainText).joined() }

    private mutating func readNext() {
        let scalar = scalars[offset]
        switch scalar {
        case "\\": readEscape()
        case "`": readCode()
        case "*", "_", "~": readMarks(scalar)
        case "[": openBracket(isImage: false)
        case "!" where offset + 1 < scalars.count && scalars[offset + 1] == "[":
            offset += 1
            openBracket(isImage: true)
        case "]": closeBracket()
        case "<": readAngle()
        case "&":
            let entity = InlineText.entity(in: scalars, at: offset)
            add(entity?.text ?? "&")
            offset += entity?.length ?? 1
        case "\n": readLineEnd()
        case "h" where startsAddress: readAddress()
        default: take()
        }
    }

    mutating func take() {
        text.append(scalars[offset])
        offset += 1
    }

    mutating func add(_ more: String) { text.append(contentsOf: more.unicodeScalars) }

    mutating func add(_ part: MarkdownInline) {
        endText()
        pieces.append(.part(part))
    }

    /// Makes a piece of the text so far.
    mutating func endText() {
        guard !text.isEmpty else { return }
        pieces.append(.part(.text(String(text))))
        text = String.UnicodeScalarView()
    }

    private mutating func readEscape() {
        guard offset + 1 < scalars.count else { return take() }
        let next = scalars[offset + 1]
        if next == "\n" {
            add(.lineBreak)
            offset += 2
        } else if InlineText.isEscapable(next) {
            text.append(next)
            offset += 2
        } else {
            take()
        }
    }

    private mutating func readCode() {
        let length = scalars[offset...].prefix { $0 == "`" }.count
        let start = offset + length
        while let place = backquotes[length]?.last, place < start { backquotes[length]?.removeLast() }
        guard let end = backquotes[length]?.last else {
            for _ in 0..<length { take() }
            return
        }
        var code = String(String.UnicodeScalarView(scalars[start..<end])).replacing("\n", with: " ")
        if code.count > 1, code.hasPrefix(" "), code.hasSuffix(" "), code.contains(where: { $0 != " " }) {
            code = String(code.dropFirst().dropLast())
        }
        add(.code(code))
        offset = end + length
    }

    private mutating func readMarks(_ mark: Unicode.Scalar) {
        let length = scalars[offset...].prefix { $0 == mark }.count
        let end = offset + length
        let before = offset > 0 ? scalars[offset - 1] : "\n"
        let after = end < scalars.count ? scalars[end] : "\n"
        let (spaceBefore, spaceAfter) = (before.properties.isWhitespace, after.properties.isWhitespace)
        let (signBefore, signAfter) = (InlineText.isPunctuation(before), InlineText.isPunctuation(after))
        let isLeft = !spaceAfter && (!signAfter || spaceBefore || signBefore)
        let isRight = !spaceBefore && (!signBefore || spaceAfter || signAfter)
        // Long rows would nest deeply, and a single tilde often isn't a mark.
        guard length <= 8, mark != "~" || length == 2 else {
            for _ in 0..<length { take() }
            return
        }
        endText()
        let marks = EmphasisMarks(
            mark: mark, count: length, canOpen: isLeft && (mark != "_" || !isRight || signBefore),
            canClose: isRight && (mark != "_" || !isLeft || signAfter))
        pieces.append(.marks(marks))
        offset = end
    }

    private mutating func readLineEnd() {
        let spaces = text.reversed().prefix { $0 == " " }.count
        text.removeLast(spaces)
        if spaces >= 2 { add(.lineBreak) } else { text.append("\n") }
        offset += 1
        while offset < scalars.count, scalars[offset] == " " || scalars[offset] == "\t" { offset += 1 }
    }

    // MARK: Brackets

    private mutating func openBracket(isImage: Bool) {
        guard brackets.count < Self.greatestDepth else {
            if isImage { add("!") }
            return take()
        }
        endText()
        offset += 1
        brackets.append(Bracket(piece: pieces.count, start: offset, isImage: isImage))
        pieces.append(.part(.text(isImage ? "![" : "[")))
    }

    private mutating func closeBracket() {
        guard let bracket = brackets.popLast() else { return take() }
        guard bracket.isActive, let (target, end) = target(of: bracket) else { return take() }
        endText()
        let parts = EmphasisReader.parts(of: pieces[(bracket.piece + 1)...])
        pieces.removeSubrange(bracket.piece...)
        if bracket.isImage {
            pieces.append(.part(.image(target, alternative: parts.map(\.plainText).joined())))
        } else {
            pieces.append(.part(.link(target, parts)))
            for index in brackets.indices where !brackets[index].isImage { brackets[index].isActive = false }
        }
        offset = end
    }

    /// Returns where a link leads whose text ends here, and where it ends; nil if this is not a link.
    private func target(of bracket: Bracket) -> (LinkTarget, Int)? {
        var scanner = LinkScanner(scalars, at: offset + 1)
        if scanner.skip("(") {
            scanner.skipSpaces()
            if let target = scanner.target() {
                scanner.skipSpaces()
                if scanner.skip(")") { return (target, scanner.offset) }
            }
        }
        let label = String(String.UnicodeScalarView(scalars[bracket.start..<offset]))
        let after = scalars[(offset + 1)...]
        if after.first == "[", let end = after.firstIndex(of: "]"), end - offset < 1_000 {
            let own = String(String.UnicodeScalarView(scalars[(offset + 2)..<end]))
            return links[own.isEmpty ? label : own].map { ($0, end + 1) }
        }
        return label.utf8.count < 1_000 ? links[label].map { ($0, offset + 1) } : nil
    }

    // MARK: Addresses

    /// Reads an address, a comment or a line break after `<`. Other HTML is text.
    private mutating func readAngle() {
        let rest = scalars[(offset + 1)...]
        if !hasNoCommentEnd, rest.starts(with: "!--".unicodeScalars) {
            if let end = rest.endOfComment {
                offset = end
                return
            }
            hasNoCommentEnd = true
        }
        guard let end = rest.prefix(2_000).firstIndex(where: { $0 == ">" || $0.properties.isWhitespace || $0 == "<" }), scalars[end] == ">"
        else { return take() }
        let inner = String(String.UnicodeScalarView(scalars[(offset + 1)..<end]))
        if ["br", "br/"].contains(inner.lowercased()) {
            add(.lineBreak)
        } else if inner.isAddress {
            add(.link(LinkTarget(address: inner), [.text(inner)]))
        } else if inner.isMailAddress {
            add(.link(LinkTarget(address: "mailto:" + inner), [.text(inner)]))
        } else {
            return take()
        }
        offset = end + 1
    }

    /// True if an address of the web starts here, and not in the middle of a word or of a link.
    private var startsAddress: Bool {
        if offset > 0 {
            let before = scalars[offset - 1]
            guard !before.properties.isAlphabetic, before != "/", before != "]", before != "+" else { return false }
        }
        guard brackets.isEmpty else { return false }
        let rest = scalars[offset...].prefix(9)
        let host = ["https://", "http://"].first { rest.starts(with: $0.unicodeScalars) }.map { rest.dropFirst($0.count) }
        return host?.first.map { $0.properties.isAlphabetic || $0.properties.numericType != nil || $0 == "[" } ?? false
    }

    private mutating func readAddress() {
        var address = scalars[offset...].prefix { !$0.properties.isWhitespace && $0 != "<" && $0 != ">" }
        // Punctuation at the end belongs to the sentence.
        while let last = address.last {
            let isOpen = last == ")" && address.filter { $0 == ")" }.count <= address.filter { $0 == "(" }.count
            guard "?!.,:*_~'\";)".unicodeScalars.contains(last), !isOpen else { break }
            address.removeLast()
        }
        let text = String(String.UnicodeScalarView(address))
        add(.link(LinkTarget(address: text), [.text(text)]))
        offset = address.endIndex
    }
}

extension ArraySlice<Unicode.Scalar> {
    /// The place after the first `-->`; nil if there is none.
    fileprivate var endOfComment: Int? {
        let end = Array("-->".unicodeScalars)
        return indices.first { self[$0...].starts(with: end) }.map { $0 + 3 }
    }
}

extension String {
    /// True for an address with a scheme, as between `<` and `>`.
    fileprivate var isAddress: Bool {
        guard let colon = firstIndex(of: ":") else { return false }
        let scheme = self[..<colon]
        return (2...32).contains(scheme.count) && scheme.first?.isLetter ?? false
            && scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+.-".contains($0)) }
    }

    fileprivate var isMailAddress: Bool {
        let parts = split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return false }
        return parts[0].allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || ".!#$%&'*+/=?^_`{|}~-".contains($0)) }
            && parts[1].allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || ".-".contains($0)) }
    }
}
