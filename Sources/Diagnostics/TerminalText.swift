/// How text looks on a terminal: which characters show, and how wide they are.
enum TerminalText {
    /// Returns `text` with everything invisible or active made visible, so that no source line can move the cursor.
    static func visible(_ text: some StringProtocol) -> String {
        guard text.unicodeScalars.contains(where: { symbol(for: $0) != nil }) else { return String(text) }
        var result = ""
        for scalar in text.unicodeScalars {
            if let symbol = symbol(for: scalar) { result += symbol } else { result.unicodeScalars.append(scalar) }
        }
        return result
    }

    private static func symbol(for scalar: Unicode.Scalar) -> String? {
        switch scalar.value {
        case 0x09: return "    "
        case 0x00..<0x20: return Unicode.Scalar(0x2400 + scalar.value).map { String($0) }
        case 0x7F: return "\u{2421}"
        case 0x200D, 0xFE0F: return nil
        default: break
        }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: return "<U+\(String(scalar.value, radix: 16, uppercase: true))>"
        default: return nil
        }
    }

    /// Returns the number of terminal columns that visible text takes: 2 for wide characters and emoji.
    static func width(_ text: some StringProtocol) -> Int {
        text.reduce(0) { $0 + width(of: $1) }
    }

    private static func width(of character: Character) -> Int {
        guard let scalar = character.unicodeScalars.first else { return 0 }
        if scalar.value < 0x300 { return 1 }
        if scalar.properties.isEmojiPresentation || character.unicodeScalars.contains("\u{FE0F}") { return 2 }
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
            0x20000...0x3FFFD:
            return 2
        default:
            return scalar.properties.generalCategory == .nonspacingMark || scalar.properties.generalCategory == .enclosingMark ? 0 : 1
        }
    }
}
