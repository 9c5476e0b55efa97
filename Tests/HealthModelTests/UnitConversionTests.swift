import HealthModel
import RandomTesting
import Testing

@Suite("Conversion of units")
struct UnitConversionTests {
    private func convert(_ value: Double, _ from: String, _ to: String) throws -> Double? {
        HealthUnit.convert(value, from: try #require(HealthUnit(from)), to: try #require(HealthUnit(to)))
    }

    @Test(
        "S8.2 Constants",
        arguments: [
            (1, "kcal", "kJ", 4.184), (1, "Cal", "kJ", 4.184), (1, "Cal", "kcal", 1), (1, "kcal", "cal", 1000), (1, "lb", "g", 453.59237),
            (1, "oz", "g", 28.349523125), (1, "st", "g", 6350.29318), (1, "st", "lb", 14), (1, "lb", "oz", 16), (1, "mi", "m", 1609.344),
            (1, "mi", "ft", 5280), (1, "yd", "ft", 3), (1, "ft", "in", 12), (1, "in", "cm", 2.54), (760, "mmHg", "Pa", 101_325),
            (1, "atm", "mmHg", 760), (1, "inHg", "Pa", 3386.38816), (1, "fl_oz_us", "mL", 29.5735295625),
            (1, "fl_oz_imp", "mL", 28.4130625),
            (1, "pt_us", "fl_oz_us", 16), (1, "pt_imp", "fl_oz_imp", 20), (1, "cup_us", "fl_oz_us", 8), (1, "cup_imp", "fl_oz_imp", 10),
            (1, "d", "min", 1440), (72, "count/min", "count/s", 1.2), (36, "km/hr", "m/s", 10), (1, "mcS", "S", 1e-6),
            (0.97, "%", "count", 0.97), (1, "cmAq", "Pa", 98.0665), (1, "L", "m^3", 0.001),
        ] as [(Double, String, String, Double)])
    func constants(value: Double, from: String, to: String, expected: Double) throws {
        let found = try convert(value, from, to)
        #expect(found == expected)
    }

    @Test("S8.2 1 mmol of glucose per liter is 18.015588 mg/dL")
    func glucose() throws {
        let mmol = "mmol<180.15588000005408>/L"
        let one = try #require(try convert(1, mmol, "mg/dL"))
        #expect(abs(one - 18.015588) < 1e-9)
        let back = try #require(try convert(18.015588000005408, "mg/dL", mmol))
        #expect(abs(back - 1) < 1e-15)
        let olderSpelling = try #require(try convert(1, "mmol<180.1558800000541>/L", "mg/dL"))
        #expect(abs(olderSpelling - 18.015588) < 1e-9)
    }

    @Test(
        "S8.2 Degrees are affine",
        arguments: [
            (37, "degC", "degF", 98.6), (98.6, "degF", "degC", 37), (-40, "degC", "degF", -40), (0, "degC", "K", 273.15),
            (32, "degF", "degC", 0), (0, "K", "degC", -273.15), (0, "K", "degF", -459.67), (-459.67, "degF", "K", 0),
            (100, "degC", "degF", 212), (36.6, "degC", "degF", 97.88), (0, "mK", "degC", -273.15),
        ] as [(Double, String, String, Double)])
    func degrees(value: Double, from: String, to: String, expected: Double) throws {
        let found = try convert(value, from, to)
        #expect(found == expected)
    }

    @Test("S8.2 A degree in a compound unit is an interval")
    func degreesInCompounds() throws {
        let perHour = try convert(1.8, "degF/hr", "degC/hr")
        #expect(perHour == 1)
        let perKelvin = try convert(5, "J/degC", "J/K")
        #expect(perKelvin == 5)
        let celsius = try #require(HealthUnit("degC"))
        let fahrenheit = try #require(HealthUnit("degF"))
        let deviation = HealthUnit.convert(10, from: celsius.interval, to: fahrenheit.interval)
        #expect(deviation == 18)
    }

    @Test(
        "Decimals are exact when a prefix changes",
        arguments: [
            (0.00288, "km", "m", 2.88), (2.88, "m", "km", 0.00288), (1.005, "kg", "g", 1005), (0.1, "L", "mL", 100),
            (1e-7, "km", "cm", 0.01),
            (-0.3, "g", "mg", -300), (1.1, "kcal", "cal", 1100), (1.7e-300, "km", "m", 1.7e-297),
        ] as [(Double, String, String, Double)])
    func decimals(value: Double, from: String, to: String, expected: Double) throws {
        let found = try convert(value, from, to)
        #expect(found == expected)
    }

    @Test("A decimal with up to 17 digits becomes the double nearest to it with its point moved")
    func shiftedDecimals() throws {
        let seed: UInt64 = 7
        var random = SplitMix64(seed: seed)
        for (from, to, places) in [("g", "kg", -3), ("kcal", "cal", 3), ("mm", "km", -6), ("km", "cm", 5), ("mcg", "Gg", -15)] {
            for _ in 0..<2000 {
                let divisor = try #require([1, 100, 100_000, 10_000_000_000].randomElement(using: &random))
                let whole = Int.random(in: 0..<100_000_000_000_000_000, using: &random) / divisor
                let decimals = Int.random(in: 0...9, using: &random)
                let value = try #require(Double("-\(whole)e-\(decimals)"))
                // The shortest text of a double is the decimal that people mean.
                let meant = "\(value)".contains("e") ? "\(value)".split(separator: "e").map(String.init) : ["\(value)", "0"]
                let expected = try #require(Double("\(meant[0])e\((Int(meant[1]) ?? 0) + places)"))
                let found = try convert(value, from, to)
                #expect(found?.bitPattern == expected.bitPattern, "seed \(seed): \(value) \(from) → \(to)")
            }
        }
    }

    @Test("Equal units change no bit", arguments: [0.1, -0.0, .infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 1.0 / 3])
    func identity(value: Double) throws {
        for (from, to) in [("kcal", "Cal"), ("mL/min·kg", "ml/(kg*min)"), ("degC", "degC"), ("%", "count")] {
            let found = try convert(value, from, to)
            #expect(found?.bitPattern == value.bitPattern)
        }
    }

    @Test("Values without an equivalent unit give nil", arguments: [("kg", "m"), ("count", "count/min"), ("dBASPL", "Pa"), ("IU", "mg")])
    func incompatible(from: String, to: String) throws {
        let found = try convert(1, from, to)
        #expect(found == nil)
    }

    @Test("Infinite and overflowing values do not change")
    func extremes() throws {
        #expect(try convert(.infinity, "mi", "km") == .infinity)
        #expect(try convert(.infinity, "km", "m") == .infinity)
        #expect(try convert(.greatestFiniteMagnitude, "km", "m") == .infinity)
        #expect(try convert(.greatestFiniteMagnitude, "mi", "m") == .infinity)
        #expect(try convert(.nan, "degC", "degF")?.isNaN == true)
    }

    @Test("Values can be converted to every unit and back")
    func roundTrip() throws {
        let seed: UInt64 = 42
        var random = SplitMix64(seed: seed)
        for unit in HealthUnit.sensible {
            for other in HealthUnit.compatibleUnits(with: unit) {
                for _ in 0..<40 {
                    let value = (Double.random(in: -500...5000, using: &random) * 1000).rounded() / 1000
                    let there = try #require(HealthUnit.convert(value, from: unit, to: other))
                    let back = try #require(HealthUnit.convert(there, from: other, to: unit))
                    // An offset costs digits of a small value, so compare with the size of the offset.
                    let tolerance = max(abs(value), unit.symbol.hasPrefix("deg") || unit.symbol == "K" ? 500 : 0) * 4e-16
                    #expect(abs(back - value) <= tolerance, "seed \(seed): \(value) \(unit) → \(there) \(other) → \(back)")
                }
            }
        }
    }
}
