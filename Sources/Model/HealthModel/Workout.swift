/// A workout with its totals, statistics, events and activities.
public struct Workout: Hashable, Sendable {
    /// One statistic of a workout, as exported: of one quantity type, in its storage unit.
    public struct Statistic: Hashable, Sendable {
        public var metric: MetricID
        public var sum: Double?
        public var average: Double?
        public var minimum: Double?
        public var maximum: Double?
        /// The unit that the numbers are in: the metric's storage unit, or the file's for unknown metrics.
        public var unit: String

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
        public var start: Instant
        public var end: Instant

        public init(type: String, start: Instant, end: Instant) {
            self.type = type
            self.start = start
            self.end = end
        }
    }

    /// Apple's name of the activity, such as `HKWorkoutActivityTypeRunning`.
    public var activity: String
    public var start: Instant
    public var end: Instant
    /// Seconds without pauses, as exported; nil when the file does not say.
    public var activeSeconds: Double?
    /// Ids in the dictionaries of the batch or store that the workout stands in.
    public var source: Int32
    public var origin: Int32
    public var metadata: Int32
    public var created: Instant?
    /// Totals and statistics; a statistics element wins over an old total attribute of the same metric.
    public var statistics: [Statistic]
    public var events: [Event]
    /// Files that hold its routes, as the export names them.
    public var routes: [String]
    /// The sample number; 0 before the workout is stored.
    public var number: Int64 = 0

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
    public var activeEnergyGoal: Double?
    /// Minutes.
    public var moveTime: Double?
    public var moveTimeGoal: Double?
    /// Minutes.
    public var exerciseTime: Double?
    public var exerciseTimeGoal: Double?
    /// Hours in which the owner stood.
    public var standHours: Double?
    public var standHoursGoal: Double?
    /// Whether the rings were paused that day.
    public var isPaused = false

    public init(day: String) { self.day = day }
}

/// A correlation such as a blood pressure reading or a meal: it keeps its members by identity.
public struct Correlation: Hashable, Sendable {
    public struct Member: Hashable, Sendable {
        public var metric: MetricID
        public var start: Instant
        public var end: Instant
        /// In the metric's storage unit.
        public var value: Double

        public init(metric: MetricID, start: Instant, end: Instant, value: Double) {
            self.metric = metric
            self.start = start
            self.end = end
            self.value = value
        }
    }

    /// Apple's identifier, such as `HKCorrelationTypeIdentifierBloodPressure`.
    public var type: String
    public var start: Instant
    public var end: Instant
    public var source: Int32
    public var origin: Int32
    public var metadata: Int32
    public var members: [Member]

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
