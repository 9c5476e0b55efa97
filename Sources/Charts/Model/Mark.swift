/// One layer of a chart. Positions along x are in the units of the horizontal axis: milliseconds since 1970 on a time axis; on an axis
/// of slots, slot `i` covers `i ..< i + 1`. `series` is an index into `Chart.series`.
public enum Mark: Sendable {
    case bar(BarMark)
    case line(LineMark)
    case area(AreaMark)
    case point(PointMark)
    case rule(RuleMark)
    case cell(CellMark)
}

/// How much of its bucket a value knows.
public enum Completeness: UInt8, Hashable, Sendable {
    case whole
    /// The range cuts the bucket: hatched, or dashed.
    case partial
    /// The bucket goes on as of now: as partial, and marked.
    case running
}

/// Bars over spans of x. Stacked bars of several series carry lower ends of their own (`BarMark.stacked`); grouped ones share a span
/// (`slot` of `slotCount`).
public struct BarMark: Sendable {
    public struct Bar: Hashable, Sendable {
        public var start: Double
        public var end: Double
        /// Where the bar begins and ends along y; both nil where there is no value, which is not zero.
        public var low: Double?
        public var high: Double?
        public var completeness: Completeness

        public init(from start: Double, to end: Double, low: Double? = 0, high: Double?, completeness: Completeness = .whole) {
            self.start = start
            self.end = end
            self.low = high == nil ? nil : low
            self.high = low == nil ? nil : high
            self.completeness = completeness
        }
    }

    public var series: Int
    public var bars: [Bar]
    /// The place of these bars beside each other in each span, from 0.
    public var slot: Int
    public var slotCount: Int

    public init(series: Int, bars: [Bar], slot: Int = 0, slotCount: Int = 1) {
        self.series = series
        self.bars = bars
        self.slot = slot
        self.slotCount = slotCount
    }
}

/// A line through points in ascending x. A point without y is a gap: the line stops before it and begins anew after it.
public struct LineMark: Sendable {
    public enum Interpolation: Hashable, Sendable {
        case linear
        /// Each value holds until the next point.
        case step
    }

    public struct Point: Hashable, Sendable {
        public var x: Double
        public var y: Double?
        /// Of the segment that ends here.
        public var completeness: Completeness

        public init(_ x: Double, _ y: Double?, completeness: Completeness = .whole) {
            self.x = x
            self.y = y
            self.completeness = completeness
        }
    }

    public var series: Int
    public var points: [Point]
    public var interpolation: Interpolation
    public var isDashed: Bool
    /// Lighter than its series' colour, such as what is still to come of a typical day.
    public var isFaint: Bool

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
    public struct Point: Hashable, Sendable {
        public var x: Double
        public var low: Double?
        public var high: Double?

        public init(_ x: Double, low: Double?, high: Double?) {
            self.x = x
            self.low = low
            self.high = high
        }
    }

    public var series: Int
    public var points: [Point]

    public init(series: Int, points: [Point]) {
        self.series = series
        self.points = points
    }
}

/// Single points, each with a label if it has one.
public struct PointMark: Sendable {
    public struct Point: Hashable, Sendable {
        public var x: Double
        public var y: Double
        public var label: String?

        public init(_ x: Double, _ y: Double, label: String? = nil) {
            self.x = x
            self.y = y
            self.label = label
        }
    }

    public var series: Int
    public var points: [Point]
    /// Whether a ring in the ground's colour sets the points off from what is behind them.
    public var hasHalo: Bool

    public init(series: Int, points: [Point], hasHalo: Bool = false) {
        self.series = series
        self.points = points
        self.hasHalo = hasHalo
    }
}

/// A straight line across the plot: a goal or an average (horizontal), the present moment (vertical).
public struct RuleMark: Sendable {
    public enum Place: Hashable, Sendable {
        /// At this x; its label stands on the horizontal axis and wins over others there.
        case x(Double)
        /// At this y; its label stands in the plot, at the rule.
        case y(Double)
    }

    public var series: Int
    public var place: Place
    public var label: String?
    public var isDashed: Bool

    public init(series: Int, at place: Place, label: String? = nil, isDashed: Bool = true) {
        self.series = series
        self.place = place
        self.label = label
        self.isDashed = isDashed
    }
}

/// Cells of a heatmap, coloured by their values. Rows are slots of the vertical axis, the first one on top.
public struct CellMark: Sendable {
    public struct Cell: Hashable, Sendable {
        public var start: Double
        public var end: Double
        public var row: Int
        /// Nil leaves the cell empty, which is not the ramp's lowest colour.
        public var value: Double?
        public var completeness: Completeness

        public init(from start: Double, to end: Double, row: Int, value: Double?, completeness: Completeness = .whole) {
            self.start = start
            self.end = end
            self.row = row
            self.value = value
            self.completeness = completeness
        }
    }

    public var cells: [Cell]
    /// The values at both ends of the ramp; nil takes the smallest and the greatest value.
    public var domain: ClosedRange<Double>?
    /// The unit of the values, named once beside the ramp.
    public var unit: String?

    public init(cells: [Cell], domain: ClosedRange<Double>? = nil, unit: String? = nil) {
        self.cells = cells
        self.domain = domain
        self.unit = unit
    }
}
