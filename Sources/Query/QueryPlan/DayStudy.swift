package import CalendarIntervals

/// The columns that `rhythm` or `regularity` describes over whole days.
package struct DayStudy: Sendable {
    /// The indices of the columns. Each makes its own row.
    package var columns: [Int]
    /// The names of the columns, as a key of the rows. Empty if there is only one.
    package var names: [String]
    /// The units of the columns, as a key of the rows. Empty if all are the same.
    package var units: [String?]
    /// The days of the query.
    package var days: BucketSchedule
    /// For `regularity`: half a minute in the unit of each column.
    package var halves: [Double]

    package init(columns: [Int], names: [String], units: [String?], days: BucketSchedule, halves: [Double] = []) {
        self.columns = columns
        self.names = names
        self.units = units
        self.days = days
        self.halves = halves
    }

    /// The names of the key columns that the rows get.
    package static let (nameKey, unitKey) = ("column", "unit")

    /// The columns of `rhythm`, in order (S9.10).
    package enum Rhythm: String, CaseIterable, Sendable {
        case mesor, amplitude, acrophase, stability, variability
        case mostActive = "M10"
        case mostActiveStart = "M10Start"
        case leastActive = "L5"
        case leastActiveStart = "L5Start"
        case relativeAmplitude, n, dayCount, missingHours

        /// True for values in the unit of the rows.
        package var hasUnitOfRows: Bool { [.mesor, .amplitude, .mostActive, .leastActive].contains(self) }
        package var isTimeOfDay: Bool { [.acrophase, .mostActiveStart, .leastActiveStart].contains(self) }
        /// True for the numbers of rows and days that the others are based on.
        package var isBasis: Bool { [.n, .dayCount, .missingHours].contains(self) }
    }

    /// The columns of `regularity`, in order (S9.11).
    package enum Regularity: String, CaseIterable, Sendable {
        case regularity, dayCount, pairs, daysWithoutSleep

        package var isBasis: Bool { self != .regularity }
    }
}

/// Hours without a value, of which `rhythm` found too many.
package struct MissingHours: Hashable, Sendable {
    package var missing: Int
    package var all: Int
    /// The column; nil if there is only one.
    package var column: String?
    /// The keys of the rows, as text; empty without keys.
    package var keys: [String]
    /// True if the column has amounts, so that an hour without samples can mean 0.
    package var isAmount: Bool

    package init(missing: Int, all: Int, column: String?, keys: [String], isAmount: Bool) {
        self.missing = missing
        self.all = all
        self.column = column
        self.keys = keys
        self.isAmount = isAmount
    }
}
