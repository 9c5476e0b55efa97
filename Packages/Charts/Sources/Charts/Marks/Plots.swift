import Foundation
import SwiftUI

// Plots of whole collections. They are the same as a loop of marks.

/// A line through the elements of a collection, or the graph of a function.
public struct LinePlot<Content: ChartContent>: PlotContent, PrimitiveContent {
    /// The marks.
    public let content: Content
}

extension LinePlot {
    /// Creates a line.
    public init<Data: RandomAccessCollection, X: Plottable, Y: Plottable>(
        _ data: Data, x: PlottableProjection<Data.Element, X>, y: PlottableProjection<Data.Element, Y>
    ) where Content == CollectionPlotContent<Data> { content = CollectionPlotContent(data) { LineMark(x: x.value($0), y: y.value($0)) } }

    /// Creates a line for each series.
    public init<Data: RandomAccessCollection, X: Plottable, Y: Plottable, S: Plottable>(
        _ data: Data, x: PlottableProjection<Data.Element, X>, y: PlottableProjection<Data.Element, Y>,
        series: PlottableProjection<Data.Element, S>
    ) where Content == CollectionPlotContent<Data> {
        content = CollectionPlotContent(data) {
            LineMark(x: x.value($0), y: y.value($0), series: series.value($0))
        }
    }
}

/// An area of the elements of a collection, or below the graph of a function.
public struct AreaPlot<Content: ChartContent>: PlotContent, PrimitiveContent {
    /// The marks.
    public let content: Content
}

extension AreaPlot {
    /// Creates an area from zero.
    public init<Data: RandomAccessCollection, X: Plottable, Y: Plottable>(
        _ data: Data, x: PlottableProjection<Data.Element, X>, y: PlottableProjection<Data.Element, Y>,
        stacking: MarkStackingMethod = .standard
    ) where Content == CollectionPlotContent<Data> {
        content = CollectionPlotContent(data) {
            AreaMark(x: x.value($0), y: y.value($0), stacking: stacking)
        }
    }

    /// Creates an area from zero for each series.
    public init<Data: RandomAccessCollection, X: Plottable, Y: Plottable, S: Plottable>(
        _ data: Data, x: PlottableProjection<Data.Element, X>, y: PlottableProjection<Data.Element, Y>,
        series: PlottableProjection<Data.Element, S>, stacking: MarkStackingMethod = .standard
    ) where Content == CollectionPlotContent<Data> {
        content = CollectionPlotContent(data) {
            AreaMark(x: x.value($0), y: y.value($0), series: series.value($0), stacking: stacking)
        }
    }

    /// Creates an area between two values.
    public init<Data: RandomAccessCollection, X: Plottable, Y: Plottable>(
        _ data: Data, x: PlottableProjection<Data.Element, X>, yStart: PlottableProjection<Data.Element, Y>,
        yEnd: PlottableProjection<Data.Element, Y>
    ) where Content == CollectionPlotContent<Data> {
        content = CollectionPlotContent(data) {
            AreaMark(x: x.value($0), yStart: yStart.value($0), yEnd: yEnd.value($0))
        }
    }

    /// Creates an area between two values for each series.
    public init<Data: RandomAccessCollection, X: Plottable, Y: Plottable, S: Plottable>(
        _ data: Data, x: PlottableProjection<Data.Element, X>, yStart: PlottableProjection<Data.Element, Y>,
        yEnd: PlottableProjection<Data.Element, Y>, series: PlottableProjection<Data.Element, S>
    ) where Content == CollectionPlotContent<Data> {
        content = CollectionPlotContent(data) {
            AreaMark(x: x.value($0), yStart: yStart.value($0), yEnd: yEnd.value($0), series: series.value($0))
        }
    }

    /// Creates an upright area between two values.
    public init<Data: RandomAccessCollection, X: Plottable, Y: Plottable>(
        _ data: Data, xStart: PlottableProjection<Data.Element, X>, xEnd: PlottableProjection<Data.Element, X>,
        y: PlottableProjection<Data.Element, Y>
    ) where Content == CollectionPlotContent<Data> {
        content = CollectionPlotContent(data) {
            AreaMark(xStart: xStart.value($0), xEnd: xEnd.value($0), y: y.value($0))
        }
    }

    /// Creates an upright area between two values for each series.
    public init<Data: RandomAccessCollection, X: Plottable, Y: Plottable, S: Plottable>(
        _ data: Data, xStart: PlottableProjection<Data.Element, X>, xEnd: PlottableProjection<Data.Element, X>,
        y: PlottableProjection<Data.Element, Y>, series: PlottableProjection<Data.Element, S>
    ) where Content == CollectionPlotContent<Data> {
        content = CollectionPlotContent(data) {
            AreaMark(xStart: xStart.value($0), xEnd: xEnd.value($0), y: y.value($0), series: series.value($0))
        }
    }
}

/// Bars of the elements of a collection.
public struct BarPlot<Content: ChartContent>: PlotContent, PrimitiveContent {
    /// The marks.
    public let content: Content
}

extension BarPlot {
    /// Creates bars from zero.
    public init<Data: RandomAccessCollection, X: Plottable, Y: Plottable>(
        _ data: Data, x: PlottableProjection<Data.Element, X>, y: PlottableProjection<Data.Element, Y>, width: MarkDimension = .automatic,
        height: MarkDimension = .automatic, stacking: MarkStackingMethod = .standard
    ) where Content == CollectionPlotContent<Data> {
        content = CollectionPlotContent(data) {
            BarMark(x: x.value($0), y: y.value($0), width: width, height: height, stacking: stacking)
        }
    }

    /// Creates upright bars between two values.
    public init<Data: RandomAccessCollection, X: Plottable, Y: Plottable>(
        _ data: Data, x: PlottableProjection<Data.Element, X>, yStart: PlottableProjection<Data.Element, Y>,
        yEnd: PlottableProjection<Data.Element, Y>, width: MarkDimension = .automatic
    ) where Content == CollectionPlotContent<Data> {
        content = CollectionPlotContent(data) {
            BarMark(x: x.value($0), yStart: yStart.value($0), yEnd: yEnd.value($0), width: width)
        }
    }

    /// Creates level bars between two values.
    public init<Data: RandomAccessCollection, X: Plottable, Y: Plottable>(
        _ data: Data, xStart: PlottableProjection<Data.Element, X>, xEnd: PlottableProjection<Data.Element, X>,
        y: PlottableProjection<Data.Element, Y>, height: MarkDimension = .automatic
    ) where Content == CollectionPlotContent<Data> {
        content = CollectionPlotContent(data) {
            BarMark(xStart: xStart.value($0), xEnd: xEnd.value($0), y: y.value($0), height: height)
        }
    }

    /// Creates bars at places, between two distances from the top of the plot.
    public init<Data: RandomAccessCollection, X: Plottable>(
        _ data: Data, x: PlottableProjection<Data.Element, X>, yStart: CGFloat? = nil, yEnd: CGFloat? = nil,
        width: MarkDimension = .automatic, stacking: MarkStackingMethod = .standard
    ) where Content == CollectionPlotContent<Data> {
        content = CollectionPlotContent(data) {
            BarMark(x: x.value($0), yStart: yStart, yEnd: yEnd, width: width, stacking: stacking)
        }
    }

    /// Creates bars at places, between two distances from the left of the plot.
    public init<Data: RandomAccessCollection, Y: Plottable>(
        _ data: Data, xStart: CGFloat? = nil, xEnd: CGFloat? = nil, y: PlottableProjection<Data.Element, Y>,
        height: MarkDimension = .automatic, stacking: MarkStackingMethod = .standard
    ) where Content == CollectionPlotContent<Data> {
        content = CollectionPlotContent(data) {
            BarMark(xStart: xStart, xEnd: xEnd, y: y.value($0), height: height, stacking: stacking)
        }
    }
}

/// Points of the elements of a collection.
public struct PointPlot<Content: ChartContent>: PlotContent, PrimitiveContent {
    /// The marks.
    public let content: Content
}

extension PointPlot {
    /// Creates points.
    public init<Data: RandomAccessCollection, X: Plottable, Y: Plottable>(
        _ data: Data, x: PlottableProjection<Data.Element, X>, y: PlottableProjection<Data.Element, Y>
    ) where Content == CollectionPlotContent<Data> { content = CollectionPlotContent(data) { PointMark(x: x.value($0), y: y.value($0)) } }

    /// Creates points at a distance from the top of the plot, or in its middle.
    public init<Data: RandomAccessCollection, X: Plottable>(
        _ data: Data, x: PlottableProjection<Data.Element, X>, y: CGFloat? = nil
    ) where Content == CollectionPlotContent<Data> { content = CollectionPlotContent(data) { PointMark(x: x.value($0), y: y) } }

    /// Creates points at a distance from the left of the plot, or in its middle.
    public init<Data: RandomAccessCollection, Y: Plottable>(
        _ data: Data, x: CGFloat? = nil, y: PlottableProjection<Data.Element, Y>
    ) where Content == CollectionPlotContent<Data> { content = CollectionPlotContent(data) { PointMark(x: x, y: y.value($0)) } }
}

/// Rectangles of the elements of a collection.
public struct RectanglePlot<Content: ChartContent>: PlotContent, PrimitiveContent {
    /// The marks.
    public let content: Content
}

extension RectanglePlot {
    /// Creates rectangles around places.
    public init<Data: RandomAccessCollection, X: Plottable, Y: Plottable>(
        _ data: Data, x: PlottableProjection<Data.Element, X>, y: PlottableProjection<Data.Element, Y>, width: MarkDimension = .automatic,
        height: MarkDimension = .automatic
    ) where Content == CollectionPlotContent<Data> {
        content = CollectionPlotContent(data) {
            RectangleMark(x: x.value($0), y: y.value($0), width: width, height: height)
        }
    }

    /// Creates rectangles between four values.
    public init<Data: RandomAccessCollection, X: Plottable, Y: Plottable>(
        _ data: Data, xStart: PlottableProjection<Data.Element, X>, xEnd: PlottableProjection<Data.Element, X>,
        yStart: PlottableProjection<Data.Element, Y>, yEnd: PlottableProjection<Data.Element, Y>
    ) where Content == CollectionPlotContent<Data> {
        content = CollectionPlotContent(data) {
            RectangleMark(xStart: xStart.value($0), xEnd: xEnd.value($0), yStart: yStart.value($0), yEnd: yEnd.value($0))
        }
    }

    /// Creates upright rectangles between two values.
    public init<Data: RandomAccessCollection, X: Plottable, Y: Plottable>(
        _ data: Data, x: PlottableProjection<Data.Element, X>, yStart: PlottableProjection<Data.Element, Y>,
        yEnd: PlottableProjection<Data.Element, Y>, width: MarkDimension = .automatic
    ) where Content == CollectionPlotContent<Data> {
        content = CollectionPlotContent(data) {
            RectangleMark(x: x.value($0), yStart: yStart.value($0), yEnd: yEnd.value($0), width: width)
        }
    }

    /// Creates level rectangles between two values.
    public init<Data: RandomAccessCollection, X: Plottable, Y: Plottable>(
        _ data: Data, xStart: PlottableProjection<Data.Element, X>, xEnd: PlottableProjection<Data.Element, X>,
        y: PlottableProjection<Data.Element, Y>, height: MarkDimension = .automatic
    ) where Content == CollectionPlotContent<Data> {
        content = CollectionPlotContent(data) {
            RectangleMark(xStart: xStart.value($0), xEnd: xEnd.value($0), y: y.value($0), height: height)
        }
    }
}

/// Straight lines at the elements of a collection.
public struct RulePlot<Content: ChartContent>: PlotContent, PrimitiveContent {
    /// The marks.
    public let content: Content
}

extension RulePlot {
    /// Creates upright lines, through the whole plot or between two distances from its top.
    public init<Data: RandomAccessCollection, X: Plottable>(
        _ data: Data, x: PlottableProjection<Data.Element, X>, yStart: CGFloat? = nil, yEnd: CGFloat? = nil
    ) where Content == CollectionPlotContent<Data> {
        content = CollectionPlotContent(data) {
            RuleMark(x: x.value($0), yStart: yStart, yEnd: yEnd)
        }
    }

    /// Creates upright lines between two values.
    public init<Data: RandomAccessCollection, X: Plottable, Y: Plottable>(
        _ data: Data, x: PlottableProjection<Data.Element, X>, yStart: PlottableProjection<Data.Element, Y>,
        yEnd: PlottableProjection<Data.Element, Y>
    ) where Content == CollectionPlotContent<Data> {
        content = CollectionPlotContent(data) {
            RuleMark(x: x.value($0), yStart: yStart.value($0), yEnd: yEnd.value($0))
        }
    }

    /// Creates level lines, through the whole plot or between two distances from its left side.
    public init<Data: RandomAccessCollection, Y: Plottable>(
        _ data: Data, xStart: CGFloat? = nil, xEnd: CGFloat? = nil, y: PlottableProjection<Data.Element, Y>
    ) where Content == CollectionPlotContent<Data> {
        content = CollectionPlotContent(data) {
            RuleMark(xStart: xStart, xEnd: xEnd, y: y.value($0))
        }
    }

    /// Creates level lines between two values.
    public init<Data: RandomAccessCollection, X: Plottable, Y: Plottable>(
        _ data: Data, xStart: PlottableProjection<Data.Element, X>, xEnd: PlottableProjection<Data.Element, X>,
        y: PlottableProjection<Data.Element, Y>
    ) where Content == CollectionPlotContent<Data> {
        content = CollectionPlotContent(data) {
            RuleMark(xStart: xStart.value($0), xEnd: xEnd.value($0), y: y.value($0))
        }
    }
}

/// Parts of a circle for the elements of a collection.
public struct SectorPlot<Content: ChartContent>: PlotContent, PrimitiveContent {
    /// The marks.
    public let content: Content
}

extension SectorPlot {
    /// Creates parts whose angles are the shares of values in the sum.
    public init<Data: RandomAccessCollection, V: Plottable>(
        _ data: Data, angle: PlottableProjection<Data.Element, V>, innerRadius: MarkDimension = .automatic,
        outerRadius: MarkDimension = .automatic, angularInset: CGFloat? = nil
    ) where Content == CollectionPlotContent<Data> {
        content = CollectionPlotContent(data) {
            SectorMark(angle: angle.value($0), innerRadius: innerRadius, outerRadius: outerRadius, angularInset: angularInset)
        }
    }
}

extension LinePlot: VectorizedChartContent where Content: VectorizedChartContent {}
extension AreaPlot: VectorizedChartContent where Content: VectorizedChartContent {}
extension BarPlot: VectorizedChartContent where Content: VectorizedChartContent {}
extension PointPlot: VectorizedChartContent where Content: VectorizedChartContent {}
extension RectanglePlot: VectorizedChartContent where Content: VectorizedChartContent {}
extension RulePlot: VectorizedChartContent where Content: VectorizedChartContent {}
extension SectorPlot: VectorizedChartContent where Content: VectorizedChartContent {}
