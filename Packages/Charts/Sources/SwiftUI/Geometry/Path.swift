import Foundation
@_spi(Guests) import TallyCharts

/// Lines and curves.
public struct Path: Equatable, Sendable {
    /// The lines and curves as a painter takes them.
    package var outline = Outline()

    /// Creates an empty path.
    public init() {}

    /// Creates a path with the steps of a closure.
    public init(_ callback: (inout Path) -> Void) { callback(&self) }

    /// Creates a rectangle.
    public init(_ rect: CGRect) { addRect(rect) }

    /// Creates a rectangle with round corners.
    public init(roundedRect rect: CGRect, cornerRadius: CGFloat) { outline.roundedRectangle(Frame(rect), radius: Double(cornerRadius)) }

    /// Creates a rectangle with round corners, of the width of the corner.
    public init(roundedRect rect: CGRect, cornerSize: CGSize) { self.init(roundedRect: rect, cornerRadius: cornerSize.width) }

    /// Creates an ellipse that touches the sides of a rectangle.
    public init(ellipseIn rect: CGRect) { addEllipse(in: rect) }

    package init(outline: Outline) { self.outline = outline }

    /// True if the path is empty.
    public var isEmpty: Bool { outline.isEmpty }

    /// The end of the last line.
    public var currentPoint: CGPoint? {
        for element in outline.elements.reversed() {
            switch element {
            case .move(let point), .line(let point), .quad(_, let point), .cubic(_, _, let point): return CGPoint(x: point.x, y: point.y)
            case .dot, .close: continue
            }
        }
        return nil
    }

    /// The smallest rectangle around all points and control points.
    public var boundingRect: CGRect {
        var points: [Outline.Point] = []
        for element in outline.elements {
            switch element {
            case .move(let point), .line(let point), .dot(let point): points.append(point)
            case .quad(let control, let end): points += [control, end]
            case .cubic(let first, let second, let end): points += [first, second, end]
            case .close: break
            }
        }
        guard let first = points.first else { return .zero }
        var (low, high) = (first, first)
        for point in points {
            (low.x, low.y) = (min(low.x, point.x), min(low.y, point.y))
            (high.x, high.y) = (max(high.x, point.x), max(high.y, point.y))
        }
        return CGRect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
    }

    /// Starts a part at a point.
    public mutating func move(to point: CGPoint) { outline.move(to: Double(point.x), Double(point.y)) }

    /// Adds a straight line.
    public mutating func addLine(to point: CGPoint) { outline.line(to: Double(point.x), Double(point.y)) }

    /// Adds straight lines through points, as a new part.
    public mutating func addLines(_ points: [CGPoint]) {
        for (index, point) in points.enumerated() { if index == 0 { move(to: point) } else { addLine(to: point) } }
    }

    /// Adds a curve with one control point.
    public mutating func addQuadCurve(to end: CGPoint, control: CGPoint) { outline.quad(Outline.Point(control), to: Outline.Point(end)) }

    /// Adds a curve with two control points.
    public mutating func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) {
        outline.cubic(Outline.Point(control1), Outline.Point(control2), to: Outline.Point(end))
    }

    /// Adds a part of a circle, after a line to its start. `clockwise` is as in a system whose y axis goes up, which Apple has kept.
    public mutating func addArc(center: CGPoint, radius: CGFloat, startAngle: Angle, endAngle: Angle, clockwise: Bool) {
        var sweep = (endAngle.degrees - startAngle.degrees).truncatingRemainder(dividingBy: 360)
        if abs(endAngle.degrees - startAngle.degrees) >= 360 { sweep = 360 }
        if clockwise, sweep > 0 { sweep -= 360 }
        if !clockwise, sweep < 0 { sweep += 360 }
        outline.arc(
            x: Double(center.x), y: Double(center.y), radius: Double(radius), from: startAngle.degrees, to: startAngle.degrees + sweep,
            joins: currentPoint != nil)
    }

    /// Adds a rectangle.
    public mutating func addRect(_ rect: CGRect) { outline.rectangle(Frame(rect)) }

    /// Adds a rectangle with round corners.
    public mutating func addRoundedRect(in rect: CGRect, cornerSize: CGSize) {
        outline.roundedRectangle(Frame(rect), radius: Double(cornerSize.width))
    }

    /// Adds an ellipse.
    public mutating func addEllipse(in rect: CGRect) { outline.ellipse(Frame(rect)) }

    /// Adds another path.
    public mutating func addPath(_ path: Path) { outline.append(path.outline) }

    /// Adds a line to the start of the part, and ends the part.
    public mutating func closeSubpath() { outline.close() }

    /// Returns the path moved by a distance.
    public func offsetBy(dx: CGFloat, dy: CGFloat) -> Path {
        Path(outline: outline.transformed(by: .offset(x: Double(dx), y: Double(dy))))
    }

    /// Returns the path rotated around a point.
    package func rotated(by angle: Angle, around point: CGPoint) -> Path {
        Path(outline: outline.transformed(by: .rotation(degrees: angle.degrees, x: Double(point.x), y: Double(point.y))))
    }

    /// Adds a dot as large as the width of the line that draws the path.
    package mutating func addDot(at point: CGPoint) { outline.dot(at: Double(point.x), Double(point.y)) }
}

extension Outline.Point {
    init(_ point: CGPoint) { self.init(Double(point.x), Double(point.y)) }
}

extension Frame {
    init(_ rect: CGRect) {
        self.init(x: Double(rect.minX), y: Double(rect.minY), width: Double(rect.width), height: Double(rect.height))
    }
}
