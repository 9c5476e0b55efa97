extension HealthUnit {
    package static let count = HealthUnit(constant: "count")
    package static let percent = HealthUnit(constant: "%")
    package static let second = HealthUnit(constant: "s")
    package static let minute = HealthUnit(constant: "min")
    package static let hour = HealthUnit(constant: "hr")
    package static let kilocalorie = HealthUnit(constant: "kcal")

    /// Creates a unit from a symbol in the program's tables.
    init(constant symbol: String) {
        guard let unit = HealthUnit(symbol) else { preconditionFailure("“\(symbol)” in a table is not a unit") }
        self = unit
    }

    /// Common units for completion and lists. The usual unit of each dimension comes first.
    package static let sensible: [HealthUnit] = [
        "kcal", "Cal", "kJ", "J", "cal", "km", "m", "cm", "mm", "mi", "yd", "ft", "in", "kg", "g", "mg", "mcg", "lb", "oz", "st",
        "hr", "min", "s", "ms", "d", "count", "%", "count/min", "count/s", "count/hr", "Hz", "degC", "degF", "K",
        "L", "dL", "mL", "fl_oz_us", "fl_oz_imp", "cup_us", "cup_imp", "pt_us", "pt_imp", "mmHg", "Pa", "kPa", "cmAq", "inHg", "atm",
        "mg/dL", "mmol<\(glucoseMolarMass)>/L", "g/L", "km/hr", "m/s", "m/min", "mi/hr", "ft/s", "L/min", "L/s", "mL/s", "W", "kW",
        "mL/min·kg", "kcal/hr·kg", "mcS", "S", "dBASPL", "dBHL", "IU", "appleEffortScore", "D", "pD", "deg",
    ].map(HealthUnit.init(constant:))

    /// Returns the units to offer as alternatives to `unit`, including `unit`.
    package static func compatibleUnits(with unit: HealthUnit) -> [HealthUnit] {
        // A percentage is arithmetically a count, but it makes no sense to offer steps in percent.
        let compatible = sensible.filter { $0.isCompatible(with: unit) && (unit.symbol != "count" || $0.symbol != "%") }
        return compatible.contains { $0.symbol == unit.symbol } ? compatible : [unit] + compatible
    }

    /// Returns the names of the units to offer as alternatives to `unit`, as people write them.
    package static func namesOfCompatibleUnits(with unit: HealthUnit) -> [String] { compatibleUnits(with: unit).map { shown($0.symbol) } }
}
