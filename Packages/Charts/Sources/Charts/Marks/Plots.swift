import Foundation
import SwiftUI

// Plots of whole collections. They are the same as a loop of marks.

/// Lines through the elements of a collection.
public struct LinePlot: PrimitiveContent {
    private let specs: [MarkSpec]

    /// Creates a line.
    public init<Data: RandomAccessCollection, X: Plottable, Y: Plottable>(
        _ data: Data, x: PlottableProjection<Data.Element, X>, y: PlottableProjection<Data.Element, Y>
    ) {
        specs = data.map { element in
            MarkSpec(.line, x: MarkPlace(x.channel(element)), y: MarkPlace(y.channel(element)))
        }
    }

    /// Creates a line for each series.
    public init<Data: RandomAccessCollection, X: Plottable, Y: Plottable, S: Plottable>(
        _ data: Data, x: PlottableProjection<Data.Element, X>, y: PlottableProjection<Data.Element, Y>,
        series: PlottableProjection<Data.Element, S>
    ) {
        specs = data.map { element in
            var spec = MarkSpec(.line, x: MarkPlace(x.channel(element)), y: MarkPlace(y.channel(element)))
            spec.series = series.channel(element)
            return spec
        }
    }

    /// Adds a mark for each element.
    public func collectMarks(into collector: MarkCollector, attributes: MarkAttributes) {
        for spec in specs { collector.add(spec, attributes: attributes) }
    }
}

/// An area of the elements of a collection.
public struct AreaPlot: PrimitiveContent {
    private let specs: [MarkSpec]

    /// Creates an area from zero.
    public init<Data: RandomAccessCollection, X: Plottable, Y: Plottable>(
        _ data: Data, x: PlottableProjection<Data.Element, X>, y: PlottableProjection<Data.Element, Y>,
        stacking: MarkStackingMethod = .standard
    ) {
        specs = data.map { element in
            var spec = MarkSpec(.area, x: MarkPlace(x.channel(element)), y: MarkPlace(y.channel(element)))
            spec.stacking = stacking
            return spec
        }
    }

    /// Creates an area between two values.
    public init<Data: RandomAccessCollection, X: Plottable, Y: Plottable>(
        _ data: Data, x: PlottableProjection<Data.Element, X>, yStart: PlottableProjection<Data.Element, Y>,
        yEnd: PlottableProjection<Data.Element, Y>
    ) {
        specs = data.map { element in
            MarkSpec(
                .area, x: MarkPlace(x.channel(element)),
                y: MarkPlace(from: .value(yStart.channel(element)), to: .value(yEnd.channel(element))))
        }
    }

    /// Adds a mark for each element.
    public func collectMarks(into collector: MarkCollector, attributes: MarkAttributes) {
        for spec in specs { collector.add(spec, attributes: attributes) }
    }
}

/// Bars of the elements of a collection.
public struct BarPlot: PrimitiveContent {
    private let specs: [MarkSpec]

    /// Creates bars from zero.
    public init<Data: RandomAccessCollection, X: Plottable, Y: Plottable>(
        _ data: Data, x: PlottableProjection<Data.Element, X>, y: PlottableProjection<Data.Element, Y>,
        width: MarkDimension = .automatic, height: MarkDimension = .automatic, stacking: MarkStackingMethod = .standard
    ) {
        specs = data.map { element in
            var spec = MarkSpec(.bar, x: MarkPlace(x.channel(element)), y: MarkPlace(y.channel(element)))
            (spec.width, spec.height, spec.stacking) = (width, height, stacking)
            return spec
        }
    }

    /// Adds a mark for each element.
    public func collectMarks(into collector: MarkCollector, attributes: MarkAttributes) {
        for spec in specs { collector.add(spec, attributes: attributes) }
    }
}

/// Points of the elements of a collection.
public struct PointPlot: PrimitiveContent {
    private let specs: [MarkSpec]

    /// Creates points.
    public init<Data: RandomAccessCollection, X: Plottable, Y: Plottable>(
        _ data: Data, x: PlottableProjection<Data.Element, X>, y: PlottableProjection<Data.Element, Y>
    ) {
        specs = data.map { element in
            MarkSpec(.point, x: MarkPlace(x.channel(element)), y: MarkPlace(y.channel(element)))
        }
    }

    /// Adds a mark for each element.
    public func collectMarks(into collector: MarkCollector, attributes: MarkAttributes) {
        for spec in specs { collector.add(spec, attributes: attributes) }
    }
}

/// Rectangles of the elements of a collection.
public struct RectanglePlot: PrimitiveContent {
    private let specs: [MarkSpec]

    /// Creates rectangles around places.
    public init<Data: RandomAccessCollection, X: Plottable, Y: Plottable>(
        _ data: Data, x: PlottableProjection<Data.Element, X>, y: PlottableProjection<Data.Element, Y>,
        width: MarkDimension = .automatic, height: MarkDimension = .automatic
    ) {
        specs = data.map { element in
            var spec = MarkSpec(.rectangle, x: MarkPlace(x.channel(element)), y: MarkPlace(y.channel(element)))
            (spec.width, spec.height) = (width, height)
            return spec
        }
    }

    /// Adds a mark for each element.
    public func collectMarks(into collector: MarkCollector, attributes: MarkAttributes) {
        for spec in specs { collector.add(spec, attributes: attributes) }
    }
}
