import Synchronization

/// A document whose first bytes have been read ahead. It delivers those bytes first and then the rest.
final class PrefixedBytes: ByteSource {
    let prefix: FilePrefix
    /// The bytes that have been read ahead.
    let head: [UInt8]
    private let source: any ByteSource
    private let taken = Mutex(0)
    /// The failure after the bytes that have been read ahead. Nil if they were read without one.
    private let failure: ReadFailure?

    /// Reads up to `length` bytes from `source`.
    init(_ source: any ByteSource, length: Int = FilePrefix.length) throws(ReadFailure) {
        var buffer = [UInt8](repeating: 0, count: length)
        var count = try source.read(into: &buffer, 0..<length)
        var failure: ReadFailure?
        // One read is enough for the first bytes. A longer head can need several, and what it has counts before their failure.
        while length > FilePrefix.length, count > 0, count < length, failure == nil {
            do throws(ReadFailure) {
                let found = try source.read(into: &buffer, count..<length)
                if found == 0 { break }
                count += found
            } catch { failure = error }
        }
        self.failure = failure
        buffer.removeLast(length - count)
        head = buffer
        prefix = FilePrefix(buffer)
        self.source = source
    }

    var byteCount: Int? { source.byteCount }

    func leaveChecksum() -> ExpectedChecksum? { source.leaveChecksum() }

    func read(into buffer: inout [UInt8], _ range: Range<Int>) throws(ReadFailure) -> Int {
        let part = taken.withLock { taken in
            let part = head.dropFirst(taken).prefix(range.count)
            taken += part.count
            return part
        }
        if part.isEmpty {
            if let failure { throw failure }
            return try source.read(into: &buffer, range)
        }
        buffer.replaceSubrange(range.prefix(part.count), with: part)
        return part.count
    }
}
