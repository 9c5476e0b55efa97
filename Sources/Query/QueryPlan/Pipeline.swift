package import QueryVocabulary
package import CalendarIntervals
package import HealthModel

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
    /// The word that opens it; nil where that is an aggregate, and for what no stage was written for.
    package var word: StageWord?
    /// All columns of numbers after the stage, in order: what the engine computes has these names and units.
    package var columns: [StageColumn]
    /// As the formatter prints it, without the pipe.
    package var text: String
    /// For `fill previous`: the query and the stages before this one over the time from the first sample to the start of the range.
    /// It is run where a series begins with nothing; nil where there is no such time.
    package var before: Pipeline?

    package init(_ kind: Kind, word: StageWord? = nil, columns: [StageColumn], text: String) {
        self.kind = kind
        self.word = word
        self.columns = columns
        self.text = text
    }

    package enum Kind: Sendable {
        /// The total at the end of each row; it starts again with each period of `reset` (S9.2).
        case runningTotal(reset: BucketSchedule?)
        /// Aggregates over the rows that lie in the window that ends with each row; null with fewer than `atLeast` values.
        /// They take the place of all columns.
        case rolling(RollingWindow, [RowAggregate], atLeast: Int)
        /// Adds columns after all others, with what the row's counterpart in another period has.
        indirect case compare(ComparedPeriod)
        /// Each value less what it is compared with; `percent`: in hundredths of that, 50 for half more. Other columns stay as they are.
        case change([ColumnChange], percent: Bool)
        /// Rows of rows: one for each combination of keys. The aggregates take the place of all columns.
        case aggregate([RowAggregate], by: RowKeys)
        /// The rows for which the condition is true.
        case filter(RowPredicate)
        /// For each column by its place: what stands where nothing is.
        case fill([Int: Fill])
        case partial(PartialRule)
        /// One row for each period of `days`: the running total at an instant, on the line between the ends of rows (S9.4).
        case valueAt(RowMoment, days: BucketSchedule)
        /// The hours of a typical day become one row: what it has reached at a time of day.
        case typicalValueAt(TypicalMoment)
        /// One row, the day of `now`: what its running total will have reached (S9.5).
        indirect case project(Projection)
        /// The hours of several days, as totals of the last of them beside a typical one.
        case dayView(DayView)
        case sort(RowColumn, descending: Bool)
        /// The rows with the greatest values of a column, the greatest first, or those with the smallest.
        case ranking(Ranking, Int, by: RowColumn)
        case limit(Int)
        /// The column at a place: a new one after all others, or a new content of one.
        case derive(RowExpression, column: Int)
    }
}

/// A column of numbers after a stage.
package struct StageColumn: Hashable, Sendable {
    package var name: String
    /// Apple's short name of the metric; empty where it is of several.
    package var metric: String
    /// The word for the part of the metric, such as `sleep`; nil for all of it.
    package var part: String?
    package var aggregate: String
    /// Apple's unit string; nil for a plain number.
    package var unit: String?
    /// Whether adding the rows up makes sense.
    package var isAdditive: Bool
    /// Whether values are amounts that add up over time, so that a partial row has only a part of one (S9.1).
    package var accumulates: Bool

    /// - Parameter accumulates: nil for a column that holds what its aggregate gives.
    package init(name: String, metric: String, aggregate: String, unit: String?, isAdditive: Bool, accumulates: Bool? = nil) {
        self.name = name
        self.metric = metric
        self.aggregate = aggregate
        self.unit = unit
        self.isAdditive = isAdditive
        self.accumulates = accumulates ?? (Aggregate(word: aggregate)?.accumulates ?? false)
    }
}

package enum RollingWindow: Hashable, Sendable {
    /// The calendar time before the end of the row, in this zone.
    case calendar(IntervalComponents, zone: Zone)
    case elapsed(milliseconds: Int64)
}

/// An aggregate over the values of a column: it follows no style, rows are numbers. `duration` is the time, in minutes, of the rows with a value.
package struct RowAggregate: Hashable, Sendable {
    package var aggregate: Aggregate
    package var column: Int

    package init(_ aggregate: Aggregate, of column: Int) {
        self.aggregate = aggregate
        self.column = column
    }
}

/// A column whose values are replaced by their change.
package struct ColumnChange: Hashable, Sendable {
    package var column: Int
    /// The column that it is compared with; nil for the row before.
    package var previous: Int?

    package init(_ column: Int, against previous: Int?) {
        self.column = column
        self.previous = previous
    }
}

/// What the rows of an `average by month` are.
///
/// They have a start and an end where `schedule` gives them, and also without one, as rows over all of the time, unless a profile
/// stands in its place or the rows before had none.
package struct RowKeys: Sendable {
    /// The period that a row's start lies in; nil without a time key.
    package var schedule: BucketSchedule?
    package var intervalText: String?
    /// Profiles of a row's start, outermost first; they come before the other keys.
    package var profiles: [Profile]
    package var weekStart: Weekday
    package var zone: Zone
    /// The key columns that are kept, by their place: `source`, `metadata.KEY`, or a profile that the rows have in place of time.
    package var columns: [Int]

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

/// The same rows of another period.
package struct ComparedPeriod: Sendable {
    /// The query and the stages before this one, over the other period.
    package var earlier: Pipeline
    /// The columns that are compared, in the order of those that are added.
    package var columns: [Int]
    /// How far before a row its counterpart starts. Rows without time have one with the same keys.
    package var shift: TimeShift

    package init(earlier: Pipeline, columns: [Int], shift: TimeShift) {
        self.earlier = earlier
        self.columns = columns
        self.shift = shift
    }
}

/// A way back in time; negative numbers lead forward.
package enum TimeShift: Hashable, Sendable {
    case elapsed(milliseconds: Int64)
    /// To the same time of day so many periods before. A day that the other period does not have (31 April) is no day of it:
    /// the way there and back must lead to where it began.
    case calendar(Int, CalendarPeriod, zone: Zone)
}

package enum RowMoment: Hashable, Sendable {
    /// Milliseconds since midnight, on each day.
    case timeOfDay(Int)
    /// The time of day of this instant, in milliseconds since 1970, on each day; on its own day the instant itself.
    case sameTime(Int64)
    /// Milliseconds since 1970.
    case instant(Int64)
}

/// A time of day on the hours of a typical day.
package struct TypicalMoment: Hashable, Sendable {
    /// The key column that holds the hours of the day, by its place.
    package var key: Int
    /// The hour that days begin with.
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
    /// On the time line of the rows.
    package var now: Instant
    /// The periods that the running total is reset at.
    package var days: BucketSchedule
    /// The query and the stages before this one over the full days before now, where the rows themselves hold none; else nil.
    package var typical: Pipeline?

    package init(now: Instant, days: BucketSchedule, typical: Pipeline?) {
        self.now = now
        self.days = days
        self.typical = typical
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
package indirect enum RowPredicate: Hashable, Sendable {
    case all([RowPredicate])
    case any([RowPredicate])
    case not(RowPredicate)
    /// Times are in milliseconds since 1970; a text of a key is the number that it spells, else null.
    case number(RowColumn, Comparison, Double)
    case numberIn(RowColumn, [Double])
    /// Of keys, and of columns that have texts in place of numbers.
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
    /// In another unit.
    case converted(RowExpression, UnitConversion)
}

extension RowExpression {
    /// The columns that it is computed from.
    package var columns: Set<Int> {
        switch self {
        case .number: []
        case .column(let index): [index]
        case .negate(let a), .converted(let a, _): a.columns
        case .add(let a, let b), .subtract(let a, let b), .multiply(let a, let b), .divide(let a, let b): a.columns.union(b.columns)
        }
    }

    /// Whether it is multiplied by whatever all of its columns are multiplied by: a sum or difference of multiples of columns.
    package var isProportional: Bool {
        switch self {
        case .number: false
        case .column: true
        case .negate(let a): a.isProportional
        case .add(let a, let b), .subtract(let a, let b): a.isProportional && b.isProportional
        case .multiply(let a, let b): a.isProportional && b.columns.isEmpty || b.isProportional && a.columns.isEmpty
        case .divide(let a, let b): a.isProportional && b.columns.isEmpty
        case .converted(let a, let conversion): a.isProportional && conversion(0) == 0
        }
    }
}

extension Pipeline {
    /// For each column that a stage is given whether it holds amounts.
    package func accumulating(before stage: Int) -> [Bool] {
        if stage > 0 { return stages[stage - 1].columns.map(\.accumulates) }
        return switch plan.subject {
        case .statistics(let measures): measures.map(\.aggregate.accumulates)
        case .samples: [false]
        // The columns of each ring: its amount, its goal, and their quotient.
        case .summaries: ["move", "moveTime", "exercise", "stand"].flatMap { _ in [true, false, true] }
        }
    }
}
