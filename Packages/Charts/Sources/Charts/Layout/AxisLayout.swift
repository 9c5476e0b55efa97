import Foundation
import SwiftUI
@_spi(Guests) import TallyCharts

/// A label of an axis with its place.
package struct AxisLabel {
    package var text: String
    package var frame: CGRect
    package var isShown: Bool
    package var node: any ViewNode
    package var angle: Angle
    package var isInset: Bool
    fileprivate var priority = 0.0
    fileprivate var spacing: CGFloat = 4
    /// True if the label is shown on top of others.
    fileprivate var mayCollide = false
}

/// A line of an axis with its place.
package struct AxisLine {
    package var from: CGPoint
    package var to: CGPoint
    package var fill: Fill
    package var style: StrokeStyle
}

/// A marked value of an axis.
package struct AxisTickLayout {
    package var value: PlotValue
    /// The distance from the start of the plot.
    package var position: CGFloat
    package var label: AxisLabel?
    package var gridLine: AxisLine?
    package var tick: AxisLine?
}

/// The marks of an axis at one side of the plot. Positions are distances from the upper left corner of the plot.
package struct AxisLayout {
    package var ticks: [AxisTickLayout] = []
    package var side: AxisMarkPosition.Kind
}

/// Places the marks of one `AxisMarks`.
@MainActor package struct AxisBuilder {
    package let spec: AxisMarksSpec
    package let axis: Axis
    package let plot: PlotLayout
    package let environment: EnvironmentValues
    /// The area of the chart around the plot, in which labels stay.
    package let bounds: CGRect

    private var scale: PositionScale { axis == .horizontal ? plot.x : plot.y }
    private var length: CGFloat { axis == .horizontal ? plot.size.width : plot.size.height }

    private var side: AxisMarkPosition.Kind {
        switch (axis, spec.position.kind) {
        case (.horizontal, .top): .top
        case (.horizontal, _): .bottom
        case (.vertical, .leading): .leading
        case (.vertical, _): .trailing
        }
    }

    /// Returns the marks with their places.
    package func layout() -> AxisLayout {
        var result = AxisLayout(side: side)
        let places = places()
        for (index, place) in places.enumerated() {
            guard let position = scale.position(place.value) else { continue }
            let next = index + 1 < places.count ? scale.position(places[index + 1].value) : nil
            result.ticks.append(tick(place, index: index, count: places.count, position: position, next: next))
        }
        return result
    }

    /// Returns the values that are marked, with their usual labels.
    private func places() -> [AxisTickPlace] {
        let model = plot.model
        let isAcross = axis == .horizontal
        let count = model.tickCount(isAcross ? model.settings.x : model.settings.y, length / (isAcross ? 60 : 36))
        let values = AxisValues(
            scale: scale, calendar: environment.calendar, isShare: isAcross ? model.isNormalized.x : model.isNormalized.y)
        return values.places(spec.values, count: count, fits: fits)
    }

    /// Returns true if labels do not touch, in the usual font.
    private func fits(_ labels: [String], _ positions: [CGFloat]) -> Bool {
        guard axis == .horizontal, spec.items == nil else { return true }
        var last = -CGFloat.infinity
        for (label, position) in zip(labels, positions) where !label.isEmpty {
            let width = TextMeasure.width(of: label, in: .caption2)
            guard position - width / 2 >= last + 4 else { return false }
            last = position + width / 2
        }
        return true
    }

    private func tick(_ place: AxisTickPlace, index: Int, count: Int, position: CGFloat, next: CGFloat?) -> AxisTickLayout {
        var result = AxisTickLayout(value: place.value, position: position)
        // A line is between two values. A single value has no other.
        let between = count > 1 ? middle(position, next) : position
        let collector: [AxisItem] = items(of: AxisValue(index: index, count: count, value: place.value))
        for item in collector {
            switch item.kind {
            case .gridLine(let centered, let stroke):
                result.gridLine = line(at: centered == true ? between : position, item.style, stroke, from: 0, to: nil)
            case .tick(let centered, let length, let stroke):
                let points: CGFloat = if case .points(let points) = length.kind { points } else { 12 }
                result.tick = line(at: centered == true ? between : position, item.style, stroke, from: nil, to: points)
            case .label(let label):
                guard let at = labelPosition(place.value, position, next, isCentered: label.centered) else { continue }
                result.label = self.label(label, style: item.style, place: place, at: at, room: room(position, next))
            }
        }
        return result
    }

    private func items(of value: AxisValue) -> [AxisItem] {
        if let items = spec.items { return environment.whileCurrent { items.items(of: value) } }
        var items = [AxisItem(kind: .label(AxisLabelSpec(content: .standard)), style: AxisItemStyle())]
        if scale.kind != .category {
            items.insert(AxisItem(kind: .gridLine(centered: nil, stroke: nil), style: AxisItemStyle()), at: 0)
            if axis == .horizontal {
                items.insert(AxisItem(kind: .tick(centered: nil, length: .automatic, stroke: nil), style: AxisItemStyle()), at: 1)
            }
        }
        return items
    }

    /// Returns the position of a label: at its value, or in the middle between it and the next one.
    ///
    /// By default, the label of a day or a longer unit is in the middle of the bars that stand for the unit. The end of the last unit has
    /// none.
    private func labelPosition(_ value: PlotValue, _ position: CGFloat, _ next: CGFloat?, isCentered: Bool?) -> CGFloat? {
        guard scale.kind != .category, isCentered != false else { return position }
        if isCentered == true {
            // A centered label needs a next value, and the last value of an axis has none.
            return next == nil && abs(position - scale.end) < 0.01 ? nil : middle(position, next)
        }
        guard scale.kind == .date, let seconds = value.number,
            let unit = axis == .horizontal ? plot.model.barUnits.x : plot.model.barUnits.y,
            ![.hour, .minute, .second].contains(unit.component),
            let span = unit.interval(of: seconds, in: environment.calendar), span.lowerBound == seconds
        else { return position }
        guard span.lowerBound < scale.domain.upperBound else { return nil }
        return (scale.position(span.lowerBound) + scale.position(span.upperBound)) / 2
    }

    private func middle(_ position: CGFloat, _ next: CGFloat?) -> CGFloat {
        if let next { return (position + next) / 2 }
        return (position + (scale.end > scale.start ? max(scale.end, position) : min(scale.end, position))) / 2
    }

    /// Returns the distance to the next marked value, for labels that are shortened.
    private func room(_ position: CGFloat, _ next: CGFloat?) -> CGFloat {
        scale.kind == .category ? scale.step : abs((next ?? scale.end) - position)
    }

    /// Returns a line at a position: through the plot, or from its side outwards.
    private func line(
        at position: CGFloat, _ style: AxisItemStyle, _ stroke: StrokeStyle?, from: CGFloat?, to length: CGFloat?
    ) -> AxisLine {
        let fill = style.style.map { $0.fill(in: environment.style) } ?? .solid(ChartColors.grid.fixed(to: environment.style.scheme))
        var (start, end) =
            axis == .horizontal
            ? (CGPoint(x: position, y: 0), CGPoint(x: position, y: plot.size.height))
            : (CGPoint(x: 0, y: position), CGPoint(x: plot.size.width, y: position))
        if let length {
            switch side {
            case .top: (start, end) = (CGPoint(x: position, y: -length), CGPoint(x: position, y: 0))
            case .leading: (start, end) = (CGPoint(x: -length, y: position), CGPoint(x: 0, y: position))
            case .bottom: (start, end) = (end, CGPoint(x: position, y: plot.size.height + length))
            case .trailing, .automatic: (start, end) = (end, CGPoint(x: plot.size.width + length, y: position))
            }
        }
        func moved(_ point: CGPoint) -> CGPoint { CGPoint(x: point.x + style.offset.width, y: point.y + style.offset.height) }
        return AxisLine(from: moved(start), to: moved(end), fill: fill, style: stroke ?? StrokeStyle(lineWidth: 0.5))
    }
}

// MARK: Labels

extension AxisBuilder {
    private func label(_ spec: AxisLabelSpec, style: AxisItemStyle, place: AxisTickPlace, at position: CGFloat, room: CGFloat) -> AxisLabel
    {
        var (node, text) = content(spec, style: style, place: place)
        var size = node.size(for: .unspecified).drawable
        if case .truncate = spec.collision.kind, axis == .horizontal, size.width > room - 4 {
            let width = max(0, room - 4)
            node = FixedFrameNode(width: width, height: nil, alignment: .center, content: node)
            size = node.size(for: ProposedViewSize(width: width, height: nil)).drawable
        }
        let angle: Angle =
            switch spec.orientation.kind {
            case .horizontal: .zero
            case .vertical: .degrees(90)
            case .verticalReversed: .degrees(-90)
            }
        let box = angle == .zero ? size : CGSize(width: size.height, height: size.width)
        var frame = frame(of: box, spec: spec, at: position)
        frame = frame.offsetBy(dx: style.offset.width, dy: style.offset.height)
        var label = AxisLabel(
            text: text, frame: kept(frame), isShown: true, node: node, angle: angle, isInset: self.spec.preset.kind == .inset)
        if case .greedy(let priority, let spacing) = spec.collision.kind {
            (label.priority, label.spacing) = (priority, spacing ?? (axis == .horizontal ? 4 : 0))
        } else {
            label.mayCollide = true
        }
        return label
    }

    /// Returns the view of a label and its text.
    private func content(_ spec: AxisLabelSpec, style: AxisItemStyle, place: AxisTickPlace) -> (any ViewNode, String) {
        var environment = environment
        environment.font = style.font ?? .caption2
        environment.style.foreground = style.style.map { $0.fill(in: environment.style) } ?? environment.fill(Color.secondary)
        switch spec.content {
        case .standard: return (Text(verbatim: place.label).layoutNode(in: environment), place.label)
        case .formatted(let format):
            let text = format(place.value, environment.calendar) ?? place.label
            return (Text(verbatim: text).layoutNode(in: environment), text)
        case .view(let view):
            let node = view().layoutNode(in: environment)
            let context = DrawingContext()
            node.draw(in: CGRect(origin: .zero, size: node.size(for: .unspecified).drawable), on: context)
            return (node, context.records.compactMap { ($0 as? DrawnText)?.string }.joined(separator: " "))
        }
    }

    /// Returns the frame of a label at a position of the axis.
    private func frame(of size: CGSize, spec: AxisLabelSpec, at position: CGFloat) -> CGRect {
        let isInset = self.spec.preset.kind == .inset
        let gap = axis == .horizontal ? spec.verticalSpacing ?? 5 : spec.horizontalSpacing ?? 6
        var x = position - size.width / 2
        var y = position - size.height / 2
        if let anchor = spec.anchor {
            if axis == .horizontal { x = position - size.width * anchor.x } else { y = position - size.height * anchor.y }
        }
        switch side {
        case .bottom: y = isInset ? plot.size.height - size.height - gap : plot.size.height + gap
        case .top: y = isInset ? gap : -gap - size.height
        case .leading: x = isInset ? gap : -gap - size.width
        case .trailing, .automatic: x = isInset ? plot.size.width - gap - size.width : plot.size.width + gap
        }
        if axis == .horizontal, self.spec.preset.kind == .aligned { x = max(0, min(plot.size.width - size.width, x)) }
        if axis == .horizontal, spec.horizontalSpacing != nil { x += spec.horizontalSpacing ?? 0 }
        return CGRect(x: x, y: y, width: size.width, height: size.height)
    }

    /// Returns a frame moved into the chart, along the axis.
    private func kept(_ frame: CGRect) -> CGRect {
        var frame = frame
        if axis == .horizontal {
            frame.origin.x = max(bounds.minX, min(bounds.maxX - frame.width, frame.minX))
        } else {
            frame.origin.y = max(bounds.minY, min(bounds.maxY - frame.height, frame.minY))
        }
        return frame
    }
}

extension AxisLayout {
    /// Hides labels that would touch others of the same direction, starting with those of the lowest priority.
    ///
    /// Labels that are always shown come first. Others of equal priority are shown in the order of the code.
    package static func resolveCollisions(_ layouts: inout [AxisLayout]) {
        var places: [(layout: Int, tick: Int, label: AxisLabel)] = []
        for (layout, axis) in layouts.enumerated() {
            for (index, tick) in axis.ticks.enumerated() { if let label = tick.label { places.append((layout, index, label)) } }
        }
        let ordered = places.indices.sorted { first, second in
            let (one, two) = (places[first].label, places[second].label)
            if one.mayCollide != two.mayCollide { return one.mayCollide }
            return one.priority != two.priority ? one.priority > two.priority : first < second
        }
        let spacing = places.filter { !$0.label.mayCollide }.map(\.label.spacing).max() ?? 0
        // The board only asks for room. Labels were moved into the chart before.
        var board = LabelBoard(frame: Frame(x: -1e6, y: -1e6, width: 2e6, height: 2e6), spacing: Double(spacing))
        for place in ordered.map({ places[$0] }) {
            let label = place.label
            // Heights of lines include space above and below letters.
            let trim = label.frame.height * 0.1
            let frame = Frame(
                x: Double(label.frame.minX), y: Double(label.frame.minY + trim), width: Double(label.frame.width),
                height: Double(label.frame.height - 2 * trim))
            let isFree = !label.text.isEmpty && board.take(frame)
            layouts[place.layout].ticks[place.tick].label?.isShown = label.mayCollide || isFree || label.text.isEmpty
        }
    }

    /// Hides labels under frames, such as those of annotations. Labels that are always shown stay.
    package mutating func hideLabels(under frames: [CGRect]) {
        for index in ticks.indices {
            guard let label = ticks[index].label, !label.mayCollide else { continue }
            let text = label.frame.insetBy(dx: 0, dy: label.frame.height * 0.1)
            if frames.contains(where: { $0.intersects(text) }) { ticks[index].label?.isShown = false }
        }
    }

    /// Returns the space that the marks need next to a plot of a size.
    package func depth(of plot: CGSize) -> CGFloat {
        var depth: CGFloat = 0
        for tick in ticks {
            if let label = tick.label, label.isShown, !label.isInset {
                switch side {
                case .bottom: depth = max(depth, label.frame.maxY - plot.height)
                case .top: depth = max(depth, -label.frame.minY)
                case .leading: depth = max(depth, -label.frame.minX)
                case .trailing, .automatic: depth = max(depth, label.frame.maxX - plot.width)
                }
            }
            if let line = tick.tick {
                depth = max(depth, line.from.x == line.to.x ? abs(line.to.y - line.from.y) : abs(line.to.x - line.from.x))
            }
        }
        return depth
    }
}
