/// One layer of a chart.
///
/// Positions along x are in the units of the horizontal axis. On a time axis, they are milliseconds since 1970. On an axis of slots,
/// slot `i` covers `i ..< i + 1`. `series` is an index in `LayeredChart.series`.
public enum Layer: Sendable {
    /// Bars over spans of x.
    case bar(BarLayer)
    /// A line through points.
    case line(LineLayer)
    /// A band between two values.
    case area(AreaLayer)
    /// Single points.
    case point(PointLayer)
    /// A straight line across the plot.
    case rule(RuleLayer)
    /// The cells of a heatmap.
    case cell(CellLayer)
}

/// How much of its bucket a value covers.
public enum Completeness: UInt8, Hashable, Sendable {
    /// The whole bucket.
    case whole
    /// A part of the bucket, because the range cuts it. Drawn hatched or dashed.
    case partial
    /// A part of the bucket, because it has not ended yet. Drawn like a partial bucket, with a sign.
    case running
}

/// Bars over spans of x. Stacked bars of several series have their own lower ends (`BarLayer.stacked`). Grouped bars share a span, each
/// in one `slot` of `slotCount`.
public struct BarLayer: Sendable {
    /// One bar: a span of x and a span of y.
    public struct Bar: Hashable, Sendable {
        /// The left end of the span along x.
        public var start: Double
        /// The right end of the span along x. The end itself is not included.
        public var end: Double
        /// The start of the bar along y. Nil if there is no value, which differs from zero.
        public var low: Double?
        /// The end of the bar along y. It is below `low` for a negative value. Nil if there is no value.
        public var high: Double?
        /// How much of its bucket the value covers.
        public var completeness: Completeness

        /// Creates a bar from `low`, usually zero, to `high`. If one of them is nil, the bar has no value.
        public init(from start: Double, to end: Double, low: Double? = 0, high: Double?, completeness: Completeness = .whole) {
            self.start = start
            self.end = end
            self.low = high == nil ? nil : low
            self.high = low == nil ? nil : high
            self.completeness = completeness
        }
    }

    /// The index in `LayeredChart.series`.
    public var series: Int
    /// In ascending x.
    public var bars: [Bar]
    /// The index of these bars among the bars that share a span, from 0.
    public var slot: Int
    /// The number of bars that share a span, at least 1.
    public var slotCount: Int
    /// True if bars of adjacent spans touch, as in a histogram.
    public var touches = false
    /// The name of floating bars in the description, such as `min to max`.
    package var name: String?

    /// Creates the bars of one series. By default they do not share spans.
    public init(series: Int, bars: [Bar], slot: Int = 0, slotCount: Int = 1) {
        self.series = series
        self.bars = bars
        self.slot = slot
        self.slotCount = slotCount
    }
}

/// A line through points in ascending x. A point without y is a gap in the line.
public struct LineLayer: Sendable {
    /// How consecutive points are connected.
    public enum Interpolation: Hashable, Sendable {
        /// Straight.
        case linear
        /// Each value extends to the next point.
        case step
    }

    /// A point of the line.
    public struct Point: Hashable, Sendable {
        /// The position along x.
        public var x: Double
        /// The value. Nil is a gap.
        public var y: Double?
        /// The completeness of the segment that ends at this point.
        public var completeness: Completeness

        /// Creates a point at `x`. Without `y` it is a gap.
        public init(_ x: Double, _ y: Double?, completeness: Completeness = .whole) {
            self.x = x
            self.y = y
            self.completeness = completeness
        }
    }

    /// The index in `LayeredChart.series`.
    public var series: Int
    /// In ascending x.
    public var points: [Point]
    /// How the points are connected.
    public var interpolation: Interpolation
    /// True if the whole line is dashed.
    public var isDashed: Bool
    /// True if the line is lighter than the color of its series, such as the rest of a typical day.
    public var isFaint: Bool
    /// False if the points are not values, as for the line of a trend.
    package var isDescribed = true

    /// Creates a line. By default it is solid and straight.
    public init(series: Int, points: [Point], interpolation: Interpolation = .linear, isDashed: Bool = false, isFaint: Bool = false) {
        self.series = series
        self.points = points
        self.interpolation = interpolation
        self.isDashed = isDashed
        self.isFaint = isFaint
    }
}

/// A band between two values, such as minimum and maximum. A point without both is a gap.
public struct AreaLayer: Sendable {
    /// The ends of the band at one place.
    public struct Point: Hashable, Sendable {
        /// The position along x.
        public var x: Double
        /// The lower end of the band.
        public var low: Double?
        /// The upper end of the band.
        public var high: Double?

        /// Creates the band at `x`. It is a gap if one end is nil.
        public init(_ x: Double, low: Double?, high: Double?) {
            self.x = x
            self.low = low
            self.high = high
        }
    }

    /// The index in `LayeredChart.series`.
    public var series: Int
    /// In ascending x.
    public var points: [Point]
    /// The name of its two ends in the description, such as `min to max`.
    package var name: String?
    /// False if the ends are not values, as for the uncertainty of a line.
    package var isDescribed = true

    /// Creates a band.
    public init(series: Int, points: [Point]) {
        self.series = series
        self.points = points
    }
}

/// Single points with optional labels.
public struct PointLayer: Sendable {
    /// One point.
    public struct Point: Hashable, Sendable {
        /// The position along x.
        public var x: Double
        /// The value.
        public var y: Double
        /// The label above the point, or next to it if there is more room. It is left out if there is no room.
        public var label: String?

        /// Creates a point.
        public init(_ x: Double, _ y: Double, label: String? = nil) {
            self.x = x
            self.y = y
            self.label = label
        }
    }

    /// The index in `LayeredChart.series`.
    public var series: Int
    /// In any order.
    public var points: [Point]
    /// True if a ring in the background color separates the points from what is behind them.
    public var hasHalo: Bool

    /// Creates the points of one series.
    public init(series: Int, points: [Point], hasHalo: Bool = false) {
        self.series = series
        self.points = points
        self.hasHalo = hasHalo
    }
}

/// A straight line across the plot: horizontal for a goal or an average, vertical for the current time.
public struct RuleLayer: Sendable {
    /// The direction and position of the rule.
    public enum Place: Hashable, Sendable {
        /// A vertical rule at this x. Its label is on the horizontal axis and has priority over others there.
        case x(Double)
        /// A horizontal rule at this y. Its label is in the plot, next to the rule.
        case y(Double)
    }

    /// The index in `LayeredChart.series`.
    public var series: Int
    /// The direction and position of the rule.
    public var place: Place
    /// The meaning of the rule.
    public var label: String?
    /// True if the line is dashed.
    public var isDashed: Bool

    /// Creates a rule across the whole plot.
    public init(series: Int, at place: Place, label: String? = nil, isDashed: Bool = true) {
        self.series = series
        self.place = place
        self.label = label
        self.isDashed = isDashed
    }
}

/// The cells of a heatmap, colored by their values. Rows are slots of the vertical axis, with the first at the top.
public struct CellLayer: Sendable {
    /// One cell: a span of x in one row.
    public struct Cell: Hashable, Sendable {
        /// The left end of the span along x.
        public var start: Double
        /// The right end of the span along x. The end itself is not included.
        public var end: Double
        /// The index of the slot on the vertical axis.
        public var row: Int
        /// The value. Nil leaves the cell empty, which differs from the lowest color.
        public var value: Double?
        /// How much of its bucket the value covers.
        public var completeness: Completeness

        /// Creates a cell over a span of x. It is empty if `value` is nil.
        public init(from start: Double, to end: Double, row: Int, value: Double?, completeness: Completeness = .whole) {
            self.start = start
            self.end = end
            self.row = row
            self.value = value
            self.completeness = completeness
        }
    }

    /// In any order.
    public var cells: [Cell]
    /// The values at the ends of the color ramp. Nil takes the minimum and the maximum.
    public var domain: ClosedRange<Double>?
    /// The unit of the values, displayed once next to the color ramp.
    public var unit: String?

    /// Creates the cells of a heatmap.
    public init(cells: [Cell], domain: ClosedRange<Double>? = nil, unit: String? = nil) {
        self.cells = cells
        self.domain = domain
        self.unit = unit
    }
}
