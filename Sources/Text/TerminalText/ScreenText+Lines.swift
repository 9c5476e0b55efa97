extension ScreenText {
    /// The end of a wider column at which text is.
    package enum Alignment { case start, end }

    /// Returns `text` padded with spaces to `width` cells. Wider text does not change.
    package static func padded(_ text: some StringProtocol, to width: Int, on side: Alignment = .start, in place: Place = .output) -> String
    {
        let blanks = String(repeating: " ", count: max(0, width - self.width(text, in: place)))
        return side == .start ? text + blanks : blanks + text
    }

    /// Returns `text` truncated to `limit` cells between characters. `…` marks the truncation.
    package static func truncated(_ text: some StringProtocol, to limit: Int, in place: Place = .output) -> String {
        guard width(text, in: place) > limit else { return String(text) }
        guard limit > 0 else { return "" }
        var result = ""
        var used = 1
        for character in text {
            used += width(of: character, in: place)
            if used > limit { break }
            result.append(character)
        }
        return result + "…"
    }

    /// Returns `text` in lines of at most `limit` cells, broken at spaces. Text that fits on one line does not change.
    ///
    /// - Parameters:
    ///   - first: The start of the first line, which is never broken.
    ///   - indent: The number of spaces before all other lines.
    ///   - keepsWords: True to keep words whole even if they are wider than a line. Otherwise they are broken.
    package static func wrapped(
        _ text: some StringProtocol, to limit: Int, first: String = "", indent: Int = 0, keepsWords: Bool = false
    ) -> [String] {
        if width(first) + width(text) <= limit { return [first + text] }
        let words = text.split(separator: " ").map { String($0) }
        return wrapped(words, to: limit, first: first, indent: indent, keepsWords: keepsWords)
    }

    /// Returns `parts`, which may contain spaces, in lines of at most `limit` cells, with `separator` between the parts of a line.
    ///
    /// The other parameters are as above, with parts as words.
    package static func wrapped(
        _ parts: [String], separator: String = " ", to limit: Int, first: String = "", indent: Int = 0, keepsWords: Bool = false
    ) -> [String] {
        var lines = [first]
        var used = width(first)
        var isFresh = true  // The line has no parts yet.
        for part in parts {
            let gap = isFresh ? 0 : width(separator)
            let pieces = keepsWords || used + gap + width(part) <= limit ? [part] : pieces(of: part, max(limit - indent, 2))
            for (index, piece) in pieces.enumerated() {
                let length = width(piece)
                let fits = index == 0 && used + gap + length <= limit
                // The next line has no more room than a line with only its indent.
                if fits || (isFresh && used <= indent) {
                    lines[lines.count - 1] += (isFresh ? "" : separator) + piece
                    used += gap + length
                } else {
                    while isFresh, lines[0].last == " " { lines[0].removeLast() }
                    lines.append(padded("", to: indent) + piece)
                    used = indent + length
                }
                isFresh = false
            }
        }
        return lines
    }

    /// Returns `part` in two or more pieces of at most `limit` cells, broken at spaces, or between characters if there are none.
    private static func pieces(of part: String, _ limit: Int) -> [String] {
        guard width(part) > limit else { return [part] }
        let words = part.split(separator: " ")
        guard words.count < 2 else { return wrapped(words.map(String.init), to: limit) }
        var pieces = [""]
        var used = 0
        for character in part {
            let length = width(of: character, in: .output)
            if used + length > limit {
                pieces.append("")
                used = 0
            }
            pieces[pieces.count - 1].append(character)
            used += length
        }
        return pieces
    }
}
