/// A summary of the samples of one metric.
public struct MetricSummary: Hashable, Sendable {
    /// A summary of the samples of one metric from one source.
    public struct BySource: Hashable, Sendable {
        /// The id of the source in `SampleSource.sources`.
        public var source: Int32
        /// The number of samples.
        public var count: Int
        /// The earliest start.
        public var firstStart: Instant
        /// The latest end.
        public var lastEnd: Instant

        /// Creates a summary. It must match the samples that `scan` delivers.
        public init(source: Int32, count: Int, firstStart: Instant, lastEnd: Instant) {
            self.source = source
            self.count = count
            self.firstStart = firstStart
            self.lastEnd = lastEnd
        }
    }

    /// The metric.
    public var metric: MetricID
    /// The number of samples.
    public var count: Int
    /// The earliest start.
    public var firstStart: Instant
    /// The latest start. It equals `lastEnd` if the last sample is an instant.
    public var lastStart: Instant
    /// The latest end.
    public var lastEnd: Instant
    /// The unit of an unlisted metric in its file; nil for listed metrics.
    public var fileUnit: String?
    /// The summaries by source, in ascending order of id.
    public var sources: [BySource]

    /// Creates a summary. It must match the samples that `scan` delivers.
    public init(
        metric: MetricID, count: Int, firstStart: Instant, lastStart: Instant, lastEnd: Instant, fileUnit: String? = nil,
        sources: [BySource]
    ) {
        self.metric = metric
        self.count = count
        self.firstStart = firstStart
        self.lastStart = lastStart
        self.lastEnd = lastEnd
        self.fileUnit = fileUnit
        self.sources = sources
    }
}

/// A consistent view of samples. A query reads all its data from one view.
///
/// A store is a sample source. An app can provide another, with samples from HealthKit, a server or a test. It must list its metrics
/// (`metricSummaries`) and its sources (`sources`), and deliver samples in order (`scan`). All other requirements have a default that
/// returns nothing.
///
/// Samples are delivered in batches of columns. Ids in batches, such as those of sources, are private to the sample source.
public protocol SampleSource {
    /// A number that grows with every write: equal numbers mean equal samples. The default is 0, for sources that never change.
    var changeNumber: Int64 { get }

    /// Returns the people whose samples this view has, in ascending order of id. The default is one person without a name.
    ///
    /// A person can be known before there are samples. A store without samples has one person without a name, unless others are known.
    func persons() throws -> [Person]
    /// Returns the view of one person: all other requirements then concern only that person. The default is this view itself.
    ///
    /// A view of a store with exactly one person, named or not, is the view of that person. A view with several people has metrics,
    /// sources, origins and units of all of them. It has no samples, because samples of different people must not be mixed: reading them
    /// throws an error that asks for one person. It also has no quarter hours, no goals and no priorities.
    ///
    /// A call takes microseconds. It throws if the view does not have that person.
    func view(of person: String) throws -> any SampleSource

    /// Returns every metric that has samples, in ascending order of identifier, including workouts.
    func metricSummaries() throws -> [MetricSummary]
    /// Returns the summary of one metric, or nil if it has no samples. The default looks it up in `metricSummaries`.
    func metricSummary(of metric: MetricID) throws -> MetricSummary?

    /// Returns all sources by id.
    func sources() throws -> [Int32: Source]
    /// Returns all origins (versions and devices) by id.
    func origins() throws -> [Int32: Origin]
    /// Returns all units in which values arrived, by id. Id 0 is the storage unit.
    func units() throws -> [Int32: String]
    /// Returns the metadata sets with the given ids. Unknown ids are omitted.
    func metadataSets(_ ids: Set<Int32>) throws -> [Int32: MetadataSet]

    /// Delivers all samples of `metric` with `start ≤ through` and `end ≥ from`, in order of start, then end, then value. They come in
    /// batches of at most a few tens of thousands. Batches can also contain other samples.
    ///
    /// - Parameters:
    ///   - values: The values that the caller needs. Samples with other values can be omitted. Nil means all, including values that are
    ///     not numbers.
    ///   - columns: The columns that batches must have in addition to start and end. Values are in the storage unit of the metric.
    ///   - body: Processes a batch and returns whether it needs more.
    func scan(
        _ metric: MetricID, from: Instant, through: Instant, values: ClosedRange<Double>?, columns: SampleColumns,
        _ body: (borrowing SampleBatch) throws -> Bool
    ) throws

    /// Returns the workouts with `start ≤ through` and `end ≥ from`, by start.
    func workouts(from: Instant, through: Instant) throws -> [Workout]
    /// Returns the series of a kind that belong to the workout or sample with this number, by start. Each call reads them from the store.
    func series(_ kind: TimeSeries.Kind, of owner: Int64) throws -> [TimeSeries]
    /// Returns the activity summaries of the days in `from...through` (`yyyy-MM-dd`), by day.
    func activitySummaries(from: String, through: String) throws -> [ActivitySummary]
    /// Returns the correlations with `start ≤ through` and `end ≥ from`, by start.
    func correlations(from: Instant, through: Instant) throws -> [Correlation]

    /// Returns a setting that is stored with the samples, such as `zone`.
    func setting(_ name: String) throws -> String?
    /// Returns the keys of the sources of `metric` in the order set by the user, best first; nil if no order was set.
    func priority(of metric: MetricID) throws -> [String]?
}

extension SampleSource {
    /// Returns 0, because nothing changes.
    public var changeNumber: Int64 { 0 }
    /// Returns one person without a name.
    public func persons() throws -> [Person] { [.unnamed] }
    /// Returns this view.
    public func view(of person: String) throws -> any SampleSource { self }
    /// Looks the metric up in `metricSummaries`.
    public func metricSummary(of metric: MetricID) throws -> MetricSummary? { try metricSummaries().first { $0.metric == metric } }
    /// Returns no origins.
    public func origins() throws -> [Int32: Origin] { [:] }
    /// Returns no units: all values arrived in the storage unit.
    public func units() throws -> [Int32: String] { [:] }
    /// Returns no metadata.
    public func metadataSets(_ ids: Set<Int32>) throws -> [Int32: MetadataSet] { [:] }
    /// Returns no workouts.
    public func workouts(from: Instant, through: Instant) throws -> [Workout] { [] }
    /// Returns no series.
    public func series(_ kind: TimeSeries.Kind, of owner: Int64) throws -> [TimeSeries] { [] }
    /// Returns no activity summaries.
    public func activitySummaries(from: String, through: String) throws -> [ActivitySummary] { [] }
    /// Returns no correlations.
    public func correlations(from: Instant, through: Instant) throws -> [Correlation] { [] }
    /// Returns nil, because there are no settings.
    public func setting(_ name: String) throws -> String? { nil }
    /// Returns nil, so the default order of sources applies.
    public func priority(of metric: MetricID) throws -> [String]? { nil }

    /// Delivers samples with any value.
    package func scan(
        _ metric: MetricID, from: Instant, through: Instant, columns: SampleColumns, _ body: (borrowing SampleBatch) throws -> Bool
    ) throws {
        try scan(metric, from: from, through: through, values: nil, columns: columns, body)
    }
}
