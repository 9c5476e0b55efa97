/// A workout with its totals, statistics, events and activities.
public struct Workout: Hashable, Sendable {
    /// One statistic of a workout, as exported: of one quantity type, in its storage unit.
    public struct Statistic: Hashable, Sendable {
        /// The metric that is meant.
        public var metric: MetricID
        /// In `unit`; nil where the export does not say.
        public var sum: Double?
        /// In `unit`; nil where the export does not say.
        public var average: Double?
        /// In `unit`; nil where the export does not say.
        public var minimum: Double?
        /// In `unit`; nil where the export does not say.
        public var maximum: Double?
        /// The unit that the numbers are in: the metric's storage unit, or the file's for unknown metrics.
        public var unit: String

        /// Makes a statistic of what is known of it.
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

    /// Something that happened during a workout: a pause, a lap, a segment.
    public struct Event: Hashable, Sendable {
        /// Apple's name, such as `HKWorkoutEventTypePause`.
        public var type: String
        /// When it began.
        public var start: Instant
        /// When it ended, exclusive.
        public var end: Instant

        /// Makes an event.
        public init(type: String, start: Instant, end: Instant) {
            self.type = type
            self.start = start
            self.end = end
        }
    }

    /// Apple's name of the activity, such as `HKWorkoutActivityTypeRunning`.
    public var activity: String
    /// When it began.
    public var start: Instant
    /// When it ended, exclusive.
    public var end: Instant
    /// Seconds without pauses, as exported; nil when the file does not say.
    public var activeSeconds: Double?
    /// Ids in the dictionaries of the batch or store that the workout stands in.
    public var source: Int32
    /// The id of the origin; 0 is "nothing known".
    public var origin: Int32
    /// The id of the metadata set; 0 is the empty set.
    public var metadata: Int32
    /// When the sample was written; nil where it is not known.
    public var created: Instant?
    /// Totals and statistics; a statistics element wins over an old total attribute of the same metric.
    public var statistics: [Statistic]
    /// Pauses, laps and segments, in order.
    public var events: [Event]
    /// Files that hold its routes, as the export names them.
    public var routes: [String]
    /// The sample number; 0 before the workout is stored.
    public var number: Int64 = 0

    /// Makes a workout that is not stored yet.
    public init(
        activity: String, start: Instant, end: Instant, activeSeconds: Double? = nil, source: Int32, origin: Int32 = 0,
        metadata: Int32 = 0, created: Instant? = nil, statistics: [Statistic] = [], events: [Event] = [], routes: [String] = []
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
    }
}

/// One day's rings. A goal of 0 means "not set".
public struct ActivitySummary: Hashable, Sendable {
    /// The day as `yyyy-MM-dd`, in the owner's zone of that day.
    public var day: String
    /// Kilocalories.
    public var activeEnergy: Double?
    /// Kilocalories.
    public var activeEnergyGoal: Double?
    /// Minutes.
    public var moveTime: Double?
    /// Minutes.
    public var moveTimeGoal: Double?
    /// Minutes.
    public var exerciseTime: Double?
    /// Minutes.
    public var exerciseTimeGoal: Double?
    /// Hours in which the owner stood.
    public var standHours: Double?
    /// Hours.
    public var standHoursGoal: Double?
    /// Whether the rings were paused that day.
    public var isPaused = false

    /// Makes the summary of a day, with nothing in it.
    public init(day: String) { self.day = day }
}

/// A correlation such as a blood pressure reading or a meal: it keeps its members by identity.
public struct Correlation: Hashable, Sendable {
    /// A sample that belongs to it, known by what identifies a sample.
    public struct Member: Hashable, Sendable {
        /// The metric that is meant.
        public var metric: MetricID
        /// When it began.
        public var start: Instant
        /// When it ended, exclusive.
        public var end: Instant
        /// In the metric's storage unit.
        public var value: Double

        /// Makes a member.
        public init(metric: MetricID, start: Instant, end: Instant, value: Double) {
            self.metric = metric
            self.start = start
            self.end = end
            self.value = value
        }
    }

    /// Apple's identifier, such as `HKCorrelationTypeIdentifierBloodPressure`.
    public var type: String
    /// When it began.
    public var start: Instant
    /// When it ended, exclusive.
    public var end: Instant
    /// The id of the source in the dictionaries of the batch or store that it stands in.
    public var source: Int32
    /// The id of the origin; 0 is "nothing known".
    public var origin: Int32
    /// The id of the metadata set; 0 is the empty set.
    public var metadata: Int32
    /// The samples that belong to it.
    public var members: [Member]

    /// Makes a correlation.
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
