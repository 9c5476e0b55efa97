/// Writes text as JSON.
package enum JSONString {
    /// Returns `text` in quotes. Characters that control a terminal, break lines in some JSON readers, or hide are escaped.
    package static func quoted(_ text: String) -> String {
        let hidden = HiddenCharacter.places(in: text)
        var result = "\""
        for (index, scalar) in text.unicodeScalars.enumerated() {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where ScreenText.isActive(scalar) || hidden.contains(index):
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16)
                    result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
