/// A unit of measure in HealthKit's unit syntax, such as `kcal`, `mg/dL` or `mL/min·kg`.
///
/// Two units are equal if they have the same dimension and size. `Cal` equals `kcal`, and `%` equals `count`, because a percentage is a
/// fraction (0.97 is 97 %). ``symbol`` is the text that users see.
package struct HealthUnit: Sendable {
    /// The unit as Apple writes it: factors joined by `·`, with all divisors after a single `/`.
    package let symbol: String
    package let dimension: Dimension
    let scale: UnitScale
    /// The offset of this unit's zero from absolute zero, in hundredths of its degrees. It is 0 except for `degC` and `degF` on their own.
    let zeroHundredths: Double
    /// The text of an unreadable unit, which converts only to itself.
    private let unreadable: String?

    init(symbol: String, dimension: Dimension, scale: UnitScale, zeroHundredths: Double = 0) {
        self.init(symbol: symbol, dimension: dimension, scale: scale, zeroHundredths: zeroHundredths, unreadable: nil)
    }

    private init(symbol: String, dimension: Dimension, scale: UnitScale, zeroHundredths: Double, unreadable: String?) {
        self.symbol = symbol
        self.dimension = dimension
        self.scale = scale
        self.zeroHundredths = zeroHundredths
        self.unreadable = unreadable
    }

    /// Creates a unit from text that the parser cannot read. It keeps its text and converts only to itself.
    package init(unreadable text: String) {
        self.init(symbol: text, dimension: .none, scale: .one, zeroHundredths: 0, unreadable: text)
    }

    /// Creates the unit with exactly this symbol, or nil if the symbol is not a unit.
    package init?(_ symbol: String) {
        guard case .success(let unit) = HealthUnit.parse(symbol) else { return nil }
        self = unit
    }

    /// Parses a string in Apple's unit syntax. Returns the unit, or the error with a suggestion.
    ///
    /// Spaces are not trimmed and case matters: `mg` is not `Mg`.
    package static func parse(_ text: String) -> Result<HealthUnit, UnitError> {
        var parser = HealthUnitParser(text)
        do {
            return .success(try parser.unit())
        } catch {
            return .failure(UnitError(error, suggestion: HealthUnitSuggestion.suggestion(for: text, after: error)))
        }
    }

    /// Returns this unit times another one to a power, as in `count/min`; nil if a power is out of range.
    package func multiplied(by other: HealthUnit, toPower power: Int = 1) -> HealthUnit? {
        HealthUnitParser.product(self, other, power: power)
    }

    /// Returns true if values can be converted between the two units.
    package func isCompatible(with other: HealthUnit) -> Bool { dimension == other.dimension && unreadable == other.unreadable }

    /// The unit for differences and deviations. For `degC` this is `K`, which has no offset.
    package var interval: HealthUnit {
        HealthUnit(symbol: symbol, dimension: dimension, scale: scale, zeroHundredths: 0, unreadable: unreadable)
    }

    /// Returns the amount of `number` as people write it: 97 % is 0.97.
    package func amount(written number: Double) -> Double { symbol == HealthUnit.percent.symbol ? number / 100 : number }

    /// Returns the conversion to `other`, or nil if the dimensions differ.
    package func conversion(to other: HealthUnit) -> UnitConversion? {
        guard isCompatible(with: other) else { return nil }
        return UnitConversion(scale: scale * other.scale.reciprocal, fromHundredths: zeroHundredths, toHundredths: other.zeroHundredths)
    }

    /// Converts `value` between two units. Returns nil if the dimensions differ. If the units are equal, the value does not change by a
    /// single bit.
    package static func convert(_ value: Double, from: HealthUnit, to: HealthUnit) -> Double? {
        from.conversion(to: to).map { $0(value) }
    }
}

extension HealthUnit: Hashable {
    package static func == (a: HealthUnit, b: HealthUnit) -> Bool {
        a.isCompatible(with: b) && a.scale == b.scale && a.zeroHundredths == b.zeroHundredths
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(dimension)
        hasher.combine(scale)
        hasher.combine(zeroHundredths)
    }
}

extension HealthUnit: CustomStringConvertible {
    package var description: String { symbol }
}
