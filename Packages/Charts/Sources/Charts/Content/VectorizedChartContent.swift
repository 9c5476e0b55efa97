import Foundation
import SwiftUI

/// A part of a chart with a mark for each element of a collection, whose properties may follow from the element.
public protocol VectorizedChartContent<DataElement>: ChartContent {
    /// The type of the elements.
    associatedtype DataElement

    /// Adds the marks to those of the chart, with what the modifiers around them say about each element.
    @MainActor func collectMarks(into collector: MarkCollector, each attributes: @escaping (DataElement) -> MarkAttributes)
}

/// Marks of the elements of a collection.
public struct CollectionPlotContent<Data: RandomAccessCollection>: VectorizedChartContent, PrimitiveContent {
    private let data: Data
    private let mark: (Data.Element) -> any ChartContent

    package init(_ data: Data, mark: @escaping (Data.Element) -> any ChartContent) { (self.data, self.mark) = (data, mark) }

    /// Adds a mark for each element.
    public func collectMarks(into collector: MarkCollector, attributes: MarkAttributes) {
        for element in data { mark(element).collectMarks(into: collector, attributes: attributes) }
    }

    /// Adds a mark for each element.
    public func collectMarks(into collector: MarkCollector, each attributes: @escaping (Data.Element) -> MarkAttributes) {
        for element in data { mark(element).collectMarks(into: collector, attributes: attributes(element)) }
    }
}

/// A plot of a collection or a function.
public protocol PlotContent: ChartContent {
    /// The type of the marks.
    associatedtype Content: ChartContent
    /// The marks of the collection or the function.
    var content: Content { get }
}

extension PlotContent {
    /// Adds the marks of the content.
    @MainActor public func collectMarks(into collector: MarkCollector, attributes: MarkAttributes) {
        content.collectMarks(into: collector, attributes: attributes)
    }
}

extension PlotContent where Content: VectorizedChartContent {
    /// Adds a mark for each element.
    @MainActor public func collectMarks(
        into collector: MarkCollector, each attributes: @escaping (Content.DataElement) -> MarkAttributes
    ) { content.collectMarks(into: collector, each: attributes) }
}

/// A plot about whose elements a modifier says something.
private struct ModifiedPlot<Content: VectorizedChartContent>: VectorizedChartContent, PrimitiveContent {
    let content: Content
    let change: (inout MarkAttributes, Content.DataElement) -> Void

    func collectMarks(into collector: MarkCollector, attributes: MarkAttributes) {
        collectMarks(into: collector) { _ in attributes }
    }

    func collectMarks(into collector: MarkCollector, each attributes: @escaping (Content.DataElement) -> MarkAttributes) {
        content.collectMarks(into: collector) { element in
            var own = attributes(element)
            change(&own, element)
            return own
        }
    }
}

extension VectorizedChartContent {
    private func changed(
        _ change: @escaping (inout MarkAttributes, DataElement) -> Void
    ) -> some VectorizedChartContent<DataElement> { ModifiedPlot(content: self, change: change) }

    /// Paints each mark in the style of its element.
    public func foregroundStyle(_ keyPath: KeyPath<DataElement, some ShapeStyle>) -> some VectorizedChartContent<DataElement> {
        changed { $0.style = .value($1[keyPath: keyPath]) }
    }

    /// Paints each mark in a color of the scale for a value of its element.
    public func foregroundStyle(
        by value: PlottableProjection<DataElement, some Plottable>
    ) -> some VectorizedChartContent<DataElement> { changed { $0.style = .data(value.value($1).channel) } }

    /// Sets the opacity of each mark.
    public func opacity(_ keyPath: KeyPath<DataElement, CGFloat>) -> some VectorizedChartContent<DataElement> {
        changed { $0.opacity *= min(1, max(0, Double($1[keyPath: keyPath]))) }
    }

    /// Draws the symbol of each element at its point.
    public func symbol(_ keyPath: KeyPath<DataElement, some ChartSymbolShape>) -> some VectorizedChartContent<DataElement> {
        changed { $0.symbol = .value(.shape($1[keyPath: keyPath])) }
    }

    /// Draws a symbol of the scale for a value of each element at its point.
    public func symbol(
        by value: PlottableProjection<DataElement, some Plottable>
    ) -> some VectorizedChartContent<DataElement> { changed { $0.symbol = .data(value.value($1).channel) } }

    /// Sets the area of the symbol of each element, in square points.
    public func symbolSize(_ keyPath: KeyPath<DataElement, CGFloat>) -> some VectorizedChartContent<DataElement> {
        changed { $0.symbolSize = .value($1[keyPath: keyPath]) }
    }

    /// Sets the area of symbols by a value of each element.
    public func symbolSize(
        by value: PlottableProjection<DataElement, some Plottable>
    ) -> some VectorizedChartContent<DataElement> { changed { $0.symbolSize = .data(value.value($1).channel) } }

    /// Sets the style of the line of each element.
    public func lineStyle(_ keyPath: KeyPath<DataElement, StrokeStyle>) -> some VectorizedChartContent<DataElement> {
        changed { $0.lineStyle = .value($1[keyPath: keyPath]) }
    }

    /// Sets the style of lines by a value of each element.
    public func lineStyle(
        by value: PlottableProjection<DataElement, some Plottable>
    ) -> some VectorizedChartContent<DataElement> { changed { $0.lineStyle = .data(value.value($1).channel) } }

    /// Puts the marks of different values side by side.
    public func position(
        by value: PlottableProjection<DataElement, some Plottable>, axis: Axis? = nil, span: MarkDimension = .automatic
    ) -> some VectorizedChartContent<DataElement> {
        changed { $0.positionBy = PositionGroup(channel: value.value($1).channel, axis: axis, span: span) }
    }

    /// Names each mark for people who cannot see it.
    public func accessibilityLabel(_ keyPath: KeyPath<DataElement, Text>) -> some VectorizedChartContent<DataElement> {
        changed { $0.label = $1[keyPath: keyPath].string }
    }

    /// Names each mark for people who cannot see it.
    public func accessibilityLabel(_ keyPath: KeyPath<DataElement, some StringProtocol>) -> some VectorizedChartContent<DataElement> {
        changed { $0.label = String($1[keyPath: keyPath]) }
    }

    /// Says the value of each mark for people who cannot see it.
    public func accessibilityValue(_ keyPath: KeyPath<DataElement, some StringProtocol>) -> some VectorizedChartContent<DataElement> {
        changed { $0.value = String($1[keyPath: keyPath]) }
    }

    /// Says the value of each mark for people who cannot see it.
    public func accessibilityValue(_ keyPath: KeyPath<DataElement, Text>) -> some VectorizedChartContent<DataElement> {
        changed { $0.value = $1[keyPath: keyPath].string }
    }
}
