import TerminalText

/// Lays a lesson's text out for people.
struct LessonText {
    /// Long lines are hard to read, however wide the terminal is.
    private static let greatestWidth = 76

    private let width: Int
    private let usesColor: Bool

    init(width: Int?, usesColor: Bool) {
        self.width = max(20, min(Self.greatestWidth, (width ?? Self.greatestWidth + 1) - 1))
        self.usesColor = usesColor
    }

    func heading(_ text: String) -> String { "\n" + ScreenText.styled(text, .bold, usesColor: usesColor) + "\n" }

    /// A paragraph or an item of a list, with a blank line before it unless it is an item.
    func paragraph(_ text: String) -> String {
        text.hasPrefix("- ") ? lines(of: String(text.dropFirst(2)), first: "- ") : "\n" + lines(of: text)
    }

    /// A statement as it would be typed.
    func statement(_ text: String) -> String { "\n" + ScreenText.styled("learn>", .bold, usesColor: usesColor) + " " + text + "\n" }

    /// Returns `text` in lines that end with a newline; those after the first are indented as far as `first` is wide.
    func lines(of text: String, first: String = "") -> String {
        let indent = ScreenText.width(first)
        let lines = ScreenText.wrapped(Self.words(text), to: width, first: first, indent: indent, keepsWords: true)
        return lines.map { $0 + "\n" }.joined()
    }

    /// The words; a short piece of code between backquotes is one.
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
