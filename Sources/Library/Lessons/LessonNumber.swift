/// The numbers that learners type as guesses.
package enum LessonNumber {
    /// Returns the numbers that `text` can mean, the likely one first; nil if it does not start with a number. A word such as a unit may
    /// follow. A comma or a point before three digits can separate thousands or decimals, as in different countries.
    package static func readings(of text: String) -> [Double]? {
        let text = text.replacing("−", with: "-").drop { $0.isWhitespace || "~≈=".contains($0) }
        let isSpace = { (place: String.Index) in
            text[place].isWhitespace && text[text.index(after: place)...].prefix { $0.isASCII && $0.isNumber }.count == 3
        }
        var digits = ""
        for place in text.indices {
            let character = text[place]
            if character.isASCII && character.isNumber || ".,".contains(character) || "+-".contains(character) && digits.isEmpty {
                digits.append(character)
            } else if !(isSpace(place) || "_'’".contains(character)) || digits.isEmpty {
                break
            }
        }
        let withPoint = Double(digits.replacing(",", with: ""))
        let withComma = Double(digits.replacing(".", with: "").replacing(",", with: "."))
        let groups = digits.split(omittingEmptySubsequences: false, whereSeparator: { ".,".contains($0) }).dropFirst()
        let isGrouped = groups.allSatisfy { $0.count == 3 }
        // A comma that does not stand before three digits separates decimals.
        let endsWithComma = digits.last { ".,".contains($0) } == ","
        let found = (isGrouped ? [withPoint, withComma] : [endsWithComma ? withComma : withPoint]).compactMap(\.self)
        return found.isEmpty ? nil : found
    }

    /// Returns true if one of the numbers is the one in `text`, to half a percent.
    package static func isSame(_ values: [Double], _ text: String) -> Bool {
        guard let wanted = readings(of: text)?.first else { return false }
        return values.contains { abs($0 - wanted) <= 0.005 * abs(wanted) }
    }

    /// Returns what a wrong number reveals, if the author of the lesson did not expect it.
    package static func remark(on value: Double, wanted text: String) -> String {
        guard let wanted = readings(of: text)?.first, value.isFinite else { return "" }
        func isTimes(_ factor: Double) -> Bool { abs(value - wanted * factor) <= 0.005 * abs(wanted * factor) }
        if wanted == 0 { return "You expected something, but there is nothing." }
        if isTimes(-1) { return "Your number has the right size, but the wrong sign." }
        if let power = [10, 100, 1_000].first(where: { isTimes($0) || isTimes(1 / $0) }) {
            let size = Int(power)
            return isTimes(power)
                ? "Your number is \(size) times as large. Check its unit." : "Your number is \(size) times too small. Check its unit."
        }
        if let factor = [60, 24, 7].first(where: { isTimes($0) || isTimes(1 / $0) }) {
            return "Your number differs by a factor of \(Int(factor)). Check the unit of time."
        }
        if isTimes(2) { return "Your number is twice as large. Perhaps you counted something twice." }
        if isTimes(0.5) { return "Your number is half of it. Perhaps you left out one part." }
        return value > wanted
            ? "Your number is too high: it has something that does not count, or counts only in part."
            : "Your number is too low: it leaves something out."
    }
}
