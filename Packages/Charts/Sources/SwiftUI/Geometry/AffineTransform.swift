import Foundation
@_spi(Guests) import TallyCharts

/// A way to move, scale and rotate points.
public struct CGAffineTransform: Hashable, Sendable {
    /// The part of the new x that follows from x.
    public var a: CGFloat
    /// The part of the new y that follows from x.
    public var b: CGFloat
    /// The part of the new x that follows from y.
    public var c: CGFloat
    /// The part of the new y that follows from y.
    public var d: CGFloat
    /// The distance along x.
    public var tx: CGFloat
    /// The distance along y.
    public var ty: CGFloat

    /// The transform that changes nothing.
    public static let identity = CGAffineTransform()

    /// Creates a transform that changes nothing.
    public init() { self.init(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0) }

    /// Creates a transform from its parts.
    public init(a: CGFloat, b: CGFloat, c: CGFloat, d: CGFloat, tx: CGFloat, ty: CGFloat) {
        (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
    }

    /// Creates a rotation around the origin, in radians.
    public init(rotationAngle angle: CGFloat) {
        let (sine, cosine) = (CGFloat(sin(Double(angle))), CGFloat(cos(Double(angle))))
        self.init(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
    }

    /// Creates a transform that scales.
    public init(scaleX x: CGFloat, y: CGFloat) { self.init(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0) }

    /// Creates a transform that moves.
    public init(translationX x: CGFloat, y: CGFloat) { self.init(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y) }

    /// Returns this transform and then another one.
    public func concatenating(_ next: CGAffineTransform) -> CGAffineTransform {
        CGAffineTransform(
            a: a * next.a + b * next.c, b: a * next.b + b * next.d, c: c * next.a + d * next.c, d: c * next.b + d * next.d,
            tx: tx * next.a + ty * next.c + next.tx, ty: tx * next.b + ty * next.d + next.ty)
    }

    /// Returns a rotation and then this transform.
    public func rotated(by angle: CGFloat) -> CGAffineTransform { CGAffineTransform(rotationAngle: angle).concatenating(self) }

    /// Returns a change of size and then this transform.
    public func scaledBy(x: CGFloat, y: CGFloat) -> CGAffineTransform { CGAffineTransform(scaleX: x, y: y).concatenating(self) }

    /// Returns a movement and then this transform.
    public func translatedBy(x: CGFloat, y: CGFloat) -> CGAffineTransform {
        CGAffineTransform(translationX: x, y: y).concatenating(self)
    }

    package func apply(_ point: CGPoint) -> CGPoint {
        CGPoint(x: a * point.x + c * point.y + tx, y: b * point.x + d * point.y + ty)
    }
}

extension Path {
    /// Returns the path with all its points changed.
    public func applying(_ transform: CGAffineTransform) -> Path {
        func moved(_ point: Outline.Point) -> Outline.Point { Outline.Point(transform.apply(CGPoint(x: point.x, y: point.y))) }
        var path = Path()
        for element in outline.elements {
            switch element {
            case .move(let point): path.outline.append(.move(moved(point)))
            case .line(let point): path.outline.append(.line(moved(point)))
            case .dot(let point): path.outline.append(.dot(moved(point)))
            case .quad(let control, let end): path.outline.append(.quad(moved(control), end: moved(end)))
            case .cubic(let first, let second, let end): path.outline.append(.cubic(moved(first), moved(second), end: moved(end)))
            case .close: path.outline.append(.close)
            }
        }
        return path
    }
}
