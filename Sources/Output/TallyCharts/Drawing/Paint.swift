/// The purpose of a color. A palette gives it a color for each background, and a terminal has separate colors.
@_spi(Guests)
public enum Ink: Hashable, Sendable {
    /// Text.
    case text
    /// Secondary text, axes and notes.
    case soft
    /// Gridlines and outlines of empty places.
    case grid
    /// The background. Terminals clear what is behind it.
    case ground
    /// The background of parts that are separated from the page.
    case tint
    /// The color of a series by its role.
    case role(ChartSeries.Role)
    /// A lighter shade of the color of a role.
    case faint(ChartSeries.Role)
    /// A place on the color ramp of heatmaps, from 0 to 1.
    case ramp(Double)
    /// A color for light backgrounds and one for dark backgrounds.
    case color(light: SRGB, dark: SRGB)

    /// Returns the color of one of several equal series.
    public static func series(_ index: Int) -> Ink { .role(.series(index)) }
    /// The color of marks that are context.
    public static let muted = Ink.role(.muted)
    /// Returns a color that is equal on light and dark backgrounds.
    public static func color(_ color: SRGB) -> Ink { .color(light: color, dark: color) }

    /// True for a color that is close to the background, on light and on dark ones.
    var isAlmostGround: Bool {
        guard case .color(let light, let dark) = self else { return false }
        func isClose(_ first: SRGB, _ second: SRGB) -> Bool {
            let channels = [(first.red, second.red), (first.green, second.green), (first.blue, second.blue)]
            return channels.allSatisfy { abs(Int($0) - Int($1)) <= 32 }
        }
        return isClose(light, Palette.light.ground) && isClose(dark, Palette.dark.ground)
    }
}

/// How the inside of a shape, a line or a text is colored.
@_spi(Guests)
public enum Paint: Hashable, Sendable {
    /// One color, with an opacity from 0 to 1.
    case solid(Ink, alpha: Double = 1)
    /// A change from color to color along a line.
    case gradient(Gradient)
    /// Stripes from the lower left to the upper right, over a tint of the same color with an opacity from 0 to 1.
    case hatch(Ink, tint: Double = 0.22)

    /// A change from color to color along a line. Beyond its ends, the colors of the ends continue.
    public struct Gradient: Hashable, Sendable {
        /// A color at a place.
        public struct Stop: Hashable, Sendable {
            /// The place between the ends, from 0 to 1.
            public var place: Double
            /// The color.
            public var ink: Ink
            /// The opacity from 0 to 1.
            public var alpha: Double

            /// Creates a stop.
            public init(_ place: Double, _ ink: Ink, alpha: Double = 1) {
                self.place = place
                self.ink = ink
                self.alpha = alpha
            }
        }

        /// The colors, by ascending place. There is at least one.
        public var stops: [Stop]
        /// The position of place 0, in the positions of the shape.
        public var start: Outline.Point
        /// The position of place 1.
        public var end: Outline.Point

        /// Creates a gradient.
        public init(_ stops: [Stop], from start: Outline.Point, to end: Outline.Point) {
            self.stops = stops
            self.start = start
            self.end = end
        }
    }
}

/// How an outline is drawn as a line.
@_spi(Guests)
public struct Stroke: Hashable, Sendable {
    /// The form of the ends.
    public enum Cap: Hashable, Sendable { case butt, round, square }
    /// The form of the corners.
    public enum Join: Hashable, Sendable { case miter, round, bevel }

    /// The color.
    public var paint: Paint
    /// The width.
    public var width: Double
    /// The lengths of dashes and gaps in turn. Empty if the line is solid.
    public var dash: [Double]
    /// The distance from the start of the pattern at which the line starts.
    public var dashPhase: Double
    /// The form of the ends. Dots need round caps.
    public var cap: Cap
    /// The form of the corners.
    public var join: Join

    /// Creates a stroke. By default it is solid.
    public init(
        _ paint: Paint, width: Double = 1, dash: [Double] = [], dashPhase: Double = 0, cap: Cap = .butt, join: Join = .miter
    ) {
        self.paint = paint
        self.width = width
        self.dash = dash
        self.dashPhase = dashPhase
        self.cap = cap
        self.join = join
    }
}
