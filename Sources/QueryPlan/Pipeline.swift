package import CalendarIntervals

/// A query with the work on its rows.
package struct Pipeline: Sendable {
    package var plan: Plan
    /// In the order in which they are carried out.
    package var stages: [PlanStage]

    package init(plan: Plan, stages: [PlanStage] = []) {
        self.plan = plan
        self.stages = stages
    }
}

/// One step of work on rows, with names, units and times settled.
///
/// Rows keep their intervals from stage to stage. Rows that differ in a key beside time (`by day and source`) are series of their own:
/// a stage that looks along time never looks from one into another.
package struct PlanStage: Sendable {
    package var kind: Kind
    /// As the formatter prints it, without the pipe.
    package var text: String
    /// For `fill previous`: the query and the stages before this one over the time from the first sample to the start of the range.
    /// It is run where a series begins with nothing; at most one.
    package var before: [Pipeline] = []

    package init(_ kind: Kind, text: String) {
        self.kind = kind
        self.text = text
    }

    package enum Kind: Sendable {
        /// The total at the end of each row; it starts again with each period of `reset` (S9.2).
        case runningTotal(reset: BucketSchedule?)
        /// Aggregates over the rows that lie in the window that ends with each row; null with fewer than `atLeast` values.
        case rolling(RollingWindow, [RowAggregate], atLeast: Int)
        /// Adds a column for the rows of another period beside each column that is none itself.
        case compare(ComparedPeriod)
        /// Each value less its `previous`, which stays, else less the row before; `percent`: in hundredths of what it is compared with,
        /// 50 for half more, in `%`.
        case change(percent: Bool)
        /// Rows of rows: one for each combination of keys.
        case aggregate([RowAggregate], by: RowKeys)
        /// The rows for which the condition is true.
        case filter(RowPredicate)
        /// For each column by its place: what stands where nothing is.
        case fill([Int: Fill])
        case partial(PartialRule)
        /// One row for each period of `days`: the running total at an instant, on the line between the ends of rows (S9.4).
        case valueAt(RowMoment, days: BucketSchedule)
        /// One row, the day of `now`: what its running total will have reached (S9.5).
        case project(Projection)
        case sort(RowColumn, descending: Bool)
        /// The rows with the greatest values of a column, the greatest first.
        case top(Int, by: RowColumn)
        case bottom(Int, by: RowColumn)
        case limit(Int)
        /// A new column, or a new content of the one with this name.
        case derive(DerivedColumn)
    }
}

package enum RollingWindow: Hashable, Sendable {
    /// The calendar time before the end of the row, in this zone.
    case calendar(IntervalComponents, zone: Zone)
    case elapsed(milliseconds: Int64)
}

/// An aggregate over rows: it follows no style, rows are numbers.
///
/// Its unit is the column's; a count has none, and `duration`, the time that rows with a value cover, is in `min`.
package struct RowAggregate: Hashable, Sendable {
    package var aggregate: Aggregate
    /// The column it is computed of, and the name of what it gives.
    package var column: Int
    package var name: String

    package init(_ aggregate: Aggregate, of column: Int, name: String) {
        self.aggregate = aggregate
        self.column = column
        self.name = name
    }
}

/// What the rows of an `average by month` are.
package struct RowKeys: Sendable {
    /// The period that a row's start lies in; nil without a time key.
    package var schedule: BucketSchedule?
    package var intervalText: String?
    /// Profiles of a row's start, outermost first.
    package var profiles: [Profile]
    package var weekStart: Weekday
    package var zone: Zone
    /// Columns of keys that are kept, by name: `source`, `metadata.KEY`, or a profile that the rows already have.
    package var columns: [String]

    package init(
        schedule: BucketSchedule? = nil, intervalText: String? = nil, profiles: [Profile] = [], weekStart: Weekday = .monday, zone: Zone,
        columns: [String] = []
    ) {
        self.schedule = schedule
        self.intervalText = intervalText
        self.profiles = profiles
        self.weekStart = weekStart
        self.zone = zone
        self.columns = columns
    }
}

/// The same rows of another period.
package struct ComparedPeriod: Sendable {
    package enum Alignment: String, Sendable, CaseIterable {
        /// Rows as long after the start of their period.
        case elapsed
        /// Rows on the same date and at the same time of day, moved by the whole months between the two starts, else by the days.
        case clock
        /// Rows on the same weekday and at the same time of day, moved by as many whole weeks as come nearest to what lies between the starts.
        case weekday
    }

    /// The query and the stages before this one, over the other period. Indirect through an array: of exactly one.
    package var earlier: [Pipeline]
    package var alignment: Alignment
    /// Where the two periods begin.
    package var start: Int64
    package var earlierStart: Int64
    /// The names of the added columns in the order of the columns that they stand beside; `previous` for the only one where there are none.
    package var names: [String] = []

    package init(earlier: Pipeline, alignment: Alignment, start: Int64, earlierStart: Int64) {
        self.earlier = [earlier]
        self.alignment = alignment
        self.start = start
        self.earlierStart = earlierStart
    }
}

package enum RowMoment: Hashable, Sendable {
    /// Milliseconds since midnight, on each day.
    case timeOfDay(Int)
    /// Milliseconds since 1970.
    case instant(Int64)
}

package struct Projection: Sendable {
    package var now: Int64
    /// The periods that the running total is reset at.
    package var days: BucketSchedule
    /// The query and the stages before this one over the full days before now, where the rows themselves hold none; at most one.
    package var typical: [Pipeline]

    package init(now: Int64, days: BucketSchedule, typical: Pipeline?) {
        self.now = now
        self.days = days
        self.typical = typical.map { [$0] } ?? []
    }
}

/// A column of the rows.
package enum RowColumn: Hashable, Sendable {
    /// A column of numbers, by its place.
    case value(Int)
    /// A column of keys, by its place.
    case key(Int)
    case start, end
}

/// A condition on rows. A comparison with null is false.
package indirect enum RowPredicate: Sendable {
    case all([RowPredicate])
    case any([RowPredicate])
    case not(RowPredicate)
    /// Times are in milliseconds since 1970.
    case number(RowColumn, Comparison, Double)
    case numberBetween(RowColumn, Double, Double)
    case numberIn(RowColumn, [Double])
    case text(RowColumn, TextTest)
    case missing(RowColumn)
    /// Profile of a row's start.
    case profile(Profile, slots: [Int32], weekStart: Weekday, zone: Zone)
    case isPartial
    case constant(Bool)
}

/// Arithmetic over the columns of a row; null where any of them is, or after a division by zero.
package indirect enum RowExpression: Sendable {
    case number(Double)
    case column(Int)
    case negate(RowExpression)
    case add(RowExpression, RowExpression)
    case subtract(RowExpression, RowExpression)
    case multiply(RowExpression, RowExpression)
    case divide(RowExpression, RowExpression)
}

package struct DerivedColumn: Sendable {
    package var name: String
    package var expression: RowExpression
    /// Apple's unit string; nil for a plain number.
    package var unit: String?
    /// Whether adding the rows up makes sense.
    package var isAdditive: Bool

    package init(name: String, expression: RowExpression, unit: String?, isAdditive: Bool) {
        self.name = name
        self.expression = expression
        self.unit = unit
        self.isAdditive = isAdditive
    }
}
