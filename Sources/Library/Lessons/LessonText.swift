import TerminalText

/// Formats the text of a lesson for the screen.
package struct LessonText {
    /// The maximum width, because longer lines are hard to read.
    private static let greatestWidth = 76

    private let width: Int
    private let usesColor: Bool

    package init(width: Int?, usesColor: Bool) {
        self.width = max(20, min(Self.greatestWidth, (width ?? Self.greatestWidth + 1) - 1))
        self.usesColor = usesColor
    }

    package func heading(_ text: String) -> String { "\n" + ScreenText.styled(text, .bold, usesColor: usesColor) + "\n" }

    /// Returns a paragraph with a blank line before it, or a list item.
    package func paragraph(_ text: String) -> String {
        text.hasPrefix("- ") ? lines(of: String(text.dropFirst(2)), first: "- ") : "\n" + lines(of: text)
    }

    /// Returns a statement after the lesson's prompt.
    package func statement(_ text: String) -> String { "\n" + ScreenText.styled("learn>", .bold, usesColor: usesColor) + " " + text + "\n" }

    /// Returns a line that a program printed, indented. Only a line that is too long is wrapped, so that pictures keep their shape.
    package func printed(_ line: String) -> String {
        let indent = "    "
        return ScreenText.width(indent + line) <= width ? (line.isEmpty ? "" : indent + line) + "\n" : lines(of: line, first: indent)
    }

    /// Wraps `text` into lines that end with a newline. Indents the lines after the first by the width of `first`.
    package func lines(of text: String, first: String = "") -> String {
        let indent = ScreenText.width(first)
        let lines = ScreenText.wrapped(Self.words(text), to: width, first: first, indent: indent, keepsWords: true)
        return lines.map { $0 + "\n" }.joined()
    }

    /// Splits `text` into words. A short piece of code in backquotes is one word.
    private static func words(_ text: String) -> [String] {
        var words: [String] = []
        var isInCode = false
        for piece in text.split(separator: " ") {
            let isInside = isInCode
            if piece.count(where: { $0 == "`" }) % 2 == 1 { isInCode.toggle() }
            if isInside, let last = words.last, last.count + piece.count < 30 {
                words[words.count - 1] = last + " " + piece
            } else {
                words.append(String(piece))
            }
        }
        return words
    }
}
