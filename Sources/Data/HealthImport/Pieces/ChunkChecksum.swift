import Foundation
import Synchronization
import SystemBridges

/// The CRC-32 of bytes that arrive in order. A thread computes it.
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

    /// Adds bytes, as soon as there is room. A thread that changes them meanwhile gets a copy.
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
