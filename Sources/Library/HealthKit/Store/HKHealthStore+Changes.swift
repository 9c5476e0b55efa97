import HealthModel
import TallyKit

/// Waiting for changes by this and other processes.
extension HKHealthStore {
    /// Returns a mark of the state of the store; nil if there is no store yet.
    func changeMark() -> Int64? { try? box.store().feedMark() }

    /// Waits until something was written after a mark. Returns the new mark, or nil if the task was cancelled.
    func change(after mark: Int64) async -> Int64? {
        while !Task.isCancelled {
            guard let store = try? box.store() else { return nil }
            guard let now = try? store.feedMark() else { return nil }
            if now != mark { return now }
            await store.waitForWrite(after: mark)
        }
        return nil
    }
}
