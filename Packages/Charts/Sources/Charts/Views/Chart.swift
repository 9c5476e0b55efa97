import Foundation
import SwiftUI

/// A chart of marks.
public struct Chart<Content: ChartContent> {
    private let content: Content
}

extension Chart: View, PrimitiveView {
    /// Creates a chart of marks.
    nonisolated public init(@ChartContentBuilder content: () -> Content) { self.content = content() }

    /// Creates a chart of the elements of a collection.
    nonisolated public init<Data: RandomAccessCollection, C: ChartContent>(
        _ data: Data, @ChartContentBuilder content: @escaping (Data.Element) -> C
    ) where Content == ForEach<Data, Data.Element.ID, C>, Data.Element: Identifiable {
        self.content = ForEach(data, content: content)
    }

    /// Creates a chart of the elements of a collection, with a property as their identity.
    nonisolated public init<Data: RandomAccessCollection, ID: Hashable, C: ChartContent>(
        _ data: Data, id: KeyPath<Data.Element, ID>, @ChartContentBuilder content: @escaping (Data.Element) -> C
    ) where Content == ForEach<Data, ID, C> {
        self.content = ForEach(data, id: id, content: content)
    }

    /// Returns the chart, which takes all the space that is offered.
    public func layoutNodes(in environment: EnvironmentValues) -> [any ViewNode] {
        let collector = MarkCollector()
        environment.whileCurrent { content.collectMarks(into: collector, attributes: MarkAttributes()) }
        return [ChartNode(specs: collector.marks, environment: environment)]
    }
}

/// A chart that knows its surroundings.
@MainActor package struct ChartNode: ViewNode {
    private let model: ChartModel
    private let environment: EnvironmentValues

    package init(specs: [MarkSpec], environment: EnvironmentValues) {
        model = ChartModel(specs: specs, settings: environment.chart, calendar: environment.calendar)
        self.environment = environment
    }

    package func size(for proposal: ProposedViewSize) -> CGSize {
        let size = proposal.replacingUnspecifiedDimensions(by: CGSize(width: 390, height: 300))
        guard model.settings.plotStyle != nil else { return size }
        return StyledPlot(model: model, environment: environment, proposal: proposal).size
    }

    package func draw(in frame: CGRect, on context: DrawingContext) {
        var insets = EdgeInsets()
        if model.settings.plotStyle != nil {
            insets = StyledPlot(model: model, environment: environment, proposal: ProposedViewSize(frame.size)).insets
        }
        var layout = ChartLayout(model: model, environment: environment, size: frame.size, plotInsets: insets)
        var builder = AnnotationBuilder(layout: layout)
        let annotations = builder.annotations()
        layout.hideLabels(under: annotations)
        let record = ChartRecord(layout: layout, origin: frame.origin, annotations: annotations)
        context.records += model.settings.kept
        for mark in model.marks { context.records += mark.spec.attributes.kept }
        context.descriptions.append(record.description)
        ChartPainter(layout: layout, origin: frame.origin, context: context).paint(annotations: annotations)
        context.records.append(record)
    }
}

/// A chart whose plot is given a size or space by the code.
@MainActor private struct StyledPlot {
    let model: ChartModel
    let environment: EnvironmentValues
    let proposal: ProposedViewSize

    /// The size of the chart: as offered, or around a plot of a fixed size.
    var size: CGSize {
        let offered = proposal.replacingUnspecifiedDimensions(by: CGSize(width: 390, height: 300))
        let (plot, room, _) = measured(offered)
        return CGSize(
            width: proposal.width == nil || plot.width > room.width ? offered.width + plot.width - room.width : offered.width,
            height: proposal.height == nil || plot.height > room.height ? offered.height + plot.height - room.height : offered.height)
    }

    /// The space between the room for the plot and the plot: what is left of a plot of a fixed size, and padding.
    var insets: EdgeInsets {
        let (plot, room, inner) = measured(proposal.replacingUnspecifiedDimensions(by: CGSize(width: 390, height: 300)))
        return EdgeInsets(
            top: inner.minY, leading: inner.minX, bottom: max(0, room.height - plot.height) + plot.height - inner.maxY,
            trailing: max(0, room.width - plot.width) + plot.width - inner.maxX)
    }

    /// Returns the size of the plot with its style, the room for it, and the frame of the marks in it.
    private func measured(_ size: CGSize) -> (plot: CGSize, room: CGSize, inner: CGRect) {
        let room = ChartLayout(model: model, environment: environment, size: size).plotFrame.size
        final class Box { var frame: CGRect? }
        let box = Box()
        let content = ChartPlotContent { frame, _ in box.frame = frame }
        guard let style = model.settings.plotStyle else { return (room, room, CGRect(origin: .zero, size: room)) }
        let node = environment.whileCurrent { style(content) }.layoutNode(in: environment)
        let plot = node.size(for: ProposedViewSize(room)).drawable
        node.draw(in: CGRect(origin: .zero, size: plot), on: DrawingContext())
        return (plot, room, box.frame ?? CGRect(origin: .zero, size: plot))
    }
}
