import Foundation

/// Delivers the bytes of a document from its beginning.
protocol ByteSource: AnyObject, Sendable {
    /// The number of bytes that there will be, nil where nobody knows.
    var byteCount: Int? { get }

    /// Fills the front of `buffer` and returns how many bytes it wrote, 0 only at the end.
    ///
    /// A failure is thrown when all bytes before it are delivered.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ReadFailure) -> Int
}

/// Why a document could not be read to its end; what was read before stands.
struct ReadFailure: Error, Hashable {
    /// One sentence without a full stop, in the user's terms.
    var reason: String

    init(_ reason: String) { self.reason = reason }

    /// The failure of a system call, from `errno`.
    static func system(_ action: String) -> ReadFailure { ReadFailure("\(action): \(String(cString: strerror(errno)))") }
}

/// A file, a pipe or standard input, read by `read(2)`.
final class FileBytes: ByteSource {
    let descriptor: Int32
    let byteCount: Int?
    private let closesAtEnd: Bool

    /// Reads from `descriptor` where it stands and leaves it open.
    init(descriptor: Int32) {
        self.descriptor = descriptor
        byteCount = FileBytes.regularSize(descriptor)
        closesAtEnd = false
    }

    /// Opens the file at `path`.
    init(path: String) throws(ReadFailure) {
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system("cannot open it") }
        byteCount = FileBytes.regularSize(descriptor)
        closesAtEnd = true
    }

    deinit { if closesAtEnd { close(descriptor) } }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ReadFailure) -> Int {
        try fill(buffer) { part, _ in Foundation.read(descriptor, part.baseAddress, part.count) }
    }

    /// Reads at `offset`, without moving; fewer bytes than asked only at the end of the file.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(ReadFailure) -> Int {
        try fill(buffer) { part, filled in pread(descriptor, part.baseAddress, part.count, off_t(offset + filled)) }
    }

    /// Calls `read` until `buffer` is full or the file ends: a pipe hands over what it has, so one call seldom fills the buffer.
    private func fill(
        _ buffer: UnsafeMutableRawBufferPointer, _ read: (_ part: UnsafeMutableRawBufferPointer, _ filled: Int) -> Int
    ) throws(ReadFailure) -> Int {
        var filled = 0
        while filled < buffer.count {
            let count = read(UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]), filled)
            if count == 0 { break }
            if count > 0 {
                filled += count
            } else if errno != EINTR {
                // The next call fails again, and then nothing is lost by it.
                if filled > 0 { break }
                throw .system("reading failed")
            }
        }
        return filled
    }

    /// Returns the bytes at `offset`, fewer than `count` only at the end of the file.
    func bytes(at offset: Int, count: Int) throws(ReadFailure) -> [UInt8] {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 8)
        defer { buffer.deallocate() }
        return Array(buffer[..<(try read(into: buffer, at: offset))])
    }

    private static func regularSize(_ descriptor: Int32) -> Int? {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(status.st_size)
    }
}
