/// A picture as plain values: shapes and texts from back to front. It is independent of charts.
///
/// Charts become drawings, and painters turn drawings into SVG, HTML and text for terminals. Positions are in points. y increases downward
/// from the top. Painters leave out parts with numbers that are not finite.
@_spi(Guests)
public struct Drawing: Hashable, Sendable {
    /// The visible area. Its origin is usually zero.
    public var frame: Frame
    /// The title, for viewers and for people who cannot see the drawing.
    public var title: String
    /// The content in sentences, for people who cannot see the drawing.
    public var description: String
    /// The parts from back to front.
    public var items: [Item]
    /// Inks that a palette of the drawing starts with, also if no item has them. Painters add those of the items.
    var inks: [Ink] = []

    /// Creates a drawing of an area.
    public init(frame: Frame, title: String = "", description: String = "", items: [Item] = []) {
        self.frame = frame
        self.title = title
        self.description = description
        self.items = items
    }

    /// Creates a drawing with its origin at zero.
    public init(width: Double, height: Double, title: String = "", description: String = "", items: [Item] = []) {
        self.init(frame: Frame(x: 0, y: 0, width: width, height: height), title: title, description: description, items: items)
    }

    /// A part of a drawing.
    public indirect enum Item: Hashable, Sendable {
        /// The inside of an outline, its edge, or both. The edge is in front of the inside.
        case shape(Outline, fill: Paint? = nil, stroke: Stroke? = nil)
        /// A line of text.
        case text(Text)
        /// Parts that are clipped, moved or made lighter together.
        case group(Group)
        /// Words that appear while the pointer is in an area. Pictures without a pointer leave them out.
        case tip(Tip)
    }

    /// The background of a drawing.
    public enum Scheme: Hashable, Sendable {
        /// As the viewer's. Paper is light.
        case automatic
        /// Light.
        case light
        /// Dark.
        case dark
    }

    /// A line of text.
    public struct Text: Hashable, Sendable {
        /// The point of the text that is at its position.
        public enum Anchor: Hashable, Sendable { case leading, center, trailing }

        /// The characters. Control characters are made visible.
        public var string: String
        /// The position of the anchor.
        public var x: Double
        /// The middle between the baseline and the top of capitals.
        public var y: Double
        /// The point of the text that is at `x`.
        public var anchor: Anchor
        /// The size and the weight.
        public var font: Font
        /// The color.
        public var paint: Paint
        /// True if a rim in the color of the ground separates the text from what is behind it.
        public var hasRim: Bool
        /// The clockwise rotation around the position, in degrees.
        public var rotation: Double

        /// Creates a text at a position.
        public init(
            _ string: String, x: Double, y: Double, anchor: Anchor = .leading, font: Font = Font(), paint: Paint = .solid(.text),
            hasRim: Bool = false, rotation: Double = 0
        ) {
            self.string = string
            self.x = x
            self.y = y
            self.anchor = anchor
            self.font = font
            self.paint = paint
            self.hasRim = hasRim
            self.rotation = rotation
        }
    }

    /// Parts that share a clip, an opacity and a transform.
    public struct Group: Hashable, Sendable {
        /// The parts from back to front.
        public var items: [Item]
        /// The area outside which nothing is drawn, before the transform. Nil if there is none.
        public var clip: Outline?
        /// The opacity of the whole group from 0 to 1.
        public var opacity: Double
        /// The map from the group's positions to those around it.
        public var transform: Transform

        /// Creates a group. By default it changes nothing.
        public init(_ items: [Item], clip: Outline? = nil, opacity: Double = 1, transform: Transform = .identity) {
            self.items = items
            self.clip = clip
            self.opacity = opacity
            self.transform = transform
        }
    }

    /// Words about an area.
    public struct Tip: Hashable, Sendable {
        /// The area of the pointer.
        public var frame: Frame
        /// The lines, with a heading first.
        public var lines: [String]
        /// True if the words appear above the area. Otherwise, they appear next to it, at its top.
        public var isAbove: Bool

        /// Creates a tip. By default it appears next to the area.
        public init(frame: Frame, lines: [String], isAbove: Bool = false) {
            self.frame = frame
            self.lines = lines
            self.isAbove = isAbove
        }
    }
}

/// A rectangle.
@_spi(Guests)
public struct Frame: Hashable, Sendable {
    /// The left edge.
    public var x: Double
    /// The upper edge.
    public var y: Double
    /// The width.
    public var width: Double
    /// The height.
    public var height: Double

    /// Creates a rectangle from its upper left corner.
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The right edge.
    public var maxX: Double { x + width }
    /// The lower edge.
    public var maxY: Double { y + height }

    /// This frame moved outwards by `distance` on all sides.
    func expanded(by distance: Double) -> Frame {
        Frame(x: x - distance, y: y - distance, width: width + 2 * distance, height: height + 2 * distance)
    }
}

/// An affine map of positions: `x' = a·x + c·y + tx`, `y' = b·x + d·y + ty`.
@_spi(Guests)
public struct Transform: Hashable, Sendable {
    /// The factors of `x`.
    public var a, b: Double
    /// The factors of `y`.
    public var c, d: Double
    /// The distance of the move.
    public var tx, ty: Double

    /// The map that changes nothing.
    public static let identity = Transform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

    /// Creates a map from its numbers.
    public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
        (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
    }

    var isFinite: Bool { [a, b, c, d, tx, ty].allSatisfy(\.isFinite) }

    /// Returns a move.
    public static func offset(x: Double, y: Double) -> Transform { Transform(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y) }

    /// Returns a change of size around zero.
    public static func scale(x: Double, y: Double) -> Transform { Transform(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0) }

    /// Returns a clockwise rotation around a point by an angle in degrees.
    public static func rotation(degrees: Double, x: Double = 0, y: Double = 0) -> Transform {
        let (sin, cos) = Angle.sinCos(degrees: degrees)
        return Transform(a: cos, b: sin, c: -sin, d: cos, tx: x - cos * x + sin * y, ty: y - sin * x - cos * y)
    }

    /// Returns the map that applies this map first and `outer` to its result.
    public func followed(by outer: Transform) -> Transform {
        let (origin, x, y) = (outer.apply(apply(.init(0, 0))), outer.apply(apply(.init(1, 0))), outer.apply(apply(.init(0, 1))))
        return Transform(a: x.x - origin.x, b: x.y - origin.y, c: y.x - origin.x, d: y.y - origin.y, tx: origin.x, ty: origin.y)
    }

    /// Returns the position of a point.
    public func apply(_ point: Outline.Point) -> Outline.Point {
        Outline.Point(a * point.x + c * point.y + tx, b * point.x + d * point.y + ty)
    }
}
