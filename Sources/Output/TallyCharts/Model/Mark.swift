/// One layer of a chart. Positions along x are in the units of the horizontal axis: milliseconds since 1970 on a time axis; on an axis
/// of slots, slot `i` covers `i ..< i + 1`. `series` is an index into `Chart.series`.
public enum Mark: Sendable {
    /// Bars over spans of x.
    case bar(BarMark)
    /// A line through points.
    case line(LineMark)
    /// A band between two values.
    case area(AreaMark)
    /// Single points.
    case point(PointMark)
    /// A straight line across the plot.
    case rule(RuleMark)
    /// The cells of a heatmap.
    case cell(CellMark)
}

/// How much of its bucket a value knows.
public enum Completeness: UInt8, Hashable, Sendable {
    /// All of it.
    case whole
    /// The range cuts the bucket: hatched, or dashed.
    case partial
    /// The bucket goes on as of now: as partial, and marked.
    case running
}

/// Bars over spans of x. Stacked bars of several series carry lower ends of their own (`BarMark.stacked`); grouped ones share a span
/// (`slot` of `slotCount`).
public struct BarMark: Sendable {
    /// One bar: a span of x and a span of y.
    public struct Bar: Hashable, Sendable {
        /// The left end of the span along x.
        public var start: Double
        /// The right end of the span along x, which belongs to the next bar.
        public var end: Double
        /// Where the bar begins along y; nil where there is no value, which is not zero.
        public var low: Double?
        /// Where the bar ends along y, below `low` for a negative value; nil where there is no value.
        public var high: Double?
        /// Whether the value covers all of its bucket.
        public var completeness: Completeness

        /// A bar from `low`, usually zero, to `high`; no value where one of them is nil.
        public init(from start: Double, to end: Double, low: Double? = 0, high: Double?, completeness: Completeness = .whole) {
            self.start = start
            self.end = end
            self.low = high == nil ? nil : low
            self.high = low == nil ? nil : high
            self.completeness = completeness
        }
    }

    /// Index into `Chart.series`.
    public var series: Int
    /// In ascending x.
    public var bars: [Bar]
    /// The place of these bars beside each other in each span, from 0.
    public var slot: Int
    /// The number of bars that share a span, at least 1.
    public var slotCount: Int

    /// Bars of one series, which have each span for themselves unless a slot says otherwise.
    public init(series: Int, bars: [Bar], slot: Int = 0, slotCount: Int = 1) {
        self.series = series
        self.bars = bars
        self.slot = slot
        self.slotCount = slotCount
    }
}

/// A line through points in ascending x. A point without y is a gap: the line stops before it and begins anew after it.
public struct LineMark: Sendable {
    /// How neighbouring points are joined.
    public enum Interpolation: Hashable, Sendable {
        /// Straight.
        case linear
        /// Each value holds until the next point.
        case step
    }

    /// A place that the line passes.
    public struct Point: Hashable, Sendable {
        /// The place along x.
        public var x: Double
        /// The value; nil is a gap.
        public var y: Double?
        /// Of the segment that ends here.
        public var completeness: Completeness

        /// A place at `x`; without `y` a gap.
        public init(_ x: Double, _ y: Double?, completeness: Completeness = .whole) {
            self.x = x
            self.y = y
            self.completeness = completeness
        }
    }

    /// Index into `Chart.series`.
    public var series: Int
    /// In ascending x.
    public var points: [Point]
    /// How the points are joined.
    public var interpolation: Interpolation
    /// Whether all of the line is dashed.
    public var isDashed: Bool
    /// Lighter than its series' colour, such as what is still to come of a typical day.
    public var isFaint: Bool

    /// A line of one series, solid and straight unless asked otherwise.
    public init(series: Int, points: [Point], interpolation: Interpolation = .linear, isDashed: Bool = false, isFaint: Bool = false) {
        self.series = series
        self.points = points
        self.interpolation = interpolation
        self.isDashed = isDashed
        self.isFaint = isFaint
    }
}

/// A band between two values, such as minimum and maximum. A point without both is a gap.
public struct AreaMark: Sendable {
    /// The ends of the band at one place.
    public struct Point: Hashable, Sendable {
        /// The place along x.
        public var x: Double
        /// The lower end of the band.
        public var low: Double?
        /// The upper end of the band.
        public var high: Double?

        /// The band at `x`; a gap where one end is nil.
        public init(_ x: Double, low: Double?, high: Double?) {
            self.x = x
            self.low = low
            self.high = high
        }
    }

    /// Index into `Chart.series`.
    public var series: Int
    /// In ascending x.
    public var points: [Point]

    /// A band of one series.
    public init(series: Int, points: [Point]) {
        self.series = series
        self.points = points
    }
}

/// Single points, each with a label if it has one.
public struct PointMark: Sendable {
    /// One point.
    public struct Point: Hashable, Sendable {
        /// The place along x.
        public var x: Double
        /// The value.
        public var y: Double
        /// Stands above the point, or wherever beside it there is room; left out where there is none.
        public var label: String?

        /// A point at a place and a value.
        public init(_ x: Double, _ y: Double, label: String? = nil) {
            self.x = x
            self.y = y
            self.label = label
        }
    }

    /// Index into `Chart.series`.
    public var series: Int
    /// In any order.
    public var points: [Point]
    /// Whether a ring in the ground's colour sets the points off from what is behind them.
    public var hasHalo: Bool

    /// Points of one series.
    public init(series: Int, points: [Point], hasHalo: Bool = false) {
        self.series = series
        self.points = points
        self.hasHalo = hasHalo
    }
}

/// A straight line across the plot: a goal or an average (horizontal), the present moment (vertical).
public struct RuleMark: Sendable {
    /// Which way the rule runs, and where.
    public enum Place: Hashable, Sendable {
        /// At this x; its label stands on the horizontal axis and wins over others there.
        case x(Double)
        /// At this y; its label stands in the plot, at the rule.
        case y(Double)
    }

    /// Index into `Chart.series`.
    public var series: Int
    /// Which way the rule runs, and where.
    public var place: Place
    /// What the rule stands for.
    public var label: String?
    /// Whether the line is dashed.
    public var isDashed: Bool

    /// A rule across all of the plot.
    public init(series: Int, at place: Place, label: String? = nil, isDashed: Bool = true) {
        self.series = series
        self.place = place
        self.label = label
        self.isDashed = isDashed
    }
}

/// Cells of a heatmap, coloured by their values. Rows are slots of the vertical axis, the first one on top.
public struct CellMark: Sendable {
    /// One cell: a span of x in one row.
    public struct Cell: Hashable, Sendable {
        /// The left end of the span along x.
        public var start: Double
        /// The right end of the span along x, which belongs to the next cell.
        public var end: Double
        /// The slot of the vertical axis.
        public var row: Int
        /// Nil leaves the cell empty, which is not the ramp's lowest colour.
        public var value: Double?
        /// Whether the value covers all of its bucket.
        public var completeness: Completeness

        /// A cell over a span of x; empty where `value` is nil.
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
    /// The values at both ends of the ramp; nil takes the smallest and the greatest value.
    public var domain: ClosedRange<Double>?
    /// The unit of the values, named once beside the ramp.
    public var unit: String?

    /// The cells of one heatmap.
    public init(cells: [Cell], domain: ClosedRange<Double>? = nil, unit: String? = nil) {
        self.cells = cells
        self.domain = domain
        self.unit = unit
    }
}
