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

    func heading(_ text: String) -> String { "\n" + (usesColor ? "\u{1B}[1m\(text)\u{1B}[0m" : text) + "\n" }

    /// A paragraph or an item of a list, with a blank line before it unless it is an item.
    func paragraph(_ text: String) -> String {
        text.hasPrefix("- ") ? wrapped(String(text.dropFirst(2)), first: "- ") : "\n" + wrapped(text)
    }

    /// A statement as it would be typed.
    func statement(_ text: String) -> String { "\n" + (usesColor ? "\u{1B}[1mlearn>\u{1B}[0m " : "learn> ") + text + "\n" }

    /// Returns `text` in lines that end with a newline; those after the first are indented as far as `first` is wide.
    func wrapped(_ text: String, first: String = "") -> String {
        var lines = ""
        var line = first
        var used = VisibleText.width(first)
        let indent = String(repeating: " ", count: used)
        var isFresh = true
        for word in Self.words(text) {
            let length = VisibleText.width(word)
            if !isFresh, used + 1 + length > width {
                lines += line + "\n"
                line = indent
                used = indent.count
                isFresh = true
            }
            line += isFresh ? word : " " + word
            used += isFresh ? length : length + 1
            isFresh = false
        }
        return lines + line + "\n"
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
