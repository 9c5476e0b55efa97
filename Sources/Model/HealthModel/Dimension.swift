/// The dimension of a unit as powers of base quantities. All powers are zero for plain numbers such as `count` and `%`.
package struct Dimension: Hashable, Sendable {
    /// One power for each base quantity, in the order of ``Base``. 16 bits leave room to check a product after computing it.
    private(set) var powers = SIMD16<Int16>()

    /// The base quantities. Like HealthKit, this treats special units (IU, levels, effort, diopters) as separate quantities.
    enum Base: Int {
        case mass, length, time, temperature, current, internationalUnit, soundLevel, hearingLevel, effort, angle, opticalPower, prism
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

    /// Returns true if every power is within ±`limit`. Two dimensions within ±99 can be multiplied without overflow.
    func isWithin(_ limit: Int16) -> Bool { powers.max() <= limit && powers.min() >= -limit }
}
