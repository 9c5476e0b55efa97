import Foundation

/// The values from the start to the end of a scale, as a modifier gives them.
public struct DomainChoice {
    package enum Kind {
        /// The values of the marks, rounded to ticks.
        case automatic
        /// Exactly from the first value to the second.
        case range(PlotValue, PlotValue)
        /// These values in this order.
        case list([PlotValue])
    }

    package var kind: Kind
    package var includesZero: Bool?
    package var isReversed = false
    /// Changes the values of the marks before they are rounded.
    package var modify: ((inout [PlotValue]) -> Void)?

    package init(_ kind: Kind) { self.kind = kind }
}

/// A domain of a scale: a range, a list of values, or `.automatic`.
public protocol ScaleDomain {
    /// The domain as a scale takes it.
    var domainChoice: DomainChoice { get }
}

extension ClosedRange: ScaleDomain where Bound: Plottable {
    /// Exactly this range.
    public var domainChoice: DomainChoice { DomainChoice(.range(lowerBound.placed, upperBound.placed)) }
}

extension Range: ScaleDomain where Bound: Plottable {
    /// Exactly this range.
    public var domainChoice: DomainChoice { DomainChoice(.range(lowerBound.placed, upperBound.placed)) }
}

extension Array: ScaleDomain where Element: Plottable {
    /// These values in this order. Numbers and dates go from the first to the last.
    public var domainChoice: DomainChoice { DomainChoice(.list(map(\.placed))) }
}

/// A domain that follows from the marks.
public struct AutomaticScaleDomain: ScaleDomain {
    /// The domain as a scale takes it.
    public var domainChoice: DomainChoice
}

extension ScaleDomain where Self == AutomaticScaleDomain {
    /// A domain that follows from the marks. It is rounded to ticks, and numbers include 0.
    public static var automatic: AutomaticScaleDomain { .automatic() }

    /// Returns a domain that follows from the marks.
    public static func automatic(includesZero: Bool? = nil, reversed: Bool? = nil) -> AutomaticScaleDomain {
        var choice = DomainChoice(.automatic)
        (choice.includesZero, choice.isReversed) = (includesZero, reversed ?? false)
        return AutomaticScaleDomain(domainChoice: choice)
    }

    /// Returns a domain that follows from the marks and a change.
    public static func automatic<Value: Plottable>(
        includesZero: Bool? = nil, reversed: Bool? = nil, dataType: Value.Type,
        modifyInferredDomain: @escaping (inout [Value]) -> Void
    ) -> AutomaticScaleDomain {
        var domain = automatic(includesZero: includesZero, reversed: reversed)
        domain.domainChoice.modify = { values in
            var typed = values.compactMap { Value(placed: $0) }
            modifyInferredDomain(&typed)
            values = typed.map(\.placed)
        }
        return domain
    }
}

/// How values are spread over a scale.
public struct ScaleType: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case linear
        case log
        case symmetricLog(slope: Double)
        case power(Double)
        case date
        case category
    }

    package var kind: Kind

    /// Equal differences have equal distances.
    public static let linear = ScaleType(kind: .linear)
    /// Equal ratios have equal distances. Values must be positive.
    public static let log = ScaleType(kind: .log)
    /// Like a logarithm on both sides of zero.
    public static let symmetricLog = ScaleType(kind: .symmetricLog(slope: 1))
    /// Square roots have equal distances.
    public static let squareRoot = ScaleType(kind: .power(0.5))
    /// Time.
    public static let date = ScaleType(kind: .date)
    /// Names, in places of equal width.
    public static let category = ScaleType(kind: .category)

    /// Returns a scale like a logarithm on both sides of zero, with a slope at zero.
    public static func symmetricLog(slopeAtZero: CGFloat) -> ScaleType { ScaleType(kind: .symmetricLog(slope: Double(slopeAtZero))) }

    /// Returns a scale of powers.
    public static func power(exponent: CGFloat) -> ScaleType { ScaleType(kind: .power(Double(exponent))) }

    /// Returns the number that has equal distances.
    package func transformed(_ value: Double) -> Double {
        switch kind {
        case .linear, .date, .category: value
        case .log: value > 0 ? log10(value) : -300
        case .symmetricLog(let slope): value < 0 ? -log10(1 - value * slope) : log10(1 + value * slope)
        case .power(let exponent): value < 0 ? -pow(-value, exponent) : pow(value, exponent)
        }
    }

    /// Returns the value of a number that has equal distances.
    package func restored(_ number: Double) -> Double {
        switch kind {
        case .linear, .date, .category: number
        case .log: pow(10, number)
        case .symmetricLog(let slope): number < 0 ? -(pow(10, -number) - 1) / slope : (pow(10, number) - 1) / slope
        case .power(let exponent): number < 0 ? -pow(-number, 1 / exponent) : pow(number, 1 / exponent)
        }
    }
}

/// The part of the plot that a scale covers.
public struct RangeChoice: Hashable, Sendable {
    package var startPadding: CGFloat = 0
    package var endPadding: CGFloat = 0
    /// Positions from the start of the plot, instead of all of it.
    package var positions: ClosedRange<CGFloat>?

    package init() {}
}

/// A range of a scale for positions: `.plotDimension` or positions in points.
public protocol PositionScaleRange {
    /// The range as a scale takes it.
    var rangeChoice: RangeChoice { get }
}

extension ClosedRange: PositionScaleRange where Bound == CGFloat {
    /// These positions.
    public var rangeChoice: RangeChoice {
        var choice = RangeChoice()
        choice.positions = self
        return choice
    }
}

/// The whole plot, with space at its ends.
public struct PlotDimensionScaleRange: PositionScaleRange {
    /// The range as a scale takes it.
    public var rangeChoice = RangeChoice()

    fileprivate init(start: CGFloat, end: CGFloat) { (rangeChoice.startPadding, rangeChoice.endPadding) = (start, end) }
}

extension PositionScaleRange where Self == PlotDimensionScaleRange {
    /// The whole plot.
    public static var plotDimension: PlotDimensionScaleRange { PlotDimensionScaleRange(start: 0, end: 0) }

    /// Returns the plot with the same space at both ends.
    public static func plotDimension(padding: CGFloat) -> PlotDimensionScaleRange {
        PlotDimensionScaleRange(start: padding, end: padding)
    }

    /// Returns the plot with space at its ends.
    public static func plotDimension(startPadding: CGFloat = 0, endPadding: CGFloat = 0) -> PlotDimensionScaleRange {
        PlotDimensionScaleRange(start: startPadding, end: endPadding)
    }
}

/// Statements of modifiers about the scale of a direction.
package struct ScaleChoice {
    package var domain = DomainChoice(.automatic)
    package var range = RangeChoice()
    package var type: ScaleType?

    package init() {}
}
