import Foundation
import SwiftUI

/// The scales and the plot of a chart, for views that are laid over it.
public struct ChartProxy {
    private let x: PositionScale
    private let y: PositionScale
    /// The plot in the coordinates of the picture.
    private let frame: CGRect
    private let styles: (PlotValue) -> AnyShapeStyle?

    package init(x: PositionScale, y: PositionScale, frame: CGRect, styles: @escaping (PlotValue) -> AnyShapeStyle?) {
        (self.x, self.y, self.frame, self.styles) = (x, y, frame, styles)
    }

    /// The size of the plot.
    public var plotSize: CGSize { frame.size }

    /// The size of the plot.
    public var plotAreaSize: CGSize { frame.size }

    /// The frame of the plot, for `GeometryProxy`.
    public var plotFrame: Anchor<CGRect>? { Anchor(frame) }

    /// The frame of the plot, for `GeometryProxy`.
    public var plotAreaFrame: Anchor<CGRect> { Anchor(frame) }

    /// The frame of the plot, for `GeometryProxy`.
    public var plotContainerFrame: Anchor<CGRect>? { Anchor(frame) }

    /// Returns the distance of a value from the left of the plot.
    public func position<P: Plottable>(forX value: P) -> CGFloat? { x.position(value.placed) }

    /// Returns the distance of a value from the top of the plot.
    public func position<P: Plottable>(forY value: P) -> CGFloat? { y.position(value.placed) }

    /// Returns the point of two values in the plot.
    public func position<X: Plottable, Y: Plottable>(for position: (x: X, y: Y)) -> CGPoint? {
        guard let x = self.position(forX: position.x), let y = self.position(forY: position.y) else { return nil }
        return CGPoint(x: x, y: y)
    }

    /// Returns the first and the last position of the place of a name.
    public func positionRange<P: Plottable>(forX value: P) -> ClosedRange<CGFloat>? {
        position(forX: value).map { ($0 - x.step / 2)...($0 + x.step / 2) }
    }

    /// Returns the first and the last position of the place of a name.
    public func positionRange<P: Plottable>(forY value: P) -> ClosedRange<CGFloat>? {
        position(forY: value).map { ($0 - y.step / 2)...($0 + y.step / 2) }
    }

    /// Returns the value at a distance from the left of the plot.
    public func value<P: Plottable>(atX position: CGFloat, as type: P.Type = P.self) -> P? {
        x.value(at: position).flatMap { P(placed: $0) }
    }

    /// Returns the value at a distance from the top of the plot.
    public func value<P: Plottable>(atY position: CGFloat, as type: P.Type = P.self) -> P? {
        y.value(at: position).flatMap { P(placed: $0) }
    }

    /// Returns the values at a point of the plot.
    public func value<X: Plottable, Y: Plottable>(at position: CGPoint, as type: (X, Y).Type = (X, Y).self) -> (X, Y)? {
        guard let x = value(atX: position.x, as: X.self), let y = value(atY: position.y, as: Y.self) else { return nil }
        return (x, y)
    }

    /// Returns the ends of the horizontal scale, or its names.
    public func xDomain<P: Plottable>(dataType: P.Type = P.self) -> [P] { Self.domain(of: x) }

    /// Returns the ends of the vertical scale, or its names.
    public func yDomain<P: Plottable>(dataType: P.Type = P.self) -> [P] { Self.domain(of: y) }

    private static func domain<P: Plottable>(of scale: PositionScale) -> [P] {
        let values: [PlotValue] =
            switch scale.kind {
            case .number: [.number(scale.first), .number(scale.last)]
            case .date: [.date(scale.first), .date(scale.last)]
            case .category: scale.categories.map(PlotValue.category)
            }
        return values.compactMap { P(placed: $0) }
    }

    /// Returns the style of a value in the scale of styles.
    public func foregroundStyle<P: Plottable>(for value: P) -> AnyShapeStyle? { styles(value.placed) }

    /// Accepts a selection, which a picture does not have.
    public func selectXValue(at position: CGFloat) {}

    /// Accepts a selection, which a picture does not have.
    public func selectYValue(at position: CGFloat) {}

    /// Accepts a selection, which a picture does not have.
    public func selectAngleValue(at angle: Angle) {}
}
