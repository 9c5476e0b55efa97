package import QueryVocabulary
package import CalendarIntervals
package import HealthModel

/// A fully resolved query: names, types, units and times are settled, no syntax is left.
///
/// It is the contract between compiler and engine, local or remote: time buckets are explicit
/// edges, so that no engine needs a calendar of its own.
@dynamicMemberLookup
package struct Plan: Sendable {
    /// What the rows of the result are.
    package enum Subject: Sendable {
        /// `sum steps, average heartRate by day`: one row a group, one column a measure.
        case statistics([Measure])
        /// `samples of heartRate`: one row a sample.
        case samples(SampleListing)
        /// `summaries last 7 days`: one row an activity summary.
        case summaries
    }

    package var subject: Subject
    package var range: PlanRange
    /// Whether the range cuts off what came before it, as one that begins with the first sample does not; and what came after.
    package var cutsStart = false
    package var cutsEnd = false
    /// The time side of the groups: one bucket, the range, without a `by`.
    package var grid: TimeGrid
    /// The keys beside time, in the order asked for.
    package var splits: [SplitKey] = []
    package var predicate: Predicate?
    /// The rules that clauses choose, each also a member of the plan: `plan.assignment`.
    package var choices = ClauseChoices()
    /// Source keys of `prefer`, best first; they come before the store's order.
    package var preferredSources: [String] = []
    package var rules = StatisticRules()
    package var fill: Fill = .none
    /// The most rows that `samples` gives.
    package var limit: Int?
    /// Whether `summaries` has all columns and keys that there are, also those that hold nothing: so that stages find them in their places.
    package var hasAllSummaryColumns = false

    package var zone: Zone
    /// The first day of a week, for profiles of weeks in `predicate`.
    package var weekStart = Weekday.monday
    /// `zone sample`: grid and range are wall-clock times written as if in UTC, and each sample is
    /// placed by the clock of the zone that was recorded with it, else of `zone`.
    package var usesSampleZones = false
    package var now: Instant
    /// The query in its canonical form.
    package var text: String

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

    /// Whether the rows of a column add up to what one row over all of them would say.
    ///
    /// Watch and phone each have the whole walk, a sample counts in every bucket that it meets, and what fills a gap was not measured.
    package func addsUp(_ measure: Measure) -> Bool {
        guard [.none, .null, .omit, .zero].contains(fill) else { return false }
        return switch measure.aggregate {
        case .sum: !splits.contains(.source) && choices.sourceRule != .separate
        case .duration: splits.isEmpty && choices.sourceRule != .separate
        case .count: choices.assignment != .share
        default: false
        }
    }
}

/// One column of a statistics query.
package struct Measure: Sendable {
    package var metric: MetricID
    /// The part of the metric that is measured; nil for all of it.
    package var part: MetricPart?
    package var aggregate: Aggregate
    /// Decides what `average` means; nil for interval metrics.
    package var style: AggregationStyle?
    /// What a workout contributes in place of its interval; nil for every other metric.
    package var workoutField: WorkoutField?
    /// The unit the samples are stored in; nil where values are no quantities.
    package var storageUnit: HealthUnit?
    /// The unit of the column.
    package var unit: HealthUnit?
    /// The column's name: the alias, else as language rules say.
    package var name: String

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
}

/// A number that a workout has beside its interval.
package enum WorkoutField: Hashable, Sendable {
    /// Seconds without pauses.
    case activeDuration
    /// The sum of a statistic, such as energy or distance, in the storage unit of its metric.
    case statistic(MetricID)
    /// Any distance: the sum over the distance types that the workout has.
    case distance
}

/// `samples of METRIC`: which samples, in which order and unit.
package struct SampleListing: Sendable {
    package var metric: MetricID
    /// The part of the metric that is listed; nil for all of it.
    package var part: MetricPart?
    package var storageUnit: HealthUnit?
    package var unit: HealthUnit?
    package var isNewestFirst: Bool

    package init(metric: MetricID, part: MetricPart? = nil, storageUnit: HealthUnit?, unit: HealthUnit?, isNewestFirst: Bool = false) {
        self.metric = metric
        self.part = part
        self.storageUnit = storageUnit
        self.unit = unit
        self.isNewestFirst = isNewestFirst
    }
}
