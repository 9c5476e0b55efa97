import HealthModel

/// The value of a key: what the samples of a row have in common.
package enum KeyValue: Hashable, Sendable {
    case text(String)
    case integer(Int)
    /// A number with a unit: an edge or a value.
    case number(Double)
    /// The answer of a condition.
    case flag(Bool)

    /// The text that conditions compare: that of files, without formatting of numbers.
    package var text: String {
        switch self {
        case .text(let text): text
        case .integer(let number): String(number)
        case .number(let number): NumberLiteralText.text(number)
        case .flag(let answer): String(answer)
        }
    }

    /// The number, or the number in its text; nil otherwise.
    package var number: Double? {
        switch self {
        case .text(let text): Double(text)
        case .integer(let number): Double(number)
        case .number(let number): number
        case .flag: nil
        }
    }
}
