/// What a store holds of one metric.
public struct MetricSummary: Hashable, Sendable {
    /// What a store holds of one metric from one source.
    public struct BySource: Hashable, Sendable {
        /// The id of the source, as `SampleSource.sources` has it.
        public var source: Int32
        /// How many samples there are.
        public var count: Int
        /// The least start.
        public var firstStart: Instant
        /// The greatest end.
        public var lastEnd: Instant

        /// Makes a summary; what it says must hold of the samples that `scan` delivers.
        public init(source: Int32, count: Int, firstStart: Instant, lastEnd: Instant) {
            self.source = source
            self.count = count
            self.firstStart = firstStart
            self.lastEnd = lastEnd
        }
    }

    /// The metric that is summed up.
    public var metric: MetricID
    /// How many samples there are.
    public var count: Int
    /// The least start.
    public var firstStart: Instant
    /// The greatest start; equal to `lastEnd` when the metric ends with an instant.
    public var lastStart: Instant
    /// The greatest end.
    public var lastEnd: Instant
    /// The unit that an unknown metric arrived in; nil for metrics of the tables.
    public var fileUnit: String?
    /// The same by source, in ascending order of id.
    public var sources: [BySource]

    /// Makes a summary; what it says must hold of the samples that `scan` delivers.
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

/// Where samples come from: one consistent view of them, which everything that a query reads is read from.
///
/// A store is one; an app can be another, with the samples that it has from HealthKit, from a server or from a test. It must say which metrics
/// it has (`metricSummaries`), who recorded them (`sources`), and deliver them in order (`scan`). All other requirements have a standard
/// answer, "nothing".
///
/// Samples are delivered in batches of columns. Ids in them, such as those of sources, are the source's own.
public protocol SampleSource {
    /// Grows with every write; the same number stands for the same samples. 0 where nothing ever changes, which is the standard.
    var changeNumber: Int64 { get }

    /// Every metric that has samples, in ascending order of identifier; workouts included.
    func metricSummaries() throws -> [MetricSummary]
    /// What there is of one metric; nil where there is none. The standard looks it up in `metricSummaries`.
    func metricSummary(of metric: MetricID) throws -> MetricSummary?

    /// Every source by id.
    func sources() throws -> [Int32: Source]
    /// Every origin by id: versions and devices.
    func origins() throws -> [Int32: Origin]
    /// Every unit that values arrived in, by id; 0 stands for the storage unit.
    func units() throws -> [Int32: String]
    /// The metadata sets of the given ids; an id that is not known is left out.
    func metadataSets(_ ids: Set<Int32>) throws -> [Int32: MetadataSet]

    /// Delivers every sample of `metric` with `start ≤ through` and `end ≥ from`, in batches of at most some ten thousand, all of them
    /// together in order of start, then end, then value; a batch may hold others as well.
    ///
    /// - Parameters:
    ///   - values: the values that the caller looks for; samples of others may be left out. Nil stands for all, also what is no number.
    ///   - columns: what the batches must hold beside start and end. Values are in the storage unit of the metric.
    ///   - body: takes a batch and returns whether it wants more.
    func scan(
        _ metric: MetricID, from: Instant, through: Instant, values: ClosedRange<Double>?, columns: SampleColumns,
        _ body: (borrowing SampleBatch) throws -> Bool
    ) throws

    /// Workouts with `start ≤ through` and `end ≥ from`, by start.
    func workouts(from: Instant, through: Instant) throws -> [Workout]
    /// Activity summaries of the days in `from...through` (`yyyy-MM-dd`), by day.
    func activitySummaries(from: String, through: String) throws -> [ActivitySummary]
    /// Correlations with `start ≤ through` and `end ≥ from`, by start.
    func correlations(from: Instant, through: Instant) throws -> [Correlation]

    /// A setting that is kept with the samples, such as `zone`.
    func setting(_ name: String) throws -> String?
    /// The keys of the sources of `metric` in the order that the user set, best first; nil when never set.
    func priority(of metric: MetricID) throws -> [String]?
}

extension SampleSource {
    /// 0: nothing ever changes.
    public var changeNumber: Int64 { 0 }
    /// Looks the metric up in `metricSummaries`.
    public func metricSummary(of metric: MetricID) throws -> MetricSummary? { try metricSummaries().first { $0.metric == metric } }
    /// Nothing is known beyond sources.
    public func origins() throws -> [Int32: Origin] { [:] }
    /// All values arrived in the storage unit.
    public func units() throws -> [Int32: String] { [:] }
    /// No sample has metadata.
    public func metadataSets(_ ids: Set<Int32>) throws -> [Int32: MetadataSet] { [:] }
    /// There are none.
    public func workouts(from: Instant, through: Instant) throws -> [Workout] { [] }
    /// There are none.
    public func activitySummaries(from: String, through: String) throws -> [ActivitySummary] { [] }
    /// There are none.
    public func correlations(from: Instant, through: Instant) throws -> [Correlation] { [] }
    /// No setting is kept.
    public func setting(_ name: String) throws -> String? { nil }
    /// The default order of sources holds.
    public func priority(of metric: MetricID) throws -> [String]? { nil }

    /// Delivers samples whatever their value.
    package func scan(
        _ metric: MetricID, from: Instant, through: Instant, columns: SampleColumns, _ body: (borrowing SampleBatch) throws -> Bool
    ) throws {
        try scan(metric, from: from, through: through, values: nil, columns: columns, body)
    }
}
