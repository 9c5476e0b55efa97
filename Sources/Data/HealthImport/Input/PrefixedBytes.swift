import Synchronization

/// A document whose first bytes have been read ahead. It delivers those bytes first and then the rest.
final class PrefixedBytes: ByteSource {
    let prefix: FilePrefix
    private let source: any ByteSource
    private let taken = Mutex(0)

    /// Reads up to `FilePrefix.length` bytes from `source`.
    init(_ source: any ByteSource) throws(ReadFailure) {
        var buffer = [UInt8](repeating: 0, count: FilePrefix.length)
        let count = try source.read(into: &buffer, buffer.indices)
        prefix = FilePrefix(buffer[..<count])
        self.source = source
    }

    var byteCount: Int? { source.byteCount }

    func leaveChecksum() -> ExpectedChecksum? { source.leaveChecksum() }

    func read(into buffer: inout [UInt8], _ range: Range<Int>) throws(ReadFailure) -> Int {
        let part = taken.withLock { taken in
            let part = prefix.bytes.dropFirst(taken).prefix(range.count)
            taken += part.count
            return part
        }
        if part.isEmpty { return try source.read(into: &buffer, range) }
        buffer.replaceSubrange(range.prefix(part.count), with: part)
        return part.count
    }
}
