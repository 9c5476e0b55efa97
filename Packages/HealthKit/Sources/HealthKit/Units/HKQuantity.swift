public import Foundation
@_spi(Guests) import TallyKit

/// A value with its unit.
public final class HKQuantity: NSObject, NSCopying, @unchecked Sendable {
    let unit: HKUnit
    let value: Double

    /// Creates a quantity from a value in a unit.
    public init(unit: HKUnit, doubleValue value: Double) {
        self.unit = unit
        self.value = value
    }

    /// Returns true if the quantity can be converted to a unit.
    public func `is`(compatibleWith unit: HKUnit) -> Bool { self.unit.unit.isCompatible(with: unit.unit) }

    /// Returns the value in a unit. Traps if the unit measures something else.
    public func doubleValue(for unit: HKUnit) -> Double {
        guard let value = self.unit.unit.convert(value, to: unit.unit) else {
            fatalError("Attempt to convert incompatible units: \(self.unit.unitString), \(unit.unitString)")
        }
        return value
    }

    /// Returns the order of two quantities, in the unit of this one. Traps if they measure different things.
    public func compare(_ quantity: HKQuantity) -> ComparisonResult {
        let other = quantity.doubleValue(for: unit)
        return value < other ? .orderedAscending : value > other ? .orderedDescending : .orderedSame
    }

    /// Returns true for an equal quantity, also in another unit: 1 km equals 1000 m.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? HKQuantity, other.is(compatibleWith: unit) else { return false }
        return compare(other) == .orderedSame
    }

    /// A hash that equal quantities share, so it does not depend on the unit.
    public override var hash: Int { unit.unit.dimensionHash }
    /// The value and the unit, such as `72 count/min`.
    public override var description: String {
        let text = value == value.rounded() && abs(value) < 1e15 ? String(format: "%.0f", value) : "\(value)"
        return "\(text) \(unit.unitString)"
    }
    /// Returns the quantity itself, which never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }
}
