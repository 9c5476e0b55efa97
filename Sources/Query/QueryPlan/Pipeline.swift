package import CalendarIntervals
package import HealthModel
package import QueryVocabulary

/// A query with its stages.
package struct Pipeline: Sendable {
    package var plan: Plan
    /// The stages in the order of execution.
    package var stages: [PlanStage]

    package init(plan: Plan, stages: [PlanStage] = []) {
        self.plan = plan
        self.stages = stages
    }
}

/// A stage of a query, with resolved names, units and times.
///
/// Rows keep their intervals from stage to stage. Rows that differ in a key other than time (`by day and source`) belong to separate
/// series. Stages that compare rows over time never mix series.
package struct PlanStage: Sendable {
    package var kind: Kind
    /// The keyword of the stage; nil for an aggregate or for a stage that the user did not write.
    package var word: StageWord?
    /// All number columns after the stage, in order. The engine's results have these names and units.
    package var columns: [ColumnInfo]
    /// The text as printed by the formatter, without the pipe.
    package var text: String
    /// For `fill previous` and `usual`: the query and the earlier stages over the time before the range. For `fill previous`, it starts at
    /// the first sample and runs if a series starts with a missing value. Nil for other stages, and if the range starts with
    /// the first sample.
    package var before: Pipeline?

    package init(_ kind: Kind, word: StageWord? = nil, columns: [ColumnInfo], text: String) {
        self.kind = kind
        self.word = word
        self.columns = columns
        self.text = text
    }

    package enum Kind: Sendable {
        /// The total at the end of each row. It restarts with each period of `reset` (S9.2).
        case runningTotal(reset: BucketSchedule?)
        /// Aggregates over the rows in the window that ends with each row; null if there are fewer than `atLeast` values. They replace all
        /// columns.
        case rolling(RollingWindow, [RowAggregate], atLeast: Int)
        /// Appends columns with the values of the row's counterpart in another period.
        indirect case compare(ComparedPeriod)
        /// The difference between each value and the one it is compared with. If `percent` is true, it is a percentage: 50 means half as
        /// much again. Other columns do not change.
        case change([ColumnChange], percent: Bool)
        /// Groups of rows: one row for each combination of keys. The aggregates replace all columns.
        case aggregate([RowAggregate], by: RowKeys)
        /// The rows for which the condition is true.
        case filter(RowPredicate)
        /// The fill rule for each column, by column index.
        case fill([Int: Fill])
        case partial(PartialRule)
        /// One row for each period of `days`: the running total at an instant, interpolated between the ends of rows (S9.4).
        case valueAt(RowMoment, days: BucketSchedule)
        /// Combines the hours of a typical day into one row: its total at a time of day.
        case typicalValueAt(TypicalMoment)
        /// One row for the day of `now`: its projected running total (S9.5).
        indirect case project(Projection)
        /// The hours of several days, as totals of the last day next to a typical one.
        case dayView(DayView)
        case sort(RowColumn, descending: Bool)
        /// The rows with the greatest values of a column, greatest first, or those with the smallest.
        case ranking(Ranking, Int, by: RowColumn)
        case limit(Int)
        /// The column at an index: appended if it is new, or else replaced.
        case derive(RowExpression, column: Int)
        /// The columns at these indices as times of day instead of instants.
        case timesOfDay([Int], of: ClockDay)
        /// The columns to show, in order, with the parts of times in this zone.
        case select([SelectedField], weekStart: Weekday, zone: Zone)
        /// Appends the columns of the matching rows of another query.
        indirect case join(JoinedRows)
        /// The same rows of another range, next to those of the query, and their differences (S9.14).
        indirect case versus(ComparedRange)
        case trend(Trend)
        case smooth(Smoothing)
        case outliers(Outliers)
        case correlate(ColumnCorrelation)
        /// One row for each run of rows that meet a condition, or only for one run of each series (S9.12).
        case streaks(Streaks)
        /// Groups of rows, as in `aggregate`: the share of rows that meet a condition, and their number (S9.13).
        case share(RowShare, by: RowKeys)
        /// Appends the usual range of each value, and a key with its place in it (S9.15).
        case usual(UsualRange)
        /// One row for each series and column: the daily rhythm of its hours (S9.10).
        case rhythm(DayStudy)
        /// One row for each series and column: the Sleep Regularity Index of its minutes (S9.11).
        case regularity(DayStudy)
    }
}

package enum RollingWindow: Hashable, Sendable {
    /// Calendar time before the end of the row, in this zone.
    case calendar(IntervalComponents, zone: Zone)
    case elapsed(milliseconds: Int64)
}

/// An aggregate over the values of a column. It ignores aggregation styles, because rows are numbers. `duration` is the total time of the
/// rows with a value, in minutes.
package struct RowAggregate: Hashable, Sendable {
    package var aggregate: Aggregate
    package var column: Int
    /// The aggregate whose rows this one uses; nil for its own. Some use partial rows, and others don't.
    package var basis: Aggregate?

    package init(_ aggregate: Aggregate, of column: Int, basis: Aggregate? = nil) {
        self.aggregate = aggregate
        self.column = column
        self.basis = basis
    }
}

/// A column whose values are replaced by their change.
package struct ColumnChange: Hashable, Sendable {
    package var column: Int
    /// The column to compare with; nil for the previous row.
    package var previous: Int?

    package init(_ column: Int, against previous: Int?) {
        self.column = column
        self.previous = previous
    }
}

/// The keys of grouped rows, as in `average by month`.
///
/// Rows have a start and an end if there is a `schedule`. Without one, they also have them, as rows over the whole time, unless a profile
/// replaces time or the input rows have no time.
package struct RowKeys: Sendable {
    /// The period that contains a row's start; nil without a time key.
    package var schedule: BucketSchedule?
    package var intervalText: String?
    /// The profiles of a row's start, outermost first. They precede the other keys.
    package var profiles: [Profile]
    package var weekStart: Weekday
    package var dayParts = DayParts.usual
    package var zone: Zone
    /// The indices of the key columns to keep: `source`, `metadata.KEY`, or a profile that replaces time.
    package var columns: [Int]
    /// The indices of the columns with yes and no that become keys. They follow the other keys.
    package var flags: [Int] = []

    package init(
        schedule: BucketSchedule? = nil, intervalText: String? = nil, profiles: [Profile] = [], weekStart: Weekday = .monday, zone: Zone,
        columns: [Int] = []
    ) {
        self.schedule = schedule
        self.intervalText = intervalText
        self.profiles = profiles
        self.weekStart = weekStart
        self.zone = zone
        self.columns = columns
    }
}

/// The same rows in another period.
package struct ComparedPeriod: Sendable {
    /// The query and the earlier stages, over the other period.
    package var earlier: Pipeline
    /// The columns to compare, in the order of the added columns.
    package var columns: [Int]
    /// The distance from a row back to the start of its counterpart. Rows without time match rows with the same keys.
    package var shift: TimeShift

    package init(earlier: Pipeline, columns: [Int], shift: TimeShift) {
        self.earlier = earlier
        self.columns = columns
        self.shift = shift
    }
}

/// A shift back in time. Negative numbers shift forward.
package enum TimeShift: Hashable, Sendable {
    case elapsed(milliseconds: Int64)
    /// Shifts a number of periods earlier: from the start of a period to the start of a period, and otherwise to the same time of day. A
    /// day without a counterpart (31 April) has no match: shifting there and back must return to the start.
    case calendar(Int, periods: BucketSchedule)
}

package enum RowMoment: Hashable, Sendable {
    /// Milliseconds since midnight, on each day.
    case timeOfDay(Int)
    /// The time of day of this instant on each day. On its own day, it is the instant itself.
    case sameTime(Instant)
    case instant(Instant)
}

/// A time of day in the hours of a typical day.
package struct TypicalMoment: Hashable, Sendable {
    /// The index of the key column with the hours of the day.
    package var key: Int
    /// The first hour of a day.
    package var firstHour: Int
    /// Milliseconds since the start of the day.
    package var elapsed: Int64

    package init(key: Int, firstHour: Int, elapsed: Int64) {
        self.key = key
        self.firstHour = firstHour
        self.elapsed = elapsed
    }
}

package struct Projection: Sendable {
    /// The current time on the time line of the rows.
    package var now: Instant
    /// The periods at which the running total restarts.
    package var days: BucketSchedule
    /// The query and the earlier stages over the full days before now, if the rows do not contain them; otherwise nil.
    package var typical: Pipeline?

    package init(now: Instant, days: BucketSchedule, typical: Pipeline?) {
        self.now = now
        self.days = days
        self.typical = typical
    }
}

/// A column of rows.
package enum RowColumn: Hashable, Sendable {
    /// A number column, by index.
    case value(Int)
    /// A key column, by index.
    case key(Int)
    /// The time of day in a column of times, in milliseconds.
    case clock(Int, ClockDay)
    case start, end
}

/// A condition on rows. Comparisons with null are false.
package indirect enum RowPredicate: Hashable, Sendable {
    case all([RowPredicate])
    case any([RowPredicate])
    case not(RowPredicate)
    /// A comparison with a number. Times are in milliseconds since 1970. The text of a key is parsed as a number, and is null if that
    /// fails.
    case number(RowColumn, Comparison, Double)
    case numberIn(RowColumn, [Double])
    /// A test of a key, or of a column with texts instead of numbers.
    case text(RowColumn, TextTest)
    case missing(RowColumn)
    /// A test of the profile slot of a row's start.
    case profile(Profile, slots: [Int32], weekStart: Weekday, zone: Zone)
    /// A test of the time of day of a row's start.
    case timeOfDay(DayTimes, zone: Zone)
    case isPartial
    case constant(Bool)
}

/// A calculation over the columns of a row. Arithmetic is null if any column is null, or after a division by zero. The answer of a
/// condition is 1 or 0. As in SQL, it is null if it depends on a null.
package indirect enum RowExpression: Sendable {
    case number(Double)
    case column(Int)
    /// A key column with numbers, by index.
    case key(Int)
    case negate(RowExpression)
    case add(RowExpression, RowExpression)
    case subtract(RowExpression, RowExpression)
    case multiply(RowExpression, RowExpression)
    case divide(RowExpression, RowExpression)
    /// A value converted to another unit.
    case converted(RowExpression, UnitConversion)
    case compare(Comparison, RowExpression, RowExpression)
    case and(RowExpression, RowExpression)
    case or(RowExpression, RowExpression)
    case not(RowExpression)
    /// A test of a column, which is null where the column is. Without a column it is never null.
    case test(RowPredicate, of: RowColumn?)
}

extension RowExpression {
    /// The columns that the expression uses.
    package var columns: Set<Int> {
        switch self {
        case .number, .key: []
        case .column(let index): [index]
        case .negate(let a), .converted(let a, _), .not(let a): a.columns
        case .add(let a, let b), .subtract(let a, let b), .multiply(let a, let b), .divide(let a, let b), .compare(_, let a, let b),
            .and(let a, let b), .or(let a, let b):
            a.columns.union(b.columns)
        case .test(_, .value(let index)): [index]
        case .test: []
        }
    }

    /// True if the result is an answer, not a number.
    package var isCondition: Bool {
        switch self {
        case .compare, .and, .or, .not, .test: true
        default: false
        }
    }

    /// True if the value is the same in all rows.
    package var isConstant: Bool {
        switch self {
        case .number: true
        case .column, .key, .test: false
        case .negate(let a), .converted(let a, _), .not(let a): a.isConstant
        case .add(let a, let b), .subtract(let a, let b), .multiply(let a, let b), .divide(let a, let b), .compare(_, let a, let b),
            .and(let a, let b), .or(let a, let b):
            a.isConstant && b.isConstant
        }
    }

    /// True if scaling all columns scales the result by the same factor: a sum or difference of multiples of columns.
    package var isProportional: Bool {
        switch self {
        case .number, .key: false
        case .column: true
        case .negate(let a): a.isProportional
        case .add(let a, let b), .subtract(let a, let b): a.isProportional && b.isProportional
        case .multiply(let a, let b): a.isProportional && b.isConstant || b.isProportional && a.isConstant
        case .divide(let a, let b): a.isProportional && b.isConstant
        case .converted(let a, let conversion): a.isProportional && conversion(0) == 0
        case .compare, .and, .or, .not, .test: false
        }
    }
}

extension Pipeline {
    /// The input columns of a stage.
    package func columns(before stage: Int) -> [ColumnInfo] { stage > 0 ? stages[stage - 1].columns : plan.columns }
}

/// A column of `select`.
package struct SelectedField: Hashable, Sendable {
    package enum Source: Hashable, Sendable {
        case start, end, partial
        case value(Int), key(Int)
        case part(RowPart)
    }

    package var source: Source
    package var name: String

    package init(_ source: Source, name: String) {
        self.source = source
        self.name = name
    }
}

/// The rows of another query, whose columns `join` appends.
package struct JoinedRows: Sendable {
    /// How rows match.
    package enum Match: Hashable, Sendable {
        /// By equal starts.
        case start
        /// By their keys only: rows without time, and rows of the whole range.
        case keys
        /// By the local date of their starts in this zone.
        case day(Zone)
    }

    package var rows: Pipeline
    package var match: Match
    /// For each key of the joined rows, the index of the same key in the rows.
    package var keys: [Int]
    /// The query as printed by the formatter.
    package var text: String

    package init(_ rows: Pipeline, match: Match, keys: [Int], text: String) {
        self.rows = rows
        self.match = match
        self.keys = keys
        self.text = text
    }
}
