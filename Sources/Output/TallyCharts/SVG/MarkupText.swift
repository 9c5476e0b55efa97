import TerminalText

/// Escapes data for XML and HTML.
package enum MarkupText {
    /// Returns `text` escaped for both formats, between tags and inside quoted attributes.
    ///
    /// Control characters are replaced with their pictures, and bidirectional overrides with a replacement character, as on a terminal. So
    /// are the other two characters that XML 1.0 forbids.
    package static func escaped(_ text: String) -> String {
        let visible = ScreenText.visible(text)
        guard visible.unicodeScalars.contains(where: { escape(of: $0) != nil }) else { return visible }
        var result = ""
        for scalar in visible.unicodeScalars {
            if let escape = escape(of: scalar) { result += escape } else { result.unicodeScalars.append(scalar) }
        }
        return result
    }

    private static func escape(of scalar: Unicode.Scalar) -> String? {
        switch scalar {
        case "&": "&amp;"
        case "<": "&lt;"
        case ">": "&gt;"
        case "\"": "&quot;"
        case "'": "&#39;"
        case "\u{FFFE}", "\u{FFFF}": "\u{FFFD}"
        default: nil
        }
    }
}
