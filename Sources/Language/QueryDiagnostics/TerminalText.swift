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
}
