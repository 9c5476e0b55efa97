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
        case "kilocalories": [(.kilojoules, 4.184)]
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

    /// Returns true if `given` is `wanted`, rounded or cut off as the question asks. In another unit, about three digits are enough.
    ///
    /// - Parameter factor: the size of the unit of both numbers, compared with that of the question.
    func isSame(_ given: Double, _ wanted: Double, factor: Double = 1) -> Bool {
        abs(given - wanted) <= max(step * min(1, factor), factor == 1 ? 0 : 0.005 * abs(wanted)) * (1 + 1e-9)
    }

    /// Returns true if `given` is `wanted` with the digits that a table shows. Three digits tell all numbers of a question apart.
    func isShown(_ given: Double, _ wanted: Double) -> Bool {
        isRounded(given, wanted, to: pow(10, Double(-NumberText.decimals(for: [wanted]))))
    }

    /// Returns true if `given` is `wanted` with at least two digits, and with fewer than a table shows.
    func isRoundedTooFar(_ given: Double, _ wanted: Double) -> Bool {
        (-2...4).contains { power in
            let coarse = pow(10, Double(power))
            return coarse > step && abs(wanted) >= 10 * coarse && isRounded(given, wanted, to: coarse)
        }
    }

    /// Returns true if `given` is `wanted`, rounded or cut off to a multiple of `coarse`.
    private func isRounded(_ given: Double, _ wanted: Double, to coarse: Double) -> Bool {
        let parts = wanted / coarse
        return [parts.rounded(), parts.rounded(.towardZero)].contains { abs(given - $0 * coarse) <= 1e-9 * abs(wanted) }
    }
}
