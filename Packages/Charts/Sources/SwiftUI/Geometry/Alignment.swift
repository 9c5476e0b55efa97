import Foundation

/// A position across a column: left, in the middle or right.
public struct HorizontalAlignment: Hashable, Sendable {
    /// The share of the width that is before the guide.
    package var fraction: CGFloat

    /// The left side.
    public static let leading = HorizontalAlignment(fraction: 0)
    /// The middle.
    public static let center = HorizontalAlignment(fraction: 0.5)
    /// The right side.
    public static let trailing = HorizontalAlignment(fraction: 1)
    /// The left side, as list rows have it.
    public static let listRowSeparatorLeading = leading
    /// The right side, as list rows have it.
    public static let listRowSeparatorTrailing = trailing
}

/// A position along a row: at the top, in the middle, at the bottom or on a baseline.
public struct VerticalAlignment: Hashable, Sendable {
    /// A line that views in a row share.
    package enum Guide: Hashable, Sendable {
        case fraction(CGFloat)
        case firstBaseline
        case lastBaseline
    }

    package var guide: Guide

    /// The upper side.
    public static let top = VerticalAlignment(guide: .fraction(0))
    /// The middle.
    public static let center = VerticalAlignment(guide: .fraction(0.5))
    /// The lower side.
    public static let bottom = VerticalAlignment(guide: .fraction(1))
    /// The baseline of the first line of text.
    public static let firstTextBaseline = VerticalAlignment(guide: .firstBaseline)
    /// The baseline of the last line of text.
    public static let lastTextBaseline = VerticalAlignment(guide: .lastBaseline)

    /// The share of the height above the guide. Baselines count as the top and the bottom outside of rows.
    package var fraction: CGFloat {
        switch guide {
        case .fraction(let fraction): fraction
        case .firstBaseline: 0
        case .lastBaseline: 1
        }
    }
}

/// A position in both directions.
public struct Alignment: Hashable, Sendable {
    /// The position across.
    public var horizontal: HorizontalAlignment
    /// The position along.
    public var vertical: VerticalAlignment

    /// Creates an alignment.
    public init(horizontal: HorizontalAlignment, vertical: VerticalAlignment) {
        (self.horizontal, self.vertical) = (horizontal, vertical)
    }

    /// The middle of both directions.
    public static let center = Alignment(horizontal: .center, vertical: .center)
    /// The middle of the left side.
    public static let leading = Alignment(horizontal: .leading, vertical: .center)
    /// The middle of the right side.
    public static let trailing = Alignment(horizontal: .trailing, vertical: .center)
    /// The middle of the upper side.
    public static let top = Alignment(horizontal: .center, vertical: .top)
    /// The middle of the lower side.
    public static let bottom = Alignment(horizontal: .center, vertical: .bottom)
    /// The upper left corner.
    public static let topLeading = Alignment(horizontal: .leading, vertical: .top)
    /// The upper right corner.
    public static let topTrailing = Alignment(horizontal: .trailing, vertical: .top)
    /// The lower left corner.
    public static let bottomLeading = Alignment(horizontal: .leading, vertical: .bottom)
    /// The lower right corner.
    public static let bottomTrailing = Alignment(horizontal: .trailing, vertical: .bottom)
    /// Left, on the baseline of the first line.
    public static let leadingFirstTextBaseline = Alignment(horizontal: .leading, vertical: .firstTextBaseline)
    /// Right, on the baseline of the first line.
    public static let trailingFirstTextBaseline = Alignment(horizontal: .trailing, vertical: .firstTextBaseline)
    /// In the middle, on the baseline of the first line.
    public static let centerFirstTextBaseline = Alignment(horizontal: .center, vertical: .firstTextBaseline)

    /// Returns the frame of something of a size, aligned in a frame.
    package func place(_ size: CGSize, in frame: CGRect) -> CGRect {
        let x = frame.minX + (frame.width - size.width) * horizontal.fraction
        let y = frame.minY + (frame.height - size.height) * vertical.fraction
        return CGRect(x: x, y: y, width: size.width, height: size.height)
    }
}

/// How the lines of a text are aligned with each other.
public enum TextAlignment: Hashable, CaseIterable, Sendable {
    case leading
    case center
    case trailing
}

/// A point in a rectangle, as shares of its width and height.
public struct UnitPoint: Hashable, Sendable {
    /// The share of the width.
    public var x: CGFloat
    /// The share of the height.
    public var y: CGFloat

    /// Creates a point.
    public init(x: CGFloat, y: CGFloat) { (self.x, self.y) = (x, y) }

    /// Creates the upper left corner.
    public init() { (x, y) = (0, 0) }

    /// The upper left corner.
    public static let zero = UnitPoint(x: 0, y: 0)
    /// The middle.
    public static let center = UnitPoint(x: 0.5, y: 0.5)
    /// The middle of the left side.
    public static let leading = UnitPoint(x: 0, y: 0.5)
    /// The middle of the right side.
    public static let trailing = UnitPoint(x: 1, y: 0.5)
    /// The middle of the upper side.
    public static let top = UnitPoint(x: 0.5, y: 0)
    /// The middle of the lower side.
    public static let bottom = UnitPoint(x: 0.5, y: 1)
    /// The upper left corner.
    public static let topLeading = UnitPoint(x: 0, y: 0)
    /// The upper right corner.
    public static let topTrailing = UnitPoint(x: 1, y: 0)
    /// The lower left corner.
    public static let bottomLeading = UnitPoint(x: 0, y: 1)
    /// The lower right corner.
    public static let bottomTrailing = UnitPoint(x: 1, y: 1)

    /// Returns the point in a frame.
    package func point(in frame: CGRect) -> CGPoint {
        CGPoint(x: frame.minX + frame.width * x, y: frame.minY + frame.height * y)
    }
}

/// A value in the coordinates of the whole picture, which a `GeometryProxy` converts to its own.
public struct Anchor<Value> {
    /// The value in the coordinates of the picture.
    package var value: Value

    package init(_ value: Value) { self.value = value }
}

extension Anchor: Sendable where Value: Sendable {}
extension Anchor: Equatable where Value: Equatable {}
extension Anchor: Hashable where Value: Hashable {}

/// The size that a view is offered. Nil asks for the ideal size.
public struct ProposedViewSize: Hashable, Sendable {
    /// The offered width.
    public var width: CGFloat?
    /// The offered height.
    public var height: CGFloat?

    /// Creates a proposal.
    public init(width: CGFloat?, height: CGFloat?) { (self.width, self.height) = (width, height) }

    /// Creates a proposal of a whole size.
    public init(_ size: CGSize) { (width, height) = (size.width, size.height) }

    /// Asks for the ideal size.
    public static let unspecified = ProposedViewSize(width: nil, height: nil)
    /// Asks for the smallest size.
    public static let zero = ProposedViewSize(width: 0, height: 0)
    /// Asks for the greatest size.
    public static let infinity = ProposedViewSize(width: .infinity, height: .infinity)

    /// Returns the size with numbers instead of missing sides.
    public func replacingUnspecifiedDimensions(by size: CGSize = CGSize(width: 10, height: 10)) -> CGSize {
        CGSize(width: width ?? size.width, height: height ?? size.height)
    }
}
