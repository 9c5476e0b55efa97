/// A number that a student wrote in place of a query, such as `8,210 steps`.
package enum WrittenNumber {
    case number(Double)
    /// Text that looks like a number, and can mean two numbers.
    case unclear(String)

    /// Reads the last line of an answer; nil if it is a statement.
    package init?(_ line: Substring) {
        var rest = line.trimmed
        if rest.first == "=" { rest = rest.dropFirst().trimmed }
        var sign = 1.0
        if let first = rest.first, "+-−".contains(first) {
            sign = first == "+" ? 1 : -1
            rest = rest.dropFirst()
        }
        guard rest.first?.isASCIIDigit == true else { return nil }
        let digits = rest.prefix { $0.isASCIIDigit || ".,_'’\u{A0}\u{202F}".contains($0) }
        var unit = rest[digits.endIndex...].trimmed
        var number = String(digits)
        // Groups of three digits after a space.
        while let first = unit.first, first.isASCIIDigit, unit.prefix(while: \.isASCIIDigit).count == 3 {
            number += unit.prefix(3)
            unit = unit.dropFirst(3).trimmed
        }
        let isUnit = unit.allSatisfy { $0.isLetter || $0.isWhitespace || "%/²³°".contains($0) } && unit.count < 30
        guard isUnit else { return nil }
        for mark in ["_", "'", "’", "\u{A0}", "\u{202F}"] { number = number.replacing(mark, with: "") }
        let parts = number.split(separator: ",", omittingEmptySubsequences: false)
        if parts.count > 1 {
            // Commas between thousands; anything else can be a decimal comma.
            let whole = parts[parts.count - 1].prefix { $0 != "." }
            let isGrouped =
                (1...3).contains(parts[0].count) && parts[1..<(parts.count - 1)].allSatisfy { $0.count == 3 } && whole.count == 3
                && !parts.dropLast().contains { $0.contains(".") }
            guard isGrouped else {
                self = .unclear("write the number with a point in place of the comma, as in 8.2")
                return
            }
            number = parts.joined()
        }
        guard let value = Double(number) else {
            self = .unclear("write the number without points between thousands, as in 8210")
            return
        }
        self = .number(sign * value)
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}

extension Substring {
    fileprivate var trimmed: Substring {
        var text = drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}
