import Foundation
import SwiftUI

/// A view at a side of the chart, with its place.
package struct SidePart {
    package var node: any ViewNode
    package var frame: CGRect
    package var angle = Angle.zero
}

/// A chart of a size: the plot, the axes, the legend and the titles. The origin is the upper left corner of the chart.
@MainActor package struct ChartLayout {
    package let model: ChartModel
    package let styles: StyleScales
    package let environment: EnvironmentValues
    package let size: CGSize
    /// The area of the marks.
    package private(set) var plotFrame: CGRect
    package private(set) var plot: PlotLayout
    package private(set) var axes: [AxisLayout] = []
    package private(set) var legend: SidePart?
    package private(set) var titles: [SidePart] = []

    package init(model: ChartModel, environment: EnvironmentValues, size: CGSize, plotInsets: EdgeInsets = EdgeInsets()) {
        let model = model.sampled(width: size.width)
        (self.model, self.environment, self.size) = (model, environment, size)
        styles = StyleScales(model: model)
        plotFrame = CGRect(origin: .zero, size: size)
        plot = PlotLayout(model: model, size: size)
        let room = placeSides()
        var insets = EdgeInsets()
        // Labels need space that depends on the plot, whose size depends on that space. It settles after a few rounds.
        for _ in 0..<5 {
            plotFrame = Self.plotFrame(in: room, axes: insets, style: plotInsets)
            plot = PlotLayout(model: model, size: plotFrame.size)
            axes = axisLayouts()
            let needed = axisInsets(in: room)
            if needed == insets { break }
            insets = needed
        }
        alignTitles()
    }

    private static func plotFrame(in room: CGRect, axes: EdgeInsets, style: EdgeInsets) -> CGRect {
        let frame = room.inset(by: axes).inset(by: style)
        return CGRect(x: frame.minX, y: frame.minY, width: max(1, frame.width), height: max(1, frame.height))
    }

    private func axisLayouts() -> [AxisLayout] {
        let bounds = CGRect(x: -plotFrame.minX, y: -plotFrame.minY, width: size.width, height: size.height)
        var layouts: [AxisLayout] = []
        for (axis, settings) in [(Axis.horizontal, model.settings.x), (.vertical, model.settings.y)] {
            guard settings.visibility != .hidden, hasAxis(axis, settings) else { continue }
            var own = (settings.marks ?? [AxisMarksSpec()]).map { marks in
                AxisBuilder(spec: marks, axis: axis, plot: plot, environment: environment, bounds: bounds).layout()
            }
            AxisLayout.resolveCollisions(&own)
            layouts += own
        }
        return layouts
    }

    /// Returns true if the marks use a direction, or the code names its scale or its marks.
    private func hasAxis(_ axis: Axis, _ settings: AxisSettings) -> Bool {
        if settings.marks != nil { return true }
        if case .automatic = settings.scale.domain.kind {} else { return true }
        return model.marks.contains { mark in
            mark.spec.kind != .sector && !(axis == .horizontal ? mark.spec.x : mark.spec.y).channels.isEmpty
        }
    }

    /// Returns the space that axes need, and half of the first and the last label of vertical values.
    private func axisInsets(in room: CGRect) -> EdgeInsets {
        var insets = EdgeInsets()
        for layout in axes {
            let depth = layout.depth(of: plotFrame.size)
            switch layout.side {
            case .top: insets.top = max(insets.top, depth)
            case .bottom: insets.bottom = max(insets.bottom, depth)
            case .leading: insets.leading = max(insets.leading, depth)
            case .trailing, .automatic: insets.trailing = max(insets.trailing, depth)
            }
            guard layout.side == .leading || layout.side == .trailing else { continue }
            let isLabeled = layout.ticks.contains { ($0.label?.isShown ?? false) && $0.position < 6 && !($0.label?.isInset ?? false) }
            if isLabeled { insets.top = max(insets.top, 7) }
        }
        insets.leading = min(insets.leading, room.width / 2)
        insets.trailing = min(insets.trailing, room.width / 2)
        insets.bottom = min(insets.bottom, room.height / 2)
        return insets
    }
}

extension ChartLayout {
    /// Hides labels of axes on which annotations, the legend or titles lie.
    package mutating func hideLabels(under annotations: [PlacedAnnotation]) {
        let parts = (titles + [legend].compactMap { $0 }).map(\.frame)
        let frames = (annotations.filter { $0.isShown && !$0.texts.isEmpty }.map(\.frame) + parts).map {
            $0.insetBy(dx: 0, dy: min(2, $0.height * 0.1)).offsetBy(dx: -plotFrame.minX, dy: -plotFrame.minY)
        }
        guard !frames.isEmpty else { return }
        for index in axes.indices { axes[index].hideLabels(under: frames) }
    }
}

// MARK: Legend and titles

extension ChartLayout {
    /// Places the legend and the titles, and returns what is left.
    private mutating func placeSides() -> CGRect {
        var room = CGRect(origin: .zero, size: size)
        let builder = LegendBuilder(model: model, styles: styles, environment: environment)
        let settings = model.settings.legend
        if builder.isShown {
            let node = builder.node(width: size.width)
            let own = node.size(for: ProposedViewSize(width: size.width, height: nil)).drawable
            legend = SidePart(
                node: node,
                frame: Self.take(
                    own, at: settings.position == .automatic ? .bottom : settings.position, of: &room,
                    spacing: settings.spacing ?? 8, alignment: settings.alignment ?? .leading))
        }
        for (axis, title) in [(Axis.horizontal, model.settings.x.title), (.vertical, model.settings.y.title)] {
            guard let title else { continue }
            titles.append(part(title, axis: axis, room: &room))
        }
        return room
    }

    private func part(_ title: AxisTitle, axis: Axis, room: inout CGRect) -> SidePart {
        var environment = environment
        environment.font = .caption
        environment.style.foreground = environment.fill(Color.secondary)
        let node = title.content.layoutNode(in: environment)
        var own = node.size(for: ProposedViewSize(width: size.width, height: nil)).drawable
        let position = title.position == .automatic ? (axis == .horizontal ? AnnotationPosition.bottom : .top) : title.position
        let isUpright = position == .leading || position == .trailing
        if isUpright { own = CGSize(width: own.height, height: own.width) }
        let usual: Alignment = axis == .horizontal || isUpright ? .center : .trailing
        let frame = Self.take(own, at: position, of: &room, spacing: title.spacing ?? 4, alignment: title.alignment ?? usual)
        return SidePart(node: node, frame: frame, angle: isUpright ? .degrees(position == .leading ? -90 : 90) : .zero)
    }

    /// Takes space at a side of a room, and returns the frame of something of a size there.
    private static func take(
        _ own: CGSize, at position: AnnotationPosition, of room: inout CGRect, spacing: CGFloat, alignment: Alignment
    ) -> CGRect {
        let whole = room
        switch position.point.y {
        case _ where position.isOverlay: return alignment.place(own, in: whole)
        case 0:
            room = CGRect(
                x: room.minX, y: room.minY + own.height + spacing, width: room.width, height: max(1, room.height - own.height - spacing))
            let frame = CGRect(x: whole.minX, y: whole.minY, width: whole.width, height: own.height)
            return aligned(own, position, alignment, in: frame)
        case 1:
            room.size.height = max(1, room.height - own.height - spacing)
            let frame = CGRect(x: whole.minX, y: whole.maxY - own.height, width: whole.width, height: own.height)
            return aligned(own, position, alignment, in: frame)
        default:
            room.size.width = max(1, room.width - own.width - spacing)
            if position.point.x == 0 { room.origin.x += own.width + spacing }
            let x = position.point.x == 0 ? whole.minX : whole.maxX - own.width
            return alignment.place(own, in: CGRect(x: x, y: whole.minY, width: own.width, height: whole.height))
        }
    }

    /// Returns the place in a row. Corners name the place themselves.
    private static func aligned(_ own: CGSize, _ position: AnnotationPosition, _ alignment: Alignment, in frame: CGRect) -> CGRect {
        guard position.point.x == 0.5 else {
            return Alignment(horizontal: position.point.x == 0 ? .leading : .trailing, vertical: .center).place(own, in: frame)
        }
        return alignment.place(own, in: frame)
    }

    /// Moves titles that are centered to the middle of the plot.
    private mutating func alignTitles() {
        for index in titles.indices {
            let frame = titles[index].frame
            if titles[index].angle != .zero {
                titles[index].frame.origin.y = max(0, plotFrame.midY - frame.height / 2)
            } else if abs(frame.midX - size.width / 2) < 0.5 {
                titles[index].frame.origin.x = max(0, min(size.width - frame.width, plotFrame.midX - frame.width / 2))
            }
        }
    }
}
