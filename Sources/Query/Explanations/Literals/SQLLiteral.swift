import TerminalText

/// Values as SQL spells them.
enum SQLLiteral {
    /// The shortest decimal that reads back to the same double; whole numbers without a fraction.
    static func number(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 0x1p53 ? String(Int64(value)) : "\(value)"
    }

    /// The same, never an integer: SQL divides integers without a rest.
    static func real(_ value: Double) -> String { "\(value)" }

    /// A text between quotes.
    ///
    /// Characters that are not seen, and could do things to a terminal or end the statement, are told by number with SQLite's `char`.
    static func text(_ text: String) -> String {
        var parts: [String] = []
        var plain = ""
        for scalar in text.unicodeScalars {
            if ScreenText.isSeen(scalar) {
                plain += scalar == "'" ? "''" : String(scalar)
            } else {
                if !plain.isEmpty { parts.append("'\(plain)'") }
                plain = ""
                parts.append("char(\(scalar.value))")
            }
        }
        if !plain.isEmpty || parts.isEmpty { parts.append("'\(plain)'") }
        return parts.count == 1 ? parts[0] : "(\(parts.joined(separator: " || ")))"
    }

    static func identifier(_ name: String) -> String {
        // Scalar by scalar: a quote and an accent are one character, and a quote all the same.
        "\"" + ScreenText.visible(name, in: .source).unicodeScalars.map { $0 == "\"" ? "\"\"" : String($0) }.joined() + "\""
    }

    /// The text of one comment, each of its lines behind the dashes: what users typed cannot leave it.
    static func comment(_ text: String, indent: String = "") -> String {
        text.split(whereSeparator: \.isNewline).map { "\(indent)-- \(ScreenText.visible($0, in: .source))\n" }.joined()
    }
}
