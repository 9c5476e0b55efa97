import Foundation

/// The form of round corners. Both are drawn as parts of circles.
public enum RoundedCornerStyle: Hashable, Sendable {
    case circular
    case continuous
}

/// A rectangle.
public struct Rectangle: InsettableShape {
    private var amount: CGFloat = 0

    /// Creates the shape.
    nonisolated public init() {}

    /// Returns the outline.
    nonisolated public func path(in rect: CGRect) -> Path { Path(rect.insetBy(dx: amount, dy: amount)) }

    /// Returns the shape, smaller on all sides.
    nonisolated public func inset(by amount: CGFloat) -> Rectangle {
        var shape = self
        shape.amount += amount
        return shape
    }
}

/// A rectangle with round corners.
public struct RoundedRectangle: InsettableShape {
    /// The size of the corners.
    public var cornerSize: CGSize
    private var amount: CGFloat = 0

    /// Creates the shape.
    nonisolated public init(cornerRadius: CGFloat, style: RoundedCornerStyle = .continuous) {
        cornerSize = CGSize(width: cornerRadius, height: cornerRadius)
    }

    /// Creates the shape. The corners are as round as the width of the size says.
    nonisolated public init(cornerSize: CGSize, style: RoundedCornerStyle = .continuous) { self.cornerSize = cornerSize }

    /// Returns the outline.
    nonisolated public func path(in rect: CGRect) -> Path {
        Path(roundedRect: rect.insetBy(dx: amount, dy: amount), cornerRadius: max(0, cornerSize.width - amount))
    }

    /// Returns the shape, smaller on all sides.
    nonisolated public func inset(by amount: CGFloat) -> RoundedRectangle {
        var shape = self
        shape.amount += amount
        return shape
    }
}

/// The radii of the corners of a rectangle.
public struct RectangleCornerRadii: Hashable, Sendable {
    /// The radius of the upper left corner.
    public var topLeading: CGFloat
    /// The radius of the lower left corner.
    public var bottomLeading: CGFloat
    /// The radius of the lower right corner.
    public var bottomTrailing: CGFloat
    /// The radius of the upper right corner.
    public var topTrailing: CGFloat

    /// Creates the radii.
    public init(topLeading: CGFloat = 0, bottomLeading: CGFloat = 0, bottomTrailing: CGFloat = 0, topTrailing: CGFloat = 0) {
        (self.topLeading, self.bottomLeading) = (topLeading, bottomLeading)
        (self.bottomTrailing, self.topTrailing) = (bottomTrailing, topTrailing)
    }
}

/// A rectangle with corners of different radii.
public struct UnevenRoundedRectangle: InsettableShape {
    /// The radii of the corners.
    public var cornerRadii: RectangleCornerRadii
    private var amount: CGFloat = 0

    /// Creates the shape.
    nonisolated public init(cornerRadii: RectangleCornerRadii, style: RoundedCornerStyle = .continuous) { self.cornerRadii = cornerRadii }

    /// Creates the shape.
    nonisolated public init(
        topLeadingRadius: CGFloat = 0, bottomLeadingRadius: CGFloat = 0, bottomTrailingRadius: CGFloat = 0, topTrailingRadius: CGFloat = 0,
        style: RoundedCornerStyle = .continuous
    ) {
        cornerRadii = RectangleCornerRadii(
            topLeading: topLeadingRadius, bottomLeading: bottomLeadingRadius, bottomTrailing: bottomTrailingRadius,
            topTrailing: topTrailingRadius)
    }

    /// Returns the outline.
    nonisolated public func path(in rect: CGRect) -> Path {
        let rect = rect.insetBy(dx: amount, dy: amount)
        let longest = min(rect.width, rect.height) / 2
        return Path { path in
            func corner(_ x: CGFloat, _ y: CGFloat, _ radius: CGFloat, _ start: Double) {
                path.addArc(
                    center: CGPoint(x: x, y: y), radius: radius, startAngle: .degrees(start), endAngle: .degrees(start + 90),
                    clockwise: false)
            }
            let radii = [cornerRadii.topTrailing, cornerRadii.bottomTrailing, cornerRadii.bottomLeading, cornerRadii.topLeading]
                .map { max(0, min(longest, $0 - amount)) }
            corner(rect.maxX - radii[0], rect.minY + radii[0], radii[0], -90)
            corner(rect.maxX - radii[1], rect.maxY - radii[1], radii[1], 0)
            corner(rect.minX + radii[2], rect.maxY - radii[2], radii[2], 90)
            corner(rect.minX + radii[3], rect.minY + radii[3], radii[3], 180)
            path.closeSubpath()
        }
    }

    /// Returns the shape, smaller on all sides.
    nonisolated public func inset(by amount: CGFloat) -> UnevenRoundedRectangle {
        var shape = self
        shape.amount += amount
        return shape
    }
}

/// A circle in the middle of its frame.
public struct Circle: InsettableShape {
    private var amount: CGFloat = 0

    /// Creates the shape.
    nonisolated public init() {}

    /// Returns the outline.
    nonisolated public func path(in rect: CGRect) -> Path {
        let radius = max(0, min(rect.width, rect.height) / 2 - amount)
        return Path(ellipseIn: CGRect(x: rect.midX - radius, y: rect.midY - radius, width: 2 * radius, height: 2 * radius))
    }

    /// Returns the shape, smaller on all sides.
    nonisolated public func inset(by amount: CGFloat) -> Circle {
        var shape = self
        shape.amount += amount
        return shape
    }
}

/// An ellipse that touches the sides of its frame.
public struct Ellipse: InsettableShape {
    private var amount: CGFloat = 0

    /// Creates the shape.
    nonisolated public init() {}

    /// Returns the outline.
    nonisolated public func path(in rect: CGRect) -> Path { Path(ellipseIn: rect.insetBy(dx: amount, dy: amount)) }

    /// Returns the shape, smaller on all sides.
    nonisolated public func inset(by amount: CGFloat) -> Ellipse {
        var shape = self
        shape.amount += amount
        return shape
    }
}

/// A rectangle whose short sides are half circles.
public struct Capsule: InsettableShape {
    private var amount: CGFloat = 0

    /// Creates the shape.
    nonisolated public init(style: RoundedCornerStyle = .continuous) {}

    /// Returns the outline.
    nonisolated public func path(in rect: CGRect) -> Path {
        let rect = rect.insetBy(dx: amount, dy: amount)
        return Path(roundedRect: rect, cornerRadius: min(rect.width, rect.height) / 2)
    }

    /// Returns the shape, smaller on all sides.
    nonisolated public func inset(by amount: CGFloat) -> Capsule {
        var shape = self
        shape.amount += amount
        return shape
    }
}

/// Any shape.
public struct AnyShape: Shape {
    private let shape: any Shape

    /// Wraps a shape.
    nonisolated public init(_ shape: some Shape) { self.shape = shape }

    /// Returns the outline.
    nonisolated public func path(in rect: CGRect) -> Path { shape.path(in: rect) }
}

extension Shape where Self == Rectangle {
    /// A rectangle.
    nonisolated public static var rect: Rectangle { Rectangle() }
}

extension Shape where Self == Circle {
    /// A circle.
    nonisolated public static var circle: Circle { Circle() }
}

extension Shape where Self == Capsule {
    /// A capsule.
    nonisolated public static var capsule: Capsule { Capsule() }
}

extension Shape where Self == RoundedRectangle {
    /// Returns a rectangle with round corners.
    nonisolated public static func rect(cornerRadius: CGFloat, style: RoundedCornerStyle = .continuous) -> RoundedRectangle {
        RoundedRectangle(cornerRadius: cornerRadius, style: style)
    }
}
