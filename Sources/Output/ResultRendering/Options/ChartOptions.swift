package import CalendarIntervals
package import HealthModel
package import QueryPlan

/// The settings of a chart that are not part of the rows.
package struct ChartOptions: Sendable {
    /// The current time on the time line of the rows. The row that contains it is still running. Nil marks no row.
    package var now: Instant?
    package var weekStart = Weekday.monday
    /// The ends of the axis of values, in the displayed unit. Nil chooses an end that suits the rows.
    package var lower: Double?
    package var upper: Double?
    /// The lines across the charts, in the order of the query.
    package var lines: [ReferenceLine] = []

    package init() {}
}

/// The reason why a result cannot be drawn in a form, with an alternative.
package struct ChartRefusal: Error, Hashable, Sendable {
    package enum Reason: Hashable, Sendable {
        /// The values are text.
        case noNumbers
        /// A line needs an order, and the keys have none.
        case noOrder
        /// There are more keys than the chart has dimensions.
        case tooManyKeys
        /// A heatmap needs two dimensions.
        case oneDimension
        /// A line needs an axis of numbers or of times.
        case noAxis
    }

    package var reason: Reason
    package var message: String
    package var help: String
}
