/// Parses units by their common names: miles, bpm, degrees Celsius.
enum PeoplesUnits {
    /// Returns the unit string for a full name or a common abbreviation, singular or plural, in any case.
    static func symbol(for text: some StringProtocol) -> String? {
        let name = foldedName(text)
        if let symbol = names[name] { return symbol }
        let singular = name.hasSuffix("s") ? String(name.dropLast()) : name
        if let symbol = names[singular] ?? si[singular] { return symbol }
        for (word, prefix) in prefixes where singular.hasPrefix(word) {
            if let base = si[String(singular.dropFirst(word.count))] { return prefix + base }
        }
        return nil
    }

    /// Returns the names under which people know a unit, for suggestions.
    static func names(of symbol: String) -> [String] {
        let direct = names.filter { $0.value == symbol }.keys.sorted()
        let metric = si.flatMap { name, base in
            ([("", "")] + prefixes).compactMap { word, prefix in prefix + base == symbol ? word + name : nil }
        }
        let all = direct + metric.sorted()
        return all + all.map { $0 + "s" }
    }

    private static let prefixes = [
        ("kilo", "k"), ("milli", "m"), ("centi", "c"), ("deci", "d"), ("micro", "mc"), ("nano", "n"), ("hecto", "h"), ("mega", "M"),
    ]

    private static let si = [
        "gram": "g", "gramme": "g", "meter": "m", "metre": "m", "liter": "L", "litre": "L", "second": "s", "joule": "J", "watt": "W",
        "pascal": "Pa", "hertz": "Hz", "volt": "V", "siemen": "S", "kelvin": "K",
    ]

    /// The units by folded name. Plurals in "s" need no entry.
    private static let names = [
        "kilo": "kg", "pound": "lb", "lbs": "lb", "ounce": "oz", "stone": "st",
        "mile": "mi", "foot": "ft", "feet": "ft", "inch": "in", "inches": "in", "yard": "yd",
        "sec": "s", "msec": "ms", "minute": "min", "mins": "min", "hour": "hr", "h": "hr", "hrs": "hr", "day": "d",
        "calorie": "kcal", "kilocalorie": "kcal", "largecalorie": "kcal", "smallcalorie": "cal",
        "celsius": "degC", "degreecelsius": "degC", "degreescelsius": "degC", "°c": "degC", "centigrade": "degC",
        "c": "degC", "ºc": "degC", "˚c": "degC", "℃": "degC", "fahrenheit": "degF", "degreefahrenheit": "degF",
        "degreesfahrenheit": "degF", "°f": "degF", "f": "degF", "ºf": "degF", "˚f": "degF", "℉": "degF",
        "percent": "%", "percentage": "%", "pct": "%", "1": "count", "beat": "count", "breath": "count", "time": "count",
        "step": "count", "stroke": "count", "flight": "count", "floor": "count", "push": "count", "pushes": "count", "fall": "count",
        "drink": "count", "bpm": "count/min", "rpm": "count/min", "brpm": "count/min", "kph": "km/hr", "kmh": "km/hr", "mph": "mi/hr",
        "decibel": "dBASPL", "db": "dBASPL", "dba": "dBASPL", "internationalunit": "IU", "u": "IU", "unit": "IU",
        "effortscore": "appleEffortScore", "diopter": "D", "dioptre": "D", "dpt": "D", "prismdiopter": "pD",
        "fluidounce": "fl_oz_us", "floz": "fl_oz_us", "usfloz": "fl_oz_us", "pint": "pt_us", "cup": "cup_us",
        "millimeterofmercury": "mmHg", "millimetersofmercury": "mmHg", "millimetreofmercury": "mmHg", "millimetresofmercury": "mmHg",
        "inchofmercury": "inHg", "inchesofmercury": "inHg", "atmosphere": "atm",
    ]
}

extension HealthUnit {
    /// The molar mass of glucose in grams, from HealthKit.
    package static let glucoseMolarMass = 180.15588000005408

    /// Returns a unit as people write it: `mmol/L` for `mmol<180.15588000005408>/L`. Apple's spelling contains the molar mass.
    package static func shown(_ symbol: String) -> String { symbol.replacing(/mol<[0-9.]+>/, with: "mol") }

    /// Returns the names under which people know the unit: `mile` and `miles` for `mi`.
    package var commonNames: [String] { PeoplesUnits.names(of: symbol) }

    /// Parses one of Apple's unit strings or a common name in any case and number (`miles`, `beats per minute`). For blood glucose it also
    /// accepts `mmol/L`. The result has Apple's spelling.
    package static func parseForPeople(_ text: String, for metric: MetricInfo? = nil) -> Result<HealthUnit, UnitError> {
        let exact = parse(text)
        guard case .failure(let error) = exact, text.utf8.count <= HealthUnitParser.longestText else { return exact }
        let isGlucose = metric?.id == MetricID("HKQuantityTypeIdentifierBloodGlucose")
        func symbol(_ part: Substring) -> String {
            let part = part.filter { !$0.isWhitespace }
            if isGlucose, part == "mmol" || part == "mol" { return "\(part)<\(glucoseMolarMass)>" }
            if UnitSymbol.named(Substring(part)) != nil { return part }
            return PeoplesUnits.symbol(for: part) ?? part
        }
        var words = text.split(whereSeparator: \.isWhitespace)
        if let per = words.firstIndex(where: { $0.lowercased() == "per" }) { words[per] = "/" }
        let parts = words.joined(separator: " ").split(separator: "/", omittingEmptySubsequences: false).map(symbol)
        // People also write mL/kg/min: everything after the first slash divides.
        let divisors = parts.dropFirst().joined(separator: "·")
        let unit = parse(parts[0] + (parts.count > 1 ? "/\(divisors)" : ""))
        if case .success = unit { return unit }
        return .failure(error)
    }

    /// Parses the unit of a row in a file, which nobody can be asked about. Nil if the text is not a unit.
    ///
    /// It accepts everything that ``parseForPeople(_:for:)`` accepts, and the spellings that the language only corrects: other capitals
    /// (`Kg`), other signs for micro (`ug`) and a second slash (`mL/kg/min`). Nothing is measured in megagrams or megaliters, so `Mg` and
    /// `ML` are milligrams and milliliters. Ounces of a metric that is measured as a volume are fluid ounces. A body mass index in `kg/m^2`
    /// is a plain number.
    package static func parseInFile(_ text: String, for metric: MetricInfo? = nil) -> HealthUnit? {
        guard text.utf8.count <= HealthUnitParser.longestText else { return nil }
        // Apple counts the body mass index without a unit.
        if metric?.id == MetricID("HKQuantityTypeIdentifierBodyMassIndex"), ["kg/m^2", "kg/m2", "kg/m²"].contains(text) {
            return HealthUnit.count
        }
        let small = ["Mg": "mg", "ML": "mL"]
        let text = text.split(separator: "/", omittingEmptySubsequences: false).map { small[String($0)] ?? String($0) }
            .joined(separator: "/")
        if case .quantity(let type)? = metric?.kind, type.storageUnit.isCompatible(with: HealthUnit(constant: "mL")),
            PeoplesUnits.symbol(for: text) == "oz" || text.lowercased() == "oz"
        {
            return HealthUnit("fl_oz_us")
        }
        // A unit of one's own, such as pills.
        if case .quantity(let type)? = metric?.kind, type.storageUnit.symbol == text { return type.storageUnit }
        if case .success(let unit) = parseForPeople(text, for: metric) { return unit }
        var parts = text.split(separator: "/", omittingEmptySubsequences: false).map { part in
            let part = part.filter { !$0.isWhitespace }
            if part.lowercased() == "mmol" { return "mmol" }
            return UnitSymbol.named(Substring(part)) == nil ? HealthUnitSuggestion.sameUnit(as: part) ?? part : part
        }
        let first = parts.removeFirst()
        let whole = parts.isEmpty ? first : first + "/" + parts.joined(separator: "·")
        if case .success(let unit) = parseForPeople(whole, for: metric) { return unit }
        return nil
    }
}
