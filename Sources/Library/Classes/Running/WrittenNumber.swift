import Foundation

/// A number that a student wrote in place of a query, such as `8,210 steps`.
package struct WrittenNumber {
    /// The numbers that the text can mean, the likely one first: `8.210` is 8.21 or 8210. Empty for text such as `1,2,3` and `ten`.
    package var readings: [Double] { amounts.map(\.value) }
    /// The size of the last digit of each reading: 0.1 for `18.4`.
    package var lastDigits: [Double] { amounts.map(\.lastDigit) }
    /// The unit as it was written.
    package private(set) var unit = ""
    /// The number and what follows it, as they were written, without signs around them.
    package private(set) var text: String
    /// True if the text has another number of the same thing, as in `94.6 or 86`.
    package private(set) var hasSeveral = false

    private var amounts: [TypedDigits] = []

    /// Reads the last line of an answer; nil if it is a statement.
    package init?(_ line: Substring) {
        let body = line.prefix { $0 != "#" }
        var rest = Self.withoutLabel(body.trimmed.withoutMarks)
        while let first = rest.first, "=~≈≃".contains(first) { rest = rest.dropFirst().trimmed }
        if let word = Self.about.first(where: { rest.lowercased().hasPrefix($0 + " ") }) { rest = rest.dropFirst(word.count).trimmed }
        rest = rest.withoutMarks
        while rest.count > 1, let last = rest.last, ".!".contains(last) { rest = rest.dropLast().trimmed }
        text = String(rest)
        if Self.isNumberInWords(rest) { return }
        guard let amount = WrittenAmount(rest) else { return nil }
        (amounts, unit) = (amount.amounts, amount.unit)
        switch amount.end {
        case .nothing: break
        case .another: hasSeveral = true
        case .statement: return nil
        }
        let comment = line.dropFirst(body.count).drop { $0 == "#" || $0.isWhitespace }
        guard !comment.isEmpty, let other = WrittenNumber(comment), differs(from: other) else { return }
        hasSeveral = true
        text = String(line.trimmed)
    }

    /// Returns true if another number is for the same thing, and is not the same number with more or fewer digits.
    private func differs(from other: WrittenNumber) -> Bool {
        guard let mine = amounts.first, let its = other.amounts.first, other.unit.isEmpty || other.unit == unit else { return false }
        return abs(mine.value - its.value) > max(mine.lastDigit, its.lastDigit)
    }

    private static let about = ["about", "ca.", "ca", "approx.", "approx", "approximately", "around", "roughly"]

    private static let numberWords: Set = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen",
        "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty",
        "ninety", "hundred", "thousand", "million", "point", "and", "half",
    ]

    /// Returns true for text such as `ten` and `two hundred steps`.
    private static func isNumberInWords(_ text: Substring) -> Bool {
        let words = text.lowercased().split { !$0.isLetter }.map(String.init)
        guard let first = words.first, text.allSatisfy({ $0.isLetter || $0.isWhitespace || $0 == "-" }) else { return false }
        return numberWords.contains(first)
    }

    /// Returns the text after words such as `Answer:` or `SpO2 =`.
    private static func withoutLabel(_ text: Substring) -> Substring {
        guard let mark = text.firstIndex(where: { ":=".contains($0) }) else { return text }
        let words = text[..<mark].split { $0.isWhitespace || "*_`()".contains($0) }
        // Statements can have an equals sign, too.
        guard let first = words.first, !["let", "set", "def"].contains(first), !words.contains("where"),
            words.allSatisfy({ $0.first?.isLetter == true && $0.allSatisfy { $0.isLetter || $0.isNumber } })
        else { return text }
        return text[text.index(after: mark)...].drop { "*_`".contains($0) }.trimmed
    }
}

/// Digits with the size of the last one.
struct TypedDigits {
    var value: Double
    var lastDigit: Double

    static func * (digits: TypedDigits, factor: Double) -> TypedDigits {
        TypedDigits(value: digits.value * factor, lastDigit: digits.lastDigit * abs(factor))
    }

    /// Returns the numbers that digits with points and commas can mean, that of an English text first. None is infinite.
    static func readings(of text: String) -> [TypedDigits] {
        guard let mark = text.last(where: { ".,".contains($0) }) else { return number(text).map { [$0] } ?? [] }
        let other: Character = mark == "." ? "," : "."
        let parts = text.split(separator: mark, omittingEmptySubsequences: false)
        let last = parts[parts.count - 1]
        let grouped = { (parts: [Substring]) -> String? in
            let isGrouped = (1...3).contains(parts[0].count) && parts[0] != "0" && parts.dropFirst().allSatisfy { $0.count == 3 }
            return parts.count == 1 || isGrouped ? parts.joined() : nil
        }
        let whole = parts[0].isEmpty ? "0" : grouped(parts[0].split(separator: other, omittingEmptySubsequences: false))
        if parts.count > 2 { return text.contains(other) ? [] : grouped(parts).flatMap { number($0) }.map { [$0] } ?? [] }
        guard let whole, let decimal = number(whole, decimals: String(last)) else { return [] }
        if text.contains(other) { return [decimal] }
        guard last.count == 3, let thousands = grouped(parts).flatMap({ number($0) }) else { return [decimal] }
        return mark == "." ? [decimal, thousands] : [thousands, decimal]
    }

    private static func number(_ whole: String, decimals: String = "") -> TypedDigits? {
        guard let value = Double("\(whole).\(decimals.isEmpty ? "0" : decimals)"), value < 1e15 else { return nil }
        return TypedDigits(value: value, lastDigit: pow(10, Double(-decimals.count)))
    }
}

extension Character {
    var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}

extension Substring {
    var trimmed: Substring {
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
