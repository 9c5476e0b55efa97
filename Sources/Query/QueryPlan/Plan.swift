package import CalendarIntervals
package import HealthModel
package import QueryVocabulary

/// A fully resolved query: names, types, units and times are settled, and no syntax remains.
///
/// The plan is the contract between the compiler and an engine, local or remote. Time buckets are explicit edges, so engines need no
/// calendar.
@dynamicMemberLookup
package struct Plan: Sendable {
    /// The kind of rows in the result.
    package enum Subject: Sendable {
        /// `sum steps, average heartRate by day`: one row per group, one column per measure.
        case statistics([Measure])
        /// `samples of heartRate`: one row per sample.
        case samples(SampleListing)
        /// `summaries last 7 days`: one row per activity summary.
        case summaries
    }

    package var subject: Subject
    /// The metrics of the samples. Empty for activity summaries.
    package var metrics: [MetricID] {
        switch subject {
        case .statistics(let measures): measures.map(\.metric)
        case .samples(let listing): [listing.metric]
        case .summaries: []
        }
    }
    package var range: PlanRange
    /// True if samples before `range.start` are excluded. False for a range that starts at the first sample.
    package var cutsStart = false
    /// True if samples after the range are excluded.
    package var cutsEnd = false
    /// True if the ends of the range have moved out to the edges of buckets.
    package var endsOutward = false
    /// The range that chooses the rows of intervals, if its ends are only implied. Such rows are whole, and `range` extends to them. Nil if
    /// `range` cuts them.
    package var wholeRows: PlanRange?
    /// The time part of the groups. Without `by`, it is one bucket for the whole range.
    package var grid: TimeGrid
    /// The key of rows that are intervals themselves; nil for all other rows.
    package var events: EventRows?
    /// The time near each event that counts; nil if it is that of the event (S13.6).
    package var window: EventWindow?
    /// The keys other than time, in the order of the query.
    package var splits: [SplitKey] = []
    package var predicate: Predicate?
    /// The longest time that a reading lasts until the next one, in milliseconds; nil if readings keep their own length (`holding`).
    package var holding: Int64?
    /// The times that count (`while`); nil if all do.
    package var intervals: IntervalExpression?
    /// The rules that clauses choose. Each is also a member of the plan, as in `plan.assignment`.
    package var choices = ClauseChoices()
    /// The source keys of `prefer`, best first. They precede the store's order.
    package var preferredSources: [String] = []
    package var rules = StatisticRules()
    package var fill: Fill = .none
    /// True for `glucose ranges`, whose answer needs enough days and readings (S2.12).
    package var asksForConsensus = false
    /// The maximum number of rows for `samples`.
    package var limit: Int?
    /// True if `summaries` has all possible columns and keys, including empty ones, so that stages find them by index.
    package var hasAllSummaryColumns = false

    package var zone: Zone
    /// The first day of the week, for week profiles in `predicate`.
    package var weekStart = Weekday.monday
    /// The parts of the day, for the key `part of day`.
    package var dayParts = DayParts.usual
    /// True for `zone sample`: grid and range are local times written as if in UTC. Each sample is placed by the clock of its recorded
    /// time zone, or of `zone` if it has none.
    package var usesSampleZones = false
    package var now: Instant
    /// The query in canonical form.
    package var text: String
    /// The people of the query; nil if it concerns one person. The times of the plan are then those of all people together.
    package var cohort: Cohort?

    package init(subject: Subject, range: PlanRange, grid: TimeGrid, zone: Zone, now: Instant, text: String) {
        self.subject = subject
        self.range = range
        self.grid = grid
        self.zone = zone
        self.now = now
        self.text = text
    }

    package subscript<Rule>(dynamicMember rule: WritableKeyPath<ClauseChoices, Rule>) -> Rule {
        get { choices[keyPath: rule] }
        set { choices[keyPath: rule] = newValue }
    }

    /// True if a measure counts doses at the times for which they were scheduled.
    package var countsSchedule: Bool {
        if case .statistics(let measures) = subject { measures.contains(where: \.countsSchedule) } else { false }
    }

    /// True if a sum has each rise or descent of a route at its time.
    package var countsRises: Bool {
        if case .statistics(let measures) = subject { measures.contains { $0.climb?.isByTime == true } } else { false }
    }

    /// Returns true if the rows of a column add up to the value of a single row over all of them.
    ///
    /// This fails if watch and phone both recorded a walk, if a sample counts in several buckets, or if gaps are filled.
    package func addsUp(_ measure: Measure) -> Bool {
        let (choices, fill) = (measure.own?.choices ?? choices, measure.own?.fill ?? fill)
        guard measure.isPlain, [.none, .null, .omit, .zero].contains(fill), !splits.contains(where: \.isOfWords) else { return false }
        return switch measure.aggregate {
        case .sum: !splits.contains(.source) && choices.sourceRule != .separate
        case .duration: splits.allSatisfy(\.isOfPerson) && choices.sourceRule != .separate
        case .count: choices.assignment != .share
        default: false
        }
    }
}

/// One column of a statistics query.
package struct Measure: Sendable {
    package var metric: MetricID
    /// The part of the metric; nil for the whole metric.
    package var part: MetricPart?
    package var aggregate: Aggregate
    /// The condition of a share: the column shows the part of `aggregate` that meets it (S2.9). Nil for all other measures.
    package var condition: Predicate?
    /// True for the share of doses that were taken: they count at the times for which they were scheduled (S2.16).
    package var countsSchedule = false
    /// The property of the samples that the column shows.
    package var form = Form.value
    /// The style that determines the meaning of `average`; nil for interval metrics.
    package var style: AggregationStyle?
    /// The workout field to use instead of its interval; nil for all other metrics.
    package var workoutField: WorkoutField?
    /// The rises or descents of workouts that it measures; nil for other numbers.
    package var climb: WorkoutField.Climb? { if case .climb(let climb)? = workoutField { climb } else { nil } }
    /// The unit of stored samples; nil if values are not quantities.
    package var storageUnit: HealthUnit?
    /// The unit of the column.
    package var unit: HealthUnit?
    /// The name of the column: the alias, or else the default name.
    package var name: String
    /// The rules of a measure in parentheses; nil if the rules of the query apply.
    package var own: MeasureRules?

    /// The length of each row, as the duration of `metric`.
    package static func rowLength(
        of metric: MetricID, part: MetricPart?, style: AggregationStyle?, storageUnit: HealthUnit?, unit: HealthUnit?
    )
        -> Measure
    {
        var measure = Measure(
            metric: metric, part: part, aggregate: .duration, style: style, storageUnit: storageUnit, unit: unit,
            name: Aggregate.duration.columnName)
        measure.form = .rowLength
        return measure
    }

    package init(
        metric: MetricID, part: MetricPart? = nil, aggregate: Aggregate, style: AggregationStyle?, workoutField: WorkoutField? = nil,
        storageUnit: HealthUnit?, unit: HealthUnit?, name: String
    ) {
        self.metric = metric
        self.part = part
        self.aggregate = aggregate
        self.style = style
        self.workoutField = workoutField
        self.storageUnit = storageUnit
        self.unit = unit
        self.name = name
    }

    /// A property of the samples of a row.
    package enum Form: Hashable, Sendable {
        /// The value of the aggregate.
        case value
        /// The start of the sample that has the value: `max heartRate at` (S2.13).
        case moment
        /// The length of the row itself: `gaps of heartRate` (S13.8).
        case rowLength
        /// The distance of a split divided by the time of its workout without pauses: `average speed by km of workouts` (S13.9).
        case splitSpeed
        /// The shortest time in which the samples add up to an amount, in the storage unit, or its start: `fastest 5 km of distance` (S2.14).
        case fastest(Double), fastestStart(Double)
    }

    /// True if the column shows the aggregate of the samples, and nothing else about them.
    package var isPlain: Bool { condition == nil && form == .value }
}

/// A number of a workout other than its interval.
package enum WorkoutField: Hashable, Sendable {
    /// The seconds without pauses.
    case activeDuration
    /// The sum of a statistic, such as energy or distance, in the storage unit of its metric.
    case statistic(MetricID)
    /// A number of the readings during the workout, such as the average heart rate, in the storage unit of the metric.
    case reading(MetricID, WorkoutReading)
    /// The distance, as the sum of all distance types in the workout.
    case distance
    /// The meters of the rises or descents of its routes.
    case climb(Climb)

    /// The way of a change of altitude.
    package enum Climb: Hashable, Sendable {
        case ascent, descent
        /// Ascent and descent in a sum, which counts each rise at its time.
        case risesByTime, descentsByTime

        /// True if the altitudes go up.
        package var goesUp: Bool { self == .ascent || self == .risesByTime }
        package var isByTime: Bool { self == .risesByTime || self == .descentsByTime }
        package var name: String { goesUp ? "ascent" : "descent" }
        /// The form of sums.
        package var byTime: Climb { goesUp ? .risesByTime : .descentsByTime }
    }
}

/// A number that a workout keeps of the readings of a metric.
package enum WorkoutReading: Hashable, Sendable { case average, minimum, maximum }

/// `samples of METRIC`, with order and unit.
package struct SampleListing: Sendable {
    package var metric: MetricID
    /// The part of the metric; nil for the whole metric.
    package var part: MetricPart?
    package var storageUnit: HealthUnit?
    package var unit: HealthUnit?
    package var isNewestFirst: Bool
    /// The fields of workouts that rows have in addition to the activity.
    package var fields: [ListedField] = []

    /// True if each sample has its own test and unit.
    package var isOfLabs: Bool { (metric == .labs || metric == .textsOfLabs) && unit == nil }

    /// The names of the columns next to the value.
    package var keyNames: [String] {
        isOfLabs
            ? [SampleField.test, .unit, .interpretation].map(\.name) + ["source"] : ["unit", "source"]
    }

    package init(metric: MetricID, part: MetricPart? = nil, storageUnit: HealthUnit?, unit: HealthUnit?, isNewestFirst: Bool = false) {
        self.metric = metric
        self.part = part
        self.storageUnit = storageUnit
        self.unit = unit
        self.isNewestFirst = isNewestFirst
    }
}

/// A number of workouts as a column of `samples of workouts`.
package struct ListedField: Sendable {
    package var name: String
    package var field: WorkoutField
    package var storageUnit: HealthUnit
    package var unit: HealthUnit

    package init(name: String, field: WorkoutField, storageUnit: HealthUnit, unit: HealthUnit) {
        (self.name, self.field, self.storageUnit, self.unit) = (name, field, storageUnit, unit)
    }

    /// The name of the column with the activity, which follows `value`.
    package static let activity = "activity"
}
