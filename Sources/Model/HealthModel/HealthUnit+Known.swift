extension HealthUnit {
    package static let count = HealthUnit(constant: "count")
    package static let percent = HealthUnit(constant: "%")
    package static let second = HealthUnit(constant: "s")
    package static let minute = HealthUnit(constant: "min")
    package static let hour = HealthUnit(constant: "hr")
    package static let kilocalorie = HealthUnit(constant: "kcal")

    /// The unit that `symbol` spells in our own tables.
    init(constant symbol: String) {
        guard let unit = HealthUnit(symbol) else { preconditionFailure("“\(symbol)” in a table is no unit") }
        self = unit
    }

    /// Units that people may want, for completion and lists, the usual one of each dimension first.
    package static let sensible: [HealthUnit] = [
        "kcal", "Cal", "kJ", "J", "cal", "km", "m", "cm", "mm", "mi", "yd", "ft", "in", "kg", "g", "mg", "mcg", "lb", "oz", "st",
        "hr", "min", "s", "ms", "d", "count", "%", "count/min", "count/s", "count/hr", "Hz", "degC", "degF", "K",
        "L", "dL", "mL", "fl_oz_us", "fl_oz_imp", "cup_us", "cup_imp", "pt_us", "pt_imp", "mmHg", "Pa", "kPa", "cmAq", "inHg", "atm",
        "mg/dL", "mmol<\(glucoseMolarMass)>/L", "g/L", "km/hr", "m/s", "m/min", "mi/hr", "ft/s", "L/min", "L/s", "mL/s", "W", "kW",
        "mL/min·kg", "kcal/hr·kg", "mcS", "S", "dBASPL", "dBHL", "IU", "appleEffortScore",
    ].map(HealthUnit.init(constant:))

    /// Returns the units worth offering in place of `unit`, itself among them.
    package static func compatibleUnits(with unit: HealthUnit) -> [HealthUnit] {
        // Parts of a hundred are counts to arithmetic, and to nobody else: steps are not offered in percent.
        let compatible = sensible.filter { $0.isCompatible(with: unit) && (unit.symbol != "count" || $0.symbol != "%") }
        return compatible.contains { $0.symbol == unit.symbol } ? compatible : [unit] + compatible
    }
}
