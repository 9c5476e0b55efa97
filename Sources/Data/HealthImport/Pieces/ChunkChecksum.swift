import Foundation
import Synchronization
import SystemBridges

/// Computes the CRC-32 of bytes that arrive in order, on its own thread.
final class ChunkChecksum: Sendable {
    private let chunks = BoundedQueue<ArraySlice<UInt8>>(capacity: 4)
    private let result = Mutex<UInt32>(0)
    private let isFinished = DispatchSemaphore(value: 0)

    init() {
        startThread("checksum") {
            var checksum: UInt32 = 0
            while let bytes = self.chunks.pop() { checksum = crc32(checksum, adding: bytes) }
            self.result.withLock { $0 = checksum }
            self.isFinished.signal()
        }
    }

    /// Adds bytes, and waits while too many are queued. A thread that changes the same array gets a copy.
    func add(_ bytes: ArraySlice<UInt8>) { _ = chunks.push(bytes) }

    /// Returns the checksum of all bytes.
    func value() -> UInt32 {
        chunks.finish()
        isFinished.wait()
        return result.withLock(\.self)
    }

    /// Ends the thread.
    func stop() { chunks.close() }
}
