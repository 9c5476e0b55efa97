import CalendarIntervals
import HealthModel
import QueryPlan
import QueryVocabulary
import StorageModel

/// The samples that a pass reads, which of them count, and what is needed of them.
struct ReadRequest {
    let metric: MetricID
    /// Only samples in this window count, and none that are also in one of `others`.
    var window: SampleWindow
    var others: ArraySlice<SampleWindow> = []
    /// The columns to pass on, in addition to start and end.
    var columns: SampleColumns = []
    /// The value of workouts. Workouts without it are left out.
    var field: WorkoutField?
    /// The times at which the values of workouts count.
    var placement = WorkoutPlacement.whole
    /// The edges of rows, in order; nil if edges can be anywhere.
    var rowEdges: [Int64]?
    /// The numbers of the workouts that count; nil if all do.
    var numbers: Set<Int64>?
    /// The condition for a sample to count: that of the query and that of its part.
    var condition: Predicate?
    /// The times of which a sample must have a part; nil if all samples count.
    var times: IntervalList?
    /// The longest time that a reading lasts until the next one, in milliseconds; nil if readings keep their own length.
    var holding: Int64?
    /// True if doses count at the times for which they were scheduled.
    var countsSchedule = false

    /// The values that exclude each other (S6.6). Samples with such a value are read even if they do not match the condition.
    var exclusiveValues: ExclusiveValues?
    /// True if samples without a part in `times` affect merging there. They are read, too.
    var mergesOtherTimes = false
    /// True if nobody needs the samples in order, because the cells of blocks can be added.
    var addsCells = false

    /// The zone and the week of conditions.
    var zone: Zone
    var weekStart: Weekday
    var now: Instant
    /// True if the window has local times of each sample's own time zone.
    var usesSampleZones = false
    /// True if times of day in the condition are those of the clock of each sample, although real times choose the samples.
    var testsSampleZones = false

    init(_ metric: MetricID, in window: SampleWindow, zone: Zone, weekStart: Weekday, now: Instant) {
        (self.metric, self.window, self.zone, self.weekStart, self.now) = (metric, window, zone, weekStart, now)
    }

    /// Creates a request for the samples of a metric that count in a plan.
    init(_ plan: Plan, _ metric: MetricID, part: MetricPart? = nil, times: IntervalList? = nil) {
        self.init(
            metric, in: SampleWindow(plan.range, rule: plan.edges), zone: plan.zone, weekStart: plan.weekStart, now: plan.now)
        (condition, self.times, holding) = (plan.predicate(for: part), times, plan.holding)
        usesSampleZones = plan.usesSampleZones
    }

    /// True if a row or an end of the range can have a part of this time.
    func mayCut(_ from: Int64, _ to: Int64) -> Bool {
        if from < window.start && window.start < to || from < window.end && window.end < to { return true }
        guard let rowEdges, !usesSampleZones, times == nil, others.isEmpty else { return true }
        let next = rowEdges.partitioningIndex { $0 > from }
        return next < rowEdges.count && rowEdges[next] < to
    }

    /// The condition for a sample to be read.
    var readCondition: Predicate? {
        if let exclusiveValues, let condition { condition.orHasSay(of: exclusiveValues) } else { condition }
    }

    /// The times of which a sample must have a part to be read.
    var readTimes: IntervalList? { mergesOtherTimes ? nil : times }

    /// True if it reads samples that do not count, because they affect how others count.
    var readsSilentSamples: Bool { (exclusiveValues != nil && condition != nil) || (mergesOtherTimes && times != nil) }

    /// The longest time that a sample is extended. The value of a workout is never held.
    var heldLength: Int64? { field == nil ? holding : nil }

    /// The bounds of the values that can count; nil if there are none. The value of a workout is only known from its fields.
    var values: ClosedRange<Double>? { field == nil ? readCondition?.values : nil }

    /// The bounds of the values that are read. The next reading of a source ends a reading, also if its value cannot count, and another
    /// sample of a dose can decide.
    var readValues: ClosedRange<Double>? { heldLength == nil && !countsSchedule ? values : nil }

    /// The times from which and through which samples can affect the window. All clocks are less than a day from UTC. A dose can be logged
    /// at any time.
    var span: (from: Instant, through: Instant) {
        if countsSchedule { return (.min, .max) }
        return window.extended(by: (usesSampleZones ? millisecondsPerDay : 0) + (heldLength ?? 0))
    }
}

extension SampleSource {
    /// Returns the number of blocks in the window of a request, and the number of samples in them; nil if they are not known.
    func size(of request: ReadRequest) throws -> (blockCount: Int, sampleCount: Int)? {
        try capabilities.blocks?.size(
            of: request.metric, from: Instant(milliseconds: request.window.start), through: Instant(milliseconds: request.window.end),
            values: request.values)
    }
}
