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

    /// Returns a box for content that can be wider than a window. Its name and its place among the keys let readers scroll it without a mouse.
    ///
    /// - Parameters:
    ///   - name: the class of the box.
    ///   - label: the name of the box for people who cannot see it, not escaped.
    ///   - content: markup.
    package static func scrolling(_ tag: String, class name: String, label: String, _ content: String) -> String {
        "<\(tag) class=\"\(name)\" role=\"group\" aria-label=\"\(escaped(label))\" tabindex=\"0\">\(content)</\(tag)>\n"
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
