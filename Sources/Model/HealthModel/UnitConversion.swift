/// Converts numbers from one unit to another; made once and applied to many.
///
/// Equal units change nothing, bit for bit. Between units that differ by a power of ten the decimal point of the shortest decimal moves:
/// 0.00288 km is 2.88 m, and back. Any other ratio is rounded once, also 5/9 and 1.609344.
package struct UnitConversion: Hashable, Sendable {
    private let before: Double
    private let multiplier: Double
    private let divisor: Double
    private let after: Double
    /// How far the decimal point moves; nil where the ratio is no power of ten or an offset is added.
    private let decimalShift: Int?

    /// The conversion between units of which one is `scale` of the other, and whose zeros differ by offsets, each in hundredths of its degree.
    init(scale: UnitScale, fromHundredths: Double, toHundredths: Double) {
        (multiplier, divisor) = scale.quotient
        // The two offsets become one. It goes where it is a whole number of hundredths: °C → °F is ×9/5 + 32, °F → °C is (−32) × 5/9.
        let isWholeBefore = (toHundredths * divisor).truncatingRemainder(dividingBy: multiplier) == 0
        before = isWholeBefore ? (fromHundredths - toHundredths * divisor / multiplier) / 100 : 0
        after = isWholeBefore ? 0 : (fromHundredths * multiplier / divisor - toHundredths) / 100
        decimalShift = scale.isPowerOfTen && before == 0 && after == 0 ? scale.decimalExponent : nil
    }

    package var isIdentity: Bool { decimalShift == 0 }

    /// The conversion as `(value + before) * multiplier / divisor + after`, for those who write it down.
    package var terms: (before: Double, multiplier: Double, divisor: Double, after: Double) { (before, multiplier, divisor, after) }

    package func callAsFunction(_ value: Double) -> Double {
        if let decimalShift { return decimalShift == 0 || !value.isFinite ? value : UnitConversion.shift(value, by: decimalShift) }
        let shifted = value + before
        let product = shifted * multiplier
        let quotient = product / divisor
        guard product.isFinite else { return quotient }
        // What the two roundings lost, by fused multiply-add; without it 98.6 °F would be a hair off 37 °C.
        let lost = (-product).addingProduct(shifted, multiplier)
        let remainder = product.addingProduct(-quotient, divisor) + lost
        return quotient + remainder / divisor + after
    }

    /// `0.00288 * 1000` is 2.8800000000000003 in doubles, because 0.00288 is rounded before it is multiplied. The decimal is what was meant.
    private static func shift(_ value: Double, by places: Int) -> Double {
        let parts = value.description.split(separator: "e")
        let exponent = parts.count == 2 ? Int(parts[1]) ?? 0 : 0
        return Double("\(parts[0])e\(exponent + places)") ?? value
    }
}
