import Foundation

/// A value on an axis: a number, a moment or a name.
public enum PlotValue: Hashable, Sendable {
    case number(Double)
    /// Seconds since 2001.
    case date(Double)
    case category(String)

    /// The number, or the seconds of a moment. Nil for a name, and for a number that is not finite.
    package var number: Double? {
        switch self {
        case .number(let number), .date(let number): number.isFinite ? number : nil
        case .category: nil
        }
    }

    /// The value as text, for descriptions and tests.
    package var text: String {
        switch self {
        case .number(let number): ValueText.number(number)
        case .date(let seconds): Date(timeIntervalSinceReferenceDate: seconds).ISO8601Format()
        case .category(let name): name
        }
    }
}

/// A type whose values can be drawn.
public protocol Plottable {
    /// A number, a date or a string that stands for a value.
    associatedtype PrimitivePlottable: PrimitivePlottableProtocol

    /// The number, date or string.
    var primitivePlottable: PrimitivePlottable { get }

    /// Creates the value of a number, a date or a string.
    init?(primitivePlottable: PrimitivePlottable)
}

/// A number, a date or a string.
public protocol PrimitivePlottableProtocol: Plottable where PrimitivePlottable == Self {
    /// The value on an axis.
    var plotValue: PlotValue { get }

    /// Creates the value of a place on an axis. Nil if the axis has other values.
    init?(plotValue: PlotValue)
}

extension PrimitivePlottableProtocol {
    /// The value itself.
    public var primitivePlottable: Self { self }

    /// Creates the value itself.
    public init?(primitivePlottable: Self) { self = primitivePlottable }
}

extension Plottable where Self: RawRepresentable, RawValue: Plottable, PrimitivePlottable == RawValue.PrimitivePlottable {
    /// The raw value.
    public var primitivePlottable: RawValue.PrimitivePlottable { rawValue.primitivePlottable }

    /// Creates the value of a raw value.
    public init?(primitivePlottable: RawValue.PrimitivePlottable) {
        guard let rawValue = RawValue(primitivePlottable: primitivePlottable) else { return nil }
        self.init(rawValue: rawValue)
    }
}

extension Plottable {
    /// The value on an axis.
    package var placed: PlotValue { primitivePlottable.plotValue }

    /// Creates the value of a place on an axis.
    package init?(placed: PlotValue) {
        guard let primitive = PrimitivePlottable(plotValue: placed) else { return nil }
        self.init(primitivePlottable: primitive)
    }
}

extension BinaryFloatingPoint where Self: PrimitivePlottableProtocol {
    /// The number.
    public var plotValue: PlotValue { .number(Double(self)) }

    /// Creates the number.
    public init?(plotValue: PlotValue) {
        guard case .number(let number) = plotValue else { return nil }
        self.init(number)
    }
}

extension BinaryInteger where Self: PrimitivePlottableProtocol {
    /// The number.
    public var plotValue: PlotValue { .number(Double(self)) }

    /// Creates the nearest whole number.
    public init?(plotValue: PlotValue) {
        guard case .number(let number) = plotValue else { return nil }
        self.init(exactly: number.rounded())
    }
}

extension Double: PrimitivePlottableProtocol {}
extension Float: PrimitivePlottableProtocol {}
extension CGFloat: PrimitivePlottableProtocol {}
extension Int: PrimitivePlottableProtocol {}
extension Int8: PrimitivePlottableProtocol {}
extension Int16: PrimitivePlottableProtocol {}
extension Int32: PrimitivePlottableProtocol {}
extension Int64: PrimitivePlottableProtocol {}
extension UInt: PrimitivePlottableProtocol {}
extension UInt8: PrimitivePlottableProtocol {}
extension UInt16: PrimitivePlottableProtocol {}
extension UInt32: PrimitivePlottableProtocol {}
extension UInt64: PrimitivePlottableProtocol {}

extension Decimal: PrimitivePlottableProtocol {
    /// The number.
    public var plotValue: PlotValue { .number(NSDecimalNumber(decimal: self).doubleValue) }

    /// Creates the number.
    public init?(plotValue: PlotValue) {
        guard case .number(let number) = plotValue else { return nil }
        self.init(number)
    }
}

extension Date: PrimitivePlottableProtocol {
    /// The moment.
    public var plotValue: PlotValue { .date(timeIntervalSinceReferenceDate) }

    /// Creates the moment.
    public init?(plotValue: PlotValue) {
        guard case .date(let seconds) = plotValue else { return nil }
        self.init(timeIntervalSinceReferenceDate: seconds)
    }
}

extension String: PrimitivePlottableProtocol {
    /// The name.
    public var plotValue: PlotValue { .category(self) }

    /// Creates the name.
    public init?(plotValue: PlotValue) {
        guard case .category(let name) = plotValue else { return nil }
        self = name
    }
}

extension Bool: Plottable {
    /// `true` or `false`.
    public var primitivePlottable: String { self ? "true" : "false" }

    /// Creates the value of `true` or `false`.
    public init?(primitivePlottable: String) { self.init(primitivePlottable) }
}
