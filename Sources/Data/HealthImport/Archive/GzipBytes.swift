import Synchronization
import SystemBridges

/// The content of a gzip file, inflated while it is read.
final class GzipBytes: ByteSource {
    /// The size is only known at the end.
    let byteCount: Int? = nil
    private let content: Mutex<GzipContent>

    init(_ source: any ByteSource) { content = Mutex(GzipContent(source)) }

    func read(into buffer: inout [UInt8], _ range: Range<Int>) throws(ReadFailure) -> Int {
        try content.withLock { content throws(ReadFailure) in try content.read(into: &buffer, range) }
    }
}

extension FilePrefix {
    /// True for the first bytes of a gzip file with deflated data.
    var isGzip: Bool { bytes.starts(with: [0x1F, 0x8B, 8]) }
}

/// The state of a gzip file while it is inflated: a header, deflated data, and a checksum with the size.
private struct GzipContent: ~Copyable {
    private let source: any ByteSource
    private var input = [UInt8](repeating: 0, count: 1 << 16)
    /// The part of `input` that is not used yet.
    private var unread = 0..<0
    private var inflater = Inflater()
    private var sawHeader = false
    private var isFinished = false
    private var failure: ReadFailure?
    private var checksum: UInt32 = 0

    init(_ source: any ByteSource) { self.source = source }

    mutating func read(into buffer: inout [UInt8], _ range: Range<Int>) throws(ReadFailure) -> Int {
        if let failure { throw failure }
        var count = 0
        do throws(ReadFailure) {
            if !sawHeader { try skipHeader() }
            try inflate(into: &buffer, range, &count)
        } catch {
            failure = error
            // The bytes before the failure are good, so they are delivered first.
            if count == 0 { throw error }
        }
        return count
    }

    private mutating func inflate(into buffer: inout [UInt8], _ range: Range<Int>, _ count: inout Int) throws(ReadFailure) {
        while count < range.count, !isFinished {
            if unread.isEmpty, try !fill() { throw ReadFailure("the gzip file is truncated") }
            let step = inflater.inflate(input[unread], into: &buffer, range.dropFirst(count))
            checksum = crc32(checksum, adding: buffer[range.dropFirst(count).prefix(step.produced)])
            unread = unread.dropFirst(step.consumed)
            count += step.produced
            if let damage = step.damage { throw ReadFailure("the gzip file is damaged: \(damage)") }
            if step.isAtEnd {
                isFinished = true
                var expected: UInt32 = 0
                for index in 0..<4 { expected |= UInt32(try byte()) << (8 * index) }
                if expected != checksum { throw ReadFailure("the checksum of the gzip file is wrong: the file is damaged") }
            }
        }
    }

    private mutating func fill() throws(ReadFailure) -> Bool {
        unread = 0..<(try source.read(into: &input, input.indices))
        return !unread.isEmpty
    }

    private mutating func byte() throws(ReadFailure) -> UInt8 {
        if unread.isEmpty, try !fill() { throw ReadFailure("the gzip file is truncated") }
        defer { unread = unread.dropFirst() }
        return input[unread.lowerBound]
    }

    /// Skips ten bytes, and the fields whose bits are set in the fourth of them.
    private mutating func skipHeader() throws(ReadFailure) {
        var header: [UInt8] = []
        for _ in 0..<10 { header.append(try byte()) }
        let flags = header[3]
        if flags & 4 != 0 {
            let length = Int(try byte()) | Int(try byte()) << 8
            for _ in 0..<length { _ = try byte() }
        }
        // The name of the file and a comment, each with a zero at its end.
        for bit: UInt8 in [8, 16] where flags & bit != 0 { while try byte() != 0 {} }
        if flags & 2 != 0 { for _ in 0..<2 { _ = try byte() } }
        sawHeader = true
    }
}
