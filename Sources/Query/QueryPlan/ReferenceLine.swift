package import HealthModel

/// The ends of the value axis of a chart, as numbers that the axis shows.
package struct ChartEnds: Hashable, Sendable {
    package var lower: Double
    package var upper: Double?

    package init(lower: Double, upper: Double?) { (self.lower, self.upper) = (lower, upper) }
}

/// A line across a chart (`rule`).
package struct ReferenceLine: Sendable {
    package enum Place: Sendable {
        /// A number as the chart shows it.
        case number(Double)
        /// An amount in a unit.
        case amount(Double, HealthUnit)
        /// The average of the values.
        case average
        /// A time of day, in milliseconds since midnight.
        case timeOfDay(Int64)
        /// A moment on the time axis.
        case moment(Instant, isNow: Bool)
    }

    package var place: Place
    /// The name of the line; nil if it has none.
    package var label: String?

    package init(_ place: Place, label: String?) {
        self.place = place
        self.label = label
    }
}
