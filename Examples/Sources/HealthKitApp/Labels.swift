import HealthKit

/// Writes quantities in units that people know.
enum Labels {
    static func distance(_ quantity: HKQuantity, miles: Bool) -> String {
        let unit: HKUnit = miles ? .mile() : .meterUnit(with: .kilo)
        return String(format: "%.2f %@", quantity.doubleValue(for: unit), unit.unitString)
    }

    static func kilojoules(_ quantity: HKQuantity) -> Double { quantity.doubleValue(for: .jouleUnit(with: .kilo)) }

    /// The number of a quantity in a unit that is written as text; nil if the quantity does not have the unit.
    static func value(_ quantity: HKQuantity, in unit: String) -> Double? {
        let unit = HKUnit(from: unit)
        return quantity.is(compatibleWith: unit) ? quantity.doubleValue(for: unit) : nil
    }

    /// Oxygen saturation is a fraction, which people read in percent.
    static func percent(_ quantity: HKQuantity) -> String { "\(Int((quantity.doubleValue(for: .percent()) * 100).rounded())) %" }
}
