/// Lists and numbers as in a sentence.
package enum Wording {
    /// Returns digits with commas between thousands, such as `1,234,567`.
    package static func number(_ number: Int) -> String {
        let sign = number < 0 ? "-" : ""
        return sign + grouped(number.magnitude)
    }

    private static func grouped(_ number: UInt) -> String {
        guard number >= 1000 else { return String(number) }
        let last = String(number % 1000)
        return grouped(number / 1000) + (last.utf8.count == 3 ? "," : last.utf8.count == 2 ? ",0" : ",00") + last
    }

    /// Returns a number of things, such as `1 sample` or `1,234 samples`. Without `plural`, the plural ends in "s".
    package static func count(_ number: Int, _ noun: String, plural: String? = nil) -> String {
        "\(Self.number(number)) \(number == 1 ? noun : plural ?? noun + "s")"
    }
}

extension [String] {
    /// Returns a list as in a sentence, such as `a`, `a or b`, or `a, b or c` for the word `or`.
    package func listed(with word: String) -> String {
        count < 2 ? joined() : dropLast().joined(separator: ", ") + " \(word) " + self[count - 1]
    }
}

extension String {
    /// The text with its first letter in upper case.
    package var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
