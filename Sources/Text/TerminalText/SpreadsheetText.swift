/// Text in files that spreadsheets open.
package enum SpreadsheetText {
    /// Returns `text` with an apostrophe in front if a spreadsheet would read it as a formula. A formula that already has apostrophes in
    /// front gets one more, so that a reader can always remove one.
    package static func guarded(_ text: String) -> String {
        guard let first = text.unicodeScalars.first(where: { $0 != "'" }), "=+-@\t\r".unicodeScalars.contains(first), !isOffset(text) else {
            return text
        }
        return "'" + text
    }

    /// Returns true for a UTC offset such as `+09:00`, and for a history of offsets. They call no function, so they need no apostrophe.
    private static func isOffset(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard bytes.count >= 6, bytes[0] == UInt8(ascii: "+") || bytes[0] == UInt8(ascii: "-"), bytes[3] == UInt8(ascii: ":"),
            [1, 2, 4, 5].allSatisfy({ bytes[$0] &- 0x30 <= 9 })
        else { return false }
        let rest = String(decoding: bytes[6...], as: UTF8.self)
        return rest.split(separator: " ").allSatisfy { word in
            word == "until" || word.utf8.allSatisfy { "0123456789:TZ,+-".utf8.contains($0) }
        }
    }

    /// Returns `text` with replacements for control characters and for the marks that change the direction of the text around them, as on
    /// a screen. Tabs and line ends remain, and so do the marks that only belong to a letter.
    package static func withoutControls(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isControl) else { return text }
        return text.unicodeScalars.reduce(into: "") { result, scalar in
            if isControl(scalar) { result += ScreenText.visible(String(scalar)) } else { result.unicodeScalars.append(scalar) }
        }
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D: false
        case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
