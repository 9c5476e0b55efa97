public import HealthModel
import StorageModel

extension HealthStore {
    /// Returns what was added and deleted after an anchor, in the order of the changes (S10.2).
    ///
    /// - Parameters:
    ///   - metrics: the metrics of the samples.
    ///   - anchor: the last change that you know. Without it, all changes are returned.
    ///   - limit: the maximum number of changes, at least 1. Nil for all.
    /// - Throws: `.unknownAnchor` if the anchor is later than the last change of this store, `.deviceLocked`, `.cancelled`, or another
    ///   error if the store cannot be read.
    public func changes(
        of metrics: [MetricID], since anchor: ChangeAnchor = .beginning, limit: Int? = nil
    ) async throws(HealthStoreError) -> ChangePage {
        precondition(limit ?? 1 > 0, "a page has at least one change")
        return try await Blocking.run { [storage] isCancelled throws(HealthStoreError) in
            do {
                return try storage.read { try ChangeReader($0, isCancelled: isCancelled).page(of: metrics, after: anchor, limit: limit) }
            } catch {
                throw HealthStoreError(error)
            }
        }
    }

    /// Returns the anchor of this moment: the last change of the store.
    ///
    /// - Throws: `.deviceLocked`, or another error if the store cannot be read.
    public func anchor() async throws(HealthStoreError) -> ChangeAnchor {
        try await Blocking.run { [storage] _ throws(HealthStoreError) in
            do {
                return try storage.read { try ChangeReader($0) { false }.anchor }
            } catch {
                throw HealthStoreError(error)
            }
        }
    }

    // MARK: For the shell and guests, which wait themselves

    /// Returns a mark of the state of the store, on the calling thread.
    package func changeMark() throws -> Int64 { try storage.changeMark() }

    /// Begins to notice writes by any process.
    package func waitForWrites() -> StoreWait { StoreWait(storage) }

    /// Returns a mark of the state of the store.
    @_spi(Guests) public func feedMark() throws(HealthStoreError) -> Int64 { try feed.mark() }

    /// Waits until something was written after a mark, or the task is cancelled.
    @_spi(Guests) public func waitForWrite(after mark: Int64) async { await feed.wait(after: mark) }
}
