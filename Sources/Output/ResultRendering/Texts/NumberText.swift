import TerminalText

/// Numbers as text: exact for programs, rounded for people.
package enum NumberText {
    /// Returns the shortest text that reads back to the same double. Whole numbers have no point.
    package static func exact(_ value: Double) -> String {
        if value == value.rounded(), abs(value) < 1e15 { return String(Int64(value)) }
        return value.description
    }

    /// Returns `value` with a fixed number of decimals and commas between thousands.
    package static func rounded(_ value: Double, decimals: Int) -> String {
        guard abs(value) < 1e15 else { return value.description }
        let scale = powersOfTen[decimals]
        let scaled = (abs(value) * scale).rounded()
        guard scaled < 9e15 else { return Wording.number(Int(value)) }
        let whole = Int64(scaled) / Int64(scale)
        let fraction = String(Int64(scaled) % Int64(scale))
        let sign = value < 0 && scaled > 0 ? "-" : ""
        let text = sign + Wording.number(Int(whole))
        return decimals == 0 ? text : text + "." + String(repeating: "0", count: decimals - fraction.count) + fraction
    }

    /// True if a number has no more than `decimals` decimals, apart from rounding.
    static func isWhole(_ value: Double, decimals: Int) -> Bool {
        let scaled = value * powersOfTen[decimals]
        return abs(scaled - scaled.rounded()) <= 1e-9 * max(1, abs(scaled))
    }

    /// Returns the number of decimals for a column with these values: about three significant digits, or none for whole numbers.
    package static func decimals(for values: some Sequence<Double>) -> Int {
        var greatest = 0.0
        var isWhole = true
        for value in values {
            greatest = max(greatest, abs(value))
            isWhole = isWhole && value == value.rounded()
        }
        if isWhole || greatest >= 1000 { return 0 }
        if greatest >= 10 { return 1 }
        if greatest >= 1 { return 2 }
        var decimals = 3
        while decimals < powersOfTen.count - 1, greatest * powersOfTen[decimals] < 100 { decimals += 1 }
        return decimals
    }

    static let powersOfTen: [Double] = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]
}
