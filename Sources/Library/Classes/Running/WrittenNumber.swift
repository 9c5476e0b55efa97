/// A number that a student wrote in place of a query, such as `8,210 steps`.
package struct WrittenNumber {
    /// The numbers that the text can mean, the likely one first: `8.210` is 8.21 or 8210. Empty for text such as `1,2,3`.
    package private(set) var readings: [Double]
    /// The unit as it was written.
    package private(set) var unit: String
    /// The number and the unit as they were written, without signs around them.
    package private(set) var text: String

    /// Reads the last line of an answer; nil if it is a statement.
    package init?(_ line: Substring) {
        var rest = Self.withoutLabel(line.prefix { $0 != "#" }.trimmed.withoutMarks)
        while let first = rest.first, "=~≈≃".contains(first) { rest = rest.dropFirst().trimmed }
        if let word = Self.about.first(where: { rest.lowercased().hasPrefix($0 + " ") }) { rest = rest.dropFirst(word.count).trimmed }
        rest = rest.withoutMarks
        while rest.count > 1, let last = rest.last, ".!".contains(last) { rest = rest.dropLast().trimmed }
        text = String(rest)
        var sign = 1.0
        if let first = rest.first, "+-−".contains(first) {
            sign = first == "+" ? 1 : -1
            rest = rest.dropFirst()
        }
        guard let first = rest.first, first.isASCIIDigit || ".,".contains(first) else { return nil }
        if let hours = Self.hours(rest) {
            (readings, unit) = ([sign * hours], "h")
            return
        }
        let digits = rest.prefix { $0.isASCIIDigit || ".,_'’\u{A0}\u{202F}".contains($0) }
        guard digits.contains(where: \.isASCIIDigit) else { return nil }
        var number = digits.filter { $0.isASCIIDigit || ".,".contains($0) }
        var end = rest[digits.endIndex...].trimmed
        // Groups of three digits after a space.
        while end.prefix(while: \.isASCIIDigit).count == 3 {
            let group = end.prefix { $0.isASCIIDigit || ".,".contains($0) }
            number += group
            end = end[group.endIndex...].trimmed
        }
        guard end.allSatisfy({ $0.isLetter || $0.isWhitespace || "%/²³°".contains($0) }), end.count < 30 else { return nil }
        unit = String(end)
        readings = Self.readings(of: number).map { sign * $0 }
    }

    /// The advice for text without a clear number.
    static let advice = "the number is not clear; write it with a point before the decimals, as in 8210.5"

    private static let about = ["about", "ca.", "ca", "approx.", "approx", "approximately", "around", "roughly"]

    /// Returns the text after words such as `Answer:` or `steps =`.
    private static func withoutLabel(_ text: Substring) -> Substring {
        guard let mark = text.firstIndex(where: { ":=".contains($0) }) else { return text }
        let words = text[..<mark].drop { "*_`".contains($0) }.trimmed
        // `let` and `set` start statements.
        guard !words.isEmpty, words.allSatisfy({ $0.isLetter || " *_`".contains($0) }), !["let ", "set "].contains(words.prefix(4)) else {
            return text
        }
        return text[text.index(after: mark)...].drop { "*_`".contains($0) }.trimmed
    }

    /// Returns the hours in `7:31` and `7 h 31 min`; nil for other text.
    private static func hours(_ text: Substring) -> Double? {
        let hours = text.prefix(while: \.isASCIIDigit)
        let mark = text[hours.endIndex...].prefix { !$0.isASCIIDigit }
        let minutes = text[mark.endIndex...].prefix(while: \.isASCIIDigit)
        let end = text[minutes.endIndex...].trimmed.lowercased()
        guard [":", "h", "hr", "hours", "hour"].contains(mark.trimmed.lowercased()), (1...2).contains(minutes.count),
            ["", "h", "m", "min", "mins", "minutes"].contains(end), let whole = Double(hours), let part = Double(minutes), part < 60
        else { return nil }
        return whole + part / 60
    }

    /// Returns the numbers that digits with points and commas can mean, that of an English text first.
    private static func readings(of text: String) -> [Double] {
        guard let mark = text.last(where: { ".,".contains($0) }) else { return Double(text).map { [$0] } ?? [] }
        let other: Character = mark == "." ? "," : "."
        let parts = text.split(separator: mark, omittingEmptySubsequences: false)
        let last = parts[parts.count - 1]
        let grouped = { (parts: [Substring]) -> Double? in
            let isGrouped = (1...3).contains(parts[0].count) && parts[0] != "0" && parts.dropFirst().allSatisfy { $0.count == 3 }
            return parts.count == 1 || isGrouped ? Double(parts.joined()) : nil
        }
        let whole = parts[0].isEmpty ? 0 : grouped(parts[0].split(separator: other, omittingEmptySubsequences: false))
        if parts.count > 2 { return text.contains(other) ? [] : grouped(parts).map { [$0] } ?? [] }
        guard let whole, let decimal = Double("\(Int(exactly: whole) ?? 0).\(last.isEmpty ? "0" : last)") else { return [] }
        if text.contains(other) { return [decimal] }
        guard last.count == 3, let thousands = grouped(parts) else { return [decimal] }
        return mark == "." ? [decimal, thousands] : [thousands, decimal]
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

    /// The text without the signs of Markdown around it.
    fileprivate var withoutMarks: Substring {
        var text = self
        while text.count > 2, let first = text.first, "*_`".contains(first), text.last == first { text = text.dropFirst().dropLast() }
        return text
    }
}
