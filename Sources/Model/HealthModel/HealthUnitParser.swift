/// Parses Apple's unit syntax by recursive descent.
///
///     unit    = product [ "/" product ]          at most one "/" in the text, everything after it divides
///     product = power { ( "·" | "*" | "." ) power }
///     power   = ( symbol | "(" unit ")" ) [ "^" [ "-" ] digits ]
struct HealthUnitParser {
    /// The units read so far with their powers, in the order of the text. This is the printed form.
    private struct Product {
        var factors: [(symbol: UnitSymbol, power: Int)] = []
        var dimension = Dimension.none
        var scale = UnitScale.one
    }

    /// The maximum length of the text, which limits time and depth. No unit in use is half as long.
    static let longestText = 128
    private static let largestPower = 99

    private let text: String
    private var rest: Substring
    private var hasSlash = false

    init(_ text: String) {
        self.text = text
        rest = Substring(text)
    }

    mutating func unit() throws(UnitError.Reason) -> HealthUnit {
        guard !text.isEmpty else { throw .empty }
        guard text.utf8.count <= HealthUnitParser.longestText else { throw .tooLong }
        // Most units are a single symbol.
        if let symbol = UnitSymbol.named(rest) {
            return HealthUnit(
                symbol: symbol.name, dimension: symbol.dimension, scale: symbol.scale, zeroHundredths: symbol.zeroHundredths)
        }
        let product = try quotient()
        guard rest.isEmpty else { throw rest.first == "/" ? .twoSlashes : .malformed }
        let isAlone = product.factors.count == 1 && product.factors[0].power == 1
        return HealthUnit(
            symbol: HealthUnitParser.print(product), dimension: product.dimension, scale: product.scale,
            zeroHundredths: isAlone ? product.factors[0].symbol.zeroHundredths : 0)
    }

    /// Returns the product of two units, the second one to a power; nil if a power is out of range or a unit has no factors.
    ///
    /// Factors keep their order: those of the first unit, then new ones of the second. The text of a unit without factors is empty.
    static func product(_ a: HealthUnit, _ b: HealthUnit, power: Int) -> HealthUnit? {
        func factors(_ unit: HealthUnit) throws(UnitError.Reason) -> Product {
            guard !unit.symbol.isEmpty else { return Product() }
            var parser = HealthUnitParser(unit.symbol)
            return try parser.quotient()
        }
        do {
            var result = try factors(a)
            try multiply(&result, by: factors(b), power: power)
            guard !result.factors.isEmpty else { return HealthUnit(symbol: "", dimension: result.dimension, scale: result.scale) }
            var parser = HealthUnitParser(print(result))
            return try parser.unit()
        } catch {
            return nil
        }
    }

    private mutating func quotient() throws(UnitError.Reason) -> Product {
        var result = try product()
        if rest.first == "/" {
            guard !hasSlash else { throw .twoSlashes }
            hasSlash = true
            rest.removeFirst()
            try HealthUnitParser.multiply(&result, by: product(), power: -1)
        }
        return result
    }

    private mutating func product() throws(UnitError.Reason) -> Product {
        var result = try power()
        while let operation = rest.first, operation == "·" || operation == "*" || operation == "." {
            rest.removeFirst()
            try HealthUnitParser.multiply(&result, by: power(), power: 1)
        }
        return result
    }

    private mutating func power() throws(UnitError.Reason) -> Product {
        let base: Product
        if rest.first == "(" {
            rest.removeFirst()
            base = try quotient()
            guard rest.popFirst() == ")" else { throw .malformed }
        } else {
            base = try symbol()
        }
        guard rest.first == "^" else { return base }
        rest.removeFirst()
        let isNegative = rest.first == "-"
        if isNegative { rest.removeFirst() }
        let digits = rest.prefix { ("0"..."9").contains($0) }
        rest = rest[digits.endIndex...]
        guard !digits.isEmpty else { throw .malformed }
        guard let magnitude = Int(digits), magnitude <= HealthUnitParser.largestPower else { throw .powerTooLarge }
        var result = Product()
        try HealthUnitParser.multiply(&result, by: base, power: isNegative ? -magnitude : magnitude)
        return result
    }

    private mutating func symbol() throws(UnitError.Reason) -> Product {
        var name = rest.prefix { !"/·*.^()".contains($0) && $0 != "<" }
        if rest[name.endIndex...].first == "<" {
            guard let end = rest.firstIndex(of: ">") else { throw .malformed }
            name = rest[...end]
        }
        rest = rest[name.endIndex...]
        guard !name.isEmpty else { throw .malformed }
        guard let symbol = UnitSymbol.named(name) else { throw name.hasSuffix("mol") ? .missingMolarMass : .unknownSymbol(String(name)) }
        return Product(factors: [(symbol, 1)], dimension: symbol.dimension, scale: symbol.scale)
    }

    /// Multiplies `a` by `b` to a power within ±99. All powers in `a` stay within ±99, so nothing can overflow.
    private static func multiply(_ a: inout Product, by b: Product, power: Int) throws(UnitError.Reason) {
        for factor in b.factors {
            if let index = a.factors.firstIndex(where: { $0.symbol.name == factor.symbol.name }) {
                a.factors[index].power += factor.power * power
            } else {
                a.factors.append((factor.symbol, factor.power * power))
            }
        }
        a.factors.removeAll { $0.power == 0 }
        a.dimension = a.dimension * b.dimension.raised(to: power)
        a.scale = a.scale * b.scale.raised(to: power)
        guard a.factors.allSatisfy({ abs($0.power) <= largestPower }), a.dimension.isWithin(Int16(largestPower)), a.scale.isUsable
        else { throw .powerTooLarge }
    }

    /// Divisors follow a single `/`. If there are only divisors, they are written as negative powers.
    private static func print(_ product: Product) -> String {
        func joined(_ factors: [(symbol: UnitSymbol, power: Int)], sign: Int) -> String {
            factors.map { $0.power * sign == 1 ? $0.symbol.name : "\($0.symbol.name)^\($0.power * sign)" }.joined(separator: "·")
        }
        let above = product.factors.filter { $0.power > 0 }
        let below = product.factors.filter { $0.power < 0 }
        if product.factors.isEmpty { return "count" }
        if above.isEmpty { return joined(below, sign: 1) }
        return below.isEmpty ? joined(above, sign: 1) : joined(above, sign: 1) + "/" + joined(below, sign: -1)
    }
}
