import TerminalText

/// Escapes data for Markdown.
enum MarkdownText {
    /// Returns `text` so that it neither starts markup nor ends the cell of a table, and is not a link.
    ///
    /// Many readers of Markdown make links of addresses, also of escaped ones, but not of code. So an address is code.
    static func escaped(_ text: String) -> String {
        let visible = ScreenText.visible(text)
        guard isAddress(visible) else { return withoutMarks(visible) }
        return visible.split(separator: " ", omittingEmptySubsequences: false).map(word).joined(separator: " ")
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

    /// Escapes marks. `<` and `&` become entities, because not every reader of Markdown accepts a backslash before them. A tilde or a dollar
    /// sign before a space starts nothing.
    private static func withoutMarks(_ text: some StringProtocol) -> String {
        var result = ""
        var pending: Character?
        for character in text {
            if let mark = pending {
                result += character == " " ? String(mark) : "\\" + String(mark)
                pending = nil
            }
            switch character {
            case "|", "\\", "`", "*", "_", "[", "]": result += "\\" + String(character)
            case "<": result += "&lt;"
            case "&": result += "&amp;"
            case "~", "$": pending = character
            default: result.append(character)
            }
        }
        return pending.map { result + String($0) } ?? result
    }

    /// Escapes a word. Its parts that are addresses become code, which cannot have backquotes or the signs of a table.
    private static func word(_ text: Substring) -> String {
        var result = ""
        var rest = text
        while true {
            let part = rest.prefix { !"`|\\".contains($0) }
            result += isAddress(part) ? "`\(part)`" : withoutMarks(part)
            guard part.endIndex < rest.endIndex else { return result }
            result += "\\" + String(rest[part.endIndex])
            rest = rest[rest.index(after: part.endIndex)...]
        }
    }

    /// Returns true if readers of Markdown may find the address of a page or of a mailbox in `text`.
    private static func isAddress(_ text: some StringProtocol) -> Bool {
        guard text.utf8.contains(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") }) else { return false }
        let lowered = text.lowercased()
        if ["://", "www.", "mailto:", "xmpp:"].contains(where: lowered.contains) { return true }
        let parts = lowered.split(separator: "@", omittingEmptySubsequences: false)
        return zip(parts, parts.dropFirst()).contains { name, host in
            guard let last = name.last, let first = host.first else { return false }
            return (last.isLetter || last.isNumber || "._+-".contains(last)) && (first.isLetter || first.isNumber) && host.contains(".")
        }
    }
}
