/// Text in files that spreadsheets open.
package enum SpreadsheetText {
    /// Returns `text` with an apostrophe in front if a spreadsheet would read it as a formula. A formula that already has apostrophes in
    /// front gets one more, so that a reader can always remove one. A number stays a number.
    package static func guarded(_ text: String) -> String {
        guard let first = text.unicodeScalars.first(where: { $0 != "'" }), startsFormula(first), !isOffset(text), !isNumber(text) else {
            return text
        }
        return "'" + text
    }

    /// Returns true if a spreadsheet may read a text with this first character as a formula. Some read wide signs as ASCII.
    package static func startsFormula(_ scalar: Unicode.Scalar) -> Bool { "=+-@\t\r\n＝＋－＠".unicodeScalars.contains(scalar) }

    /// Returns true for a decimal number such as `-0.5` or `+1e3`.
    private static func isNumber(_ text: String) -> Bool {
        var rest = Array(text.utf8)[...]
        func sign() { if let first = rest.first, first == UInt8(ascii: "+") || first == UInt8(ascii: "-") { rest.removeFirst() } }
        func digits() -> Bool {
            let count = rest.prefix { 0x30...0x39 ~= $0 }.count
            rest.removeFirst(count)
            return count > 0
        }
        sign()
        guard digits() else { return false }
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            guard digits() else { return false }
        }
        if let first = rest.first, first | 0x20 == UInt8(ascii: "e") {
            rest.removeFirst()
            sign()
            guard digits() else { return false }
        }
        return rest.isEmpty
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

    /// Returns `text` with replacements for control characters, for the marks that change the direction of the text around them, and for
    /// hidden characters, as on a screen. Tabs and line ends remain. The marks that only belong to a letter remain in text that is written
    /// from right to left.
    package static func withoutControls(_ text: String) -> String {
        let hidden = HiddenCharacter.places(in: text)
        guard !hidden.isEmpty || text.unicodeScalars.contains(where: isControl) else { return text }
        let isRightToLeft = text.unicodeScalars.contains(where: isRightToLeft)
        var result = ""
        for (index, scalar) in text.unicodeScalars.enumerated() {
            if isControl(scalar) {
                result += ScreenText.visible(String(scalar))
            } else if hidden.contains(index), !(isRightToLeft && isMark(scalar)) {
                result += "\u{FFFD}"
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D: false
        case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    /// Returns true for a mark that gives the text around it a direction only next to letters of that direction.
    private static func isMark(_ scalar: Unicode.Scalar) -> Bool { [0x061C, 0x200E, 0x200F].contains(scalar.value) }

    private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x061C: false
        case 0x0590..<0x0900, 0xFB1D..<0xFE00, 0xFE70..<0xFEFD, 0x10800..<0x11000, 0x1E800..<0x1F000: true
        default: false
        }
    }
}
