/// Converts numbers from one unit to another. Create it once and apply it to many numbers.
///
/// Equal units do not change a number by a single bit. If units differ by a power of ten, the decimal point of the shortest decimal moves:
/// 0.00288 km is 2.88 m and vice versa. For all other ratios, such as 5/9 and 1.609344, the result is rounded once.
package struct UnitConversion: Hashable, Sendable {
    private let before: Double
    private let multiplier: Double
    private let divisor: Double
    private let after: Double
    /// The number of places by which the decimal point moves; nil if the ratio is not a power of ten or there is an offset.
    private let decimalShift: Int?

    /// Creates the conversion between two units from their ratio and the offsets of their zeros, in hundredths of their degrees.
    init(scale: UnitScale, fromHundredths: Double, toHundredths: Double) {
        (multiplier, divisor) = scale.quotient
        // Combine the two offsets into one. It applies before or after scaling, whichever gives a whole number of hundredths:
        // °C → °F is ×9/5 + 32, °F → °C is (−32) × 5/9.
        let isWholeBefore = (toHundredths * divisor).truncatingRemainder(dividingBy: multiplier) == 0
        before = isWholeBefore ? (fromHundredths - toHundredths * divisor / multiplier) / 100 : 0
        after = isWholeBefore ? 0 : (fromHundredths * multiplier / divisor - toHundredths) / 100
        decimalShift = scale.isPowerOfTen && before == 0 && after == 0 ? scale.decimalExponent : nil
    }

    package var isIdentity: Bool { decimalShift == 0 }

    /// The terms of the conversion `(value + before) * multiplier / divisor + after`, for writing it as code.
    package var terms: (before: Double, multiplier: Double, divisor: Double, after: Double) { (before, multiplier, divisor, after) }

    package func callAsFunction(_ value: Double) -> Double {
        if let decimalShift { return decimalShift == 0 || !value.isFinite ? value : UnitConversion.shift(value, by: decimalShift) }
        let shifted = value + before
        let product = shifted * multiplier
        let quotient = product / divisor
        guard product.isFinite else { return quotient }
        // Corrects the loss of the two roundings by fused multiply-add. Without this, 98.6 °F would not be exactly 37 °C.
        let lost = (-product).addingProduct(shifted, multiplier)
        let remainder = product.addingProduct(-quotient, divisor) + lost
        return quotient + remainder / divisor + after
    }

    /// Converts back, without the correction of rounding.
    package func inverse(_ value: Double) -> Double { (value - after) * divisor / multiplier - before }

    /// Shifts the decimal. In doubles, `0.00288 * 1000` is 2.8800000000000003, because 0.00288 is rounded before the multiplication.
    private static func shift(_ value: Double, by places: Int) -> Double {
        if let shifted = shiftShort(value, by: places) { return shifted }
        let parts = value.description.split(separator: "e")
        let exponent = parts.count == 2 ? Int(parts[1]) ?? 0 : 0
        return Double("\(parts[0])e\(exponent + places)") ?? value
    }

    /// The powers of ten that are exact doubles.
    private static let powers: [Double] = (0...22).map { Double("1e\($0)") ?? .nan }

    /// Shifts a decimal with at most 15 digits, of which at most six are after the point. Nil for others.
    ///
    /// A whole number below 2^53 times or divided by an exact power of ten is rounded once, so the result is the double nearest to the
    /// shifted decimal. Two decimals of 15 digits never have the same double, so `whole / power == value` finds the decimal of `value`.
    private static func shiftShort(_ value: Double, by places: Int) -> Double? {
        for digits in 0...6 {
            let whole = (value * powers[digits]).rounded()
            guard abs(whole) < 1e15 else { return nil }
            guard whole / powers[digits] == value else { continue }
            let exponent = places - digits
            guard abs(exponent) < powers.count else { return nil }
            return exponent < 0 ? whole / powers[-exponent] : whole * powers[exponent]
        }
        return nil
    }
}
