import TerminalText

/// Writes names and literals of Swift.
package enum SwiftText {
    /// Returns `text` as a string literal. Quotes, backslashes and control characters are escaped.
    package static func literal(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            default: result += ScreenText.isSeen(scalar) ? String(scalar) : "\\u{\(String(scalar.value, radix: 16))}"
            }
        }
        return result + "\""
    }

    package static func literal(_ texts: [String]) -> String { "[\(texts.map { literal($0) }.joined(separator: ", "))]" }

    /// Returns `value` as a literal that reads back to the same double.
    package static func number(_ value: Double) -> String {
        if value.isNaN { return ".nan" }
        if value.isInfinite { return value < 0 ? "-.infinity" : ".infinity" }
        return value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : value.description
    }

    /// Returns `text` on one line, without any scalar that ends a comment.
    package static func oneLine(_ text: String) -> String {
        ScreenText.visible(text.split(whereSeparator: \.isWhitespace).joined(separator: " "), in: .source)
    }

    /// Returns `text` as an identifier in lower camel case that differs from all Swift keywords.
    package static func identifier(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            let isPart = scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
            result += isPart ? String(scalar) : "_"
        }
        guard let first = result.first else { return "value" }
        if first.isNumber { result = "_" + result }
        if result.allSatisfy({ $0 == "_" }) { result = "value" + result }
        return words.contains(result) ? result + "_" : result
    }

    /// The keywords that cannot be the name of a property or function.
    private static let words: Set<String> = [
        "actor", "any", "as", "associatedtype", "async", "await", "break", "case", "catch", "class", "continue", "convenience", "default",
        "defer", "deinit", "didSet", "do", "dynamic", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "final", "for",
        "func", "get", "guard", "if", "import", "in", "indirect", "infix", "init", "inout", "internal", "is", "lazy", "let", "mutating",
        "nil", "nonisolated", "open", "operator", "optional", "override", "package", "postfix", "precedencegroup", "prefix", "private",
        "protocol", "public", "repeat", "required", "rethrows", "return", "self", "Self", "set", "some", "static", "struct", "subscript",
        "super", "switch", "throw", "throws", "true", "try", "Type", "typealias", "unowned", "var", "weak", "where", "while", "willSet",
        "Protocol",
    ]
}
