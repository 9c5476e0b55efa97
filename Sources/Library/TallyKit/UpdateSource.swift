public import HealthModel
import StorageModel

/// The data that an observer watches: some metrics of a store, or the samples that a guest chooses.
@_spi(Guests) public protocol UpdateSource: Sendable {
    /// The metrics of the first update.
    var metrics: Set<MetricID> { get }
    /// Returns the anchor of this moment.
    func anchor() async throws(HealthStoreError) -> ChangeAnchor
    /// Returns the metrics that changed after an anchor, and the anchor of now.
    func changed(after anchor: ChangeAnchor) async throws(HealthStoreError) -> (metrics: Set<MetricID>, anchor: ChangeAnchor)
    /// Returns a mark of the state of the store.
    func mark() throws(HealthStoreError) -> Int64
    /// Waits until something was written after a mark, or the task is cancelled.
    func wait(after mark: Int64) async
}

/// Some metrics of a store.
struct ObservedMetrics: UpdateSource {
    let store: HealthStore
    let metrics: Set<MetricID>

    func anchor() async throws(HealthStoreError) -> ChangeAnchor { try await store.anchor() }

    func changed(after anchor: ChangeAnchor) async throws(HealthStoreError) -> (metrics: Set<MetricID>, anchor: ChangeAnchor) {
        try await Blocking.run { [storage = store.storage, metrics] isCancelled throws(HealthStoreError) in
            do {
                return try storage.read {
                    let reader = try ChangeReader($0, isCancelled: isCancelled)
                    return (try reader.changed(metrics, after: anchor), try reader.anchor)
                }
            } catch {
                throw HealthStoreError(error)
            }
        }
    }

    func mark() throws(HealthStoreError) -> Int64 { try store.feed.mark() }
    func wait(after mark: Int64) async { await store.feed.wait(after: mark) }
}
