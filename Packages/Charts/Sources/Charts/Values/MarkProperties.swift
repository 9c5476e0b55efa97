import Foundation
import SwiftUI

/// The width or the height of a mark.
public struct MarkDimension: Hashable, Sendable, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
    package enum Kind: Hashable, Sendable {
        case automatic
        case fixed(CGFloat)
        case inset(CGFloat)
        case ratio(CGFloat)
    }

    package var kind: Kind

    /// Creates a length in points.
    public init(floatLiteral value: Double) { kind = .fixed(CGFloat(value)) }

    /// Creates a length in points.
    public init(integerLiteral value: Int) { kind = .fixed(CGFloat(value)) }

    private init(_ kind: Kind) { self.kind = kind }

    /// A length that fits the chart.
    public static let automatic = MarkDimension(.automatic)

    /// Returns a length in points.
    public static func fixed(_ value: CGFloat) -> MarkDimension { MarkDimension(.fixed(value)) }

    /// Returns the length of the step without a distance on both sides.
    public static func inset(_ value: CGFloat) -> MarkDimension { MarkDimension(.inset(value)) }

    /// Returns a share of the step.
    public static func ratio(_ value: CGFloat) -> MarkDimension { MarkDimension(.ratio(value)) }
}

/// How marks at the same place are put on each other.
public struct MarkStackingMethod: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case standard
        case normalized
        case center
        case unstacked
    }

    package var kind: Kind

    /// From zero, positive values upwards and negative values downwards.
    public static let standard = MarkStackingMethod(kind: .standard)
    /// As shares of the sum.
    public static let normalized = MarkStackingMethod(kind: .normalized)
    /// Around a middle line.
    public static let center = MarkStackingMethod(kind: .center)
    /// Each from zero.
    public static let unstacked = MarkStackingMethod(kind: .unstacked)
}

/// How a line goes from point to point.
public struct InterpolationMethod: Hashable, Sendable, CustomStringConvertible {
    package enum Kind: Hashable, Sendable {
        case linear
        case monotone
        case catmullRom(Double)
        case cardinal(Double)
        case stepStart
        case stepCenter
        case stepEnd
    }

    package var kind: Kind

    /// Straight.
    public static let linear = InterpolationMethod(kind: .linear)
    /// Curved, without new extremes.
    public static let monotone = InterpolationMethod(kind: .monotone)
    /// Curved through all points.
    public static let catmullRom = InterpolationMethod(kind: .catmullRom(0.5))
    /// Curved, with tangents that follow the points around.
    public static let cardinal = InterpolationMethod(kind: .cardinal(0))
    /// In steps that change at the first point.
    public static let stepStart = InterpolationMethod(kind: .stepStart)
    /// In steps that change in the middle.
    public static let stepCenter = InterpolationMethod(kind: .stepCenter)
    /// In steps that change at the second point.
    public static let stepEnd = InterpolationMethod(kind: .stepEnd)

    /// The name of the method.
    public var description: String {
        switch kind {
        case .linear: "linear"
        case .monotone: "monotone"
        case .catmullRom: "catmullRom"
        case .cardinal: "cardinal"
        case .stepStart: "stepStart"
        case .stepCenter: "stepCenter"
        case .stepEnd: "stepEnd"
        }
    }

    /// Returns curves through all points. An alpha of 0 is uniform, 0.5 centripetal and 1 chordal.
    public static func catmullRom(alpha: CGFloat) -> InterpolationMethod { InterpolationMethod(kind: .catmullRom(Double(alpha))) }

    /// Returns curves with a tension from 0 to 1, which is straight.
    public static func cardinal(tension: CGFloat) -> InterpolationMethod { InterpolationMethod(kind: .cardinal(Double(tension))) }
}

/// A side or a corner of something, for annotations, labels and legends.
public struct AnnotationPosition: Hashable, Sendable {
    package var name: String
    /// The point of the target.
    package var point: UnitPoint
    /// True if the position is inside.
    package var isOverlay = false

    private init(_ name: String, _ point: UnitPoint, isOverlay: Bool = false) {
        (self.name, self.point, self.isOverlay) = (name, point, isOverlay)
    }

    /// The side that fits best, which is the upper one of marks.
    public static let automatic = AnnotationPosition("automatic", .top)
    /// Inside.
    public static let overlay = AnnotationPosition("overlay", .center, isOverlay: true)
    /// Above.
    public static let top = AnnotationPosition("top", .top)
    /// Below.
    public static let bottom = AnnotationPosition("bottom", .bottom)
    /// On the left.
    public static let leading = AnnotationPosition("leading", .leading)
    /// On the right.
    public static let trailing = AnnotationPosition("trailing", .trailing)
    /// Above on the left.
    public static let topLeading = AnnotationPosition("topLeading", .topLeading)
    /// Above on the right.
    public static let topTrailing = AnnotationPosition("topTrailing", .topTrailing)
    /// Below on the left.
    public static let bottomLeading = AnnotationPosition("bottomLeading", .bottomLeading)
    /// Below on the right.
    public static let bottomTrailing = AnnotationPosition("bottomTrailing", .bottomTrailing)

    /// The side or the corner on the other side.
    package var opposite: AnnotationPosition {
        let all: [AnnotationPosition] = [.top, .bottom, .leading, .trailing, .topLeading, .topTrailing, .bottomLeading, .bottomTrailing]
        return all.first { $0.point == UnitPoint(x: 1 - point.x, y: 1 - point.y) } ?? self
    }
}

/// How an annotation is moved if it would be outside.
public struct AnnotationOverflowResolution: Hashable, Sendable {
    /// An area in which an annotation stays.
    public struct Boundary: Hashable, Sendable {
        package var isPlot: Bool

        /// The chart.
        public static let automatic = Boundary(isPlot: false)
        /// The chart with its axes.
        public static let chart = Boundary(isPlot: false)
        /// The area of the marks.
        public static let plot = Boundary(isPlot: true)
    }

    /// How an annotation is moved along one direction.
    public struct Strategy: Hashable, Sendable {
        /// The area in which it stays. Nil lets it go beyond.
        package var boundary: Boundary?

        /// Moves it into the chart.
        public static let automatic = Strategy(boundary: .chart)
        /// Moves it into the chart.
        public static let fit = Strategy(boundary: .chart)
        /// Lets it go beyond.
        public static let disabled = Strategy(boundary: nil)
        /// Moves it into the chart: the scale keeps its domain.
        public static let padScale = Strategy(boundary: .chart)

        /// Moves it into an area.
        public static func fit(to boundary: Boundary) -> Strategy { Strategy(boundary: boundary) }
    }

    package var x: Strategy
    package var y: Strategy

    /// Creates a resolution for both directions.
    public init(x: Strategy, y: Strategy) { (self.x, self.y) = (x, y) }

    /// Moves annotations into the chart.
    public static let automatic = AnnotationOverflowResolution(x: .automatic, y: .automatic)
}

/// The mark of an annotation, for its content.
public struct AnnotationContext {
    /// The size of the mark.
    public var targetSize: CGSize

    package init(targetSize: CGSize) { self.targetSize = targetSize }
}
