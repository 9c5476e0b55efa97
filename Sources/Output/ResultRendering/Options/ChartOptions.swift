package import CalendarIntervals

/// What a picture depends on beside the rows.
package struct ChartOptions: Hashable, Sendable {
    /// In milliseconds, on the time line of the rows: the row that holds it is still running. Nil marks none.
    package var now: Int64?
    package var weekStart = Weekday.monday
    /// Where the axis of values begins and ends, in the unit that it shows; nil takes what suits the rows.
    package var lower: Double?
    package var upper: Double?

    package init() {}
}

/// Why a result makes no such picture: what people are told, and what to write instead.
package struct ChartRefusal: Error, Hashable, Sendable {
    package enum Reason: Hashable, Sendable {
        /// The values are texts.
        case noNumbers
        /// A line needs an order that the keys have not.
        case noOrder
        /// More keys than a picture has dimensions.
        case tooManyKeys
        /// A heatmap needs two dimensions.
        case oneDimension
    }

    package var reason: Reason
    package var message: String
    package var help: String
}
