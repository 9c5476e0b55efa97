import TerminalText

/// Escapes data for Markdown.
enum MarkdownText {
    /// Returns `text` so that it neither starts markup nor ends the cell of a table.
    ///
    /// `<` and `&` become entities, because not every reader of Markdown accepts a backslash before them.
    static func escaped(_ text: String) -> String {
        var result = ""
        for character in ScreenText.visible(text) {
            switch character {
            case "|", "\\", "`", "*", "_", "[", "]": result += "\\" + String(character)
            case "<": result += "&lt;"
            case "&": result += "&amp;"
            default: result.append(character)
            }
        }
        return result
    }

    /// Returns `text` escaped for a line by itself. It cannot start a heading, a list, a quotation or a block of code.
    static func line(_ text: String) -> String {
        let escaped = escaped(String(text.drop(while: \.isWhitespace)))
        guard let first = escaped.first else { return escaped }
        if "#+->=".contains(first) { return "\\" + escaped }
        let digits = escaped.prefix(while: \.isNumber)
        guard !digits.isEmpty, let next = escaped.dropFirst(digits.count).first, next == "." || next == ")" else { return escaped }
        return digits + "\\" + escaped.dropFirst(digits.count)
    }
}
