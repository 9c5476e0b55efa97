/// A JSON value as text, with the keys of objects in a fixed order.
struct JSONText {
    let text: String

    static let null = JSONText(text: "null")
    static func number(_ value: Int) -> JSONText { JSONText(text: "\(value)") }
    static func decimal(_ value: Double) -> JSONText { JSONText(text: value.isFinite ? "\(value)" : "null") }
    static func bool(_ value: Bool) -> JSONText { JSONText(text: "\(value)") }

    static func string(_ value: String) -> JSONText {
        var text = "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\u{0}"..."\u{1F}", "\u{7F}", "\u{2028}", "\u{2029}":
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        return JSONText(text: text + "\"")
    }

    static func array(_ values: [JSONText]) -> JSONText { JSONText(text: "[" + values.map(\.text).joined(separator: ",") + "]") }

    static func object(_ members: [(String, JSONText)]) -> JSONText {
        JSONText(text: "{" + members.map { string($0.0).text + ":" + $0.1.text }.joined(separator: ",") + "}")
    }

    static func counts(_ counts: [String: Int]) -> JSONText {
        object(counts.sorted { $0.key < $1.key }.map { ($0.key, .number($0.value)) })
    }
}
