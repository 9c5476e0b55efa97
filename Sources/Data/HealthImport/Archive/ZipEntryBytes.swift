import Synchronization
import SystemBridges

/// The content of one entry of a zip archive, inflated while it is read.
final class ZipEntryBytes: ByteSource {
    let byteCount: Int?
    private let content: Mutex<ZipEntryContent>

    init(file: FileBytes, entry: ZipEntry, start: Int, fileSize: Int) {
        byteCount = entry.size
        content = Mutex(ZipEntryContent(file: file, entry: entry, start: start, fileSize: fileSize))
    }

    /// The end of the compressed data. Known after the content has been read to its end.
    var endOffset: Int { content.withLock { $0.endOffset } }

    func read(into buffer: inout [UInt8], _ range: Range<Int>) throws(ReadFailure) -> Int {
        try content.withLock { content throws(ReadFailure) in try content.read(into: &buffer, range) }
    }

    func leaveChecksum() -> ExpectedChecksum? { content.withLock { $0.leaveChecksum() } }

    /// Reads to the end and discards the content.
    func discardAll() throws(ReadFailure) {
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        while try read(into: &buffer, buffer.indices) > 0 {}
    }
}

/// The state of an entry while it is inflated.
private struct ZipEntryContent: ~Copyable {
    private let entry: ZipEntry
    private var compressed: CompressedBytes
    private var input = [UInt8](repeating: 0, count: 1 << 18)
    /// The part of `input` that is not inflated yet.
    private var unread = 0..<0
    private var inflater = Inflater()
    private var isFinished = false
    private var failure: ReadFailure?
    private var produced = 0
    private var checksum: UInt32 = 0
    /// The checksum at the end; nil if the archive does not give it, or if the reader compares it.
    private var expected: ExpectedChecksum?

    init(file: FileBytes, entry: ZipEntry, start: Int, fileSize: Int) {
        self.entry = entry
        expected = entry.checksum.map { ExpectedChecksum(name: entry.name, checksum: $0) }
        let end = entry.compressedSize.map { $0 > fileSize - min(start, fileSize) ? fileSize : start + $0 } ?? fileSize
        compressed = CompressedBytes(file: file, offset: start, limit: min(end, fileSize))
    }

    var endOffset: Int { compressed.offset - unread.count }

    mutating func leaveChecksum() -> ExpectedChecksum? { expected.take() }

    mutating func read(into buffer: inout [UInt8], _ range: Range<Int>) throws(ReadFailure) -> Int {
        var count = 0
        do throws(ReadFailure) {
            if let failure { throw failure }
            try fill(&buffer, range, &count)
            if let size = entry.size, produced + count > size {
                count = size - produced
                throw ReadFailure("\(entry.name) is longer than the archive says")
            }
            if count == 0 { try checkEnd() }
        } catch {
            failure = error
            // The bytes before the failure are good, so they are delivered first.
            if count == 0 { throw error }
        }
        produced += count
        if expected != nil { checksum = crc32(checksum, adding: buffer[range.prefix(count)]) }
        return count
    }

    /// Fills `range` until the content ends. `count` is also correct after a failure.
    private mutating func fill(_ buffer: inout [UInt8], _ range: Range<Int>, _ count: inout Int) throws(ReadFailure) {
        if entry.method == 0 {
            count = try compressed.read(into: &buffer, range)
            isFinished = compressed.offset == compressed.limit
        } else {
            try inflate(into: &buffer, range, &count)
        }
    }

    private mutating func inflate(into buffer: inout [UInt8], _ range: Range<Int>, _ count: inout Int) throws(ReadFailure) {
        while count < range.count, !isFinished {
            if unread.isEmpty {
                unread = 0..<(try compressed.read(into: &input, input.indices))
                if unread.isEmpty { return }
            }
            let step = inflater.inflate(input[unread], into: &buffer, range.dropFirst(count))
            unread = unread.dropFirst(step.consumed)
            count += step.produced
            isFinished = step.isAtEnd
            if let damage = step.damage { throw ReadFailure("\(entry.name) is damaged in the archive: \(damage)") }
        }
    }

    private func checkEnd() throws(ReadFailure) {
        guard isFinished else { throw ReadFailure("the archive ends in the middle of \(entry.name)") }
        if let size = entry.size, produced != size { throw ReadFailure("\(entry.name) is shorter than the archive says") }
        try expected?.check(checksum)
    }
}

/// The compressed data of an entry in the archive.
private struct CompressedBytes {
    let file: FileBytes
    /// The range of bytes still to be read.
    var offset: Int
    let limit: Int

    /// Reads the next bytes. Returns 0 at the end.
    mutating func read(into buffer: inout [UInt8], _ range: Range<Int>) throws(ReadFailure) -> Int {
        let wanted = range.prefix(max(0, limit - offset))
        let count = wanted.isEmpty ? 0 : try file.read(into: &buffer, wanted, at: offset)
        offset += count
        return count
    }
}
