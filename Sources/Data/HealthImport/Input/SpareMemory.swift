import Synchronization

/// The memory of finished chunks, for reuse by later chunks. New memory would have to be filled with zeros first.
final class SpareMemory: Sendable {
    private let memory = Mutex<[[UInt8]]>([])

    /// Returns memory that nobody uses, or an empty array if there is none.
    func take() -> [UInt8] { memory.withLock { $0.popLast() } ?? [] }

    func put(_ passed: [UInt8]) { memory.withLock { $0.append(passed) } }
}
