/// Text on a screen: visible characters, their widths in cells, and line layout.
package enum ScreenText {
    /// The place of a text. It determines the replacement of invisible characters and the counting of cells.
    package enum Place {
        /// Answers, charts and notes. Control characters appear as pictures, such as `␛`. Other active characters appear as `�`, and so do
        /// invisible ones that their neighbors do not need.
        case output
        /// Text in which users look for a wrong character. Invisible characters appear as numbers, such as `<U+202E>`, and control
        /// characters as pictures. A tab is four spaces.
        case source
        /// A line that is being edited. A control character appears as its key, such as `^[`, and other active characters as `�`. A tab is
        /// four spaces. Cells are counted by scalar: no terminal needs more, and many do not join characters.
        case editor
    }

    // MARK: Visible characters

    /// Returns `text` with replacements for characters that control a terminal, change the writing direction, break the line or hide.
    package static func visible(_ text: some StringProtocol, in place: Place = .output) -> String {
        guard !isPlain(text) else { return String(text) }
        let hidden = place == .editor ? [] : HiddenCharacter.places(in: text)
        guard !hidden.isEmpty || text.unicodeScalars.contains(where: { sign(for: $0, in: place) != nil }) else { return String(text) }
        var result = ""
        for (index, scalar) in text.unicodeScalars.enumerated() {
            if let sign = sign(for: scalar, in: place) {
                result += sign
            } else if hidden.contains(index) {
                result += place == .source ? number(of: scalar) : "\u{FFFD}"
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Returns `text` as above. Almost all texts are of this type, and most are plain.
    package static func visible(_ text: String, in place: Place = .output) -> String {
        isPlain(text) ? text : visible(text[...], in: place)
    }

    /// Returns `text` as above, and keeps its line breaks.
    package static func visibleLines(_ text: String) -> String {
        isPlain(text)
            ? text : text.split(separator: "\n", omittingEmptySubsequences: false).map { visible($0) }.joined(separator: "\n")
    }

    /// Returns true if `scalar` is certainly visible. In generated code, all other scalars are written as numbers.
    package static func isSeen(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
        default: true
        }
    }

    /// Returns true if `scalar` has an effect: control characters, line separators and direction marks.
    static func isActive(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    /// Returns true if `scalar` belongs to the format of a text, such as a zero width space. The joiner of emoji joins them visibly.
    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        scalar != "\u{200D}" && scalar.properties.generalCategory == .format
    }

    /// Returns the replacement for `scalar`, or nil if it needs none.
    private static func sign(for scalar: Unicode.Scalar, in place: Place) -> String? {
        switch (scalar.value, place) {
        case (0x20..<0x7F, _): nil
        case (0x09, .source), (0x09, .editor): "    "
        case (0..<0x20, .editor), (0x7F, .editor): "^" + String(Unicode.Scalar(UInt8(scalar.value) ^ 0x40))
        case (0..<0x20, _): Unicode.Scalar(0x2400 + scalar.value).map { String($0) }
        case (0x7F, _): "\u{2421}"
        case (_, .output): isActive(scalar) ? "\u{FFFD}" : nil
        case (_, .source): isActive(scalar) || isHidden(scalar) ? number(of: scalar) : nil
        // Terminals disagree about the width of unassigned Unicode characters.
        case (_, .editor): isActive(scalar) || scalar.properties.generalCategory == .unassigned ? "\u{FFFD}" : nil
        }
    }

    private static func number(of scalar: Unicode.Scalar) -> String { "<U+\(String(scalar.value, radix: 16, uppercase: true))>" }

    /// Returns true if `text` is printable ASCII, like most texts. Each byte takes one cell.
    private static func isPlain(_ text: some StringProtocol) -> Bool { text.utf8.allSatisfy { 0x20..<0x7F ~= $0 } }

    /// Returns the same for a string, without the calls of generic code.
    private static func isPlain(_ text: String) -> Bool {
        for byte in text.utf8 where byte < 0x20 || byte >= 0x7F { return false }
        return true
    }

    // MARK: Width

    /// Returns the number of cells of `text`: two for East Asian wide characters and emoji, none for combining marks.
    package static func width(_ text: some StringProtocol, in place: Place = .output) -> Int {
        isPlain(text) ? text.utf8.count : text.reduce(0) { $0 + width(of: $1, in: place) }
    }

    /// Returns the cells of `text`, which is almost always of this type, and mostly plain.
    package static func width(_ text: String, in place: Place = .output) -> Int {
        isPlain(text) ? text.utf8.count : text.reduce(0) { $0 + width(of: $1, in: place) }
    }

    /// Returns the cells of a visible character. An emoji is one character, even if it joins many scalars.
    static func width(of character: Character, in place: Place) -> Int {
        let scalars = character.unicodeScalars
        // Flags, joined people, keycaps and characters with a selector for color.
        let isSequence = scalars.count > 1 && scalars.first?.properties.isEmoji == true && scalars.contains(where: isEmojiJoiner)
        if isSequence, place != .editor { return 2 }
        // A Hangul syllable of several letters takes the cells of the first one.
        return scalars.reduce(0) { $0 + width(of: $1) }
    }

    private static func isEmojiJoiner(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x200D, 0xFE0F, 0x20E3, 0x1F1E6...0x1F1FF, 0x1F3FB...0x1F3FF, 0xE0020...0xE007F: true
        default: false
        }
    }

    /// Returns the number of cells of a single scalar.
    private static func width(of scalar: Unicode.Scalar) -> Int {
        let value = scalar.value
        if value < 0x300 { return 1 }
        // The vowels and final consonants of Hangul combine with the letter before them.
        if 0x1160...0x11FF ~= value || 0xD7B0...0xD7FF ~= value { return 0 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        if scalar.properties.isEmojiPresentation { return 0x1F1E6...0x1F1FF ~= value ? 1 : 2 }
        return isWide(value) ? 2 : 1
    }

    /// Returns true for wide and full-width characters by Unicode's East Asian Width (`EastAsianWidth.txt`, version 16), except emoji.
    private static func isWide(_ value: UInt32) -> Bool {
        switch value {
        case 0x1100...0x115F, 0x2329...0x232A, 0x2630...0x2637, 0x268A...0x268F, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0xA4CF,
            0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6,
            0x16FE0...0x16FFF, 0x17000...0x18DFF, 0x1AFF0...0x1B2FF, 0x1D300...0x1D376, 0x1F200...0x1F265, 0x20000...0x3FFFD:
            true
        default: false
        }
    }
}
