import Foundation
import SwiftUI

/// The marks, axes and labels of a chart with their places, for tests. This is Tally's.
///
/// Positions are in points from the upper left corner of the picture.
public struct ChartInspection: Sendable {
    /// A mark.
    public struct Mark: Hashable, Sendable {
        /// The kind, such as `bar`.
        public var kind: String
        /// The name of the series, or an empty text.
        public var series: String
        /// The horizontal value, with `–` between two ends. Dates are in the form of ISO 8601.
        public var x: String
        /// The vertical value.
        public var y: String
        /// The place. Lines and points have the place of the value, without a size.
        public var frame: CGRect
        /// The color in light appearance, such as `#0072b2`.
        public var color: String
        /// The name for people who cannot see the mark.
        public var label: String?
        /// The ends along the vertical axis in values, after stacking.
        public var yValues: [Double]
        /// The ends along the horizontal axis in values, after stacking. Dates are seconds since 2001.
        public var xValues: [Double]
    }

    /// A marked value of an axis.
    public struct Tick: Hashable, Sendable {
        /// The value. Dates are in the form of ISO 8601.
        public var value: String
        /// The distance from the left or the top of the picture.
        public var position: CGFloat
        /// The text of the label. Nil if the value has none.
        public var label: String?
        /// The frame of the label.
        public var labelFrame: CGRect?
        /// False if the label would touch another.
        public var isLabelShown: Bool
        /// True if a line goes through the plot.
        public var hasGridLine: Bool
    }

    /// The ends of a scale, or its names.
    public enum Domain: Hashable, Sendable {
        case numbers(Double, Double)
        case dates(Date, Date)
        case names([String])
    }

    /// An annotation.
    public struct Annotation: Hashable, Sendable {
        /// The place of its mark among the marks.
        public var mark: Int
        /// The texts.
        public var text: String
        /// The place.
        public var frame: CGRect
        /// False if it would cover an earlier label.
        public var isShown: Bool
    }

    /// The frame of the chart.
    public var frame: CGRect
    /// The area of the marks.
    public var plotFrame: CGRect
    /// The marks in the order of the code, from back to front.
    public var marks: [Mark]
    /// The horizontal domain.
    public var xDomain: Domain
    /// The vertical domain.
    public var yDomain: Domain
    /// The marked values of the horizontal axes.
    public var xTicks: [Tick]
    /// The marked values of the vertical axes.
    public var yTicks: [Tick]
    /// The names in the legend.
    public var legend: [String]
    /// The annotations in the order of their marks.
    public var annotations: [Annotation]
    /// The chart in sentences.
    public var accessibilityDescription: String

    /// Draws a view in a size, and returns its first chart. Nil if there is none.
    @MainActor public init?(of view: some View, width: CGFloat? = nil, height: CGFloat? = nil) {
        guard let first = Self.all(in: view, width: width, height: height).first else { return nil }
        self = first
    }

    /// Draws a view in a size, and returns its charts.
    @MainActor public static func all(in view: some View, width: CGFloat? = nil, height: CGFloat? = nil) -> [ChartInspection] {
        let renderer = ImageRenderer(content: view)
        renderer.proposedSize = ProposedViewSize(width: width, height: height)
        return renderer.draw().context.records.compactMap { ($0 as? ChartRecord).map(ChartInspection.init) }
    }

    @MainActor init(_ record: ChartRecord) {
        let (layout, origin) = (record.layout, record.origin)
        let plot = layout.plotFrame.offsetBy(dx: origin.x, dy: origin.y)
        frame = CGRect(origin: origin, size: layout.size)
        plotFrame = plot
        marks = layout.model.marks.compactMap { Self.mark($0, layout, plot) }
        (xDomain, yDomain) = (Self.domain(layout.plot.x), Self.domain(layout.plot.y))
        let isLevel: (AxisLayout) -> Bool = { $0.side == .top || $0.side == .bottom }
        xTicks = layout.axes.filter(isLevel).flatMap { Self.ticks($0, plot, from: plot.minX) }
        yTicks = layout.axes.filter { !isLevel($0) }.flatMap { Self.ticks($0, plot, from: plot.minY) }
        let legend = LegendBuilder(model: layout.model, styles: layout.styles, environment: layout.environment)
        self.legend = legend.isShown && layout.model.settings.legend.content == nil ? legend.entries.map(\.name) : []
        annotations = record.annotations.map { annotation in
            Annotation(
                mark: annotation.mark, text: annotation.texts.joined(separator: " "),
                frame: annotation.frame.offsetBy(dx: origin.x, dy: origin.y), isShown: annotation.isShown)
        }
        accessibilityDescription = record.description
    }

    @MainActor private static func mark(_ mark: ExtendedMark, _ layout: ChartLayout, _ plot: CGRect) -> Mark? {
        let box: CGRect
        if mark.spec.kind == .sector {
            guard let place = SectorPlace(mark, in: plot) else { return nil }
            box = place.path.boundingRect
        } else {
            guard let own = layout.plot.frame(of: mark) else { return nil }
            box = own.offsetBy(dx: plot.minX, dy: plot.minY)
        }
        func text(_ place: MarkPlace) -> String { place.channels.map(\.value.text).joined(separator: " – ") }
        let attributes = mark.spec.attributes
        return Mark(
            kind: mark.spec.kind.rawValue, series: layout.model.seriesNames[mark.series], x: text(mark.spec.x),
            y: mark.spec.angle?.value.text ?? text(mark.spec.y), frame: box,
            color: Color(layout.styles.fill(of: mark, in: layout.environment.style).tone).description,
            label: attributes.label ?? attributes.identifier, yValues: mark.y.numbers, xValues: mark.x.numbers)
    }

    private static func domain(_ scale: PositionScale) -> Domain {
        switch scale.kind {
        case .number: .numbers(scale.first, scale.last)
        case .date: .dates(Date(timeIntervalSinceReferenceDate: scale.first), Date(timeIntervalSinceReferenceDate: scale.last))
        case .category: .names(scale.categories)
        }
    }

    private static func ticks(_ axis: AxisLayout, _ plot: CGRect, from start: CGFloat) -> [Tick] {
        axis.ticks.map { tick in
            Tick(
                value: tick.value.text, position: start + tick.position, label: tick.label?.text,
                labelFrame: tick.label?.frame.offsetBy(dx: plot.minX, dy: plot.minY), isLabelShown: tick.label?.isShown ?? false,
                hasGridLine: tick.gridLine != nil)
        }
    }
}
