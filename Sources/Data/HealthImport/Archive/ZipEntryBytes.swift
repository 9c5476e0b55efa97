import CZlib

/// The content of one entry of a zip archive, inflated while it is read.
///
/// Unchecked: it belongs to one thread at a time.
final class ZipEntryBytes: ByteSource, @unchecked Sendable {
    let byteCount: Int?
    private let file: FileBytes
    private let entry: ZipEntry
    /// Where the next compressed bytes stand in the archive, and where they end at the latest.
    private var offset: Int
    private let limit: Int
    private let input: UnsafeMutableRawBufferPointer
    /// zlib keeps a pointer to its stream, so the stream must not move.
    private let stream: UnsafeMutablePointer<z_stream>
    private var isFinished = false
    private var failure: ReadFailure?
    private var produced = 0
    private var checksum: UInt = 0

    init(file: FileBytes, entry: ZipEntry, start: Int, fileSize: Int) {
        self.file = file
        self.entry = entry
        byteCount = entry.size
        offset = start
        limit = min(entry.compressedSize.map { $0 > fileSize - min(start, fileSize) ? fileSize : start + $0 } ?? fileSize, fileSize)
        input = .allocate(byteCount: 1 << 18, alignment: 64)
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        // Negative window bits: deflate without a header of its own. It fails only when memory is out.
        let status = inflateInit2_(stream, -MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        precondition(status == Z_OK, "zlib cannot start")
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
        input.deallocate()
    }

    /// Where the compressed data ended; known at the end of the content.
    var endOffset: Int { offset - Int(stream.pointee.avail_in) }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ReadFailure) -> Int {
        var count = 0
        do throws(ReadFailure) {
            if let failure { throw failure }
            try fill(buffer, &count)
            if let size = entry.size, produced + count > size {
                count = size - produced
                throw ReadFailure("\(entry.name) is longer than the archive says")
            }
            if count == 0 { try checkEnd() }
        } catch {
            failure = error
            // What came before the failure is good; it is delivered first.
            if count == 0 { throw error }
        }
        produced += count
        checksum = crc32_z(checksum, buffer.baseAddress?.assumingMemoryBound(to: UInt8.self), count)
        return count
    }

    /// Reads to the end and keeps nothing.
    func discardAll() throws(ReadFailure) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 64)
        defer { buffer.deallocate() }
        while try read(into: buffer) > 0 {}
    }

    /// Fills `buffer` as far as the content goes; `count` is right also after a failure.
    private func fill(_ buffer: UnsafeMutableRawBufferPointer, _ count: inout Int) throws(ReadFailure) {
        if entry.method == 0 {
            count = try readCompressed(into: buffer)
            isFinished = offset == limit
        } else {
            try inflate(into: buffer, &count)
        }
    }

    private func inflate(into buffer: UnsafeMutableRawBufferPointer, _ count: inout Int) throws(ReadFailure) {
        stream.pointee.next_out = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_out = UInt32(clamping: buffer.count)
        defer { count = buffer.count - Int(stream.pointee.avail_out) }
        while stream.pointee.avail_out > 0, !isFinished {
            if stream.pointee.avail_in == 0 {
                stream.pointee.avail_in = UInt32(try readCompressed(into: input))
                stream.pointee.next_in = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
                if stream.pointee.avail_in == 0 { return }
            }
            switch CZlib.inflate(stream, Z_NO_FLUSH) {
            case Z_OK, Z_BUF_ERROR: break
            case Z_STREAM_END: isFinished = true
            default:
                let reason = stream.pointee.msg.map { String(cString: $0) } ?? "it cannot be inflated"
                throw ReadFailure("\(entry.name) is damaged in the archive: \(reason)")
            }
        }
    }

    /// Reads the next bytes of the entry's data as they stand in the archive; 0 at their end.
    private func readCompressed(into buffer: UnsafeMutableRawBufferPointer) throws(ReadFailure) -> Int {
        let wanted = UnsafeMutableRawBufferPointer(rebasing: buffer[..<max(0, min(buffer.count, limit - offset))])
        let count = wanted.isEmpty ? 0 : try file.read(into: wanted, at: offset)
        offset += count
        return count
    }

    private func checkEnd() throws(ReadFailure) {
        guard isFinished else { throw ReadFailure("the archive ends in the middle of \(entry.name)") }
        if let size = entry.size, produced != size { throw ReadFailure("\(entry.name) is shorter than the archive says") }
        if let expected = entry.checksum, UInt(expected) != checksum {
            throw ReadFailure("the checksum of \(entry.name) is wrong: the archive is damaged")
        }
    }
}
