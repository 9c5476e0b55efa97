import HealthModel
package import StorageModel
import SystemBridges

/// Waits for writes to a store by any process, without waking up while nobody writes.
package struct StoreWait {
    /// The time between two looks at a store that can't wake the process, and after a write.
    private static let pollSeconds = 0.4
    /// A commit becomes visible some time after its first byte was written, so the looks go on for this long.
    private static let wakefulSeconds = 2.0
    private static let leastSeconds = 0.1

    /// Nil for a store in memory, and on systems without such events.
    private let files: FileWatch?
    private var wakefulUntil = ContinuousClock.now

    package init(_ store: any SampleStorage) { files = FileWatch(store.files) }

    /// The number of a descriptor that becomes readable when a process writes to the store; nil if none does.
    package var descriptor: Int32? { files?.descriptor.number }

    /// The longest time in seconds until the next look at the store.
    package var seconds: Double { files == nil || ContinuousClock.now < wakefulUntil ? Self.pollSeconds : 60 }

    /// Waits until the store may have changed, a signal arrives, or `seconds` have passed, but at least a tenth of a second.
    package mutating func wait(atMost seconds: Double) {
        let limit = max(Self.leastSeconds, min(seconds, self.seconds))
        guard let files else {
            // Unlike `Threads.sleep`, this ends if a signal arrives, so that Ctrl-C has an effect at once.
            _ = Descriptor.wait(for: [], within: Int32(limit * 1000))
            return
        }
        if files.wait(seconds: limit) {
            noteWrite()
            // Many small writes are looked at together.
            _ = Descriptor.wait(for: [], within: Int32(Self.leastSeconds * 1000))
        }
    }

    /// Removes the events of writes that have arrived.
    package mutating func takeEvents() { if files?.takeEvents() == true { noteWrite() } }

    private mutating func noteWrite() { wakefulUntil = ContinuousClock.now + .seconds(Self.wakefulSeconds) }
}
