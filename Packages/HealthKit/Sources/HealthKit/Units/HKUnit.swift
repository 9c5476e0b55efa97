public import Foundation
@_spi(Guests) import TallyKit

/// A unit of measure, such as `count/min` or `kcal`.
///
/// Units are equal if their texts are, as in HealthKit: `kJ` and `J` are compatible, and not equal.
public final class HKUnit: NSObject, NSCopying, @unchecked Sendable {
    let unit: UnitOfMeasure

    init(_ unit: UnitOfMeasure) { self.unit = unit }

    /// Creates the unit that a text names, such as `mg/dL` or `mL/(kg*min)`. Traps if the text names none.
    public convenience init(from string: String) {
        do throws(UnitOfMeasure.ParseError) {
            self.init(try UnitOfMeasure(parsing: string))
        } catch {
            fatalError("Unable to parse factorization string \"\(string)\": \(error.message)")
        }
    }

    /// The text of the unit: factors in the order of construction, `·` between them, and one `/` before all divisors.
    ///
    /// The unit without factors is `()`.
    public var unitString: String { isNull() ? "()" : unit.symbol }

    /// Returns true for the unit without factors, which divides two equal units.
    public func isNull() -> Bool { unit.symbol.isEmpty }

    // MARK: Products

    /// Returns the product of this unit and another one.
    public func unitMultiplied(by unit: HKUnit) -> HKUnit { product(with: unit, power: 1) }

    /// Returns this unit divided by another one, such as `count/min`.
    public func unitDivided(by unit: HKUnit) -> HKUnit { product(with: unit, power: -1) }

    /// Returns a power of this unit, such as `m^2`.
    public func unitRaised(toPower power: Int) -> HKUnit { product(with: self, power: power - 1) }

    /// Returns one divided by this unit.
    public func reciprocal() -> HKUnit { product(with: self, power: -2) }

    private func product(with other: HKUnit, power: Int) -> HKUnit {
        guard let product = unit.multiplied(by: other.unit, toPower: power) else {
            fatalError("Unable to multiply \(unitString) by \(other.unitString) to the power \(power)")
        }
        return HKUnit(product)
    }

    // MARK: NSObject

    /// Returns true for a unit with the same text.
    public override func isEqual(_ object: Any?) -> Bool { (object as? HKUnit)?.unitString == unitString }
    /// A hash of the text.
    public override var hash: Int { unitString.hashValue }
    /// The text of the unit.
    public override var description: String { unitString }
    /// Returns the unit itself, which never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }
}
