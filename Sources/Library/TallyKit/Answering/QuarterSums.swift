package import HealthModel
package import QueryEngine
package import StorageModel
import Synchronization

/// The sums of quarter hours of a store, which are updated before an answer if that makes queries faster: in a store of an older version,
/// or after many writes.
package final class QuarterSums: Sendable {
    /// The state of the store at the last check.
    private let checkedAt = Mutex<Int64?>(nil)

    package init() {}

    /// Returns the update of all sums that are missing or stale; nil if the store is read-only or has none.
    ///
    /// - Parameter progress: Called with the metric whose sums are computed.
    package static func upkeep(
        of store: any SampleStorage, usesTwoThreads: Bool = false, isCancelled: @escaping () -> Bool,
        progress: @escaping (MetricID) -> Void = { _ in }
    ) -> QuarterUpkeep? {
        guard !store.isReadOnly, let store = store.capabilities.quarters else { return nil }
        return QuarterUpkeep(store, usesTwoThreads: usesTwoThreads, isCancelled: isCancelled, progress: progress)
    }

    /// Runs `body` on a view for answering a query. If the sums are due, first updates them and then uses a second view.
    ///
    /// Queries work without these sums, for example while another process writes. So neither damage to them nor an interruption is an error
    /// here.
    ///
    /// - Parameter progress: Called with the metric whose sums are computed, and with nil at the end of an update.
    package func answering<Result>(
        on store: any SampleStorage, isCancelled: @escaping () -> Bool, progress: @escaping (MetricID?) -> Void = { _ in },
        _ body: (any SampleSource) throws -> Result
    ) throws -> Result {
        guard let upkeep = Self.upkeep(of: store, isCancelled: isCancelled, progress: progress) else {
            return try store.read(for: .answer, body)
        }
        let sumUp = {
            try? upkeep.run()
            progress(nil)
        }
        return try store.readSummedUp(where: { isDue(upkeep, in: $0) }, sumUp: sumUp, body)
    }

    /// Returns true if an update makes queries faster. Checks each state of the store only once.
    private func isDue(_ upkeep: QuarterUpkeep, in reader: any SampleSource) -> Bool {
        let changeNumber = reader.changeNumber
        let isNew = checkedAt.withLock { checked in
            defer { checked = changeNumber }
            return checked != changeNumber
        }
        return isNew && (try? upkeep.isWorthwhile(in: reader)) ?? false
    }
}
