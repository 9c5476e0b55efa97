/// What a store holds of one metric.
package struct MetricSummary: Hashable, Sendable {
    /// What a store holds of one metric from one source.
    package struct BySource: Hashable, Sendable {
        package var source: Int32
        package var count: Int
        package var firstStart: Instant
        package var lastEnd: Instant

        package init(source: Int32, count: Int, firstStart: Instant, lastEnd: Instant) {
            self.source = source
            self.count = count
            self.firstStart = firstStart
            self.lastEnd = lastEnd
        }
    }

    package var metric: MetricID
    package var count: Int
    package var firstStart: Instant
    /// The greatest start; equal to `lastEnd` when the metric ends with an instant.
    package var lastStart: Instant
    /// The greatest end.
    package var lastEnd: Instant
    /// The unit that an unknown metric arrived in; nil for metrics of the tables.
    package var fileUnit: String?
    package var sources: [BySource]

    package init(
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

/// A consistent view of a store: everything a query may read. Valid inside `SampleStorage.read` only.
package protocol SampleSource {
    /// Grows with every write.
    var changeNumber: Int64 { get }

    /// Every metric that has samples, in ascending order of identifier; workouts included.
    func metricSummaries() throws -> [MetricSummary]
    func metricSummary(of metric: MetricID) throws -> MetricSummary?

    /// Every source by id.
    func sources() throws -> [Int32: Source]
    /// Every origin by id.
    func origins() throws -> [Int32: Origin]
    /// Every unit that values arrived in, by id.
    func units() throws -> [Int32: String]
    /// The metadata sets of the given ids; an id that is not known is left out.
    func metadataSets(_ ids: Set<Int32>) throws -> [Int32: MetadataSet]

    /// Delivers in order every sample of `metric` with `start ≤ through` and `end ≥ from`, in
    /// batches of at most some ten thousand; a batch may hold others as well.
    ///
    /// - Parameters:
    ///   - values: the values that the caller looks for; samples of others may be left out. Nil stands for all, also what is no number.
    ///   - body: takes a batch and returns whether it wants more.
    func scan(
        _ metric: MetricID, from: Int64, through: Int64, values: ClosedRange<Double>?, columns: SampleColumns,
        _ body: (borrowing SampleBatch) throws -> Bool
    ) throws

    /// Which quarter hours of `metric` are summed up; nil where none ever were.
    func quarterDirectory(of metric: MetricID) throws -> QuarterDirectory?
    /// A part of a chunk, of one source or with 0 of all; nil where it is missing or damaged.
    func quarterColumns(_ part: QuarterPart, source: Int32, chunk: Int64, of metric: MetricID) throws -> QuarterColumns?
    /// The samples that meet a chunk and cross the edge of a quarter hour; nil where they are missing or damaged.
    func quarterCrossing(chunk: Int64, of metric: MetricID) throws -> SampleBatch?
    /// How many blocks `scan` reads, and how many samples they hold; nil where samples are not in blocks.
    func blocks(
        of metric: MetricID, from: Int64, through: Int64, values: ClosedRange<Double>?
    ) throws -> (count: Int, samples: Int)?

    /// Workouts with `start ≤ through` and `end ≥ from`, by start.
    func workouts(from: Int64, through: Int64) throws -> [Workout]
    /// Activity summaries of the days in `from...through` (`yyyy-MM-dd`), by day.
    func activitySummaries(from: String, through: String) throws -> [ActivitySummary]
    func correlations(from: Int64, through: Int64) throws -> [Correlation]

    /// A setting that is kept in the store, such as `zone` or `week`.
    func setting(_ name: String) throws -> String?
    /// The keys of the sources of `metric` in the order that the user set, best first; nil when never set.
    func priority(of metric: MetricID) throws -> [String]?
}

extension SampleSource {
    /// Delivers samples whatever their value.
    package func scan(
        _ metric: MetricID, from: Int64, through: Int64, columns: SampleColumns, _ body: (borrowing SampleBatch) throws -> Bool
    ) throws {
        try scan(metric, from: from, through: through, values: nil, columns: columns, body)
    }
}
