/// Text from data on its way to a terminal: what would control it is made visible instead.
package enum VisibleText {
    /// Returns `text` with control characters as their pictures, and marks that change the direction of writing as replacement characters.
    package static func of(_ text: String) -> String {
        guard !isPlain(text), text.unicodeScalars.contains(where: isUnsafe) else { return text }
        var safe = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0..<0x20: safe.append(Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}")
            case 0x7F: safe.append("\u{2421}")
            default: safe.append(isUnsafe(scalar) ? "\u{FFFD}" : scalar)
            }
        }
        return String(safe)
    }

    private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    /// Whether `text` is of printable ASCII alone, as most is: each byte takes a cell.
    private static func isPlain(_ text: String) -> Bool { text.utf8.allSatisfy { 0x20..<0x7F ~= $0 } }

    // MARK: Width

    /// The number of terminal columns that `text` takes: two for East Asian wide characters and emoji, none for combining marks.
    package static func width(_ text: some StringProtocol) -> Int {
        if text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return text.utf8.count }
        return text.reduce(0) { $0 + width($1) }
    }

    /// The columns of what people see as one character: an emoji is one, however many scalars it is joined of.
    private static func width(_ character: Character) -> Int {
        let scalars = character.unicodeScalars
        guard let first = scalars.first, scalars.dropFirst().first != nil else { return scalars.first.map(width(of:)) ?? 0 }
        // Flags, joined people, keycaps and what asks for its coloured form.
        if first.properties.isEmoji, scalars.contains(where: isEmojiJoiner) { return 2 }
        // A Hangul syllable of letters takes the cells of its first one.
        return scalars.reduce(0) { $0 + width(of: $1) }
    }

    private static func isEmojiJoiner(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x200D, 0xFE0F, 0x20E3, 0x1F1E6...0x1F1FF, 0x1F3FB...0x1F3FF, 0xE0020...0xE007F: true
        default: false
        }
    }

    /// The number of columns that a scalar takes by itself.
    package static func width(of scalar: Unicode.Scalar) -> Int {
        let value = scalar.value
        if value < 0x300 { return 1 }
        // The vowels and final consonants of Hangul stand below and beside the letter before them.
        if 0x1160...0x11FF ~= value || 0xD7B0...0xD7FF ~= value { return 0 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        if scalar.properties.isEmojiPresentation { return 0x1F1E6...0x1F1FF ~= value ? 1 : 2 }
        return isWide(value) ? 2 : 1
    }

    /// What Unicode's East Asian Width calls wide or full-width (`EastAsianWidth.txt`, version 16), emoji aside.
    private static func isWide(_ value: UInt32) -> Bool {
        switch value {
        case 0x1100...0x115F, 0x2329...0x232A, 0x2630...0x2637, 0x268A...0x268F, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0xA4CF,
            0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6,
            0x16FE0...0x16FFF, 0x17000...0x18DFF, 0x1AFF0...0x1B2FF, 0x1D300...0x1D376, 0x1F200...0x1F265, 0x20000...0x3FFFD:
            true
        default: false
        }
    }

    // MARK: Columns

    /// Returns `text` cut to `limit` columns, the cut marked.
    package static func truncated(_ text: String, to limit: Int) -> String {
        guard width(text) > limit else { return text }
        var result = ""
        var used = 0
        for character in text {
            let next = width(character)
            if used + next > limit - 1 { break }
            result.append(character)
            used += next
        }
        return result + "…"
    }

    /// Returns `text` filled with spaces to `width` columns.
    package static func padded(_ text: String, to width: Int, right: Bool = false) -> String {
        let spaces = String(repeating: " ", count: max(0, width - self.width(text)))
        return right ? spaces + text : text + spaces
    }

    /// Returns `text` in lines of at most `limit` columns, broken at spaces, a word that is longer in the middle.
    package static func wrapped(_ text: String, to limit: Int) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last, width(last) + 1 + width(word) <= limit {
                lines[lines.count - 1] = last + " " + word
            } else {
                lines.append(contentsOf: pieces(of: word, limit))
            }
        }
        return lines.isEmpty ? [""] : lines
    }

    private static func pieces(of word: Substring, _ limit: Int) -> [String] {
        guard width(word) > limit else { return [String(word)] }
        var pieces = [""]
        for character in word {
            if width(pieces[pieces.count - 1]) + width(character) > max(limit, 2) { pieces.append("") }
            pieces[pieces.count - 1].append(character)
        }
        return pieces
    }
}
