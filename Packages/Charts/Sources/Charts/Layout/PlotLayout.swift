import Foundation
import SwiftUI

/// The positions of marks in a plot of a size. They are distances from the upper left corner of the plot.
package struct PlotLayout {
    package let model: ChartModel
    package let size: CGSize
    package let x: PositionScale
    package let y: PositionScale
    /// The width of places without names or units, from the least distance of two marks.
    private let steps: (x: CGFloat, y: CGFloat)

    package init(model: ChartModel, size: CGSize) {
        (self.model, self.size) = (model, size)
        (x, y) = (model.xScale(width: size.width), model.yScale(height: size.height))
        steps = (Self.step(of: model.barPlaces.x, in: x), Self.step(of: model.barPlaces.y, in: y))
    }

    /// Returns the least distance between values, at most 24 points. Bars of moments without a unit are that wide.
    private static func step(of values: [Double], in scale: PositionScale) -> CGFloat {
        guard scale.kind != .category else { return scale.step }
        let places = values.map { scale.position($0) }
        let least = zip(places, places.dropFirst()).map { abs($1 - $0) }.min() ?? 24
        return max(1, min(24, least))
    }

    /// Returns the frame of a bar, a rectangle, a rule or a point. Nil if the mark has no place.
    package func frame(of mark: ExtendedMark) -> CGRect? {
        guard !mark.isMissing else { return nil }
        let spec = mark.spec
        guard var across = interval(mark.x, mark: mark, along: .horizontal, dimension: spec.width),
            var along = interval(mark.y, mark: mark, along: .vertical, dimension: spec.height)
        else { return nil }
        if let group = spec.attributes.positionBy {
            let axis = group.axis ?? (mark.growth == .horizontal || mark.growth == nil && y.kind == .category ? .vertical : .horizontal)
            if axis == .horizontal {
                across = slot(of: group, in: across, mark: mark, extent: mark.x, scale: x)
            } else {
                along = slot(of: group, in: along, mark: mark, extent: mark.y, scale: y)
            }
        }
        let offset = spec.attributes.offset
        across = (across.0 + offset.xStart, across.1 + offset.xEnd)
        along = (along.0 + offset.yStart, along.1 + offset.yEnd)
        return CGRect(
            x: min(across.0, across.1), y: min(along.0, along.1), width: abs(across.1 - across.0), height: abs(along.1 - along.0))
    }

    /// Returns the point of a line, or the middle of another mark.
    package func point(of mark: ExtendedMark) -> CGPoint? { frame(of: mark)?.center }

    /// Returns the ends of a mark along a direction.
    private func interval(
        _ extent: MarkExtent, mark: ExtendedMark, along axis: Axis, dimension: MarkDimension
    ) -> (CGFloat, CGFloat)? {
        let scale = axis == .horizontal ? x : y
        let isWide = mark.spec.kind == .bar || mark.spec.kind == .rectangle
        let share: CGFloat = mark.spec.kind == .bar ? 0.7 : 1
        switch extent {
        case .at(let value):
            guard let center = scale.position(value) else { return nil }
            guard isWide else { return (center, center) }
            let length = length(dimension, step: scale.step > 0 ? scale.step : axis == .horizontal ? steps.x : steps.y, share: share)
            return (center - length / 2, center + length / 2)
        case .unit(let low, let high):
            let (start, end) = (scale.position(low), scale.position(high))
            let center = (start + end) / 2
            guard isWide else { return (center, center) }
            let length = length(dimension, step: abs(end - start), share: share)
            return (center - length / 2, center + length / 2)
        case .span(let low, let high):
            let (start, end) = (scale.position(low), scale.position(high))
            guard mark.spec.kind != .line, mark.spec.kind != .point else { return ((start + end) / 2, (start + end) / 2) }
            // A bin is as wide as it is, unless the code gives its bar a width.
            if isWide, mark.growth != axis, dimension != .automatic {
                let length = length(dimension, step: abs(end - start), share: 1)
                return ((start + end - length) / 2, (start + end + length) / 2)
            }
            // Bins keep a point between them.
            let gap: CGFloat = mark.spec.kind == .bar && mark.growth != axis && mark.growth != nil && abs(end - start) > 4 ? 0.5 : 0
            return start <= end ? (start + gap, end - gap) : (start - gap, end + gap)
        case .between(let first, let last):
            guard let start = scale.position(first), let end = scale.position(last) else { return nil }
            // Bars and rectangles include the places of both names. Rules go from the middle of one to that of the other.
            let half = isWide ? scale.step / 2 : 0
            return (min(start, end) - half, max(start, end) + half)
        case .points(let start, let end):
            let whole = axis == .horizontal ? size.width : size.height
            if mark.spec.kind == .point {
                let center = start ?? whole / 2
                return (center, center)
            }
            if start == nil, end == nil, case .automatic = dimension.kind { return (0, whole) }
            if start == nil, end == nil {
                let length = length(dimension, step: whole, share: 1)
                return ((whole - length) / 2, (whole + length) / 2)
            }
            return (start ?? 0, end ?? whole)
        }
    }

    private func length(_ dimension: MarkDimension, step: CGFloat, share: CGFloat) -> CGFloat {
        switch dimension.kind {
        case .automatic: max(min(1, step), step * share)
        case .fixed(let length): length
        case .inset(let distance): max(0, step - 2 * distance)
        case .ratio(let ratio): step * ratio
        }
    }

    /// Returns the part of a place that belongs to one of the groups side by side.
    private func slot(
        of group: PositionGroup, in interval: (CGFloat, CGFloat), mark: ExtendedMark, extent: MarkExtent, scale: PositionScale
    ) -> (CGFloat, CGFloat) {
        guard let index = model.groups.firstIndex(of: group.channel.value) else { return interval }
        var step = scale.step
        switch extent {
        case .unit(let low, let high), .span(let low, let high): step = abs(scale.position(high) - scale.position(low))
        case .at, .between, .points: break
        }
        if step == 0 { step = 24 }
        let center = (interval.0 + interval.1) / 2
        let whole = length(group.span, step: step, share: 0.8)
        let width = whole / CGFloat(model.groups.count)
        let middle = center - whole / 2 + (CGFloat(index) + 0.5) * width
        guard mark.spec.kind == .bar || mark.spec.kind == .rectangle else { return (middle, middle) }
        let dimension = scale.start == x.start && scale.end == x.end ? mark.spec.width : mark.spec.height
        let own = length(dimension, step: width, share: width > 4 ? 0.9 : 1)
        return (middle - own / 2, middle + own / 2)
    }
}
