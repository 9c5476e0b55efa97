import SystemBridges
import Threading

/// Computes the CRC-32 of bytes that arrive in order, on its own thread.
struct ChunkChecksum {
    private let chunks = BoundedQueue<ArraySlice<UInt8>>(capacity: 4)
    private let result: Promise<UInt32>

    init() {
        result = Threads.start("import checksum") { [chunks] in
            var checksum: UInt32 = 0
            while let bytes = chunks.pop() { checksum = crc32(checksum, adding: bytes) }
            return checksum
        }
    }

    /// Adds bytes, and waits while too many are queued. A thread that changes the same array gets a copy.
    func add(_ bytes: ArraySlice<UInt8>) { _ = chunks.push(bytes) }

    /// Returns the checksum of all bytes.
    func value() -> UInt32 {
        chunks.finish()
        return result.wait()
    }

    /// Ends the thread.
    func stop() { chunks.close() }
}
