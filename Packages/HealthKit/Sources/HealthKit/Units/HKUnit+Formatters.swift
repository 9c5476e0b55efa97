public import Foundation

/// Units that Foundation's formatters have, too.
extension HKUnit {
    /// Creates the unit of mass that a formatter calls so.
    public convenience init(from massFormatterUnit: MassFormatter.Unit) {
        self.init(from: FormatterUnits.mass.symbol(of: massFormatterUnit))
    }

    /// Creates the unit of length that a formatter calls so.
    public convenience init(from lengthFormatterUnit: LengthFormatter.Unit) {
        self.init(from: FormatterUnits.length.symbol(of: lengthFormatterUnit))
    }

    /// Creates the unit of energy that a formatter calls so. Its calorie is the small one.
    public convenience init(from energyFormatterUnit: EnergyFormatter.Unit) {
        self.init(from: FormatterUnits.energy.symbol(of: energyFormatterUnit))
    }

    /// Returns the formatter's unit for a unit of mass. Traps if formatters have none.
    public class func massFormatterUnit(from unit: HKUnit) -> MassFormatter.Unit { FormatterUnits.mass.unit(of: unit) }

    /// Returns the formatter's unit for a unit of length. Traps if formatters have none.
    public class func lengthFormatterUnit(from unit: HKUnit) -> LengthFormatter.Unit { FormatterUnits.length.unit(of: unit) }

    /// Returns the formatter's unit for a unit of energy. Traps if formatters have none.
    public class func energyFormatterUnit(from unit: HKUnit) -> EnergyFormatter.Unit { FormatterUnits.energy.unit(of: unit) }
}

/// The units of a formatter and their symbols in HealthKit.
private struct FormatterUnits<Unit: Equatable & Sendable>: Sendable {
    let symbols: [(unit: Unit, symbol: String)]
    let quantity: String

    func symbol(of unit: Unit) -> String { symbols.first { $0.unit == unit }?.symbol ?? "" }

    func unit(of unit: HKUnit) -> Unit {
        guard let known = symbols.first(where: { $0.symbol == unit.unitString }) else {
            fatalError("Formatters have no unit of \(quantity) for \(unit.unitString)")
        }
        return known.unit
    }
}

extension FormatterUnits<MassFormatter.Unit> {
    static let mass = FormatterUnits(
        symbols: [(.gram, "g"), (.kilogram, "kg"), (.ounce, "oz"), (.pound, "lb"), (.stone, "st")], quantity: "mass")
}

extension FormatterUnits<LengthFormatter.Unit> {
    static let length = FormatterUnits(
        symbols: [
            (.millimeter, "mm"), (.centimeter, "cm"), (.meter, "m"), (.kilometer, "km"), (.inch, "in"), (.foot, "ft"), (.yard, "yd"),
            (.mile, "mi"),
        ], quantity: "length")
}

extension FormatterUnits<EnergyFormatter.Unit> {
    static let energy = FormatterUnits(
        symbols: [(.joule, "J"), (.kilojoule, "kJ"), (.calorie, "cal"), (.kilocalorie, "kcal")], quantity: "energy")
}
