/// A part of the text of a paragraph.
indirect enum MarkdownInline: Equatable {
    case text(String)
    case code(String)
    case emphasis([MarkdownInline])
    case strong([MarkdownInline])
    case struck([MarkdownInline])
    case link(LinkTarget, [MarkdownInline])
    case image(LinkTarget, alternative: String)
    case lineBreak

    /// The text without markup.
    var plainText: String {
        switch self {
        case .text(let text), .code(let text): text
        case .emphasis(let parts), .strong(let parts), .struck(let parts), .link(_, let parts): parts.map(\.plainText).joined()
        case .image(_, let alternative): alternative
        case .lineBreak: " "
        }
    }
}

extension MarkdownInline {
    /// The part with words in place of pictures, which are links in pages and so can't be in a link.
    var withoutImages: MarkdownInline {
        switch self {
        case .image(_, let alternative): .text(alternative)
        case .emphasis(let parts): .emphasis(parts.map(\.withoutImages))
        case .strong(let parts): .strong(parts.map(\.withoutImages))
        case .struck(let parts): .struck(parts.map(\.withoutImages))
        case .text, .code, .link, .lineBreak: self
        }
    }
}

/// The address of a link, and the text that a browser shows with it.
struct LinkTarget: Equatable {
    var address: String
    var title = ""

    /// True for an address in the page, in the same folder, or with a harmless scheme. Others could run scripts or read files.
    var isHarmless: Bool {
        let address = address.lowercased().filter { !$0.isWhitespace && $0 >= " " }
        guard let colon = address.firstIndex(of: ":") else { return true }
        let scheme = address[..<colon]
        // A colon after other characters belongs to the path.
        guard scheme.allSatisfy({ $0.isLetter || $0.isNumber || "+.-".contains($0) }) else { return true }
        return ["http", "https", "mailto"].contains(scheme)
    }
}

/// The addresses that are named once and used by their names, as in `[name]: https://example.com`.
struct LinkDefinitions {
    private var targets: [String: LinkTarget] = [:]

    /// Moves the definitions at the start of paragraphs out of them.
    init(of block: MarkdownBlock) { collect(block) }

    subscript(label: String) -> LinkTarget? { targets[Self.key(label)] }

    private static func key(_ label: String) -> String {
        label.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private mutating func collect(_ block: MarkdownBlock) {
        for child in block.children { collect(child) }
        guard block.isParagraph, block.text.hasPrefix("[") else { return }
        var lines = block.text.split(separator: "\n", omittingEmptySubsequences: false)[...]
        while let line = lines.first, let (label, target) = Self.definition(line) {
            if targets[Self.key(label)] == nil { targets[Self.key(label)] = target }
            lines.removeFirst()
        }
        block.text = lines.joined(separator: "\n")
    }

    private static func definition(_ line: Substring) -> (String, LinkTarget)? {
        guard line.hasPrefix("["), let end = line.range(ofFirst: "]:") else { return nil }
        let label = String(line[line.index(after: line.startIndex)..<end.lowerBound])
        guard !label.trimmed.isEmpty, !label.contains("[") else { return nil }
        var scanner = LinkScanner(Array(line[end.upperBound...].unicodeScalars))
        scanner.skipSpaces()
        guard let target = scanner.target(), scanner.isAtEnd, !target.address.isEmpty else { return nil }
        return (label, target)
    }
}

extension Substring {
    /// The first place of a text of two characters.
    fileprivate func range(ofFirst pair: String) -> Range<Index>? {
        guard let first = pair.first, let second = pair.last else { return nil }
        for index in indices.dropLast() where self[index] == first && self[self.index(after: index)] == second {
            return index..<self.index(index, offsetBy: 2)
        }
        return nil
    }
}

/// Reads the address and the title of a link.
struct LinkScanner {
    private let scalars: [Unicode.Scalar]
    private(set) var offset: Int
    /// Longer addresses aren't links, so that a text of many brackets is read in little time.
    private static let greatestLength = 1_000

    init(_ scalars: [Unicode.Scalar], at offset: Int = 0) { (self.scalars, self.offset) = (scalars, offset) }

    var isAtEnd: Bool { offset >= scalars.count }
    private var current: Unicode.Scalar? { isAtEnd ? nil : scalars[offset] }

    mutating func skipSpaces() { while let current, current.properties.isWhitespace { offset += 1 } }

    /// Moves over a character. Returns false if another one is here.
    mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
        guard current == scalar else { return false }
        offset += 1
        return true
    }

    /// Reads an address and the title behind it, which can be missing. Returns nil without an address.
    mutating func target() -> LinkTarget? {
        guard let address = address() else { return nil }
        let afterAddress = offset
        skipSpaces()
        guard offset > afterAddress, let title = title() else { return LinkTarget(address: address) }
        skipSpaces()
        return LinkTarget(address: address, title: title)
    }

    private mutating func address() -> String? {
        let isBracketed = skip("<")
        var text = String.UnicodeScalarView()
        var depth = 0
        let start = offset
        while let scalar = current, offset - start < Self.greatestLength {
            if isBracketed, scalar == ">" {
                offset += 1
                return InlineText.withoutEscapes(String(text))
            }
            if scalar == "\n" || (!isBracketed && (scalar.properties.isWhitespace || scalar.value < 0x20)) { break }
            if !isBracketed, scalar == "(" { depth += 1 }
            if !isBracketed, scalar == ")" {
                if depth == 0 { break }
                depth -= 1
            }
            text.append(scalar)
            offset += 1
            if scalar == "\\", let next = current, next != "\n" {
                text.append(next)
                offset += 1
            }
        }
        return isBracketed || depth > 0 ? nil : InlineText.withoutEscapes(String(text))
    }

    private mutating func title() -> String? {
        let ends: [Unicode.Scalar: Unicode.Scalar] = ["\"": "\"", "'": "'", "(": ")"]
        guard let first = current, let end = ends[first] else { return nil }
        let start = offset
        offset += 1
        var text = String.UnicodeScalarView()
        while let scalar = current, offset - start < Self.greatestLength {
            offset += 1
            if scalar == end { return InlineText.withoutEscapes(String(text)) }
            text.append(scalar)
            if scalar == "\\", let next = current {
                text.append(next)
                offset += 1
            }
        }
        offset = start
        return nil
    }
}

/// Escapes and entities in text.
enum InlineText {
    private static let entities: [String: String] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "copy": "©", "reg": "®", "trade": "™",
        "hellip": "…", "mdash": "—", "ndash": "–", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "laquo": "«", "raquo": "»",
        "times": "×", "divide": "÷", "plusmn": "±", "deg": "°", "micro": "µ", "middot": "·", "bull": "•", "larr": "←", "rarr": "→",
        "uarr": "↑", "darr": "↓", "harr": "↔", "le": "≤", "ge": "≥", "ne": "≠", "asymp": "≈", "sup2": "²", "sup3": "³", "frac12": "½",
        "auml": "ä", "ouml": "ö", "uuml": "ü", "Auml": "Ä", "Ouml": "Ö", "Uuml": "Ü", "szlig": "ß", "eacute": "é", "euro": "€",
        "sect": "§", "para": "¶", "shy": "\u{AD}", "thinsp": "\u{2009}", "ensp": "\u{2002}", "emsp": "\u{2003}",
    ]

    static func isPunctuation(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation,
            .otherPunctuation, .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol:
            true
        default: false
        }
    }

    static func isEscapable(_ scalar: Unicode.Scalar) -> Bool { scalar.isASCII && isPunctuation(scalar) }

    /// Returns the text of the entity at a place, as in `&amp;`, and its length; nil if there is none.
    static func entity(in scalars: [Unicode.Scalar], at offset: Int) -> (text: String, length: Int)? {
        guard offset < scalars.count, scalars[offset] == "&" else { return nil }
        let name = scalars[(offset + 1)...].prefix(32).prefix { $0 != ";" && $0.isASCII }
        let end = offset + 1 + name.count
        guard end < scalars.count, scalars[end] == ";", !name.isEmpty else { return nil }
        let text = String(String.UnicodeScalarView(name))
        let length = name.count + 2
        if let known = entities[text] { return (known, length) }
        guard text.hasPrefix("#") else { return nil }
        let isHexadecimal = text.dropFirst().first.map { "xX".contains($0) } ?? false
        let digits = text.dropFirst(isHexadecimal ? 2 : 1)
        guard digits.count <= (isHexadecimal ? 6 : 7), digits.first?.isHexDigit ?? false,
            let value = UInt32(digits, radix: isHexadecimal ? 16 : 10)
        else { return nil }
        return (String(value == 0 ? "\u{FFFD}" : Unicode.Scalar(value) ?? "\u{FFFD}"), length)
    }

    /// Returns text with escapes and entities replaced.
    static func withoutEscapes(_ text: String) -> String {
        guard text.contains("\\") || text.contains("&") else { return text }
        let scalars = Array(text.unicodeScalars)
        var result = String.UnicodeScalarView()
        var index = 0
        while index < scalars.count {
            if scalars[index] == "\\", index + 1 < scalars.count, isEscapable(scalars[index + 1]) {
                result.append(scalars[index + 1])
                index += 2
            } else if let entity = entity(in: scalars, at: index) {
                result.append(contentsOf: entity.text.unicodeScalars)
                index += entity.length
            } else {
                result.append(scalars[index])
                index += 1
            }
        }
        return String(result)
    }
}
