/// Samples and everything beside them on their way into a store, with dictionaries of their own.
///
/// Ids in the columns are indexes into the dictionaries of this batch. Index 0 of `origins`,
/// `metadata` and `units` stands for "nothing", "the empty set" and "the storage unit".
package struct ImportBatch: Sendable {
    package var sources: [Source] = []
    package var origins: [Origin] = [Origin(source: 0)]
    package var metadata: [MetadataSet] = [MetadataSet()]
    package var units: [String] = [""]
    /// In any order; the `numbers` columns are empty.
    package var samples: [MetricID: SampleBatch] = [:]
    package var workouts: [Workout] = []
    package var summaries: [ActivitySummary] = []
    package var correlations: [Correlation] = []
    /// Units of metrics that are in no table, as the file gave them.
    package var fileUnits: [MetricID: String] = [:]

    package init() {}
}

/// What became of the samples of one metric in a write.
package struct WriteOutcome: Hashable, Sendable {
    package var added = 0
    package var alreadyThere = 0
    package init() {}
}

/// Takes batches from an importer.
package protocol SampleSink {
    /// Writes the whole batch or nothing.
    ///
    /// A sample that agrees with a stored one in metric, source, start, end and value is the same
    /// sample, unless both carry metadata and it differs (S1.2).
    func write(_ batch: ImportBatch) throws -> [MetricID: WriteOutcome]
}

/// A place where samples are kept: one SQLite file, or memory.
package protocol SampleStorage: SampleSink, AnyObject, Sendable {
    var isReadOnly: Bool { get }
    /// Runs `body` on a view that no write changes. Only `read` calls it, so that each view is counted.
    func withView<Result>(_ body: (any SampleSource) throws -> Result) throws -> Result
    /// Deletes the samples of `metric` with the given numbers and returns how many there were.
    ///
    /// - Parameter starts: when all of them start, in milliseconds since 1970: only there they are looked for.
    func delete(_ metric: MetricID, numbers: Set<Int64>, starting starts: ClosedRange<Int64>) throws -> Int
    /// Keeps a setting; nil removes it.
    func setSetting(_ name: String, to value: String?) throws
    /// Keeps the order of sources of a metric, best first, as source keys; nil returns to the default.
    func setPriority(of metric: MetricID, to keys: [String]?) throws
    /// Moves what single writes have left beside the sorted samples in among them, as at the end of an import.
    ///
    /// What the store holds does not change by it.
    func foldFreshRows() throws
}

/// A store that keeps quarter hours beside the samples.
///
/// They are derived: a write of samples marks those that it touches as stale in the same transaction, and only the transaction that
/// writes them anew takes the mark away.
package protocol QuarterKeeping: SampleStorage {
    /// Begins to keep the quarter hours of `metric`, all of them stale.
    func beginQuarters(of metric: MetricID) throws
    /// Forgets the quarter hours of `metric`.
    func clearQuarters(of metric: MetricID) throws
    /// Puts `contents` in the place of all chunks in `quarters`, which are whole chunks, and takes their marks away.
    ///
    /// - Parameter changeNumber: the state of the store that the contents were made from.
    /// - Returns: false, and nothing is written, where the store has another state now.
    func replaceQuarters(
        _ quarters: Range<Int64>, of metric: MetricID, by contents: [QuarterChunkContent], madeAt changeNumber: Int64
    ) throws -> Bool
}

extension SampleStorage {
    /// Runs `body` on a view that no write changes.
    package func read<Result>(for purpose: ViewPurpose = .lookUp, _ body: (any SampleSource) throws -> Result) throws -> Result {
        ViewPurpose.observer?(purpose)
        return try withView(body)
    }

    /// Where every write sorts at once, nothing lies beside.
    package func foldFreshRows() {}

    /// Deletes samples of which only the numbers are known.
    package func delete(_ metric: MetricID, numbers: Set<Int64>) throws -> Int {
        try delete(metric, numbers: numbers, starting: .min ... .max)
    }
}
