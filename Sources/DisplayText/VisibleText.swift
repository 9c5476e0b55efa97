/// Text from data on its way to a terminal: what would control it is made visible instead.
package enum VisibleText {
    /// Returns `text` with control characters as their pictures and with bidirectional overrides removed.
    package static func of(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isUnsafe) else { return text }
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
        case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    /// The number of terminal columns that `text` takes: two for East Asian wide characters and emoji, none for combining marks.
    package static func width(_ text: String) -> Int {
        var width = 0
        for character in text { width += self.width(character) }
        return width
    }

    private static func width(_ character: Character) -> Int {
        guard let first = character.unicodeScalars.first else { return 0 }
        if first.value < 0x300 { return 1 }
        switch first.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        if first.properties.isEmojiPresentation || character.unicodeScalars.contains("\u{FE0F}") { return 2 }
        return isWide(first.value) ? 2 : 1
    }

    /// The blocks that Unicode's East Asian Width calls wide or full-width.
    private static func isWide(_ value: UInt32) -> Bool {
        switch value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF, 0xA960...0xA97F,
            0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF,
            0x20000...0x3FFFD:
            true
        default: false
        }
    }

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
}
