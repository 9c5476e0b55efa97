import Foundation
import SwiftUI

/// A part of a chart about which a modifier says something.
package struct ModifiedMarks<Content: ChartContent>: PrimitiveContent {
    let content: Content
    let change: (inout MarkAttributes) -> Void

    package func collectMarks(into collector: MarkCollector, attributes: MarkAttributes) {
        var attributes = attributes
        change(&attributes)
        content.collectMarks(into: collector, attributes: attributes)
    }
}

extension ChartContent {
    fileprivate func changed(_ change: @escaping (inout MarkAttributes) -> Void) -> ModifiedMarks<Self> {
        ModifiedMarks(content: self, change: change)
    }

    private func kept(_ name: String, _ value: String = "") -> some ChartContent {
        changed { $0.kept.append(KeptModifier(name: name, value: value)) }
    }

    /// Paints the marks in a style.
    public func foregroundStyle(_ style: some ShapeStyle) -> some ChartContent { changed { $0.style = .value(style) } }

    /// Paints the marks in a color of the scale for a value. Values are also in the legend.
    public func foregroundStyle<D: Plottable>(by value: PlottableValue<D>) -> some ChartContent {
        let channel = value.channel
        return changed { $0.style = .data(channel) }
    }

    /// Draws a symbol at each point.
    public func symbol(_ symbol: some ChartSymbolShape) -> some ChartContent { changed { $0.symbol = .value(.shape(symbol)) } }

    /// Draws a symbol of the scale for a value at each point.
    public func symbol<D: Plottable>(by value: PlottableValue<D>) -> some ChartContent {
        let channel = value.channel
        return changed { $0.symbol = .data(channel) }
    }

    /// Draws a view at each point.
    public func symbol(@ViewBuilder symbol: () -> some View) -> some ChartContent {
        let view = AnyView(symbol())
        return SymbolMarks(content: self, view: view)
    }

    /// Sets the area of symbols, in square points.
    public func symbolSize(_ area: CGFloat) -> some ChartContent { changed { $0.symbolSize = .value(area) } }

    /// Sets the size of symbols.
    public func symbolSize(_ size: CGSize) -> some ChartContent { changed { $0.symbolSize = .value(size.width * size.height) } }

    /// Sets the area of symbols by a value.
    public func symbolSize<D: Plottable>(by value: PlottableValue<D>) -> some ChartContent {
        let channel = value.channel
        return changed { $0.symbolSize = .data(channel) }
    }

    /// Sets the style of lines.
    public func lineStyle(_ style: StrokeStyle) -> some ChartContent { changed { $0.lineStyle = .value(style) } }

    /// Sets the style of lines by a value.
    public func lineStyle<D: Plottable>(by value: PlottableValue<D>) -> some ChartContent {
        let channel = value.channel
        return changed { $0.lineStyle = .data(channel) }
    }

    /// Sets how lines and areas go from point to point.
    public func interpolationMethod(_ method: InterpolationMethod) -> some ChartContent { changed { $0.interpolation = method } }

    /// Makes the marks less opaque.
    public func opacity(_ opacity: Double) -> some ChartContent { changed { $0.opacity *= min(1, max(0, opacity)) } }

    /// Rounds the corners of bars and rectangles.
    public func cornerRadius(_ radius: CGFloat, style: RoundedCornerStyle = .continuous) -> some ChartContent {
        changed { $0.cornerRadius = radius }
    }

    /// Puts the marks of different values side by side.
    public func position<D: Plottable>(
        by value: PlottableValue<D>, axis: Axis? = nil, span: MarkDimension = .automatic
    ) -> some ChartContent {
        let group = PositionGroup(channel: value.channel, axis: axis, span: span)
        return changed { $0.positionBy = group }
    }

    /// Moves the marks.
    public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some ChartContent { offset(xStart: x, xEnd: x, yStart: y, yEnd: y) }

    /// Moves the marks.
    public func offset(_ offset: CGSize) -> some ChartContent { self.offset(x: offset.width, y: offset.height) }

    /// Moves the ends of the marks.
    public func offset(xStart: CGFloat, xEnd: CGFloat, yStart: CGFloat, yEnd: CGFloat) -> some ChartContent {
        changed { attributes in
            attributes.offset.xStart += xStart
            attributes.offset.xEnd += xEnd
            attributes.offset.yStart += yStart
            attributes.offset.yEnd += yEnd
        }
    }

    /// Moves the ends of the marks.
    public func offset(x: CGFloat = 0, yStart: CGFloat, yEnd: CGFloat) -> some ChartContent {
        offset(xStart: x, xEnd: x, yStart: yStart, yEnd: yEnd)
    }

    /// Moves the ends of the marks.
    public func offset(xStart: CGFloat, xEnd: CGFloat, y: CGFloat = 0) -> some ChartContent {
        offset(xStart: xStart, xEnd: xEnd, yStart: y, yEnd: y)
    }

    /// Puts the marks in front of those with a lower index.
    public func zIndex(_ value: Double) -> some ChartContent { changed { $0.zIndex += value } }

    /// Shows the marks only inside a shape, which fits the plot.
    public func clipShape(_ shape: some Shape, style: FillStyle = FillStyle()) -> some ChartContent { changed { $0.clip = shape } }

    /// Shows the marks only where other marks are.
    public func mask(@ChartContentBuilder content: () -> some ChartContent) -> some ChartContent {
        MaskedMarks(content: self, mask: content())
    }

    /// Keeps a shadow. It is not drawn.
    public func shadow(
        color: Color = Color(white: 0, opacity: 0.33), radius: CGFloat, x: CGFloat = 0, y: CGFloat = 0
    ) -> some ChartContent { kept("shadow", "\(radius)") }

    /// Keeps a blur. It is not drawn.
    public func blur(radius: CGFloat) -> some ChartContent { kept("blur", "\(radius)") }

    /// Keeps a way to draw layers.
    public func compositingLayer() -> some ChartContent { kept("compositingLayer") }

    /// Spreads gradients over the whole plot instead of each mark.
    public func alignsMarkStylesWithPlotArea(_ aligns: Bool = true) -> some ChartContent { changed { $0.fillsPlot = aligns } }
}

extension ChartContent {
    /// Names the marks for people who cannot see them.
    public func accessibilityLabel(_ label: LocalizedStringKey) -> some ChartContent { changed { $0.label = label.text } }

    /// Names the marks for people who cannot see them.
    public func accessibilityLabel(_ label: Text) -> some ChartContent { changed { $0.label = label.string } }

    /// Names the marks for people who cannot see them.
    @_disfavoredOverload public func accessibilityLabel(_ label: some StringProtocol) -> some ChartContent {
        let label = String(label)
        return changed { $0.label = label }
    }

    /// Says the value of the marks for people who cannot see them.
    public func accessibilityValue(_ value: LocalizedStringKey) -> some ChartContent { changed { $0.value = value.text } }

    /// Says the value of the marks for people who cannot see them.
    public func accessibilityValue(_ value: Text) -> some ChartContent { changed { $0.value = value.string } }

    /// Says the value of the marks for people who cannot see them.
    @_disfavoredOverload public func accessibilityValue(_ value: some StringProtocol) -> some ChartContent {
        let value = String(value)
        return changed { $0.value = value }
    }

    /// Names the marks for tests.
    public func accessibilityIdentifier(_ identifier: String) -> some ChartContent { changed { $0.identifier = identifier } }

    /// Leaves the marks out of the description in words.
    public func accessibilityHidden(_ hidden: Bool) -> some ChartContent { changed { $0.isHidden = hidden } }
}

extension ChartContent {
    /// Adds a view next to each mark.
    public func annotation(
        position: AnnotationPosition = .automatic, alignment: Alignment = .center, spacing: CGFloat? = nil,
        overflowResolution: AnnotationOverflowResolution = .automatic, @ViewBuilder content: @escaping () -> some View
    ) -> some ChartContent {
        annotation(position: position, alignment: alignment, spacing: spacing, overflowResolution: overflowResolution) { _ in content() }
    }

    /// Adds a view next to each mark, which knows the size of the mark.
    public func annotation(
        position: AnnotationPosition = .automatic, alignment: Alignment = .center, spacing: CGFloat? = nil,
        overflowResolution: AnnotationOverflowResolution = .automatic, @ViewBuilder content: @escaping (AnnotationContext) -> some View
    ) -> some ChartContent {
        AnnotatedMarks(
            content: self, position: position, alignment: alignment, spacing: spacing, overflow: overflowResolution,
            annotation: { AnyView(content($0)) })
    }
}

/// Marks with views next to them.
private struct AnnotatedMarks<Content: ChartContent>: PrimitiveContent {
    let content: Content
    let position: AnnotationPosition
    let alignment: Alignment
    let spacing: CGFloat?
    let overflow: AnnotationOverflowResolution
    let annotation: (AnnotationContext) -> AnyView

    func collectMarks(into collector: MarkCollector, attributes: MarkAttributes) {
        var attributes = attributes
        attributes.annotations.append(
            AnnotationSpec(position: position, alignment: alignment, spacing: spacing, overflow: overflow) { annotation($0) })
        content.collectMarks(into: collector, attributes: attributes)
    }
}

/// Marks with a view as their symbol.
private struct SymbolMarks<Content: ChartContent>: PrimitiveContent {
    let content: Content
    let view: AnyView

    func collectMarks(into collector: MarkCollector, attributes: MarkAttributes) {
        var attributes = attributes
        attributes.symbol = .value(.view { view })
        content.collectMarks(into: collector, attributes: attributes)
    }
}

/// Marks that are seen only where others are.
private struct MaskedMarks<Content: ChartContent, Mask: ChartContent>: PrimitiveContent {
    let content: Content
    let mask: Mask

    func collectMarks(into collector: MarkCollector, attributes: MarkAttributes) {
        let marks = MarkCollector()
        mask.collectMarks(into: marks, attributes: MarkAttributes())
        var attributes = attributes
        attributes.mask = marks.marks
        content.collectMarks(into: collector, attributes: attributes)
    }
}
