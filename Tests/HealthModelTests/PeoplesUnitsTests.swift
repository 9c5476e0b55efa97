import HealthModel
import Testing

@Suite("Units by common names")
struct PeoplesUnitsTests {
    private func symbol(_ text: String, for metric: String? = nil) -> String? {
        var info: MetricInfo?
        if let metric, case .known(let found) = MetricCatalog.resolve(name: metric) { info = found }
        guard case .success(let unit) = HealthUnit.parseForPeople(text, for: info) else { return nil }
        return unit.symbol
    }

    @Test(
        "Full names, plurals and common abbreviations",
        arguments: [
            ("miles", "mi"), ("mile", "mi"), ("Miles", "mi"), ("kilometers", "km"), ("kilometres", "km"), ("meters", "m"), ("metre", "m"),
            ("centimeters", "cm"), ("feet", "ft"), ("foot", "ft"), ("inches", "in"), ("inch", "in"), ("yards", "yd"), ("pounds", "lb"),
            ("lbs", "lb"), ("kilograms", "kg"), ("kilos", "kg"), ("grams", "g"), ("milligrams", "mg"), ("micrograms", "mcg"),
            ("ounces", "oz"),
            ("stones", "st"), ("stone", "st"), ("minutes", "min"), ("minute", "min"), ("mins", "min"), ("hours", "hr"), ("h", "hr"),
            ("hrs", "hr"), ("seconds", "s"), ("milliseconds", "ms"), ("days", "d"), ("celsius", "degC"), ("degrees Celsius", "degC"),
            ("°F", "degF"), ("fahrenheit", "degF"), ("kelvin", "K"), ("bpm", "count/min"), ("BPM", "count/min"), ("beats/min", "count/min"),
            ("beats per minute", "count/min"), ("breaths/min", "count/min"), ("breaths per minute", "count/min"), ("calories", "kcal"),
            ("kilocalories", "kcal"), ("kilojoules", "kJ"), ("joules", "J"), ("percent", "%"), ("liters", "L"), ("litres", "L"),
            ("milliliters", "mL"), ("watts", "W"), ("decibels", "dBASPL"), ("dB", "dBASPL"), ("kph", "km/hr"), ("km/h", "km/hr"),
            ("mph", "mi/hr"), ("miles per hour", "mi/hr"), ("meters per second", "m/s"), ("fluid ounces", "fl_oz_us"), ("cups", "cup_us"),
            ("kcal", "kcal"), ("Cal", "Cal"), ("mg / dL", "mg/dL"), (" kg ", "kg"), ("millimeters of mercury", "mmHg"), ("hertz", "Hz"),
            ("steps", "count"), ("litres per minute", "L/min"),
        ])
    func names(text: String, expected: String) {
        let found = symbol(text)
        #expect(found == expected)
    }

    @Test(
        "S8.1 Wrong symbols are still errors",
        arguments: ["ug", "μg", "kWh", "Kg", "furlongs", "", "per", "miles per", "m per s per s", "mmol/L"])
    func errors(text: String) {
        #expect(symbol(text) == nil)
    }

    @Test(
        "A file can have all names that people use, and spellings that the language corrects",
        arguments: [
            ("Kg", "kg", "weight"), ("LBS", "lb", "weight"), ("ug", "mcg", "dietaryVitaminC"), ("μg", "mcg", "dietaryVitaminC"),
            ("MG", "mg", "dietarySodium"), ("Mg", "mg", "dietarySodium"), ("ML", "mL", "dietaryWater"), ("oz", "fl_oz_us", "dietaryWater"),
            ("ounces", "fl_oz_us", "dietaryWater"), ("oz", "oz", "weight"), ("mL/kg/min", "mL/kg·min", "vo2Max"),
            ("ML/KG/MIN", "mL/kg·min", "vo2Max"), ("MMOL/L", "mmol<180.15588000005408>/L", "glucose"), ("KCAL", "kcal", "activeEnergy"),
            ("C", "degC", "bodyTemperature"), ("F", "degF", "bodyTemperature"), ("ºC", "degC", "bodyTemperature"),
            ("℉", "degF", "bodyTemperature"), ("BPM", "count/min", "heartRate"), ("Beats/Minute", "count/min", "heartRate"),
        ])
    func inFiles(text: String, expected: String, metric: String) {
        var info: MetricInfo?
        if case .known(let found) = MetricCatalog.resolve(name: metric) { info = found }
        let found = HealthUnit.parseInFile(text, for: info)?.symbol
        #expect(found == expected)
    }

    @Test("A unit that HealthKit does not have is not a unit of a file either", arguments: ["kWh", "furlongs", "", "12", "kg2"])
    func notInFiles(text: String) { #expect(HealthUnit.parseInFile(text) == nil) }

    @Test("mmol/L means glucose only for blood glucose", arguments: ["mmol/L", "mmol/l", "mmol per litre"])
    func glucose(text: String) {
        #expect(symbol(text, for: "glucose") == "mmol<180.15588000005408>/L")
        #expect(symbol(text, for: "weight") == nil)
    }

    @Test(
        "S8.2 Units are shown without the molar mass",
        arguments: [
            ("mmol<180.15588000005408>/L", "mmol/L"), ("mol<180.1558800000541>", "mol"), ("mg/dL", "mg/dL"), ("mL/min·kg", "mL/min·kg"),
        ])
    func shown(symbol: String, expected: String) { #expect(HealthUnit.shown(symbol) == expected) }

    @Test(
        "S8.3 Compatible units, with the usual one first",
        arguments: [
            ("J", "kcal Cal kJ J cal"), ("lb", "kg g mg mcg lb oz st"), ("degF", "degC degF K"), ("%", "count %"),
            ("mg/dL", "mg/dL mmol<180.15588000005408>/L g/L"), ("dBASPL", "dBASPL"),
            ("count/min", "count/min count/s count/hr Hz"), ("m/min", "km/hr m/s m/min mi/hr ft/s"),
        ])
    func compatible(text: String, expected: String) throws {
        let unit = try #require(HealthUnit(text))
        let symbols = HealthUnit.compatibleUnits(with: unit).map(\.symbol).joined(separator: " ")
        #expect(symbols == expected)
    }
}
