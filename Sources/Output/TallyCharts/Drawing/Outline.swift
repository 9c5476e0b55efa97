/// Lines and curves that a shape fills or strokes. Overlapping parts are filled by the nonzero rule.
@_spi(Guests)
public struct Outline: Hashable, Sendable {
    /// A position.
    public struct Point: Hashable, Sendable {
        /// The distance from the left.
        public var x: Double
        /// The distance from the top.
        public var y: Double

        /// Creates a position.
        public init(_ x: Double, _ y: Double) {
            self.x = x
            self.y = y
        }
    }

    /// A step of the pen.
    public enum Element: Hashable, Sendable {
        /// Starts a part.
        case move(Point)
        /// Draws a straight line.
        case line(Point)
        /// Draws a curve with one control point to `end`.
        case quad(Point, end: Point)
        /// Draws a curve with two control points to `end`.
        case cubic(Point, Point, end: Point)
        /// A separate part: a dot as large as the width of the stroke. Fills leave it out.
        case dot(Point)
        /// Draws a line to the start of the part, and ends the part.
        case close
    }

    /// The steps in order.
    public private(set) var elements: [Element] = []

    /// Creates an outline without parts.
    public init() {}

    /// True if the outline is empty.
    public var isEmpty: Bool { elements.isEmpty }

    /// Starts a part.
    public mutating func move(to x: Double, _ y: Double) { elements.append(.move(Point(x, y))) }

    /// Draws a straight line.
    public mutating func line(to x: Double, _ y: Double) { elements.append(.line(Point(x, y))) }

    /// Draws a curve with one control point.
    public mutating func quad(_ control: Point, to end: Point) { elements.append(.quad(control, end: end)) }

    /// Draws a curve with two control points.
    public mutating func cubic(_ first: Point, _ second: Point, to end: Point) { elements.append(.cubic(first, second, end: end)) }

    /// Adds a dot as large as the width of the stroke.
    public mutating func dot(at x: Double, _ y: Double) { elements.append(.dot(Point(x, y))) }

    /// Draws a line to the start of the part, and ends the part.
    public mutating func close() { elements.append(.close) }

    /// Adds the parts of another outline.
    public mutating func append(_ other: Outline) { elements += other.elements }

    /// Adds a step.
    public mutating func append(_ element: Element) { elements.append(element) }

    /// Draws a circular arc around a center, as curves. The angles are in degrees, clockwise from the right if the end is greater.
    ///
    /// - Parameter joins: true if a line leads to the start of the arc. Otherwise, the arc starts a part.
    public mutating func arc(x: Double, y: Double, radius: Double, from start: Double, to end: Double, joins: Bool = false) {
        arc(x: x, y: y, radii: Point(radius, radius), from: start, to: end, joins: joins)
    }

    private mutating func arc(x: Double, y: Double, radii: Point, from start: Double, to end: Double, joins: Bool) {
        guard (end - start).magnitude < 1e6 else { return }
        let count = max(1, Int(((end - start).magnitude / 90 - 1e-9).rounded(.up)))
        let step = (end - start) / Double(count)
        // The length of the handles of a curve that differs from an arc by less than a thousandth of the radius.
        let (sin, cos) = Angle.sinCos(degrees: step / 4)
        let handle = 4 / 3 * sin / cos
        var (fromSin, fromCos) = Angle.sinCos(degrees: start)
        func at(_ cos: Double, _ sin: Double) -> Point { Point(x + radii.x * cos, y + radii.y * sin) }
        elements.append(joins ? .line(at(fromCos, fromSin)) : .move(at(fromCos, fromSin)))
        for index in 1...count {
            let (toSin, toCos) = Angle.sinCos(degrees: start + step * Double(index))
            cubic(
                at(fromCos - handle * fromSin, fromSin + handle * fromCos), at(toCos + handle * toSin, toSin - handle * toCos),
                to: at(toCos, toSin))
            (fromSin, fromCos) = (toSin, toCos)
        }
    }

    /// Adds a rectangle.
    public mutating func rectangle(_ frame: Frame) {
        move(to: frame.x, frame.y)
        line(to: frame.maxX, frame.y)
        line(to: frame.maxX, frame.maxY)
        line(to: frame.x, frame.maxY)
        close()
    }

    /// Adds a rectangle with round corners.
    public mutating func roundedRectangle(_ frame: Frame, radius: Double) {
        let radius = min(radius, frame.width / 2, frame.height / 2)
        guard radius > 0 else { return rectangle(frame) }
        let (left, top, right, bottom) = (frame.x + radius, frame.y + radius, frame.maxX - radius, frame.maxY - radius)
        arc(x: right, y: top, radius: radius, from: -90, to: 0)
        arc(x: right, y: bottom, radius: radius, from: 0, to: 90, joins: true)
        arc(x: left, y: bottom, radius: radius, from: 90, to: 180, joins: true)
        arc(x: left, y: top, radius: radius, from: 180, to: 270, joins: true)
        close()
    }

    /// Adds the ellipse that touches the sides of a frame.
    public mutating func ellipse(_ frame: Frame) {
        let radii = Point(frame.width / 2, frame.height / 2)
        arc(x: frame.x + radii.x, y: frame.y + radii.y, radii: radii, from: 0, to: 360, joins: false)
        close()
    }

    /// Returns the outline of a rectangle.
    public static func rectangle(_ frame: Frame) -> Outline { Outline { $0.rectangle(frame) } }
    /// Returns the outline of a rectangle with round corners.
    public static func roundedRectangle(_ frame: Frame, radius: Double) -> Outline {
        Outline { $0.roundedRectangle(frame, radius: radius) }
    }
    /// Returns the outline of an ellipse.
    public static func ellipse(_ frame: Frame) -> Outline { Outline { $0.ellipse(frame) } }
    /// Returns straight lines through points.
    public static func polyline(_ points: some Sequence<Point>) -> Outline {
        Outline { outline in
            for point in points { outline.elements.append(outline.isEmpty ? .move(point) : .line(point)) }
        }
    }

    /// Creates an outline with the steps of `build`.
    public init(_ build: (inout Outline) -> Void) { build(&self) }

    /// The outline without numbers that are not finite or are extremely large. A part ends before such a position, and the next position
    /// starts another part.
    var finite: Outline {
        if elements.allSatisfy(\.isDrawable) { return self }
        var result = Outline()
        var isOpen = false
        for element in elements {
            switch element {
            case _ where !element.isDrawable: isOpen = false
            case .dot: result.elements.append(element)
            case .close: if isOpen { result.close() }
            case .move(let end), .line(let end), .quad(_, let end), .cubic(_, _, let end):
                result.elements.append(isOpen ? element : .move(end))
                isOpen = true
            }
        }
        return result
    }

    /// Returns the outline with all positions mapped.
    public func transformed(by transform: Transform) -> Outline {
        guard transform != .identity else { return self }
        return mapped(transform.apply)
    }

    func mapped(_ map: (Point) -> Point) -> Outline {
        var result = self
        result.elements = elements.map { element in
            switch element {
            case .move(let point): .move(map(point))
            case .line(let point): .line(map(point))
            case .quad(let control, let end): .quad(map(control), end: map(end))
            case .cubic(let first, let second, let end): .cubic(map(first), map(second), end: map(end))
            case .dot(let point): .dot(map(point))
            case .close: .close
            }
        }
        return result
    }
}

extension Outline.Element {
    fileprivate var isDrawable: Bool {
        switch self {
        case .move(let point), .line(let point), .dot(let point): point.isDrawable
        case .quad(let control, let end): control.isDrawable && end.isDrawable
        case .cubic(let first, let second, let end): first.isDrawable && second.isDrawable && end.isDrawable
        case .close: true
        }
    }
}

extension Outline.Point {
    var isDrawable: Bool { x.isDrawable && y.isDrawable }
}

/// Sines and cosines without a library: polynomials within 45 degrees, and symmetry beyond.
enum Angle {
    /// Returns the sine and the cosine of an angle in degrees.
    static func sinCos(degrees: Double) -> (sin: Double, cos: Double) {
        guard degrees.isFinite else { return (0, 1) }
        let quarter = (degrees / 90).rounded()
        let rest = (degrees - quarter * 90) * .pi / 180
        var (sin, cos) = (0.0, 0.0)
        // Taylor series. Within 45 degrees, the term after the last is below 1e-17.
        var term = 1.0
        for order in 0..<18 {
            if order > 0 { term *= rest / Double(order) }
            switch order % 4 {
            case 0: cos += term
            case 1: sin += term
            case 2: cos -= term
            default: sin -= term
            }
        }
        switch Int(quarter.truncatingRemainder(dividingBy: 4) + 4) % 4 {
        case 0: return (sin, cos)
        case 1: return (cos, -sin)
        case 2: return (-sin, -cos)
        default: return (-cos, sin)
        }
    }
}
