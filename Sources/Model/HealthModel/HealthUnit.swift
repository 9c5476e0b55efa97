/// A unit of measure in HealthKit's unit language, such as `kcal`, `mg/dL` or `mL/min·kg`.
///
/// Two units are equal when they measure the same dimension with the same size: `Cal` and `kcal` are equal, and so are `%` and `count`,
/// because a percent value is a fraction (0.97 is 97 %). What a person reads is ``symbol``.
package struct HealthUnit: Sendable {
    /// The unit as Apple writes it: factors joined by `·`, all divisors after the one `/`.
    package let symbol: String
    package let dimension: Dimension
    let scale: UnitScale
    /// Hundredths of a degree between this unit's zero and absolute zero, in its own degrees; 0 but for degC and degF standing alone.
    let zeroHundredths: Double
    /// The text of a unit that could not be read; it converts to nothing but itself.
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

    /// The unit that a file names in a way that nobody here can read: it keeps its text and converts to nothing else.
    package init(unreadable text: String) {
        self.init(symbol: text, dimension: .none, scale: .one, zeroHundredths: 0, unreadable: text)
    }

    /// The unit that `symbol` spells exactly, nil where it spells none.
    package init?(_ symbol: String) {
        guard case .success(let unit) = HealthUnit.parse(symbol) else { return nil }
        self = unit
    }

    /// Returns the unit that a string in Apple's unit language names, or why it names none and what to write.
    ///
    /// Nothing is trimmed and case matters: `mg` is not `Mg`.
    package static func parse(_ text: String) -> Result<HealthUnit, UnitError> {
        var parser = HealthUnitParser(text)
        do {
            return .success(try parser.unit())
        } catch {
            return .failure(UnitError(error, suggestion: HealthUnitSuggestion.suggestion(for: text, after: error)))
        }
    }

    /// Whether values convert between the two units.
    package func isCompatible(with other: HealthUnit) -> Bool { dimension == other.dimension && unreadable == other.unreadable }

    /// The same unit for differences and deviations: 1 degC is then 1 K, with no zero of its own.
    package var interval: HealthUnit {
        HealthUnit(symbol: symbol, dimension: dimension, scale: scale, zeroHundredths: 0, unreadable: unreadable)
    }

    /// Returns the conversion to `other`, nil where the units measure different things.
    package func conversion(to other: HealthUnit) -> UnitConversion? {
        guard isCompatible(with: other) else { return nil }
        return UnitConversion(scale: scale * other.scale.reciprocal, fromHundredths: zeroHundredths, toHundredths: other.zeroHundredths)
    }

    /// Returns `value` in `to` instead of `from`, nil where the units measure different things. Equal units change nothing, bit for bit.
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
