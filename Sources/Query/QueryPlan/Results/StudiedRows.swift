package import HealthModel

/// The rows from which a stage computed its numbers, for charts: the points behind a slope or a correlation.
package enum StudiedRows: Sendable {
    case trend([TrendLine])
    case correlation([PairedValues])
}

/// The values of a column in one series, with the line of its trend.
package struct TrendLine: Sendable {
    /// A value: the middle of its row, its position in the period of the slope, and its number.
    package struct Point: Sendable {
        package var time: Instant
        package var x: Double
        package var y: Double

        package init(time: Instant, x: Double, y: Double) {
            self.time = time
            self.x = x
            self.y = y
        }
    }

    /// The column in the words of the query language: `average bodyMass`.
    package var title: String
    /// The keys of the series as text; empty for one series.
    package var series: String
    /// The unit of the values.
    package var unit: String?
    /// True if the values are times of day, in minutes.
    package var isClock: Bool
    package var points: [Point]
    /// The slope with the ends of its interval; nil if there are too few values.
    package var slope: Estimate?
    /// The point through which the line runs.
    package var center: (x: Double, y: Double)
    package var slopeUnit: String

    package init(
        title: String, series: String, unit: String?, isClock: Bool, points: [Point], slope: Estimate?, center: (x: Double, y: Double),
        slopeUnit: String
    ) {
        self.title = title
        self.series = series
        self.isClock = isClock
        self.unit = unit
        self.points = points
        self.slope = slope
        self.center = center
        self.slopeUnit = slopeUnit
    }

    /// Returns the value of a line with this slope.
    package func value(at x: Double, slope: Double) -> Double { center.y + slope * (x - center.x) }
}

/// A number with its 95 % interval; nil if there are too few values for an interval.
package struct Estimate: Hashable, Sendable {
    package var value: Double
    package var low: Double?
    package var high: Double?

    package init(_ value: Double, low: Double?, high: Double?) {
        self.value = value
        self.low = low
        self.high = high
    }
}

/// The pairs of a correlation at the lag at which it is strongest.
package struct PairedValues: Sendable {
    package var names: (x: String, y: String)
    package var units: (x: String?, y: String?)
    /// The keys of the series as text; empty for one series.
    package var series: String
    package var lag: Int
    package var pairs: [(x: Double, y: Double)]
    package var pearson: Estimate?

    package init(
        names: (x: String, y: String), units: (x: String?, y: String?), series: String, lag: Int, pairs: [(x: Double, y: Double)],
        pearson: Estimate?
    ) {
        self.names = names
        self.units = units
        self.series = series
        self.lag = lag
        self.pairs = pairs
        self.pearson = pearson
    }
}
