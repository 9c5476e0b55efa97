import TerminalText

extension TextMetrics {
    /// Returns the part of `text` that fits `width`, with an ellipsis if it is truncated, and its width. Nil if not even one character
    /// fits.
    ///
    /// Control characters are made visible. Text beyond the size of any chart is not measured.
    func fitted(_ text: String, _ role: PlacedLabel.Role, to width: Double) -> (text: String, width: Double)? {
        let whole = ScreenText.visible(String(text.prefix(512)))
        let full = self.width(of: whole, role: role)
        if full <= width { return whole.isEmpty ? nil : (whole, full) }
        let characters = Array(whole)
        // The number of characters before the ellipsis.
        var (fitting, tooMany) = (0, characters.count)
        while tooMany - fitting > 1 {
            let middle = (fitting + tooMany) / 2
            if self.width(of: String(characters[..<middle]) + "…", role: role) <= width { fitting = middle } else { tooMany = middle }
        }
        guard fitting > 0 else { return nil }
        let text = String(characters[..<fitting]) + "…"
        return (text, self.width(of: text, role: role))
    }

    /// Returns `text` in lines of at most `width`, broken at spaces. After `lines` lines the text is truncated.
    func wrapped(_ text: String, _ role: PlacedLabel.Role, to width: Double, lines: Int) -> [(text: String, width: Double)] {
        var words = ScreenText.visible(String(text.prefix(512))).split(separator: " ")[...]
        var result: [(text: String, width: Double)] = []
        while let first = words.popFirst() {
            var line = String(first)
            if result.count == lines - 1 {
                line = words.reduce(line) { $0 + " " + $1 }
                words = []
            }
            while let next = words.first, self.width(of: line + " " + next, role: role) <= width {
                line += " " + next
                words.removeFirst()
            }
            if let fitted = fitted(line, role, to: width) { result.append(fitted) }
        }
        return result
    }
}
