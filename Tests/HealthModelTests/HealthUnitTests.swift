import HealthModel
import RandomTesting
import Testing

@Suite("Unit strings")
struct HealthUnitTests {
    /// Returns the reason and the suggestion for a text that must not be a unit.
    private func error(_ text: String) -> UnitError? {
        guard case .failure(let error) = HealthUnit.parse(text) else { return nil }
        return error
    }

    @Test(
        "S8.1 Spellings that HealthKit does not have are errors with a suggestion",
        arguments: [
            ("ug", "mcg"), ("μg", "mcg"), ("µg", "mcg"), ("ug/dL", "mcg/dL"), ("kWh", "kJ"), ("Kg", "kg"), ("KG", "kg"), ("lbs", "lb"),
            ("Lb", "lb"), ("kgs", "kg"), ("KCAL", "kcal"), ("MMHG", "mmHg"), ("Min", "min"), ("h", "hr"), ("km/h", "km/hr"),
            ("bpm", "count/min"),
            ("minutes", "min"), ("°C", "degC"), (" kg", "kg"), ("mL/kg/min", "mL/kg·min"), ("inches", "in"), ("beats/min", "count/min"),
        ])
    func suggestions(text: String, suggestion: String) {
        let found = error(text)
        #expect(found?.suggestion == suggestion)
        #expect(found?.message.isEmpty == false)
    }

    @Test(
        "S8.1 Everything after the slash divides, and equal units compare equal",
        arguments: [
            ("mL/min·kg", "ml/(kg*min)"), ("mL/min·kg", "mL/min.kg"), ("mL/min·kg", "mL·min^-1·kg^-1"), ("kcal/hr·kg", "kcal/(kg*hr)"),
            ("kcal", "Cal"), ("L", "l"), ("mL", "ml"), ("mL", "cm^3"), ("Hz", "count/s"), ("W", "J/s"), ("J", "kg·m^2/s^2"),
            ("Pa", "kg/m·s^2"), ("S", "W/V^2"), ("m·m", "m^2"), ("(m/s)", "m/s"), ("%", "count"), ("kPa", "hPa·daHz/Hz"),
        ])
    func equalUnits(a: String, b: String) throws {
        let first = try #require(HealthUnit(a))
        let second = try #require(HealthUnit(b))
        #expect(first == second)
        #expect(first.hashValue == second.hashValue)
    }

    @Test("Different units are not equal", arguments: [("g", "kg"), ("m", "m^2"), ("degC", "K"), ("dBASPL", "dBHL"), ("m/s", "m·s")])
    func differentUnits(a: String, b: String) throws {
        let first = try #require(HealthUnit(a))
        let second = try #require(HealthUnit(b))
        #expect(first != second)
    }

    @Test(
        "S8.1 The longest exact name has priority over a prefix and a name",
        arguments: [
            ("min", "s", 60), ("mi", "m", 1609.344), ("ft", "m", 0.3048), ("cal", "J", 4.184), ("d", "hr", 24), ("pt_us", "mL", 473.176473),
            ("mmHg", "Pa", 101_325.0 / 760), ("cmAq", "Pa", 98.0665), ("Pa", "kPa", 0.001), ("hPa", "Pa", 100), ("dam", "m", 10),
            ("mcg", "mg", 0.001), ("dag", "g", 10), ("Gg", "g", 1e9), ("Tm", "m", 1e12), ("fs", "s", 1e-15), ("pm", "m", 1e-12),
        ] as [(String, String, Double)])
    func longestName(from: String, to: String, factor: Double) throws {
        let source = try #require(HealthUnit(from))
        let target = try #require(HealthUnit(to))
        let one = HealthUnit.convert(1, from: source, to: target)
        #expect(one == factor)
    }

    @Test(
        "S8.1 Units print with the middle dot and Apple's spelling",
        arguments: [
            ("ml/(kg*min)", "mL/kg·min"), ("mL/min·kg", "mL/min·kg"), ("kcal/(kg*hr)", "kcal/kg·hr"), ("m/s^2", "m/s^2"), ("m*m", "m^2"),
            ("(kg)", "kg"), ("min^-1", "min^-1"), ("count/min", "count/min"), ("mol<180>", "mol<180.0>"), ("kg·s^-2", "kg/s^2"),
            ("mmol<180.15588000005408>/L", "mmol<180.15588000005408>/L"), ("fl_oz_us", "fl_oz_us"), ("m/m", "count"),
        ])
    func prints(text: String, symbol: String) throws {
        let unit = try #require(HealthUnit(text))
        #expect(unit.symbol == symbol)
        let again = try #require(HealthUnit(unit.symbol))
        #expect(again == unit)
        #expect(again.symbol == unit.symbol)
    }

    @Test("Every known unit parses and prints as itself")
    func everyUnit() throws {
        let si = ["g", "m", "L", "Pa", "s", "J", "K", "S", "Hz", "V", "W", "rad", "mol<58.44>"]
        let prefixes = ["", "f", "p", "n", "mc", "m", "c", "d", "da", "h", "k", "M", "G", "T"]
        let other = [
            "oz", "lb", "st", "in", "ft", "yd", "mi", "fl_oz_us", "fl_oz_imp", "pt_us", "pt_imp", "cup_us", "cup_imp", "mmHg", "cmAq",
            "atm",
            "inHg", "dBASPL", "dBHL", "min", "hr", "d", "cal", "kcal", "Cal", "degC", "degF", "IU", "count", "%", "appleEffortScore", "deg",
            "D", "pD",
        ]
        for symbol in si.flatMap({ base in prefixes.map { $0 + base } }) + other {
            let unit = HealthUnit(symbol)
            #expect(unit?.symbol == symbol)
        }
    }

    @Test(
        "Text that is not a unit is always an error",
        arguments: [
            "", " ", "k", "mc", "da", "/", "·", "^", "^2", "()", "(", ")", "(m", "m)", "m^", "m^-", "m^x", "m^100",
            "m^99999999999999999999",
            "m/s/s", "(m/s)/s", "m//s", "m·", "·m", "m..m", "mol", "mmol/L", "mol<>", "mol<0>", "mol<-1>", "mol<nan>", "mol<inf>",
            "mol<1e3>", "mol<0.00001>", "mol<99999999999999999999>",
            "mol<", "mol<180", "kcount", "mlb", "kdegC", "\u{0}", "m\u{0}", "kg\n", "m²", "💓", "kg\u{301}", "((m^99)^99)^99",
            "((((kHz·s)^99)^99)^99)^99", "(((count^99)^99)^99)^99",
        ])
    func hostile(text: String) {
        let found = error(text)
        #expect(found != nil)
        if case .success = HealthUnit.parseForPeople(text) {
            #expect(["kg\n", "m/s/s", "(m/s)/s"].contains(text), "people may end a unit with a space, and divide twice")
        }
    }

    @Test("Long and deeply nested text is rejected at once")
    func longText() {
        let nested = String(repeating: "(", count: 10_000) + "m" + String(repeating: ")", count: 10_000)
        #expect(error(nested)?.reason == .tooLong)
        #expect(error(String(repeating: "m·", count: 500_000))?.reason == .tooLong)
        let balanced = String(repeating: "(", count: 60) + "m" + String(repeating: ")", count: 60)
        #expect(HealthUnit(balanced)?.symbol == "m")
    }

    @Test("Random strings of unit characters never crash")
    func fuzz() {
        let seed: UInt64 = 20_261_121
        var random = SplitMix64(seed: seed)
        let pieces = [
            "m", "k", "g", "mol<", "1", "80", ">", "/", "·", "*", ".", "^", "-", "(", ")", "min", "degC", "%", "count", " ", "9", "µ",
        ]
        var parsed = 0
        for _ in 0..<20_000 {
            let text = (0..<Int.random(in: 1...8, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
            guard case .success(let unit) = HealthUnit.parse(text) else { continue }
            parsed += 1
            #expect(HealthUnit(unit.symbol) == unit, "seed \(seed): \(text) prints as \(unit.symbol)")
        }
        #expect(parsed > 500, "seed \(seed)")
    }

    @Test("An unreadable unit converts only to itself")
    func unreadable() {
        let tea = HealthUnit(unreadable: "cups of tea")
        #expect(HealthUnit.convert(2, from: tea, to: tea) == 2)
        #expect(HealthUnit.convert(2, from: tea, to: .count) == nil)
        #expect(!tea.interval.isCompatible(with: .count))
        #expect(tea != HealthUnit.count)
        #expect(HealthUnit.compatibleUnits(with: tea) == [tea])
    }
}
