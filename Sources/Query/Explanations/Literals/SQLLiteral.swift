package import CalendarIntervals
import TerminalText

/// Writes values as SQL literals.
package enum SQLLiteral {
    /// Returns the shortest decimal that reads back to the same double. Whole numbers have no fraction.
    package static func number(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 0x1p53 ? String(Int64(value)) : "\(value)"
    }

    /// Returns the number with a fraction, because SQL drops the remainder when it divides integers.
    package static func real(_ value: Double) -> String { "\(value)" }

    /// Returns the name or the number of a slot.
    package static func slot(_ slot: Int, of profile: Profile) -> String {
        profile.slotNames.map { text($0[slot]) } ?? String(slot + profile.firstNumber)
    }

    /// Returns a text in quotes.
    ///
    /// Control characters could affect a terminal or end the statement, so they are written as numbers with SQLite's `char`.
    package static func text(_ text: String) -> String {
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

    package static func identifier(_ name: String) -> String {
        // Work on scalars: a quote followed by a combining accent is one character, but still ends the name.
        "\"" + ScreenText.visible(name, in: .source).unicodeScalars.map { $0 == "\"" ? "\"\"" : String($0) }.joined() + "\""
    }

    /// Returns a comment with dashes before each line, so that text typed by users cannot end it.
    package static func comment(_ text: String, indent: String = "") -> String {
        text.split(whereSeparator: \.isNewline).map { "\(indent)-- \(ScreenText.visible($0, in: .source))\n" }.joined()
    }
}
