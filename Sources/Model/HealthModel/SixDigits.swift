/// Recognizes one measurement in two units.
///
/// Exports print numbers with six digits. After the owner has changed a unit, a later export has the whole history in the new unit, and
/// converting back does not give the same number in every bit (S1.2).
package enum SixDigits {
    /// The greatest relative difference of two numbers that are rounded to six digits: each can differ by half of it.
    package static let tolerance = 1e-5

    /// Returns true if two numbers in one unit can be the same measurement, rounded in different units.
    ///
    /// - Parameter zeros: The zeros of the units in which the numbers were rounded. It is not 0 only for temperatures.
    package static func agree(_ a: Double, _ b: Double, zeros: (a: Double, b: Double) = (0, 0)) -> Bool {
        abs(a - b) <= tolerance * max(abs(a - zeros.a), abs(b - zeros.b))
    }

    /// Returns the number of digits that `number` needs, apart from errors of rounding.
    package static func count(_ number: Double) -> Int {
        guard number.isFinite, number != 0 else { return 1 }
        var unit = 1.0
        while abs(number) >= unit * 10 { unit *= 10 }
        while abs(number) < unit { unit /= 10 }
        return (1...12).first { digits in
            if digits > 1 { unit /= 10 }
            return abs((number / unit).rounded() * unit - number) <= 1e-12 * abs(number)
        } ?? 13
    }

    /// Returns the zero of a unit of temperature in degrees Celsius, which is the storage unit of temperatures. 0 for other units.
    package static func zero(of unit: HealthUnit) -> Double { celsius.flatMap { unit.conversion(to: $0)?(0) } ?? 0 }

    private static let celsius = HealthUnit("degC")

    /// Returns true if two texts are a quantity in two units, such as `15 degC` and `59 degF`.
    static func agree(_ a: String, _ b: String) -> Bool {
        guard let a = quantity(a), let b = quantity(b), a.unit.symbol != b.unit.symbol, let conversion = a.unit.conversion(to: b.unit)
        else {
            return false
        }
        return agree(conversion(a.number), b.number, zeros: (conversion(0), 0))
    }

    private static func quantity(_ text: String) -> (number: Double, unit: HealthUnit)? {
        guard let space = text.firstIndex(of: " "), let number = Double(text[..<space]), number.isFinite,
            let unit = HealthUnit(String(text[text.index(after: space)...]))
        else { return nil }
        return (number, unit)
    }
}
