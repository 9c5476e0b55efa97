import Foundation

/// A marked value of an axis.
public struct AxisValue {
    /// The place of the value among the marked ones, from 0.
    public let index: Int
    /// The number of marked values.
    public let count: Int
    package let value: PlotValue

    package init(index: Int, count: Int, value: PlotValue) { (self.index, self.count, self.value) = (index, count, value) }

    /// Returns the value as a type. Nil if the axis has other values.
    public func `as`<P: Plottable>(_ type: P.Type) -> P? { P(placed: value) }
}

/// The values that an axis marks.
public struct AxisMarkValues: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case automatic(desiredCount: Int?, minimumStride: Double?)
        case step(Double)
        case calendar(Calendar.Component, count: Int, calendar: Calendar?)
        case values([PlotValue])
    }

    package var kind: Kind

    package init(_ kind: Kind) { self.kind = kind }

    /// Round values that fit.
    public static let automatic = AxisMarkValues(.automatic(desiredCount: nil, minimumStride: nil))

    /// Returns round values, about as many as are wanted. Names are all marked. Domains are not rounded to them.
    public static func automatic(
        desiredCount: Int? = nil, roundLowerBound: Bool? = nil, roundUpperBound: Bool? = nil
    ) -> AxisMarkValues { AxisMarkValues(.automatic(desiredCount: desiredCount, minimumStride: nil)) }

    /// Returns round values at least a distance apart.
    public static func automatic<P: Plottable & BinaryFloatingPoint>(
        minimumStride: P, desiredCount: Int? = nil, roundLowerBound: Bool? = nil, roundUpperBound: Bool? = nil
    ) -> AxisMarkValues { AxisMarkValues(.automatic(desiredCount: desiredCount, minimumStride: Double(minimumStride))) }

    /// Returns the multiples of a number.
    public static func stride<P: Plottable & BinaryFloatingPoint>(
        by stepSize: P, roundLowerBound: Bool? = nil, roundUpperBound: Bool? = nil
    ) -> AxisMarkValues { AxisMarkValues(.step(Double(stepSize))) }

    /// Returns the multiples of a whole number.
    @_disfavoredOverload public static func stride<P: Plottable & BinaryInteger>(
        by stepSize: P, roundLowerBound: Bool? = nil, roundUpperBound: Bool? = nil
    ) -> AxisMarkValues { AxisMarkValues(.step(Double(stepSize))) }

    /// Returns the starts of units of the calendar, which is that of the chart's environment if none is given.
    public static func stride(
        by component: Calendar.Component, count: Int = 1, roundLowerBound: Bool? = nil, roundUpperBound: Bool? = nil,
        calendar: Calendar? = nil
    ) -> AxisMarkValues { AxisMarkValues(.calendar(component, count: max(1, count), calendar: calendar)) }
}

/// Where the labels of an axis are.
public struct AxisMarkPreset: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case automatic
        case extended
        case aligned
        case inset
    }

    package var kind: Kind

    /// Next to the plot.
    public static let automatic = AxisMarkPreset(kind: .automatic)
    /// Next to the plot.
    public static let extended = AxisMarkPreset(kind: .extended)
    /// Next to the plot, the first and the last inside the ends of the plot.
    public static let aligned = AxisMarkPreset(kind: .aligned)
    /// In the plot.
    public static let inset = AxisMarkPreset(kind: .inset)
}

/// The side of the plot at which an axis is.
public struct AxisMarkPosition: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case automatic
        case leading
        case trailing
        case top
        case bottom
    }

    package var kind: Kind

    /// Below for horizontal values, on the right for vertical ones.
    public static let automatic = AxisMarkPosition(kind: .automatic)
    /// On the left.
    public static let leading = AxisMarkPosition(kind: .leading)
    /// On the right.
    public static let trailing = AxisMarkPosition(kind: .trailing)
    /// Above.
    public static let top = AxisMarkPosition(kind: .top)
    /// Below.
    public static let bottom = AxisMarkPosition(kind: .bottom)
}

/// The treatment of labels that would touch each other.
public struct AxisValueLabelCollisionResolution: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case greedy(priority: Double, spacing: CGFloat?)
        case truncate
        case disabled
    }

    package var kind: Kind

    /// The first of them is shown.
    public static let automatic = AxisValueLabelCollisionResolution(kind: .greedy(priority: 0, spacing: nil))
    /// The first of them is shown.
    public static let greedy = automatic
    /// They are shortened to the space between their marks.
    public static let truncate = AxisValueLabelCollisionResolution(kind: .truncate)
    /// All are shown.
    public static let disabled = AxisValueLabelCollisionResolution(kind: .disabled)

    /// Returns that those of the highest priority are shown, with a distance between them.
    public static func greedy(priority: Double = 0, minimumSpacing: CGFloat? = nil) -> AxisValueLabelCollisionResolution {
        AxisValueLabelCollisionResolution(kind: .greedy(priority: priority, spacing: minimumSpacing))
    }
}

/// The direction of a label.
public struct AxisValueLabelOrientation: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case horizontal
        case vertical
        case verticalReversed
    }

    package var kind: Kind

    /// From left to right.
    public static let automatic = AxisValueLabelOrientation(kind: .horizontal)
    /// From left to right.
    public static let horizontal = AxisValueLabelOrientation(kind: .horizontal)
    /// Downwards.
    public static let vertical = AxisValueLabelOrientation(kind: .vertical)
    /// Upwards.
    public static let verticalReversed = AxisValueLabelOrientation(kind: .verticalReversed)
}
