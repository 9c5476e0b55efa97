/// How a format writes the characters of texts.
enum TextSyntax: Sendable {
    /// As they are.
    case plain
    /// With references, such as `&amp;`. A line end in an attribute is a space.
    case xml
}

/// A text of a document with its references resolved, and the repairs that it needed.
struct DecodedText {
    private(set) var string: String
    private let syntax: TextSyntax
    private(set) var issues: Set<ImportIssue> = []

    init(_ bytes: Bytes, _ syntax: TextSyntax) {
        self.syntax = syntax
        let isXML = syntax == .xml
        let needsWork = bytes.contains { $0 < 0x20 || $0 == 0x7F || (isXML && $0 == UInt8(ascii: "&")) }
        let valid = bytes.validText
        if !needsWork, let string = valid {
            self.string = string
            return
        }
        string = ""
        let text = bytes.text
        if valid == nil { issues.insert(.invalidUTF8) }
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            if isXML, scalar == "&" {
                appendReference(&rest)
            } else {
                append(scalar)
            }
        }
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        switch scalar {
        // XML turns these into spaces in attributes.
        case "\t", "\n", "\r": string.unicodeScalars.append(syntax == .xml ? " " : scalar)
        case "\u{0}"..."\u{1F}", "\u{7F}":
            issues.insert(.controlCharacter)
            string.unicodeScalars.append(" ")
        default: string.unicodeScalars.append(scalar)
        }
    }

    /// Reads a reference. Its `&` has already been read.
    private mutating func appendReference(_ rest: inout Substring.UnicodeScalarView) {
        let name = rest.prefix(12).prefix { $0 != ";" }
        guard rest.dropFirst(name.count).first == ";", let scalar = DecodedText.scalar(named: Substring(name)) else {
            issues.insert(.unknownReference)
            string.append("&")
            return
        }
        rest.removeFirst(name.count + 1)
        // A reference to a tab or line end means that character.
        if scalar == "\t" || scalar == "\n" || scalar == "\r" { string.unicodeScalars.append(scalar) } else { append(scalar) }
    }

    private static func scalar(named name: Substring) -> Unicode.Scalar? {
        switch name {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        default:
            guard name.first == "#" else { return nil }
            let digits = name.dropFirst()
            let code = digits.first == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
            return code.flatMap(Unicode.Scalar.init)
        }
    }
}
