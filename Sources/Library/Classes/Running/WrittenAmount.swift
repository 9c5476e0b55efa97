import Foundation

/// A number with its unit at the start of a text, and what the text after them is.
struct WrittenAmount {
    enum End {
        /// Nothing, or text that does not matter, such as a parenthesis.
        case nothing
        /// Another number of the same thing.
        case another
        /// Signs that only statements have.
        case statement
    }

    /// The numbers that the digits can mean. Empty if they are unclear.
    private(set) var amounts: [TypedDigits]
    private(set) var unit = ""
    private(set) var end = End.nothing

    /// Reads a text; nil if it does not start with a number.
    init?(_ text: Substring) {
        var rest = text
        var sign = 1.0
        if let first = rest.first, "+-−".contains(first) {
            sign = first == "+" ? 1 : -1
            rest = rest.dropFirst()
        }
        guard let first = rest.first, first.isASCIIDigit || ".,".contains(first) else { return nil }
        if let time = Self.time(rest) {
            (amounts, unit, rest) = ([time.amount * sign], time.unit, time.rest)
        } else {
            guard let number = Self.digits(&rest) else { return nil }
            let power = sign * Self.power(&rest)
            amounts = TypedDigits.readings(of: number).map { $0 * power }.filter { abs($0.value) < 1e15 }
            Self.skipMargin(&rest)
            unit = Self.unit(&rest)
        }
        end = judge(rest)
    }

    // MARK: Numbers

    /// Takes digits with points, commas and groups.
    private static func digits(_ rest: inout Substring) -> String? {
        let digits = rest.prefix { $0.isASCIIDigit || ".,_'’\u{A0}\u{202F}".contains($0) }
        guard digits.contains(where: \.isASCIIDigit) else { return nil }
        rest = rest[digits.endIndex...]
        var number = digits.filter { $0.isASCIIDigit || ".,".contains($0) }
        // Groups of three digits after a space.
        while rest.trimmed.prefix(while: \.isASCIIDigit).count == 3 {
            let group = rest.trimmed.prefix { $0.isASCIIDigit || ".,".contains($0) }
            number += group
            rest = rest[group.endIndex...]
        }
        // A comma ends the number in `453.1 min, 7.55 h` and `453.1, 7.55`.
        if number.count > 1, number.last == "," { number.removeLast() }
        return number
    }

    /// Takes `e2` or `k` after digits, and returns the factor.
    private static func power(_ rest: inout Substring) -> Double {
        if let match = rest.prefixMatch(of: /[eE]([+-]?\d{1,3})(?!\w)/), let power = Double(match.1) {
            rest = rest[match.range.upperBound...]
            return pow(10, power)
        }
        if let match = rest.prefixMatch(of: /\s?[kK](?![\w\/])/) {
            rest = rest[match.range.upperBound...]
            return 1000
        }
        return 1
    }

    /// Takes a margin such as `± 1`.
    private static func skipMargin(_ rest: inout Substring) {
        if let match = rest.prefixMatch(of: /\s*(\+\/?[-−]|±)\s*[\d.,]+/) { rest = rest[match.range.upperBound...] }
    }

    /// Reads `7:31`, `7 h 31 min` and `430 min 1 s`, in the unit of the first part.
    private static func time(_ text: Substring) -> (amount: TypedDigits, unit: String, rest: Substring)? {
        if let match = text.prefixMatch(of: /(\d{1,3}):([0-5]\d)(?::([0-5]\d))?(?:\s*h(?:ours?)?)?(?!\w)/) {
            guard let hours = Double(match.1), let minutes = Double(match.2) else { return nil }
            let seconds = match.3.flatMap { Double($0) }
            let last = seconds == nil ? 1.0 / 60 : 1.0 / 3600
            return (TypedDigits(value: hours + minutes / 60 + (seconds ?? 0) / 3600, lastDigit: last), "h", text[match.range.upperBound...])
        }
        let part = /\s*(?:,|and)?\s*(\d+(?:[.,]\d+)?)(?:\s*(h|hrs?|hours?|m|mins?|minutes?|s|secs?|seconds?)\.?(?!\w)|(?!\s*[\w.,%\/]))/
        var (rest, value, lastDigit, first, last, count) = (text, 0.0, 1.0, -1, -1, 0)
        // `7h30` has no space before the minutes.
        let joined = /(\d+)\s*(h|hrs?|hours?|m|mins?|minutes?)(?=\d)/
        while true {
            let (digits, word, end): (Substring, Substring?, Substring.Index)
            if let match = rest.prefixMatch(of: joined) {
                (digits, word, end) = (match.1, match.2, match.range.upperBound)
            } else if let match = rest.prefixMatch(of: part) {
                (digits, word, end) = (match.1, match.2, match.range.upperBound)
            } else {
                break
            }
            guard
                let rank = word.flatMap({ "hms".firstIndex(of: $0.first ?? " ") }).map({ "hms".distance(from: "hms".startIndex, to: $0) })
                    ?? (last == 0 ? 1 : nil), rank > last, let amount = TypedDigits.readings(of: String(digits)).first
            else { break }
            if count == 0 { first = rank } else if amount.value >= 60 { break }
            let size = pow(60, Double(first - rank))
            (value, lastDigit, last, count, rest) = (value + amount.value * size, amount.lastDigit * size, rank, count + 1, rest[end...])
        }
        return count > 1 ? (TypedDigits(value: value, lastDigit: lastDigit), ["h", "min", "s"][first], rest) : nil
    }

    // MARK: Words

    /// Words that are between two answers.
    private static let or: Set = ["or", "really", "rather", "maybe", "perhaps", "and", "vs", "vs.", "versus", "but", "not", "actually"]
    /// Words after which a text says more about the number.
    private static let about: Set = [
        "in", "on", "over", "for", "from", "between", "during", "at", "with", "by", "while", "through", "because", "since", "after",
        "before", "as", "that", "which", "when", "using", "including", "without", "excluding", "rounded",
    ]

    /// Takes the words of a unit.
    private static func unit(_ rest: inout Substring) -> String {
        var words: [Substring] = []
        if let match = rest.prefixMatch(of: /\s*in\s+(?=[A-Za-z%])/) { rest = rest[match.range.upperBound...] }
        while words.joined(separator: " ").count < 30 {
            let start = rest.drop(while: \.isWhitespace)
            let word = start.prefix { $0.isLetter || "%/²³°".contains($0) }
            let isJoined = word.first == "/" && word.count == 1
            guard !word.isEmpty, !isJoined, !or.contains(word.lowercased()), !about.contains(word.lowercased()) else { break }
            words.append(word)
            rest = start[word.endIndex...]
        }
        if !words.isEmpty, rest.first == "." { rest = rest.dropFirst() }
        return words.joined(separator: " ")
    }

    /// Returns what the text after the number is.
    private func judge(_ text: Substring) -> End {
        let rest = text.trimmed
        guard let first = rest.first else { return .nothing }
        if first == "(" || first == "[" {
            guard let close = rest.lastIndex(of: first == "(" ? ")" : "]") else { return .nothing }
            let inner = rest[..<close].dropFirst().trimmed
            if Self.or.contains(inner.prefix { $0.isLetter }.lowercased()), case .another = judge(inner) { return .another }
            return judge(rest[close...].dropFirst())
        }
        guard !rest.contains(where: { "|;*<>&^{}".contains($0) }), !"+-−".contains(first) else { return .statement }
        let words = rest.split { $0.isWhitespace || "=,/~≈?:()".contains($0) }
        let isOther = words.first.map { Self.or.contains($0.lowercased()) || $0.first?.isASCIIDigit == true } == true
        if isOther || "=,/~≈?".contains(first) {
            guard let start = words.first(where: { $0.first?.isASCIIDigit == true }) else { return .nothing }
            guard let other = WrittenAmount(rest[start.startIndex...]), other.end != .statement else { return .statement }
            if first == "/", unit.isEmpty || other.unit.isEmpty { return .statement }
            return !other.unit.isEmpty && other.unit != unit ? .nothing : .another
        }
        guard Self.about.contains(words.first?.lowercased() ?? "") else { return .statement }
        // `18.8 kcal in bed or 16 asleep`
        let place = words.firstIndex { ["or", "really", "rather", "vs"].contains($0.lowercased()) }
        return place.map { words[$0...].contains { $0.first?.isASCIIDigit == true } } == true ? .another : .nothing
    }
}
