import Foundation
import HealthKit
import TallyKit
import Testing

/// Units and quantities of the module HealthKit. Sizes and texts come from Apple's documentation and the definitions of the units.
@Suite("HKUnit and HKQuantity")
struct UnitTests {
    @Test(
        "A unit prints its factors in the order of construction, with one slash before all divisors",
        arguments: [
            (HKUnit.count().unitDivided(by: .minute()), "count/min"),
            (HKUnit.gramUnit(with: .milli).unitDivided(by: .literUnit(with: .deci)), "mg/dL"),
            (HKUnit.literUnit(with: .milli).unitDivided(by: HKUnit.gramUnit(with: .kilo).unitMultiplied(by: .minute())), "mL/kg·min"),
            (HKUnit.meter().unitRaised(toPower: 2), "m^2"), (HKUnit.second().reciprocal(), "s^-1"),
            (HKUnit.meter().unitMultiplied(by: .second()), "m·s"), (HKUnit.second().unitMultiplied(by: .meter()), "s·m"),
            (HKUnit.meter().unitDivided(by: .meter()), "()"), (HKUnit.count().unitDivided(by: .count()), "()"),
            (HKUnit(from: "ml/(kg*min)"), "mL/kg·min"), (HKUnit.percent(), "%"), (HKUnit(from: "kcal"), "kcal"),
            (HKUnit.meter().unitDivided(by: .meter()).unitMultiplied(by: .gram()), "g"),
        ])
    func text(unit: HKUnit, text: String) { #expect(unit.unitString == text) }

    @Test("Units with the same text are equal, and others are not, even if they are compatible")
    func equality() {
        #expect(HKUnit(from: "count/min") == HKUnit.count().unitDivided(by: .minute()))
        #expect(HKUnit.joule() != HKUnit.jouleUnit(with: .kilo) && HKUnit.largeCalorie() != HKUnit.kilocalorie())
        #expect(Set([HKUnit.gram(), HKUnit(from: "g")]).count == 1)
        #expect(HKUnit.meter().unitDivided(by: .meter()).isNull() && !HKUnit.count().isNull())
    }

    @Test(
        "A value converts to every compatible unit",
        arguments: [
            (1, HKUnit.mile(), HKUnit.meter(), 1609.344), (1, .pound(), .gram(), 453.59237), (1, .stone(), .pound(), 14),
            (100, .degreeCelsius(), .degreeFahrenheit(), 212), (0, .degreeCelsius(), .kelvin(), 273.15),
            (1, .kilocalorie(), .joule(), 4184), (1, .largeCalorie(), .kilocalorie(), 1), (0.5, .percent(), .count(), 0.5),
            (72, HKUnit(from: "count/min"), .hertz(), 1.2), (1, .hour(), .second(), 3600), (1, .day(), .hour(), 24),
            (
                5.5, HKUnit.moleUnit(with: .milli, molarMass: HKUnitMolarMassBloodGlucose).unitDivided(by: .liter()), HKUnit(from: "mg/dL"),
                99.0857340000297
            ),
        ])
    func conversion(value: Double, unit: HKUnit, other: HKUnit, expected: Double) {
        let quantity = HKQuantity(unit: unit, doubleValue: value)
        #expect(quantity.is(compatibleWith: other))
        #expect(abs(quantity.doubleValue(for: other) - expected) < 1e-9 * max(1, expected))
        #expect(quantity.doubleValue(for: unit) == value)
    }

    @Test("Quantities compare across units, and equal ones have equal hashes")
    func comparing() {
        let (kilometer, meters) = (
            HKQuantity(unit: .meterUnit(with: .kilo), doubleValue: 1), HKQuantity(unit: .meter(), doubleValue: 1000)
        )
        #expect(kilometer == meters && kilometer.hash == meters.hash)
        #expect(kilometer.compare(HKQuantity(unit: .mile(), doubleValue: 1)) == .orderedAscending)
        #expect(!kilometer.is(compatibleWith: .gram()) && kilometer != HKQuantity(unit: .gram(), doubleValue: 1000))
        #expect(HKQuantity(unit: HKUnit(from: "count/min"), doubleValue: 72).description == "72 count/min")
    }

    @Test("A prefix makes the unit that its text names")
    func prefixes() {
        let prefixes: [(HKMetricPrefix, String)] = [
            (.none, "g"), (.femto, "fg"), (.pico, "pg"), (.nano, "ng"), (.micro, "mcg"), (.milli, "mg"), (.centi, "cg"), (.deci, "dg"),
            (.deca, "dag"), (.hecto, "hg"), (.kilo, "kg"), (.mega, "Mg"), (.giga, "Gg"), (.tera, "Tg"),
        ]
        for (prefix, text) in prefixes { #expect(HKUnit.gramUnit(with: prefix).unitString == text) }
    }

    @Test("Incompatible units, and texts that name no unit, end the program with both units or the text")
    func traps() async {
        await #expect(processExitsWith: .failure) {
            _ = HKQuantity(unit: .meter(), doubleValue: 1).doubleValue(for: .gram())
        }
        await #expect(processExitsWith: .failure) { _ = HKUnit(from: "parsec") }
        await #expect(processExitsWith: .failure) { _ = HKQuantityType(HKQuantityTypeIdentifier(rawValue: "steps")) }
    }
}
