/// A workout with its totals, statistics, events and activities.
package struct Workout: Hashable, Sendable {
    /// One statistic of a workout, as exported: of one quantity type, in its storage unit.
    package struct Statistic: Hashable, Sendable {
        package var metric: MetricID
        package var sum: Double?
        package var average: Double?
        package var minimum: Double?
        package var maximum: Double?
        /// The unit that the numbers are in: the metric's storage unit, or the file's for unknown metrics.
        package var unit: String

        package init(
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
    package struct Event: Hashable, Sendable {
        /// Apple's name, such as `HKWorkoutEventTypePause`.
        package var type: String
        package var start: Instant
        package var end: Instant

        package init(type: String, start: Instant, end: Instant) {
            self.type = type
            self.start = start
            self.end = end
        }
    }

    /// Apple's name of the activity, such as `HKWorkoutActivityTypeRunning`.
    package var activity: String
    package var start: Instant
    package var end: Instant
    /// Seconds without pauses, as exported; nil when the file does not say.
    package var activeSeconds: Double?
    /// Ids in the dictionaries of the batch or store that the workout stands in.
    package var source: Int32
    package var origin: Int32
    package var metadata: Int32
    package var created: Instant?
    /// Totals and statistics; a statistics element wins over an old total attribute of the same metric.
    package var statistics: [Statistic]
    package var events: [Event]
    /// Files that hold its routes, as the export names them.
    package var routes: [String]
    /// The sample number; 0 before the workout is stored.
    package var number: Int64 = 0

    package init(
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
package struct ActivitySummary: Hashable, Sendable {
    /// The day as `yyyy-MM-dd`, in the owner's zone of that day.
    package var day: String
    /// Kilocalories.
    package var activeEnergy: Double?
    package var activeEnergyGoal: Double?
    /// Minutes.
    package var moveTime: Double?
    package var moveTimeGoal: Double?
    /// Minutes.
    package var exerciseTime: Double?
    package var exerciseTimeGoal: Double?
    /// Hours in which the owner stood.
    package var standHours: Double?
    package var standHoursGoal: Double?
    /// Whether the rings were paused that day.
    package var isPaused = false

    package init(day: String) { self.day = day }
}

/// A correlation such as a blood pressure reading or a meal: it keeps its members by identity.
package struct Correlation: Hashable, Sendable {
    package struct Member: Hashable, Sendable {
        package var metric: MetricID
        package var start: Instant
        package var end: Instant
        /// In the metric's storage unit.
        package var value: Double

        package init(metric: MetricID, start: Instant, end: Instant, value: Double) {
            self.metric = metric
            self.start = start
            self.end = end
            self.value = value
        }
    }

    /// Apple's identifier, such as `HKCorrelationTypeIdentifierBloodPressure`.
    package var type: String
    package var start: Instant
    package var end: Instant
    package var source: Int32
    package var origin: Int32
    package var metadata: Int32
    package var members: [Member]

    package init(
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
