/// A unit without operators: `g`, `mg`, `fl_oz_us`, `mmol<180.156>`.
struct UnitSymbol {
    /// Apple's spelling.
    var name: String
    var dimension: Dimension
    var scale: UnitScale
    var zeroHundredths = 0.0

    /// Returns the unit with exactly this name. An exact name has priority over a prefix and a name: `min` is a minute, `ft` is a foot.
    static func named(_ name: Substring) -> UnitSymbol? {
        if let symbol = exact[name] ?? si[name] { return symbol }
        for (prefix, tens) in prefixes where name.hasPrefix(prefix) {
            let rest = name.dropFirst(prefix.count)
            guard let base = si[rest] ?? moles(rest) else { continue }
            return UnitSymbol(name: prefix + base.name, dimension: base.dimension, scale: base.scale * UnitScale(1, tens: tens))
        }
        return moles(name)
    }

    /// All symbols except moles. Prefixed symbols have only common prefixes.
    static let common: [String] = {
        let bases = si.keys.sorted().map(String.init)
        let prefixed = ["k", "m", "c", "d", "mc", "M"].flatMap { prefix in bases.map { prefix + $0 } }
        return exact.keys.sorted().map(String.init) + bases + prefixed
    }()

    static let prefixes: [(name: String, tens: Int)] = [
        ("mc", -6), ("da", 1), ("f", -15), ("p", -12), ("n", -9), ("m", -3), ("c", -2), ("d", -1), ("h", 2), ("k", 3), ("M", 6), ("G", 9),
        ("T", 12),
    ]

    /// Parses `mol<M>`, an amount of a substance with a mass of *M* grams per mole. The bounds ensure that *M* prints without an exponent.
    private static func moles(_ name: Substring) -> UnitSymbol? {
        guard name.hasPrefix("mol<"), name.hasSuffix(">") else { return nil }
        let digits = name.dropFirst(4).dropLast()
        guard digits.utf8.allSatisfy({ $0 == UInt8(ascii: ".") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let grams = Double(digits), (0.001...1e12).contains(grams)
        else { return nil }
        return UnitSymbol(name: "mol<\(grams)>", dimension: mass, scale: UnitScale(grams))
    }

    private static let mass = Dimension([.mass: 1])
    private static let length = Dimension([.length: 1])
    private static let volume = Dimension([.length: 3])
    private static let time = Dimension([.time: 1])
    private static let pressure = Dimension([.mass: 1, .length: -1, .time: -2])
    private static let energy = Dimension([.mass: 1, .length: 2, .time: -2])
    private static let temperature = Dimension([.temperature: 1])

    /// The units that accept prefixes. The base units are gram, meter, second, kelvin, ampere and degree.
    private static let si = table([
        UnitSymbol(name: "g", dimension: mass, scale: .one),
        UnitSymbol(name: "m", dimension: length, scale: .one),
        UnitSymbol(name: "L", dimension: volume, scale: UnitScale(1, tens: -3)),
        UnitSymbol(name: "s", dimension: time, scale: .one),
        UnitSymbol(name: "Pa", dimension: pressure, scale: UnitScale(1, tens: 3)),
        UnitSymbol(name: "J", dimension: energy, scale: UnitScale(1, tens: 3)),
        UnitSymbol(name: "K", dimension: temperature, scale: .one),
        UnitSymbol(name: "Hz", dimension: Dimension([.time: -1]), scale: .one),
        UnitSymbol(name: "W", dimension: Dimension([.mass: 1, .length: 2, .time: -3]), scale: UnitScale(1, tens: 3)),
        UnitSymbol(name: "V", dimension: Dimension([.mass: 1, .length: 2, .time: -3, .current: -1]), scale: UnitScale(1, tens: 3)),
        UnitSymbol(name: "S", dimension: Dimension([.mass: -1, .length: -2, .time: 3, .current: 2]), scale: UnitScale(1, tens: -3)),
        // 180/π degrees.
        UnitSymbol(name: "rad", dimension: Dimension([.angle: 1]), scale: UnitScale(180 / Double.pi)),
    ]).merging(["l": UnitSymbol(name: "L", dimension: volume, scale: UnitScale(1, tens: -3))]) { first, _ in first }

    /// The units without prefixes, by their full names. Sizes are whole numbers and powers of ten, from the international definitions.
    private static let exact = table([
        UnitSymbol(name: "oz", dimension: mass, scale: UnitScale(28_349_523_125, tens: -9)),
        UnitSymbol(name: "lb", dimension: mass, scale: UnitScale(45_359_237, tens: -5)),
        UnitSymbol(name: "st", dimension: mass, scale: UnitScale(635_029_318, tens: -5)),
        UnitSymbol(name: "in", dimension: length, scale: UnitScale(254, tens: -4)),
        UnitSymbol(name: "ft", dimension: length, scale: UnitScale(3048, tens: -4)),
        UnitSymbol(name: "yd", dimension: length, scale: UnitScale(9144, tens: -4)),
        UnitSymbol(name: "mi", dimension: length, scale: UnitScale(1_609_344, tens: -3)),
        UnitSymbol(name: "fl_oz_us", dimension: volume, scale: UnitScale(295_735_295_625, tens: -16)),
        UnitSymbol(name: "fl_oz_imp", dimension: volume, scale: UnitScale(284_130_625, tens: -13)),
        UnitSymbol(name: "pt_us", dimension: volume, scale: UnitScale(473_176_473, tens: -12)),
        UnitSymbol(name: "pt_imp", dimension: volume, scale: UnitScale(56_826_125, tens: -11)),
        UnitSymbol(name: "cup_us", dimension: volume, scale: UnitScale(2_365_882_365, tens: -13)),
        UnitSymbol(name: "cup_imp", dimension: volume, scale: UnitScale(284_130_625, tens: -12)),
        UnitSymbol(name: "mmHg", dimension: pressure, scale: UnitScale(101_325, over: 760, tens: 3)),
        UnitSymbol(name: "cmAq", dimension: pressure, scale: UnitScale(980_665, tens: -1)),
        UnitSymbol(name: "atm", dimension: pressure, scale: UnitScale(101_325, tens: 3)),
        UnitSymbol(name: "inHg", dimension: pressure, scale: UnitScale(338_638_816, tens: -2)),
        UnitSymbol(name: "dBASPL", dimension: Dimension([.soundLevel: 1]), scale: .one),
        UnitSymbol(name: "dBHL", dimension: Dimension([.hearingLevel: 1]), scale: .one),
        UnitSymbol(name: "min", dimension: time, scale: UnitScale(60)),
        UnitSymbol(name: "hr", dimension: time, scale: UnitScale(3600)),
        UnitSymbol(name: "d", dimension: time, scale: UnitScale(86_400)),
        UnitSymbol(name: "cal", dimension: energy, scale: UnitScale(4184)),
        UnitSymbol(name: "kcal", dimension: energy, scale: UnitScale(4_184_000)),
        UnitSymbol(name: "Cal", dimension: energy, scale: UnitScale(4_184_000)),
        UnitSymbol(name: "degC", dimension: temperature, scale: .one, zeroHundredths: 27_315),
        UnitSymbol(name: "degF", dimension: temperature, scale: UnitScale(5, over: 9), zeroHundredths: 45_967),
        UnitSymbol(name: "IU", dimension: Dimension([.internationalUnit: 1]), scale: .one),
        UnitSymbol(name: "count", dimension: .none, scale: .one),
        UnitSymbol(name: "%", dimension: .none, scale: .one),
        UnitSymbol(name: "deg", dimension: Dimension([.angle: 1]), scale: .one),
        UnitSymbol(name: "D", dimension: Dimension([.opticalPower: 1]), scale: .one),
        UnitSymbol(name: "pD", dimension: Dimension([.prism: 1]), scale: .one),
        UnitSymbol(name: "appleEffortScore", dimension: Dimension([.effort: 1]), scale: .one),
    ])

    private static func table(_ symbols: [UnitSymbol]) -> [Substring: UnitSymbol] {
        Dictionary(uniqueKeysWithValues: symbols.map { (Substring($0.name), $0) })
    }
}
