/// The size of a unit in base units, as `numerator / denominator × 10^decimalExponent`.
///
/// A fraction of whole numbers is exact, unlike a single double: 1 m is 1/1000 km, and 1 °F is 5/9 K. The fraction is normalized, so units
/// of equal size are equal regardless of how they were written.
struct UnitScale: Hashable, Sendable {
    private(set) var numerator: Double
    private(set) var denominator: Double
    private(set) var decimalExponent: Int

    static let one = UnitScale(1)

    init(_ numerator: Double, over denominator: Double = 1, tens decimalExponent: Int = 0) {
        self.numerator = numerator
        self.denominator = denominator
        self.decimalExponent = decimalExponent
        normalize()
    }

    /// True if further arithmetic can use the size.
    var isUsable: Bool {
        numerator.isFinite && denominator.isFinite && numerator > 0 && denominator > 0 && abs(decimalExponent) <= 300
    }

    var isPowerOfTen: Bool { numerator == denominator }

    var reciprocal: UnitScale { UnitScale(denominator, over: numerator, tens: -decimalExponent) }

    static func * (a: UnitScale, b: UnitScale) -> UnitScale {
        UnitScale(a.numerator * b.numerator, over: a.denominator * b.denominator, tens: a.decimalExponent + b.decimalExponent)
    }

    func raised(to power: Int) -> UnitScale {
        var result = UnitScale.one
        let factor = power < 0 ? reciprocal : self
        for _ in 0..<abs(power) { result = result * factor }
        return result
    }

    /// The size as a multiplier and a divisor. Both are whole numbers if those of the fraction are.
    var quotient: (multiplier: Double, divisor: Double) {
        var tens = 1.0
        for _ in 0..<abs(decimalExponent) { tens *= 10 }
        return decimalExponent < 0 ? (numerator, denominator * tens) : (numerator * tens, denominator)
    }

    /// Cancels common factors and moves all powers of ten to the exponent. Numbers that are too large or not whole (molar masses) do not
    /// change.
    private mutating func normalize() {
        guard isUsable, isExact(numerator), isExact(denominator) else { return }
        var divisor = numerator
        var remainder = denominator
        while remainder != 0 { (divisor, remainder) = (remainder, divisor.truncatingRemainder(dividingBy: remainder)) }
        numerator /= divisor
        denominator /= divisor
        while denominator.isMultiple(of: 5) {
            denominator /= 5
            numerator *= 2
            decimalExponent -= 1
        }
        while denominator.isMultiple(of: 2) {
            denominator /= 2
            numerator *= 5
            decimalExponent -= 1
        }
        while numerator.isMultiple(of: 10) {
            numerator /= 10
            decimalExponent += 1
        }
    }

    /// Returns true if `number` is whole and small enough for doubles to be exact.
    private func isExact(_ number: Double) -> Bool { number == number.rounded() && number < 0x1p53 }
}

extension Double {
    fileprivate func isMultiple(of other: Double) -> Bool { truncatingRemainder(dividingBy: other) == 0 }
}
