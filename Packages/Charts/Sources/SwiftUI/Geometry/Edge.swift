import Foundation

/// A side of a rectangle.
public enum Edge: Int8, CaseIterable, Sendable {
    case top
    case leading
    case bottom
    case trailing

    /// A set of sides.
    public struct Set: OptionSet, Sendable {
        /// The bits of the sides.
        public let rawValue: Int8

        /// Creates a set from its bits.
        public init(rawValue: Int8) { self.rawValue = rawValue }

        /// Creates a set of one side.
        public init(_ edge: Edge) { rawValue = 1 << edge.rawValue }

        /// The upper side.
        public static let top = Set(.top)
        /// The left side.
        public static let leading = Set(.leading)
        /// The lower side.
        public static let bottom = Set(.bottom)
        /// The right side.
        public static let trailing = Set(.trailing)
        /// Left and right.
        public static let horizontal: Set = [.leading, .trailing]
        /// Above and below.
        public static let vertical: Set = [.top, .bottom]
        /// All four sides.
        public static let all: Set = [.horizontal, .vertical]
    }
}

/// The left or the right side.
public enum HorizontalEdge: Int8, CaseIterable, Sendable {
    case leading
    case trailing
}

/// The upper or the lower side.
public enum VerticalEdge: Int8, CaseIterable, Sendable {
    case top
    case bottom
}

/// Distances from the four sides of a rectangle.
public struct EdgeInsets: Hashable, Sendable {
    /// The distance from the upper side.
    public var top: CGFloat
    /// The distance from the left side.
    public var leading: CGFloat
    /// The distance from the lower side.
    public var bottom: CGFloat
    /// The distance from the right side.
    public var trailing: CGFloat

    /// Creates insets.
    public init(top: CGFloat, leading: CGFloat, bottom: CGFloat, trailing: CGFloat) {
        (self.top, self.leading, self.bottom, self.trailing) = (top, leading, bottom, trailing)
    }

    /// Creates insets of zero.
    public init() { self.init(top: 0, leading: 0, bottom: 0, trailing: 0) }

    /// Creates the same inset on some sides.
    package init(_ length: CGFloat, on edges: Edge.Set) {
        func inset(_ edge: Edge.Set) -> CGFloat { edges.contains(edge) ? length : 0 }
        self.init(top: inset(.top), leading: inset(.leading), bottom: inset(.bottom), trailing: inset(.trailing))
    }
}

/// The horizontal or the vertical direction.
public enum Axis: Int8, CaseIterable, Sendable {
    case horizontal
    case vertical

    /// A set of directions.
    public struct Set: OptionSet, Sendable {
        /// The bits of the directions.
        public let rawValue: Int8

        /// Creates a set from its bits.
        public init(rawValue: Int8) { self.rawValue = rawValue }

        /// The horizontal direction.
        public static let horizontal = Set(rawValue: 1)
        /// The vertical direction.
        public static let vertical = Set(rawValue: 2)
    }
}
