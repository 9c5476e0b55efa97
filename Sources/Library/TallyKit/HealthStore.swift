@_exported public import HealthModel
import QueryEngine
import SampleStore
package import StorageModel

/// A store of samples that answers queries. It is the entry point to Tally for other programs.
///
/// ```swift
/// let store = try HealthStore(at: URL(filePath: "health.tally"))
/// let answer = try await store.answer("sum steps by day last 7 days", context: QueryContext(zone: "Europe/Berlin"))
/// for row in answer.rows { print(row.start as Any, row["sum"] as Double? as Any) }
/// ```
///
/// A store is a file, an in-memory store, or a view of a `SampleSource`. You can use it from any task. Cancelling a task stops its query or
/// import.
public final class HealthStore: Sendable {
    package let storage: any SampleStorage
    /// The clock and the zone that contexts without their own use.
    package let surroundings: Surroundings
    private let sums: QuarterSums
    /// Tells when something was written.
    let feed: ChangeFeed

    package convenience init(_ storage: any SampleStorage, surroundings: Surroundings = .ofThisMachine) {
        self.init(storage, surroundings, QuarterSums())
    }

    private init(_ storage: any SampleStorage, _ surroundings: Surroundings, _ sums: QuarterSums) {
        self.storage = storage
        self.surroundings = surroundings
        self.sums = sums
        feed = ChangeFeed(storage)
    }

    /// Returns a store over `storage`, which is this one for an app or for one person.
    func lens(_ storage: any SampleStorage) -> HealthStore { HealthStore(storage, surroundings, sums) }

    /// Creates an empty store in memory. Its samples are lost when the last reference to it is released.
    public static func inMemory() -> HealthStore { inMemory(in: .ofThisMachine) }

    package static func inMemory(in surroundings: Surroundings) -> HealthStore { HealthStore(MemoryStore(), surroundings: surroundings) }

    /// Creates a read-only store with the samples of `source`.
    public convenience init(source: some SampleSource & Sendable) { self.init(SourceStorage(source: source)) }

    /// True if the store cannot be written to.
    public var isReadOnly: Bool { storage.isReadOnly }

    /// True if the samples are in a warehouse, which answers queries.
    package var isWarehouse: Bool { storage.capabilities.isRemote }

    /// Returns a summary for each metric in the store, in ascending order of identifier.
    public func metrics() async throws(HealthStoreError) -> [MetricSummary] {
        try await reading { try $0.metricSummaries() }
    }

    /// Returns the names of the sources by id. ``metrics()`` uses the same ids.
    public func sources() async throws(HealthStoreError) -> [Int32: String] {
        try await reading { try $0.sources().mapValues(\.name) }
    }

    /// Runs `body` on a view of the store that does not change during writes.
    package func read<Result>(_ body: (any SampleSource) throws -> Result) throws -> Result { try storage.read(body) }

    /// Runs `body` on such a view to check statements before they run.
    package func readToCheck<Result>(_ body: (any SampleSource) throws -> Result) throws -> Result {
        try storage.read(for: .check, body)
    }

    /// Runs `body` on such a view for an answer or an explanation, with the sums of quarter hours that there are.
    package func readToAnswer<Result>(_ body: (any SampleSource) throws -> Result) throws -> Result {
        try storage.read(for: .answer, body)
    }

    /// Runs `body` on a view for answering a query. First updates the sums of quarter hours if that saves time.
    ///
    /// - Parameter progress: Called with the metric whose sums are computed, and with nil at the end of an update.
    package func answering<Result>(
        isCancelled: @escaping () -> Bool, progress: @escaping (MetricID?) -> Void = { _ in },
        _ body: (any SampleSource) throws -> Result
    ) throws -> Result {
        try sums.answering(on: storage, isCancelled: isCancelled, progress: progress, body)
    }

    private func reading<Result: Sendable>(
        _ body: @escaping @Sendable (any SampleSource) throws -> Result
    ) async throws(HealthStoreError) -> Result {
        try await Blocking.run { [storage] _ throws(HealthStoreError) in
            do { return try storage.read(body) } catch { throw HealthStoreError(error) }
        }
    }
}
