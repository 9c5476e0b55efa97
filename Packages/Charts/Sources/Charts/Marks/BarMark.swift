import Foundation
import SwiftUI

/// A bar.
public struct BarMark: PrimitiveContent {
    private var spec: MarkSpec

    /// Creates a bar from zero to a value. It is level if only the vertical axis has names or dates.
    public init<X: Plottable, Y: Plottable>(
        x: PlottableValue<X>, y: PlottableValue<Y>, width: MarkDimension = .automatic, height: MarkDimension = .automatic,
        stacking: MarkStackingMethod = .standard
    ) {
        spec = MarkSpec(.bar, x: MarkPlace(x.channel), y: MarkPlace(y.channel))
        (spec.width, spec.height, spec.stacking) = (width, height, stacking)
    }

    /// Creates a bar at a place or a level bar of a length, between two distances from the top of the plot.
    public init<X: Plottable>(
        x: PlottableValue<X>, yStart: CGFloat? = nil, yEnd: CGFloat? = nil, width: MarkDimension = .automatic,
        stacking: MarkStackingMethod = .standard
    ) {
        spec = MarkSpec(.bar, x: MarkPlace(x.channel), y: MarkPlace(from: .points(yStart), to: .points(yEnd)))
        (spec.width, spec.stacking) = (width, stacking)
    }

    /// Creates a bar at a place or an upright bar of a length, between two distances from the left of the plot.
    public init<Y: Plottable>(
        xStart: CGFloat? = nil, xEnd: CGFloat? = nil, y: PlottableValue<Y>, height: MarkDimension = .automatic,
        stacking: MarkStackingMethod = .standard
    ) {
        spec = MarkSpec(.bar, x: MarkPlace(from: .points(xStart), to: .points(xEnd)), y: MarkPlace(y.channel))
        (spec.height, spec.stacking) = (height, stacking)
    }

    /// Creates an upright bar between two values.
    public init<X: Plottable, Y: Plottable>(
        x: PlottableValue<X>, yStart: PlottableValue<Y>, yEnd: PlottableValue<Y>, width: MarkDimension = .automatic
    ) {
        spec = MarkSpec(.bar, x: MarkPlace(x.channel), y: MarkPlace(from: .value(yStart.channel), to: .value(yEnd.channel)))
        spec.width = width
    }

    /// Creates a level bar between two values.
    public init<X: Plottable, Y: Plottable>(
        xStart: PlottableValue<X>, xEnd: PlottableValue<X>, y: PlottableValue<Y>, height: MarkDimension = .automatic
    ) {
        spec = MarkSpec(.bar, x: MarkPlace(from: .value(xStart.channel), to: .value(xEnd.channel)), y: MarkPlace(y.channel))
        spec.height = height
    }

    /// Creates a level bar between two values, over the whole height or between two distances from the top of the plot.
    public init<X: Plottable>(xStart: PlottableValue<X>, xEnd: PlottableValue<X>, yStart: CGFloat? = nil, yEnd: CGFloat? = nil) {
        spec = MarkSpec(
            .bar, x: MarkPlace(from: .value(xStart.channel), to: .value(xEnd.channel)),
            y: MarkPlace(from: .points(yStart), to: .points(yEnd)))
    }

    /// Creates an upright bar between two values, over the whole width or between two distances from the left of the plot.
    public init<Y: Plottable>(xStart: CGFloat? = nil, xEnd: CGFloat? = nil, yStart: PlottableValue<Y>, yEnd: PlottableValue<Y>) {
        spec = MarkSpec(
            .bar, x: MarkPlace(from: .points(xStart), to: .points(xEnd)),
            y: MarkPlace(from: .value(yStart.channel), to: .value(yEnd.channel)))
    }

    /// Adds the mark.
    public func collectMarks(into collector: MarkCollector, attributes: MarkAttributes) { collector.add(spec, attributes: attributes) }
}

/// A rectangle, such as a cell of a heatmap.
public struct RectangleMark: PrimitiveContent {
    private var spec: MarkSpec

    /// Creates a rectangle around a place.
    public init<X: Plottable, Y: Plottable>(
        x: PlottableValue<X>, y: PlottableValue<Y>, width: MarkDimension = .automatic, height: MarkDimension = .automatic
    ) {
        spec = MarkSpec(.rectangle, x: MarkPlace(x.channel), y: MarkPlace(y.channel))
        (spec.width, spec.height) = (width, height)
    }

    /// Creates a rectangle between four values.
    public init<X: Plottable, Y: Plottable>(
        xStart: PlottableValue<X>, xEnd: PlottableValue<X>, yStart: PlottableValue<Y>, yEnd: PlottableValue<Y>
    ) {
        spec = MarkSpec(
            .rectangle, x: MarkPlace(from: .value(xStart.channel), to: .value(xEnd.channel)),
            y: MarkPlace(from: .value(yStart.channel), to: .value(yEnd.channel)))
    }

    /// Creates an upright rectangle at a place, between two values.
    public init<X: Plottable, Y: Plottable>(
        x: PlottableValue<X>, yStart: PlottableValue<Y>, yEnd: PlottableValue<Y>, width: MarkDimension = .automatic
    ) {
        spec = MarkSpec(.rectangle, x: MarkPlace(x.channel), y: MarkPlace(from: .value(yStart.channel), to: .value(yEnd.channel)))
        spec.width = width
    }

    /// Creates a level rectangle at a place, between two values.
    public init<X: Plottable, Y: Plottable>(
        xStart: PlottableValue<X>, xEnd: PlottableValue<X>, y: PlottableValue<Y>, height: MarkDimension = .automatic
    ) {
        spec = MarkSpec(.rectangle, x: MarkPlace(from: .value(xStart.channel), to: .value(xEnd.channel)), y: MarkPlace(y.channel))
        spec.height = height
    }

    /// Creates a rectangle at a place, over the whole height or between two distances from the top of the plot.
    public init<X: Plottable>(
        x: PlottableValue<X>, yStart: CGFloat? = nil, yEnd: CGFloat? = nil, width: MarkDimension = .automatic
    ) {
        spec = MarkSpec(.rectangle, x: MarkPlace(x.channel), y: MarkPlace(from: .points(yStart), to: .points(yEnd)))
        spec.width = width
    }

    /// Creates a rectangle at a place, over the whole width or between two distances from the left of the plot.
    public init<Y: Plottable>(
        xStart: CGFloat? = nil, xEnd: CGFloat? = nil, y: PlottableValue<Y>, height: MarkDimension = .automatic
    ) {
        spec = MarkSpec(.rectangle, x: MarkPlace(from: .points(xStart), to: .points(xEnd)), y: MarkPlace(y.channel))
        spec.height = height
    }

    /// Creates a rectangle between two values, over the whole height or between two distances from the top of the plot.
    public init<X: Plottable>(xStart: PlottableValue<X>, xEnd: PlottableValue<X>, yStart: CGFloat? = nil, yEnd: CGFloat? = nil) {
        spec = MarkSpec(
            .rectangle, x: MarkPlace(from: .value(xStart.channel), to: .value(xEnd.channel)),
            y: MarkPlace(from: .points(yStart), to: .points(yEnd)))
    }

    /// Creates a rectangle between two values, over the whole width or between two distances from the left of the plot.
    public init<Y: Plottable>(xStart: CGFloat? = nil, xEnd: CGFloat? = nil, yStart: PlottableValue<Y>, yEnd: PlottableValue<Y>) {
        spec = MarkSpec(
            .rectangle, x: MarkPlace(from: .points(xStart), to: .points(xEnd)),
            y: MarkPlace(from: .value(yStart.channel), to: .value(yEnd.channel)))
    }

    /// Adds the mark.
    public func collectMarks(into collector: MarkCollector, attributes: MarkAttributes) { collector.add(spec, attributes: attributes) }
}
