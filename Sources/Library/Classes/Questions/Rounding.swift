import Foundation

/// How far the answer of a question is rounded, and in which unit.
package struct Rounding: Codable, Hashable, Sendable {
    /// The number of digits after the point.
    package let decimals: Int
    /// The unit as people write it, such as `steps`.
    package let unit: String

    /// The smallest difference that counts.
    var step: Double { pow(10, Double(-decimals)) }

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

    /// Returns true if two numbers differ so much that neither is taken for the other, however they are rounded.
    func differ(_ a: Double, _ b: Double) -> Bool { abs(a - b) >= max(4 * min(step, max(abs(a), abs(b)) / 4), 0.01 * max(abs(a), abs(b))) }

    /// Returns true if `given` is `wanted`, rounded or cut off as the question asks.
    func isSame(_ given: Double, _ wanted: Double) -> Bool { abs(given - wanted) <= step * (1 + 1e-9) }

    /// Returns true if `given` is `wanted`, a number that can be in another unit.
    func isSameMistake(_ given: Double, _ wanted: Double, factor: Double) -> Bool {
        abs(given - wanted) <= max(step * min(1, factor), factor == 1 ? 0 : 0.005 * abs(wanted)) * (1 + 1e-9)
    }

    /// Returns true if `given` is `wanted` with fewer digits than the question asks for.
    func isRoundedTooFar(_ given: Double, _ wanted: Double) -> Bool {
        (1...3).contains { far in
            let coarse = step * pow(10, Double(far))
            return abs(wanted) > 20 * coarse && abs(given - (wanted / coarse).rounded() * coarse) <= 1e-9 * abs(wanted)
        }
    }
}
