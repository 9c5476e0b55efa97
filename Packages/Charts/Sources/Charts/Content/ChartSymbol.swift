import Foundation
import SwiftUI

/// A shape for the points of a chart.
public protocol ChartSymbolShape: Shape {
    /// The part of the unit square that the shape seems to cover. It makes different shapes look equally large.
    nonisolated var perceptualUnitRect: CGRect { get }
}

extension ChartSymbolShape {
    /// The whole unit square.
    nonisolated public var perceptualUnitRect: CGRect { CGRect(x: 0, y: 0, width: 1, height: 1) }
}

/// The shapes that charts choose from.
public struct BasicChartSymbolShape: ChartSymbolShape, Hashable {
    /// The names of the shapes.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case circle
        case square
        case triangle
        case diamond
        case pentagon
        case plus
        case cross
        case asterisk
    }

    package let kind: Kind
    /// The width of the edge, if only the edge is drawn.
    package var lineWidth: CGFloat?

    nonisolated package init(_ kind: Kind) { self.kind = kind }

    /// A circle.
    nonisolated public static let circle = BasicChartSymbolShape(.circle)
    /// A square.
    nonisolated public static let square = BasicChartSymbolShape(.square)
    /// A triangle.
    nonisolated public static let triangle = BasicChartSymbolShape(.triangle)
    /// A square that stands on a corner.
    nonisolated public static let diamond = BasicChartSymbolShape(.diamond)
    /// A shape with five corners.
    nonisolated public static let pentagon = BasicChartSymbolShape(.pentagon)
    /// An upright cross.
    nonisolated public static let plus = BasicChartSymbolShape(.plus)
    /// A diagonal cross.
    nonisolated public static let cross = BasicChartSymbolShape(.cross)
    /// A star of lines.
    nonisolated public static let asterisk = BasicChartSymbolShape(.asterisk)

    /// Returns the edge of the shape.
    nonisolated public func strokeBorder(lineWidth: CGFloat = 1) -> BasicChartSymbolShape {
        var shape = self
        shape.lineWidth = lineWidth
        return shape
    }

    /// True if the shape consists of lines.
    nonisolated package var isOpen: Bool { [.plus, .cross, .asterisk].contains(kind) }

    /// Returns the outline in a frame.
    nonisolated public func path(in rect: CGRect) -> Path {
        func point(_ x: CGFloat, _ y: CGFloat) -> CGPoint { CGPoint(x: rect.minX + rect.width * x, y: rect.minY + rect.height * y) }
        func polygon(_ points: [CGPoint]) -> Path {
            Path { path in
                path.addLines(points)
                path.closeSubpath()
            }
        }
        func spokes(_ count: Int, from start: Double) -> Path {
            Path { path in
                for step in 0..<count {
                    let angle = start + Double(step) * .pi / Double(count)
                    let (x, y) = (cos(angle) / 2, sin(angle) / 2)
                    path.addLines([point(0.5 - x, 0.5 - y), point(0.5 + x, 0.5 + y)])
                }
            }
        }
        switch kind {
        case .circle: return Path(ellipseIn: rect)
        case .square: return Path(rect.insetBy(dx: rect.width * 0.06, dy: rect.height * 0.06))
        case .triangle: return polygon([point(0.5, 0), point(1, 0.93), point(0, 0.93)])
        case .diamond: return polygon([point(0.5, -0.1), point(1.1, 0.5), point(0.5, 1.1), point(-0.1, 0.5)])
        case .pentagon:
            return polygon(
                (0..<5).map { step in
                    let angle = Double(step) * 2 * .pi / 5
                    return point(0.5 + 0.54 * sin(angle), 0.52 - 0.54 * cos(angle))
                })
        case .plus: return spokes(2, from: 0)
        case .cross: return spokes(2, from: .pi / 4)
        case .asterisk: return spokes(3, from: .pi / 2)
        }
    }
}

extension Circle: ChartSymbolShape {
    /// Returns the edge of the circle as a symbol.
    @_disfavoredOverload nonisolated public func strokeBorder(lineWidth: CGFloat = 1) -> BasicChartSymbolShape {
        BasicChartSymbolShape.circle.strokeBorder(lineWidth: lineWidth)
    }

    /// Returns the edge of the circle as a symbol. It has the width of the style.
    @_disfavoredOverload nonisolated public func strokeBorder(style: StrokeStyle) -> BasicChartSymbolShape {
        BasicChartSymbolShape.circle.strokeBorder(lineWidth: style.lineWidth)
    }
}

extension ChartSymbolShape where Self == BasicChartSymbolShape {
    /// A circle.
    nonisolated public static var circle: BasicChartSymbolShape { BasicChartSymbolShape.circle }
    /// A square.
    nonisolated public static var square: BasicChartSymbolShape { BasicChartSymbolShape.square }
    /// A triangle.
    nonisolated public static var triangle: BasicChartSymbolShape { BasicChartSymbolShape.triangle }
    /// A square that stands on a corner.
    nonisolated public static var diamond: BasicChartSymbolShape { BasicChartSymbolShape.diamond }
    /// A shape with five corners.
    nonisolated public static var pentagon: BasicChartSymbolShape { BasicChartSymbolShape.pentagon }
    /// An upright cross.
    nonisolated public static var plus: BasicChartSymbolShape { BasicChartSymbolShape.plus }
    /// A diagonal cross.
    nonisolated public static var cross: BasicChartSymbolShape { BasicChartSymbolShape.cross }
    /// A star of lines.
    nonisolated public static var asterisk: BasicChartSymbolShape { BasicChartSymbolShape.asterisk }
}
