/// Samples and related data on their way into a store, with their own dictionaries.
///
/// Ids in the columns are indexes into the dictionaries of this batch. Index 0 of `origins`, `metadata` and `units` means unknown, the
/// empty set and the storage unit.
package struct ImportBatch: Sendable, Codable, Equatable {
    /// The id of the person whose samples these are; empty for the person without a name.
    package var person = ""
    package var sources: [Source] = []
    package var origins: [Origin] = [Origin(source: 0)]
    package var metadata: [MetadataSet] = [MetadataSet()]
    package var units: [String] = [""]
    /// The samples in any order. The `numbers` columns are empty.
    package var samples: [MetricID: SampleBatch] = [:]
    package var workouts: [Workout] = []
    package var summaries: [ActivitySummary] = []
    package var correlations: [Correlation] = []
    /// The units of unlisted metrics in their file.
    package var fileUnits: [MetricID: String] = [:]

    package init() {}

    /// True if the batch has nothing to write.
    package var isEmpty: Bool {
        samples.values.allSatisfy { $0.count == 0 } && workouts.isEmpty && summaries.isEmpty && correlations.isEmpty && fileUnits.isEmpty
    }

    /// Decodes a batch. Versions without persons wrote batches without one.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        person = try values.decodeIfPresent(String.self, forKey: .person) ?? ""
        sources = try values.decode([Source].self, forKey: .sources)
        origins = try values.decode([Origin].self, forKey: .origins)
        metadata = try values.decode([MetadataSet].self, forKey: .metadata)
        units = try values.decode([String].self, forKey: .units)
        samples = try values.decode([MetricID: SampleBatch].self, forKey: .samples)
        workouts = try values.decode([Workout].self, forKey: .workouts)
        summaries = try values.decode([ActivitySummary].self, forKey: .summaries)
        correlations = try values.decode([Correlation].self, forKey: .correlations)
        fileUnits = try values.decode([MetricID: String].self, forKey: .fileUnits)
    }
}

/// The result of a write for the samples of one metric.
package struct WriteOutcome: Hashable, Sendable {
    package var added = 0
    package var alreadyThere = 0
    /// The number of samples that arrive later, when the device is unlocked.
    package var kept = 0
    package init() {}

    package static func + (a: WriteOutcome, b: WriteOutcome) -> WriteOutcome {
        var sum = a
        sum.added += b.added
        sum.alreadyThere += b.alreadyThere
        sum.kept += b.kept
        return sum
    }
}

/// Receives batches from an importer.
package protocol SampleSink {
    /// Writes the whole batch or nothing.
    ///
    /// A sample is the same as a stored one if metric, source, start, end and value are equal, unless both have metadata and it differs
    /// (S1.2). Samples of different persons are never the same.
    func write(_ batch: ImportBatch) throws -> [MetricID: WriteOutcome]
    /// Writes batches, usually of different persons. A store writes all of them or nothing. The default writes one after another.
    func write(_ batches: [ImportBatch]) throws -> [MetricID: WriteOutcome]
}

extension SampleSink {
    package func write(_ batches: [ImportBatch]) throws -> [MetricID: WriteOutcome] {
        try batches.reduce(into: [:]) { try $0.merge(write($1), uniquingKeysWith: +) }
    }
}

/// The permission to open a view of a store. Only `SampleStorage.read` has one, so it counts all views.
package struct ViewPermit: ~Copyable {
    fileprivate init() {}
}

/// A place that stores samples: a SQLite file or memory.
package protocol SampleStorage: SampleSink, AnyObject, Sendable {
    var isReadOnly: Bool { get }
    /// Returns a number for the state of the store, for programs that wait for changes by others.
    ///
    /// Two equal numbers of one open store mean that nothing was written in between. The numbers have no order, and other open stores have
    /// other numbers for the same state. A call takes microseconds, so a program can call it many times a second.
    func changeMark() throws -> Int64
    /// The paths of the files that each write changes, for programs that sleep until then. Empty if the store has none.
    var files: [String] { get }
    /// Runs `body` on a view that does not change during writes. Callers use `read`. A store that is part of another passes the permit on.
    func withView<Result>(_ permit: borrowing ViewPermit, _ body: (any SampleSource) throws -> Result) throws -> Result
    /// Returns this store as it is for one person: views have that person's samples, and writes concern that person only. Reading throws if
    /// the store does not have that person. Writing samples adds it. The default is the store itself.
    func scoped(to person: String) -> any SampleStorage
    /// The store that keeps quarter hours, also if this is that store as it is for one person. Nil if there are none. The default is this
    /// store if it keeps quarter hours.
    var quarterKeeper: (any QuarterKeeping)? { get }
    /// Deletes the samples of `metric` with the given numbers and returns how many were deleted. Throws if the store has several persons.
    ///
    /// - Parameter starts: The range of their starts in milliseconds since 1970. Only samples in this range are searched.
    func delete(_ metric: MetricID, numbers: Set<Int64>, starting starts: ClosedRange<Int64>) throws -> Int
    /// Stores a setting, or removes it if `value` is nil. The zone of a store with several persons is that of persons without their own. For
    /// goals, such a store throws.
    func setSetting(_ name: String, to value: String?) throws
    /// Stores the order of a metric's sources as source keys, best first. Nil restores the default order. Throws if the store has several
    /// persons.
    func setPriority(of metric: MetricID, to keys: [String]?) throws
    /// Merges samples from single writes into the sorted samples, as at the end of an import.
    ///
    /// The contents of the store do not change.
    func foldFreshRows() throws
}

/// A store that keeps summaries by quarter hour.
///
/// Summaries are derived from samples. A write marks the affected quarter hours as stale in the same transaction. Only the transaction
/// that writes them again removes the mark.
package protocol QuarterKeeping: SampleStorage {
    /// Starts to keep the quarter hours of `metric` of a person. All of them are stale at first.
    func beginQuarters(of metric: MetricID, person: String) throws
    /// Deletes the quarter hours of `metric` of a person.
    func clearQuarters(of metric: MetricID, person: String) throws
    /// Replaces all chunks in `quarters`, which consist of whole chunks, with `contents`, and removes their stale marks.
    ///
    /// - Parameter changeNumber: The state of the store from which the contents were made.
    /// - Returns: False if the state of the store has changed since then. Nothing is written in this case.
    func replaceQuarters(
        _ quarters: Range<Int64>, of metric: MetricID, person: String, by contents: [QuarterChunkContent], madeAt changeNumber: Int64
    ) throws -> Bool
    /// Opens the store again, to read it on another thread at the same time.
    func reopened() throws -> any SampleStorage
}

extension SampleStorage {
    /// Returns the store itself, for stores of one person.
    package func scoped(to person: String) -> any SampleStorage { self }

    package var quarterKeeper: (any QuarterKeeping)? { self as? any QuarterKeeping }

    /// Runs `body` on a view that does not change during writes.
    package func read<Result>(for purpose: ViewPurpose = .lookUp, _ body: (any SampleSource) throws -> Result) throws -> Result {
        ViewPurpose.observer?(purpose)
        return try withView(ViewPermit(), body)
    }

    /// Does nothing, for stores that sort every write at once.
    package func foldFreshRows() {}

    /// Deletes samples by number.
    package func delete(_ metric: MetricID, numbers: Set<Int64>) throws -> Int {
        try delete(metric, numbers: numbers, starting: .min ... .max)
    }
}
