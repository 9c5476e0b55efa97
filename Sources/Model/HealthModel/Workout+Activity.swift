extension Workout {
    /// A part of a workout with one kind of activity, such as the swimming of a triathlon, or an interval of a planned run.
    ///
    /// It is Apple's `HKWorkoutActivity`. Totals of the workout already contain those of its parts.
    public struct Activity: Hashable, Sendable, Codable {
        /// Apple's identifier of the part; empty if the export does not have it.
        public var uuid: String
        /// Apple's name of the activity, such as `HKWorkoutActivityTypeSwimming`.
        public var activity: String
        /// The start, inclusive.
        public var start: Instant
        /// The end, exclusive.
        public var end: Instant
        /// The seconds without pauses, as exported; nil if the export does not have them.
        public var activeSeconds: Double?
        /// The id of the metadata set; 0 is the empty set.
        public var metadata: Int32
        /// The statistics of the part.
        public var statistics: [Statistic]
        /// Pauses, laps and segments of the part, in order.
        public var events: [Event]

        /// Creates a part of a workout.
        public init(
            uuid: String = "", activity: String, start: Instant, end: Instant, activeSeconds: Double? = nil, metadata: Int32 = 0,
            statistics: [Statistic] = [], events: [Event] = []
        ) {
            self.uuid = uuid
            self.activity = activity
            self.start = start
            self.end = end
            self.activeSeconds = activeSeconds
            self.metadata = metadata
            self.statistics = statistics
            self.events = events
        }
    }
}
