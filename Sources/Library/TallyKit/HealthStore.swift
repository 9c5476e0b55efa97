@_exported public import HealthModel
import QueryEngine
import SampleStore

/// Samples, and what answers questions about them: the way into Tally for other programs.
///
/// ```swift
/// let store = try HealthStore(at: URL(filePath: "health.tally"))
/// let answer = try await store.answer("sum steps by day last 7 days", context: QueryContext(zone: "Europe/Berlin"))
/// for row in answer.rows { print(row.start as Any, row["sum"] as Double? as Any) }
/// ```
///
/// A store is one file, lies in memory, or stands for a `SampleSource` of the app's own. It may be used from any task; what it does can be
/// cancelled with the task.
public final class HealthStore: Sendable {
    package let storage: any SampleStorage
    let upkeep = UpkeepState()

    package init(_ storage: any SampleStorage) { self.storage = storage }

    /// Makes an empty store in memory, which ends with its last use.
    public static func inMemory() -> HealthStore { HealthStore(MemoryStore()) }

    /// Answers from samples that an app keeps itself. Nothing can be written.
    public convenience init(source: some SampleSource & Sendable) { self.init(SourceStorage(source: source)) }

    /// Whether nothing can be written to the store.
    public var isReadOnly: Bool { storage.isReadOnly }

    /// What the store holds, a metric at a time, in ascending order of identifier.
    public func metrics() async throws(HealthStoreError) -> [MetricSummary] {
        try await reading { try $0.metricSummaries() }
    }

    /// The names of the sources of samples, by the ids that `metrics` has.
    public func sources() async throws(HealthStoreError) -> [Int32: String] {
        try await reading { try $0.sources().mapValues(\.name) }
    }

    private func reading<Result: Sendable>(
        _ body: @escaping @Sendable (any SampleSource) throws -> Result
    ) async throws(HealthStoreError) -> Result {
        try await Blocking.run { [storage] _ throws(HealthStoreError) in
            do { return try storage.read(body) } catch { throw HealthStoreError(error) }
        }
    }
}
