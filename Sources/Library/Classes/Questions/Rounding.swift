import Foundation
import ResultRendering

/// How far the answer of a question is rounded, and in which unit.
package struct Rounding: Codable, Hashable, Sendable {
    /// The number of digits after the point.
    package let decimals: Int
    /// The unit as people write it, such as `steps`.
    package let unit: String

    /// The smallest difference that counts.
    var step: Double { pow(10, Double(-decimals)) }

    /// The slips of the unit, and the factor of their numbers.
    var slips: [(kind: MistakeKind, factor: Double)] {
        switch unit {
        case "kilometres": [(.metres, 1000)]
        case "kilocalories": [(.kilojoules, 4.184), (.calories, 1000)]
        case "minutes": [(.hours, 1.0 / 60)]
        case "percent": [(.fraction, 0.01), (.percentTimesHundred, 100)]
        default: []
        }
    }

    /// The same unit with one more digit.
    var finer: Rounding { Rounding(decimals: decimals + 1, unit: unit) }

    /// The sentence of the question.
    var sentence: String {
        switch decimals {
        case 0: "Answer in \(unit), as a whole number."
        case 1: "Answer in \(unit), with one digit after the point."
        default: "Answer in \(unit), with \(decimals) digits after the point."
        }
    }

    /// Returns the number as text, with commas between thousands.
    package func text(_ value: Double) -> String {
        // A wrong number can be much smaller than the right one.
        let digits = value != 0 && abs(value) < 10 * step ? decimals + 3 : decimals
        let plain = String(format: "%.\(digits)f", abs(value))
        let point = plain.firstIndex(of: ".") ?? plain.endIndex
        var whole = ""
        for (index, digit) in plain[..<point].reversed().enumerated() {
            if index > 0, index % 3 == 0 { whole.append(",") }
            whole.append(digit)
        }
        return (value < 0 ? "-" : "") + String(whole.reversed()) + plain[point...]
    }

    /// Returns true if two numbers differ so much that neither is taken for the other if three of their digits are written.
    func differ(_ a: Double, _ b: Double) -> Bool {
        let greatest = max(abs(a), abs(b))
        guard greatest > 0 else { return false }
        let thirdDigit = pow(10, (log10(greatest)).rounded(.down) - 2)
        return abs(a - b) >= max(4 * min(step, greatest / 4), 2 * thirdDigit)
    }

    /// Returns true if `given` is `wanted`, rounded or cut off as the question asks. A count that is a whole number is exact.
    ///
    /// - Parameter factor: the size of the unit of both numbers, compared with that of the question.
    func isSame(_ given: Double, _ wanted: Double, factor: Double = 1) -> Bool {
        let isCount = decimals == 0 && factor == 1 && abs(wanted - wanted.rounded()) < 1e-6
        return abs(given - wanted) <= (isCount ? 0.5 : step(factor)) * (1 + 1e-9)
    }

    /// The smallest difference that counts in a unit. It is not larger in a smaller unit, because people write its digits, too.
    private func step(_ factor: Double) -> Double { step * min(1, factor) }

    /// Returns true if `given` is `wanted` with the digits that a table shows. In another unit, three or more written digits are enough,
    /// too. Three digits tell all numbers of a question apart.
    func isShown(_ given: Double, _ wanted: Double, factor: Double, lastDigit: Double?) -> Bool {
        if isRounded(given, wanted, to: pow(10, Double(-NumberText.decimals(for: [wanted])))) { return true }
        guard factor != 1, let lastDigit, abs(wanted) >= 100 * lastDigit else { return false }
        return isRounded(given, wanted, to: lastDigit)
    }

    /// Returns how `given` is `wanted` with at least two digits, and with fewer than a table shows; nil if it is not.
    func shortening(_ given: Double, of wanted: Double, factor: Double, lastDigit: Double?) -> Shortening? {
        let units = (-4...4).map { pow(10, Double($0)) }.filter { unit in
            // Zeros after the point are digits, and zeros at the end of a whole number can be rounded ones.
            let isWritten = lastDigit.map { abs($0 - unit) < 1e-9 || ($0 >= 1 && unit > $0) } ?? true
            return isWritten && unit > step(factor) * (1 + 1e-9) && abs(wanted) >= 10 * unit
        }
        if units.contains(where: { isMultiple(given, (wanted / $0).rounded(), $0) }) { return .rounded }
        return units.contains { isMultiple(given, (wanted / $0).rounded(.towardZero), $0) } ? .cutOff : nil
    }

    /// Returns true if a number that is rounded as the question asks has one digit.
    func hasOneDigit(_ value: Double, factor: Double) -> Bool { Self.hasOneDigit(value, lastDigit: step(factor)) }

    /// Returns true if a number has one digit that is not a zero at its end. It fits many numbers.
    static func hasOneDigit(_ value: Double, lastDigit: Double) -> Bool {
        var digits = (abs(value) / lastDigit).rounded()
        while lastDigit >= 1, digits >= 10, digits.truncatingRemainder(dividingBy: 10) == 0 { digits /= 10 }
        return digits < 10
    }

    /// Returns true if `given` is `wanted`, rounded or cut off to a multiple of `unit`.
    private func isRounded(_ given: Double, _ wanted: Double, to unit: Double) -> Bool {
        let parts = wanted / unit
        return isMultiple(given, parts.rounded(), unit) || isMultiple(given, parts.rounded(.towardZero), unit)
    }

    private func isMultiple(_ given: Double, _ parts: Double, _ unit: Double) -> Bool {
        abs(given - parts * unit) <= 1e-9 * max(abs(given), unit)
    }
}

/// How a number with few digits was made.
enum Shortening {
    case rounded, cutOff
}

/// The time of which a question asks the amount.
enum AskedPeriod: CaseIterable {
    case day, hour, night

    /// The words for it after `per` or a slash.
    var words: Set<String> {
        switch self {
        case .day: ["day", "days", "d"]
        case .hour: ["hour", "hours", "h", "hr"]
        case .night: ["night", "nights"]
        }
    }
}
