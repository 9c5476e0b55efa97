import HealthModel

/// A unit in HealthKit's syntax, such as `mg/dL`. Two units are equal if they have the same dimension and size.
@_spi(Guests)
public struct UnitOfMeasure: Hashable, Sendable {
    let unit: HealthUnit

    init(_ unit: HealthUnit) { self.unit = unit }

    /// The reason why a text is not a unit.
    public struct ParseError: Error {
        /// The message in one sentence.
        public let message: String
    }

    /// Reads a text.
    public init(parsing text: String) throws(ParseError) {
        switch HealthUnit.parse(text) {
        case .success(let unit): self.init(unit)
        case .failure(let error): throw ParseError(message: error.message)
        }
    }

    /// The text: factors joined by `·`, with all divisors after a single `/`.
    public var symbol: String { unit.symbol }

    /// A hash that all units share between which values can be converted.
    public var dimensionHash: Int { unit.dimension.hashValue }

    /// Returns true if values can be converted between the two units.
    public func isCompatible(with other: UnitOfMeasure) -> Bool { unit.isCompatible(with: other.unit) }

    /// Returns this unit times another one to a power; nil if a power is out of range.
    public func multiplied(by other: UnitOfMeasure, toPower power: Int) -> UnitOfMeasure? {
        unit.multiplied(by: other.unit, toPower: power).map { UnitOfMeasure($0) }
    }

    /// Converts a value to another unit. Returns nil if the dimensions differ.
    public func convert(_ value: Double, to other: UnitOfMeasure) -> Double? { HealthUnit.convert(value, from: unit, to: other.unit) }
}
