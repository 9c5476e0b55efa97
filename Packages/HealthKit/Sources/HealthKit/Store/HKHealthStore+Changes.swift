import Foundation
@_spi(Guests) import TallyKit

/// Waiting for changes by this and other processes.
extension HKHealthStore {
    /// The mark of a store that nobody has created yet, or that cannot be read.
    static let missingMark = Int64.min

    /// Returns a mark of the state of the store. Take it before you read, so that no change is missed.
    func changeMark() -> Int64 { (try? box.store().feedMark()) ?? Self.missingMark }

    /// Waits until something was written after a mark, or until somebody creates the store. Returns the new mark, or nil if the task was
    /// cancelled.
    func change(after mark: Int64) async -> Int64? {
        while !Task.isCancelled {
            let now = changeMark()
            if now != mark { return now }
            if now != Self.missingMark, let store = try? box.store() {
                await store.waitForWrite(after: mark)
            } else {
                // Files that do not exist yet wake nobody.
                try? await Task.sleep(for: .milliseconds(200))
            }
        }
        return nil
    }
}
