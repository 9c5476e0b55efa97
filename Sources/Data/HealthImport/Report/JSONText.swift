import TerminalText

/// A JSON value as text, with the keys of objects in a fixed order.
struct JSONText {
    let text: String

    static let null = JSONText(text: "null")
    static func number(_ value: Int) -> JSONText { JSONText(text: "\(value)") }
    static func decimal(_ value: Double) -> JSONText { JSONText(text: value.isFinite ? "\(value)" : "null") }
    static func bool(_ value: Bool) -> JSONText { JSONText(text: "\(value)") }

    static func string(_ value: String) -> JSONText { JSONText(text: JSONString.quoted(value)) }

    static func array(_ values: [JSONText]) -> JSONText { JSONText(text: "[" + values.map(\.text).joined(separator: ",") + "]") }

    static func object(_ members: [(String, JSONText)]) -> JSONText {
        JSONText(text: "{" + members.map { string($0.0).text + ":" + $0.1.text }.joined(separator: ",") + "}")
    }

    static func counts(_ counts: [String: Int]) -> JSONText {
        object(counts.sorted { $0.key < $1.key }.map { ($0.key, .number($0.value)) })
    }
}
