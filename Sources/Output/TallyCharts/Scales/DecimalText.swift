/// Formats numbers for people: a decimal point, commas between thousands, and `k` and `M` instead of many zeros.
@_spi(Guests)
public enum DecimalText {
    /// Returns `digits` × 10^`exponent`, with the decimals that the exponent implies.
    ///
    /// - Parameter greatest: the greatest number of the group. All numbers of a group have the same form.
    public static func text(_ digits: Int, exponent: Int, greatest: Int) -> String {
        guard digits != 0 else { return "0" }
        let magnitude = exponent + String(greatest).count - 1
        if magnitude >= 12 || magnitude < -6 {
            return (digits < 0 ? "-" : "") + scientific(abs(digits), exponent: exponent)
        }
        // From 100,000 on, if that saves zeros in all labels.
        let (shift, suffix): (Int, String) =
            switch magnitude {
            case 6... where exponent >= 4: (6, "M")
            case 5... where exponent >= 2: (3, "k")
            default: (0, "")
            }
        return (digits < 0 ? "-" : "") + plain(abs(digits), exponent: exponent - shift) + suffix
    }

    /// Returns `value` with at most four significant digits, or more if the integer part has more.
    public static func text(_ value: Double) -> String {
        guard value.isFinite else { return "–" }
        guard value != 0 else { return "0" }
        let exponent = min(0, self.exponent(of: abs(value)) - 3)
        let digits = (abs(value) / self.value(1, exponent: exponent)).rounded()
        guard digits < 1e15 else { return "\(value)" }
        var (whole, place) = (Int(digits), exponent)
        while place < 0, whole % 10 == 0 {
            whole /= 10
            place += 1
        }
        return (value < 0 ? "-" : "") + (place < -9 ? scientific(whole, exponent: place) : plain(whole, exponent: place))
    }

    private static func plain(_ digits: Int, exponent: Int) -> String {
        var text = String(digits)
        var decimals = ""
        if exponent > 0 {
            text += String(repeating: "0", count: exponent)
        } else if exponent < 0 {
            text = String(repeating: "0", count: max(0, 1 - exponent - text.count)) + text
            decimals = "." + text.suffix(-exponent)
            text.removeLast(-exponent)
        }
        var place = text.count - 3
        while place > 0 {
            text.insert(",", at: text.index(text.startIndex, offsetBy: place))
            place -= 3
        }
        return text + decimals
    }

    private static func scientific(_ digits: Int, exponent: Int) -> String {
        var (digits, exponent) = (digits, exponent)
        while digits % 10 == 0 {
            digits /= 10
            exponent += 1
        }
        let text = String(digits)
        let decimals = text.count > 1 ? "." + text.dropFirst() : ""
        return "\(text.prefix(1))\(decimals)e\(exponent + text.count - 1)"
    }

    /// Returns `digits` × 10^`exponent`. Dividing by a power of ten rounds only once, so 3 × 10^-1 is 0.3.
    static func value(_ digits: Int, exponent: Int) -> Double {
        var power = 1.0
        for _ in 0..<abs(exponent) { power *= 10 }
        return exponent < 0 ? Double(digits) / power : Double(digits) * power
    }

    /// Returns the greatest power of ten that is not above a positive number, from -300 to 300.
    static func exponent(of number: Double) -> Int {
        var exponent = 0
        var rest = number
        while rest >= 10, exponent < 300 {
            rest /= 10
            exponent += 1
        }
        while rest < 1, exponent > -300 {
            rest *= 10
            exponent -= 1
        }
        return exponent
    }
}
