import Foundation
import SwiftUI

/// Draws a chart: what is behind, lines of axes, marks, labels, annotations, what is in front.
@MainActor package struct ChartPainter {
    package let layout: ChartLayout
    /// The upper left corner of the chart in the picture.
    package let origin: CGPoint
    package let context: DrawingContext

    package init(layout: ChartLayout, origin: CGPoint, context: DrawingContext) {
        (self.layout, self.origin, self.context) = (layout, origin, context)
    }

    private var frame: CGRect { CGRect(origin: origin, size: layout.size) }
    private var plotFrame: CGRect { layout.plotFrame.offsetBy(dx: origin.x, dy: origin.y) }

    /// Draws all parts.
    package func paint(annotations: [PlacedAnnotation]) {
        let proxy = proxy
        for layer in layout.model.settings.backgrounds { paint(layer, proxy) }
        paintPlot()
        paintLabels()
        for annotation in annotations where annotation.isShown {
            let opacity = layout.model.marks[annotation.mark].spec.attributes.opacity
            context.group(opacity: opacity) {
                annotation.node.draw(in: annotation.frame.offsetBy(dx: origin.x, dy: origin.y), on: context)
            }
        }
        for part in layout.titles + [layout.legend].compactMap({ $0 }) { paint(part) }
        for layer in layout.model.settings.overlays { paint(layer, proxy) }
        paintTips()
    }

    /// The scales, for views that are laid over the chart.
    private var proxy: ChartProxy {
        let (styles, style) = (layout.styles, layout.environment.style)
        return ChartProxy(x: layout.plot.x, y: layout.plot.y, frame: plotFrame) { value in
            guard styles.numbers != nil || styles.styleDomain.contains(value) else { return nil }
            return AnyShapeStyle(Color(styles.fill(of: value, in: style).tone))
        }
    }

    private func paint(_ layer: ChartLayer, _ proxy: ChartProxy) {
        let view = layout.environment.whileCurrent { layer.content(proxy) }
        // Charts inside have their own modifiers.
        var environment = layout.environment
        environment.chart = ChartSettings()
        let node = view.layoutNode(in: environment)
        let size = node.size(for: ProposedViewSize(frame.size)).drawable
        node.draw(in: layer.alignment.place(size, in: frame), on: context)
    }

    /// Draws lines of the axes and the marks, in the plot as the code has changed it.
    private func paintPlot() {
        let content = ChartPlotContent { [layout, plotFrame] _, context in
            ChartPainter.paintGrid(layout, plotFrame, context)
            MarkPainter(layout: layout, frame: plotFrame, context: context).paint()
        }
        guard let style = layout.model.settings.plotStyle else { return content.paint(plotFrame, context) }
        let view = layout.environment.whileCurrent { style(content) }
        let node = view.layoutNode(in: layout.environment)
        node.draw(in: plotFrame, on: context)
    }

    private static func paintGrid(_ layout: ChartLayout, _ frame: CGRect, _ context: DrawingContext) {
        for axis in layout.axes {
            for tick in axis.ticks {
                for line in [tick.gridLine, tick.tick].compactMap({ $0 }) {
                    let path = Path { path in
                        path.move(to: CGPoint(x: line.from.x + frame.minX, y: line.from.y + frame.minY))
                        path.addLine(to: CGPoint(x: line.to.x + frame.minX, y: line.to.y + frame.minY))
                    }
                    context.stroke(path, with: line.fill, style: line.style)
                }
            }
        }
    }

    private func paintLabels() {
        for label in layout.axes.flatMap(\.ticks).compactMap(\.label) where label.isShown {
            paint(
                SidePart(
                    node: label.node, frame: label.frame.offsetBy(dx: layout.plotFrame.minX, dy: layout.plotFrame.minY), angle: label.angle)
            )
        }
    }

    /// Draws a view at a place of the chart. Rotated views fill the same place.
    private func paint(_ part: SidePart) {
        let place = part.frame.offsetBy(dx: origin.x, dy: origin.y)
        guard part.angle != .zero else { return part.node.draw(in: place, on: context) }
        let own = CGRect(
            x: place.midX - place.height / 2, y: place.midY - place.width / 2, width: place.height, height: place.width)
        context.group(angle: part.angle, around: place.center) { part.node.draw(in: own, on: context) }
    }

    /// Adds words for the pointer. Many of them would be most of the picture.
    private func paintTips() {
        let marks = layout.model.marks
        guard marks.count <= 500 else { return }
        for mark in marks where mark.spec.kind != .rule && mark.spec.curve == nil && !mark.spec.attributes.isHidden {
            guard let box = layout.plot.frame(of: mark), mark.spec.kind != .sector else { continue }
            let words = MarkWords(mark: mark, model: layout.model)
            guard !words.lines.isEmpty else { continue }
            let least = box.insetBy(dx: min(0, (box.width - 10) / 2), dy: min(0, (box.height - 10) / 2))
            context.tip(words.lines, in: least.offsetBy(dx: plotFrame.minX, dy: plotFrame.minY))
        }
    }
}
