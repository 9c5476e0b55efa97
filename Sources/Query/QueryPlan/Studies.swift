package import CalendarIntervals
package import HealthModel
package import QueryVocabulary

/// `trend per week`: the slope of each column over time.
package struct Trend: Sendable {
    package var period: TrendPeriod
    /// True for least squares, false for the median of the slopes between all pairs of rows.
    package var isLinear: Bool
    package var columns: [StudiedColumn]
    /// The zone whose local time rows have.
    package var zone: Zone
    /// The keys that divide rows into series.
    package var keys: [Int]

    package init(period: TrendPeriod, isLinear: Bool, columns: [StudiedColumn], zone: Zone, keys: [Int]) {
        self.period = period
        self.isLinear = isLinear
        self.columns = columns
        self.zone = zone
        self.keys = keys
    }
}

/// A column whose trend is computed.
package struct StudiedColumn: Hashable, Sendable {
    package var column: Int
    package var name: String
    /// The factor between the numbers of the column and those of its slope: 100 for fractions shown in percent.
    package var scale: Double
    /// The unit of the slope: `kg/week`.
    package var unit: String

    package init(_ column: Int, name: String, scale: Double, unit: String) {
        self.column = column
        self.name = name
        self.scale = scale
        self.unit = unit
    }
}

/// `smooth`: the method, and the lengths that it needs.
package struct Smoothing: Sendable {
    package var method: SmoothingMethod
    /// The share of each value, or else the half-life or the whole window in milliseconds.
    package var amount: Double
    package var columns: [Int]
    /// The zone in whose local time days are counted; nil for elapsed time.
    package var zone: Zone?

    package init(_ method: SmoothingMethod, _ amount: Double, columns: [Int], zone: Zone?) {
        self.method = method
        self.amount = amount
        self.columns = columns
        self.zone = zone
    }
}

/// `outliers 3`: the rows that are unusually far from the median of a column.
package struct Outliers: Sendable {
    package var column: Int
    /// The number of scaled median absolute deviations.
    package var limit: Double
    /// The days of a column of times; nil for numbers.
    package var clockDay: ClockDay?

    package init(_ column: Int, limit: Double, clockDay: ClockDay?) {
        self.column = column
        self.limit = limit
        self.clockDay = clockDay
    }
}

/// `correlate steps with restingHeartRate lag 0 to 3`
package struct ColumnCorrelation: Sendable {
    package var first: Int
    package var second: Int
    package var lags: ClosedRange<Int>
    /// Nil if rows are only compared with themselves.
    package var places: RowPlaces?
    /// The keys that divide rows into series.
    package var keys: [Int]

    package init(_ first: Int, with second: Int, lags: ClosedRange<Int>, places: RowPlaces?, keys: [Int]) {
        self.first = first
        self.second = second
        self.lags = lags
        self.places = places
        self.keys = keys
    }
}

/// The numbered places of rows, by which the next row and a missing one are found.
package enum RowPlaces: Sendable {
    case buckets(BucketSchedule)
    /// The dates of nights.
    case dates(Zone)

    /// Returns the place that contains an instant.
    package func index(of instant: Instant) -> Int {
        switch self {
        case .buckets(let schedule): schedule.index(of: instant)
        case .dates(let zone): zone.civil(at: instant).date.dayNumber
        }
    }
}

/// `longest streak skipping missing where sum > 10000`
package struct Streaks: Sendable {
    package var choice: StreakChoice
    /// The condition, which has no answer where it depends on a null.
    package var condition: RowExpression
    /// True if rows without an answer and missing rows don't end a streak.
    package var skipsMissing: Bool
    /// Nil if rows are intervals, with no periods between them that could be missing.
    package var places: RowPlaces?
    /// The keys that divide rows into series.
    package var keys: [Int]

    package init(_ choice: StreakChoice, condition: RowExpression, skipsMissing: Bool, places: RowPlaces?, keys: [Int]) {
        self.choice = choice
        self.condition = condition
        self.skipsMissing = skipsMissing
        self.places = places
        self.keys = keys
    }

    /// The columns of the answer.
    package enum Column: String, CaseIterable, Sendable {
        case length, open
    }
}

/// `usual of 30 days`: the range of the values in the days before each row.
package struct UsualRange: Sendable {
    package var columns: [Int]
    /// The names of the keys that tell the place of each column's values in their ranges.
    package var stateNames: [String]
    /// The days before each row that count.
    package var length: IntervalComponents
    package var zone: Zone

    package init(_ columns: [Int], stateNames: [String], length: IntervalComponents, zone: Zone) {
        (self.columns, self.stateNames, self.length, self.zone) = (columns, stateNames, length, zone)
    }

    /// The fewest values for a range.
    package static let leastCount = 14
    /// The ends of the range, between which most values are.
    package static let ends: [Aggregate] = [.percentile(10), .percentile(90)]
    /// The length without `of`.
    package static let usualLength = IntervalComponents(60, .day)

    /// The place of a value in its usual range, whose ends are within.
    package enum State: String, CaseIterable, Sendable {
        case below, within, above

        package init(of value: Double, from low: Double, to high: Double) { self = value < low ? .below : value > high ? .above : .within }
    }
}

/// The condition of `share where sum > 10000`.
package struct RowShare: Sendable {
    /// The condition, which has no answer where it depends on a null.
    package var condition: RowExpression
    /// True if the condition is about amounts, which are incomplete in a partial row.
    package var isOfAmounts: Bool

    package init(where condition: RowExpression, isOfAmounts: Bool) { (self.condition, self.isOfAmounts) = (condition, isOfAmounts) }

    /// The columns of the answer. The count is the number of rows with an answer.
    package enum Column: String, CaseIterable, Sendable {
        case share, count

        package var aggregate: Aggregate { self == .share ? .average : .count }
    }
}
