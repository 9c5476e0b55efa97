/// The dimension of a unit as powers of base quantities; all zero for plain numbers such as `count` and `%`.
package struct Dimension: Hashable, Sendable {
    /// One power for each base quantity, in the order of ``Base``. Sixteen bits let a product be checked after it is made.
    private(set) var powers = SIMD16<Int16>()

    /// What cannot be expressed by anything else. HealthKit keeps its own units (IU, levels, effort) apart likewise.
    enum Base: Int {
        case mass, length, time, temperature, current, internationalUnit, soundLevel, hearingLevel, effort
    }

    package static let none = Dimension()

    init(_ powers: KeyValuePairs<Base, Int16> = [:]) {
        for (base, power) in powers { self.powers[base.rawValue] = power }
    }

    static func * (a: Dimension, b: Dimension) -> Dimension {
        var product = a
        product.powers &+= b.powers
        return product
    }

    func raised(to power: Int) -> Dimension {
        var result = self
        result.powers &*= SIMD16(repeating: Int16(power))
        return result
    }

    /// Whether every power is within ±`limit`; two dimensions within 99 multiply without overflow.
    func isWithin(_ limit: Int16) -> Bool { powers.max() <= limit && powers.min() >= -limit }
}
