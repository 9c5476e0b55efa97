import Foundation
import SwiftUI

/// A point of a line.
public struct LineMark: PrimitiveContent {
    private var spec: MarkSpec

    /// Creates a point of the only line, or of one that a style by a value separates.
    public init<X: Plottable, Y: Plottable>(x: PlottableValue<X>, y: PlottableValue<Y>) {
        spec = MarkSpec(.line, x: MarkPlace(x.channel), y: MarkPlace(y.channel))
    }

    /// Creates a point of the line of a series.
    public init<X: Plottable, Y: Plottable, S: Plottable>(x: PlottableValue<X>, y: PlottableValue<Y>, series: PlottableValue<S>) {
        self.init(x: x, y: y)
        spec.series = series.channel
    }

    /// Adds the mark.
    public func collectMarks(into collector: MarkCollector, attributes: MarkAttributes) { collector.add(spec, attributes: attributes) }
}

/// A place of a filled area.
public struct AreaMark: PrimitiveContent {
    private var spec: MarkSpec

    /// Creates a place of an area from zero to a value.
    public init<X: Plottable, Y: Plottable>(x: PlottableValue<X>, y: PlottableValue<Y>, stacking: MarkStackingMethod = .standard) {
        spec = MarkSpec(.area, x: MarkPlace(x.channel), y: MarkPlace(y.channel))
        spec.stacking = stacking
    }

    /// Creates a place of the area of a series, from zero to a value.
    public init<X: Plottable, Y: Plottable, S: Plottable>(
        x: PlottableValue<X>, y: PlottableValue<Y>, series: PlottableValue<S>, stacking: MarkStackingMethod = .standard
    ) {
        self.init(x: x, y: y, stacking: stacking)
        spec.series = series.channel
    }

    /// Creates a place of an area between two values.
    public init<X: Plottable, Y: Plottable>(x: PlottableValue<X>, yStart: PlottableValue<Y>, yEnd: PlottableValue<Y>) {
        spec = MarkSpec(.area, x: MarkPlace(x.channel), y: MarkPlace(from: .value(yStart.channel), to: .value(yEnd.channel)))
    }

    /// Creates a place of the area of a series, between two values.
    public init<X: Plottable, Y: Plottable, S: Plottable>(
        x: PlottableValue<X>, yStart: PlottableValue<Y>, yEnd: PlottableValue<Y>, series: PlottableValue<S>
    ) {
        self.init(x: x, yStart: yStart, yEnd: yEnd)
        spec.series = series.channel
    }

    /// Creates a place of an upright area between two values.
    public init<X: Plottable, Y: Plottable>(xStart: PlottableValue<X>, xEnd: PlottableValue<X>, y: PlottableValue<Y>) {
        spec = MarkSpec(.area, x: MarkPlace(from: .value(xStart.channel), to: .value(xEnd.channel)), y: MarkPlace(y.channel))
    }

    /// Creates a place of the upright area of a series, between two values.
    public init<X: Plottable, Y: Plottable, S: Plottable>(
        xStart: PlottableValue<X>, xEnd: PlottableValue<X>, y: PlottableValue<Y>, series: PlottableValue<S>
    ) {
        self.init(xStart: xStart, xEnd: xEnd, y: y)
        spec.series = series.channel
    }

    /// Adds the mark.
    public func collectMarks(into collector: MarkCollector, attributes: MarkAttributes) { collector.add(spec, attributes: attributes) }
}

/// A point with a symbol.
public struct PointMark: PrimitiveContent {
    private var spec: MarkSpec

    /// Creates a point.
    public init<X: Plottable, Y: Plottable>(x: PlottableValue<X>, y: PlottableValue<Y>) {
        spec = MarkSpec(.point, x: MarkPlace(x.channel), y: MarkPlace(y.channel))
    }

    /// Creates a point at a distance from the top of the plot, or in its middle.
    public init<X: Plottable>(x: PlottableValue<X>, y: CGFloat? = nil) {
        spec = MarkSpec(.point, x: MarkPlace(x.channel), y: MarkPlace(from: .points(y), to: .points(y)))
    }

    /// Creates a point at a distance from the left of the plot, or in its middle.
    public init<Y: Plottable>(x: CGFloat? = nil, y: PlottableValue<Y>) {
        spec = MarkSpec(.point, x: MarkPlace(from: .points(x), to: .points(x)), y: MarkPlace(y.channel))
    }

    /// Adds the mark.
    public func collectMarks(into collector: MarkCollector, attributes: MarkAttributes) { collector.add(spec, attributes: attributes) }
}

/// A straight line at a value.
public struct RuleMark: PrimitiveContent {
    private var spec: MarkSpec

    /// Creates an upright line, through the whole plot or between two distances from its top.
    public init<X: Plottable>(x: PlottableValue<X>, yStart: CGFloat? = nil, yEnd: CGFloat? = nil) {
        spec = MarkSpec(.rule, x: MarkPlace(x.channel), y: MarkPlace(from: .points(yStart), to: .points(yEnd)))
    }

    /// Creates an upright line between two values.
    public init<X: Plottable, Y: Plottable>(x: PlottableValue<X>, yStart: PlottableValue<Y>, yEnd: PlottableValue<Y>) {
        spec = MarkSpec(.rule, x: MarkPlace(x.channel), y: MarkPlace(from: .value(yStart.channel), to: .value(yEnd.channel)))
    }

    /// Creates a level line, through the whole plot or between two distances from its left side.
    public init<Y: Plottable>(xStart: CGFloat? = nil, xEnd: CGFloat? = nil, y: PlottableValue<Y>) {
        spec = MarkSpec(.rule, x: MarkPlace(from: .points(xStart), to: .points(xEnd)), y: MarkPlace(y.channel))
    }

    /// Creates a level line between two values.
    public init<X: Plottable, Y: Plottable>(xStart: PlottableValue<X>, xEnd: PlottableValue<X>, y: PlottableValue<Y>) {
        spec = MarkSpec(.rule, x: MarkPlace(from: .value(xStart.channel), to: .value(xEnd.channel)), y: MarkPlace(y.channel))
    }

    /// Adds the mark.
    public func collectMarks(into collector: MarkCollector, attributes: MarkAttributes) { collector.add(spec, attributes: attributes) }
}

/// A part of a circle.
public struct SectorMark: PrimitiveContent {
    private var spec = MarkSpec(.sector)

    /// Creates a part whose angle is the share of a value in the sum.
    public init<V: Plottable>(
        angle: PlottableValue<V>, innerRadius: MarkDimension = .automatic, outerRadius: MarkDimension = .automatic,
        angularInset: CGFloat? = nil
    ) {
        spec.angle = angle.channel
        (spec.innerRadius, spec.outerRadius, spec.angularInset) = (innerRadius, outerRadius, angularInset ?? 0)
    }

    /// Adds the mark.
    public func collectMarks(into collector: MarkCollector, attributes: MarkAttributes) { collector.add(spec, attributes: attributes) }
}
