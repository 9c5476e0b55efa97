/// Characters that are invisible, and the texts in which they are needed (decision 0207).
///
/// With a zero width space or with tags, two names look alike, or a name has a text that nobody sees. But emoji, Persian and the scripts of
/// India use some of these characters, and there they change how their neighbors look.
enum HiddenCharacter {
    /// Returns true if `scalar` has no picture by itself. The marks of direction are hidden, too.
    static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0xAD: false
        case 0xFFF9...0xFFFB: true
        default: scalar.properties.isDefaultIgnorableCodePoint
        }
    }

    /// Returns the places of the hidden characters in `text` that its other characters do not need, counted in scalars.
    static func places(in text: some StringProtocol) -> Set<Int> {
        guard text.unicodeScalars.contains(where: isHidden) else { return [] }
        let scalars = Array(text.unicodeScalars)
        return Set(scalars.indices.filter { isHidden(scalars[$0]) && !isNeeded(at: $0, in: scalars) })
    }

    /// Returns true if the hidden character at `place` changes how its neighbors look.
    private static func isNeeded(at place: Int, in scalars: [Unicode.Scalar]) -> Bool {
        guard place > 0 else { return false }
        let before = scalars[place - 1]
        let after = place + 1 < scalars.count ? scalars[place + 1] : nil
        switch scalars[place].value {
        // The choice between text and color. A digit needs it only in a keycap.
        case 0xFE0E, 0xFE0F: return isEmoji(before) || before.properties.isEmoji && after == "\u{20E3}"
        // Forms of ideographs, and of Mongolian letters.
        case 0xFE00...0xFE0D, 0xE0100...0xE01EF: return before.properties.isIdeographic
        case 0x180B...0x180D, 0x180F: return 0x1820...0x18AA ~= before.value
        case 0x200C: return isJoining(before) && after.map(isJoining) == true
        case 0x200D:
            if before.properties.canonicalCombiningClass == .virama { return true }
            guard let after else { return false }
            if isJoining(before), isJoining(after) { return true }
            return isEmoji(after) && scalars[..<place].suffix(3).last { !isEmojiModifier($0) }.map(isEmoji) == true
        case 0xE0020...0xE007F: return isInFlag(place, in: scalars)
        default: return false
        }
    }

    private static func isEmoji(_ scalar: Unicode.Scalar) -> Bool { scalar.value > 0x7F && scalar.properties.isEmoji }
    private static func isEmojiModifier(_ scalar: Unicode.Scalar) -> Bool { scalar == "\u{FE0F}" || 0x1F3FB...0x1F3FF ~= scalar.value }

    /// Returns true for letters and marks of scripts in which neighbors join.
    private static func isJoining(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x620..<0x10A0, 0x1780..<0x18B0, 0x1A20..<0x1D00, 0xA800..<0xAB00, 0xFB50..<0xFE00, 0xFE70..<0xFEFD: ScreenText.isSeen(scalar)
        default: false
        }
    }

    /// Returns true for a tag in the flag of a region, such as that of Scotland: a black flag, up to six letters or digits, and an end.
    private static func isInFlag(_ place: Int, in scalars: [Unicode.Scalar]) -> Bool {
        let isTag = { (scalar: Unicode.Scalar) in 0xE0020...0xE007F ~= scalar.value }
        let limit = 7
        let before = scalars[..<place].suffix(limit).reversed().prefix(while: isTag).count
        let after = scalars[place...].prefix(limit + 1).prefix(while: isTag).count
        let start = place - before
        guard before + after <= limit, start > 0, scalars[start - 1] == "\u{1F3F4}" else { return false }
        let tags = scalars[start..<(place + after)]
        return tags.last == "\u{E007F}"
            && tags.dropLast().allSatisfy { 0xE0030...0xE0039 ~= $0.value || 0xE0061...0xE007A ~= $0.value }
    }
}
