/// A document whose first bytes were taken to look at them: it delivers those and then the rest.
///
/// Unchecked: it belongs to one thread at a time.
final class PrefixedBytes: ByteSource, @unchecked Sendable {
    let prefix: [UInt8]
    private let source: any ByteSource
    private var taken = 0

    /// Takes up to `FileKind.prefixLength` bytes from `source`.
    init(_ source: any ByteSource) throws(ReadFailure) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: FileKind.prefixLength, alignment: 8)
        defer { buffer.deallocate() }
        prefix = Array(buffer[..<(try source.read(into: buffer))])
        self.source = source
    }

    var byteCount: Int? { source.byteCount }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ReadFailure) -> Int {
        if taken == prefix.count { return try source.read(into: buffer) }
        let count = min(prefix.count - taken, buffer.count)
        buffer.copyBytes(from: prefix[taken..<taken + count])
        taken += count
        return count
    }
}
