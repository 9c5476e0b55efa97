/// Converts numbers from one unit to another; made once and applied to many.
///
/// The result is within one unit in the last place of the exact one, also for fractions such as 5/9. Equal units change nothing, bit for bit.
package struct UnitConversion: Hashable, Sendable {
    private let before: Double
    private let multiplier: Double
    private let divisor: Double
    private let after: Double

    /// The conversion between units whose zeros differ by their offsets, each in hundredths of its own degree.
    init(scale: UnitScale, fromHundredths: Double, toHundredths: Double) {
        (multiplier, divisor) = scale.quotient
        // The two offsets become one. It goes where it is a whole number of hundredths: °C → °F is ×9/5 + 32, °F → °C is (−32) × 5/9.
        let isWholeBefore = (toHundredths * divisor).truncatingRemainder(dividingBy: multiplier) == 0
        before = isWholeBefore ? (fromHundredths - toHundredths * divisor / multiplier) / 100 : 0
        after = isWholeBefore ? 0 : (fromHundredths * multiplier / divisor - toHundredths) / 100
    }

    package var isIdentity: Bool { multiplier == divisor && before == 0 && after == 0 }

    package func callAsFunction(_ value: Double) -> Double {
        if isIdentity { return value }
        let shifted = value + before
        let product = shifted * multiplier
        let quotient = product / divisor
        guard product.isFinite else { return quotient }
        // What the two roundings lost, by fused multiply-add; without it 98.6 °F would be a hair off 37 °C.
        let lost = (-product).addingProduct(shifted, multiplier)
        let remainder = product.addingProduct(-quotient, divisor) + lost
        return quotient + remainder / divisor + after
    }
}
