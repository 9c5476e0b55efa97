import Foundation

/// Colors at places between 0 and 1.
public struct Gradient: Hashable, ShapeStyle {
    /// A color at a place.
    public struct Stop: Hashable, Sendable {
        /// The color.
        public var color: Color
        /// The place, from 0 to 1.
        public var location: CGFloat

        /// Creates a color at a place.
        public init(color: Color, location: CGFloat) { (self.color, self.location) = (color, location) }
    }

    /// The colors with their places.
    public var stops: [Stop]

    /// Creates a gradient.
    public init(stops: [Stop]) { self.stops = stops }

    /// Creates a gradient of colors at equal distances.
    public init(colors: [Color]) {
        stops = colors.enumerated().map { Stop(color: $1, location: colors.count < 2 ? 0 : CGFloat($0) / CGFloat(colors.count - 1)) }
    }

    package func fillStops(accent: Tone) -> [Fill.Stop] {
        stops.map { Fill.Stop(tone: $0.color.tone(accent: accent), location: Double($0.location)) }
    }

    /// Returns the colors from top to bottom.
    public func resolvedStyle(in context: StyleContext) -> ResolvedStyle {
        ResolvedStyle(.linear(fillStops(accent: context.tint), from: .top, to: .bottom))
    }
}

/// The gradient of a color, from a lighter form to the color.
public struct AnyGradient: Hashable, ShapeStyle {
    private let gradient: Gradient

    package init(color: Color) { gradient = Gradient(colors: [color.mix(with: .white, by: 0.2), color]) }

    /// Wraps a gradient.
    public init(_ gradient: Gradient) { self.gradient = gradient }

    /// Returns the colors from top to bottom.
    public func resolvedStyle(in context: StyleContext) -> ResolvedStyle { gradient.resolvedStyle(in: context) }
}

/// Colors along a line.
public struct LinearGradient: Hashable, ShapeStyle {
    package var gradient: Gradient
    package var startPoint: UnitPoint
    package var endPoint: UnitPoint

    /// Creates a gradient between two points of a frame.
    public init(gradient: Gradient, startPoint: UnitPoint, endPoint: UnitPoint) {
        (self.gradient, self.startPoint, self.endPoint) = (gradient, startPoint, endPoint)
    }

    /// Creates a gradient of colors at equal distances.
    public init(colors: [Color], startPoint: UnitPoint, endPoint: UnitPoint) {
        self.init(gradient: Gradient(colors: colors), startPoint: startPoint, endPoint: endPoint)
    }

    /// Creates a gradient of colors at given places.
    public init(stops: [Gradient.Stop], startPoint: UnitPoint, endPoint: UnitPoint) {
        self.init(gradient: Gradient(stops: stops), startPoint: startPoint, endPoint: endPoint)
    }

    /// Returns the colors between the two points.
    public func resolvedStyle(in context: StyleContext) -> ResolvedStyle {
        ResolvedStyle(.linear(gradient.fillStops(accent: context.tint), from: startPoint, to: endPoint))
    }
}

/// Colors around a point.
public struct RadialGradient: Hashable, ShapeStyle {
    private let gradient: Gradient
    private let center: UnitPoint
    private let endRadius: CGFloat

    /// Creates a gradient. The radius at which it starts is ignored.
    public init(gradient: Gradient, center: UnitPoint, startRadius: CGFloat, endRadius: CGFloat) {
        (self.gradient, self.center, self.endRadius) = (gradient, center, endRadius)
    }

    /// Creates a gradient of colors at equal distances.
    public init(colors: [Color], center: UnitPoint, startRadius: CGFloat, endRadius: CGFloat) {
        self.init(gradient: Gradient(colors: colors), center: center, startRadius: startRadius, endRadius: endRadius)
    }

    /// Returns the colors around the point.
    public func resolvedStyle(in context: StyleContext) -> ResolvedStyle {
        ResolvedStyle(.radial(gradient.fillStops(accent: context.tint), center: center, radius: Double(endRadius)))
    }
}

/// The ends of a line.
public enum CGLineCap: Int32, Sendable {
    case butt
    case round
    case square
}

/// The corners of a line.
public enum CGLineJoin: Int32, Sendable {
    case miter
    case round
    case bevel
}

/// How a line is drawn.
public struct StrokeStyle: Hashable, Sendable {
    /// The width of the line.
    public var lineWidth: CGFloat
    /// The ends of the line.
    public var lineCap: CGLineCap
    /// The corners of the line.
    public var lineJoin: CGLineJoin
    /// The greatest length of a pointed corner.
    public var miterLimit: CGFloat
    /// The lengths of dashes and spaces.
    public var dash: [CGFloat]
    /// The place in the dashes at which the line starts.
    public var dashPhase: CGFloat

    /// Creates a style.
    public init(
        lineWidth: CGFloat = 1, lineCap: CGLineCap = .butt, lineJoin: CGLineJoin = .miter, miterLimit: CGFloat = 10,
        dash: [CGFloat] = [], dashPhase: CGFloat = 0
    ) {
        (self.lineWidth, self.lineCap, self.lineJoin) = (lineWidth, lineCap, lineJoin)
        (self.miterLimit, self.dash, self.dashPhase) = (miterLimit, dash, dashPhase)
    }
}
