/// A workout with its totals, statistics, events and activities.
public struct Workout: Hashable, Sendable, Codable {
    /// One statistic of a workout, as exported, for one quantity type and in its storage unit.
    public struct Statistic: Hashable, Sendable, Codable {
        /// The metric of the statistic.
        public var metric: MetricID
        /// The sum in `unit`; nil if the export does not have it.
        public var sum: Double?
        /// The average in `unit`; nil if the export does not have it.
        public var average: Double?
        /// The minimum in `unit`; nil if the export does not have it.
        public var minimum: Double?
        /// The maximum in `unit`; nil if the export does not have it.
        public var maximum: Double?
        /// The unit of the numbers: the metric's storage unit, or the unit in the file for unlisted metrics.
        public var unit: String

        /// Creates a statistic from the known fields.
        public init(
            metric: MetricID, sum: Double? = nil, average: Double? = nil, minimum: Double? = nil, maximum: Double? = nil, unit: String
        ) {
            self.metric = metric
            self.sum = sum
            self.average = average
            self.minimum = minimum
            self.maximum = maximum
            self.unit = unit
        }
    }

    /// An event during a workout: a pause, a lap or a segment.
    public struct Event: Hashable, Sendable, Codable {
        /// Apple's name of the type, such as `HKWorkoutEventTypePause`.
        public var type: String
        /// The start, inclusive.
        public var start: Instant
        /// The end, exclusive.
        public var end: Instant

        /// Creates an event.
        public init(type: String, start: Instant, end: Instant) {
            self.type = type
            self.start = start
            self.end = end
        }
    }

    /// Apple's name of the activity, such as `HKWorkoutActivityTypeRunning`.
    public var activity: String
    /// The start, inclusive.
    public var start: Instant
    /// The end, exclusive.
    public var end: Instant
    /// The seconds without pauses, as exported; nil if the export does not have them.
    public var activeSeconds: Double?
    /// The id of the source in the batch or store of the workout.
    public var source: Int32
    /// The id of the origin; 0 means unknown.
    public var origin: Int32
    /// The id of the metadata set; 0 is the empty set.
    public var metadata: Int32
    /// The time at which the sample was saved; nil if unknown.
    public var created: Instant?
    /// Totals and statistics. A statistics element takes precedence over an old total attribute of the same metric.
    public var statistics: [Statistic]
    /// Pauses, laps and segments, in order.
    public var events: [Event]
    /// The files that contain its routes, by their names in the export.
    public var routes: [String]
    /// The parts, in order of start; empty if the export does not have them.
    public var activities: [Activity]
    /// The points of its routes on their way into a store. Workouts of a store have none: read them with `SampleSource.series`.
    package var series: [TimeSeries] = []
    /// The sample number; 0 before the workout is stored.
    public var number: Int64 = 0

    /// Creates a workout that is not stored yet.
    public init(
        activity: String, start: Instant, end: Instant, activeSeconds: Double? = nil, source: Int32, origin: Int32 = 0,
        metadata: Int32 = 0, created: Instant? = nil, statistics: [Statistic] = [], events: [Event] = [], routes: [String] = [],
        activities: [Activity] = []
    ) {
        self.activity = activity
        self.start = start
        self.end = end
        self.activeSeconds = activeSeconds
        self.source = source
        self.origin = origin
        self.metadata = metadata
        self.created = created
        self.statistics = statistics
        self.events = events
        self.routes = routes
        self.activities = activities
    }

    /// Decodes a workout. Older versions wrote workouts without parts and series.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            activity: try values.decode(String.self, forKey: .activity), start: try values.decode(Instant.self, forKey: .start),
            end: try values.decode(Instant.self, forKey: .end),
            activeSeconds: try values.decodeIfPresent(Double.self, forKey: .activeSeconds),
            source: try values.decode(Int32.self, forKey: .source), origin: try values.decode(Int32.self, forKey: .origin),
            metadata: try values.decode(Int32.self, forKey: .metadata),
            created: try values.decodeIfPresent(Instant.self, forKey: .created),
            statistics: try values.decode([Statistic].self, forKey: .statistics),
            events: try values.decode([Event].self, forKey: .events), routes: try values.decode([String].self, forKey: .routes),
            activities: try values.decodeIfPresent([Activity].self, forKey: .activities) ?? [])
        series = try values.decodeIfPresent([TimeSeries].self, forKey: .series) ?? []
        number = try values.decode(Int64.self, forKey: .number)
    }
}

/// The activity rings of one day. A goal of 0 means that no goal is set.
public struct ActivitySummary: Hashable, Sendable, Codable {
    /// The metric of the columns of `summaries`.
    package static let columnMetric = "activitySummary"

    /// The day as `yyyy-MM-dd`, in the owner's time zone on that day.
    public var day: String
    /// The active energy in kilocalories.
    public var activeEnergy: Double?
    /// The goal in kilocalories.
    public var activeEnergyGoal: Double?
    /// The move time in minutes.
    public var moveTime: Double?
    /// The goal in minutes.
    public var moveTimeGoal: Double?
    /// The exercise time in minutes.
    public var exerciseTime: Double?
    /// The goal in minutes.
    public var exerciseTimeGoal: Double?
    /// The number of hours in which the owner stood.
    public var standHours: Double?
    /// The goal in hours.
    public var standHoursGoal: Double?
    /// True if the rings were paused on that day.
    public var isPaused = false

    /// Creates an empty summary of a day.
    public init(day: String) { self.day = day }
}

/// A correlation, such as a blood pressure reading or a meal. It refers to its members by identity.
public struct Correlation: Hashable, Sendable, Codable {
    /// A sample of the correlation, with the fields that identify it.
    public struct Member: Hashable, Sendable, Codable {
        /// The metric of the sample.
        public var metric: MetricID
        /// The start, inclusive.
        public var start: Instant
        /// The end, exclusive.
        public var end: Instant
        /// The value in the metric's storage unit.
        public var value: Double

        /// Creates a member.
        public init(metric: MetricID, start: Instant, end: Instant, value: Double) {
            self.metric = metric
            self.start = start
            self.end = end
            self.value = value
        }
    }

    /// Apple's identifier, such as `HKCorrelationTypeIdentifierBloodPressure`.
    public var type: String
    /// The start, inclusive.
    public var start: Instant
    /// The end, exclusive.
    public var end: Instant
    /// The id of the source in the batch or store of the correlation.
    public var source: Int32
    /// The id of the origin; 0 means unknown.
    public var origin: Int32
    /// The id of the metadata set; 0 is the empty set.
    public var metadata: Int32
    /// The samples of the correlation.
    public var members: [Member]

    /// Creates a correlation.
    public init(
        type: String, start: Instant, end: Instant, source: Int32, origin: Int32 = 0, metadata: Int32 = 0, members: [Member] = []
    ) {
        self.type = type
        self.start = start
        self.end = end
        self.source = source
        self.origin = origin
        self.metadata = metadata
        self.members = members
    }
}
