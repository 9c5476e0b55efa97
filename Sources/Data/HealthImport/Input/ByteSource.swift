import Foundation
import SystemBridges

/// Delivers the bytes of a document from its beginning.
protocol ByteSource: AnyObject, Sendable {
    /// The number of bytes that there will be, nil where nobody knows.
    var byteCount: Int? { get }

    /// Fills the part `range` of `buffer` from its front and returns how many bytes it wrote, 0 only at the end.
    ///
    /// A failure is thrown when all bytes before it are delivered.
    func read(into buffer: inout [UInt8], _ range: Range<Int>) throws(ReadFailure) -> Int
}

/// Why a document could not be read to its end; what was read before stands.
struct ReadFailure: Error, Hashable {
    /// One sentence without a full stop, in the user's terms.
    var reason: String

    init(_ reason: String) { self.reason = reason }

    /// The failure of a system call.
    init(_ action: String, _ failure: SystemFailure) { reason = "\(action): \(failure.reason)" }
}

/// A file, a pipe or standard input.
final class FileBytes: ByteSource {
    let byteCount: Int?
    private let descriptor: Descriptor
    private let closesAtEnd: Bool

    /// Reads from `descriptor` where it stands and leaves it open.
    init(_ descriptor: Descriptor) {
        self.descriptor = descriptor
        byteCount = descriptor.fileSize
        closesAtEnd = false
    }

    /// Opens the file at `path`.
    init(path: String) throws(ReadFailure) {
        do { descriptor = try Descriptor.open(path, O_RDONLY) } catch { throw ReadFailure("cannot open it", error) }
        byteCount = descriptor.fileSize
        closesAtEnd = true
    }

    deinit { if closesAtEnd { descriptor.close() } }

    func read(into buffer: inout [UInt8], _ range: Range<Int>) throws(ReadFailure) -> Int {
        try fill(&buffer, range) { buffer, part throws(SystemFailure) in try descriptor.read(into: &buffer, part) }
    }

    /// Reads at `offset`, without moving; fewer bytes than asked only at the end of the file.
    func read(into buffer: inout [UInt8], _ range: Range<Int>, at offset: Int) throws(ReadFailure) -> Int {
        try fill(&buffer, range) { buffer, part throws(SystemFailure) in
            try descriptor.read(into: &buffer, part, at: offset + part.lowerBound - range.lowerBound)
        }
    }

    /// Calls `read` until `range` is full or the file ends: a pipe hands over what it has, so one call seldom fills it.
    private func fill(
        _ buffer: inout [UInt8], _ range: Range<Int>, _ read: (_ buffer: inout [UInt8], _ part: Range<Int>) throws(SystemFailure) -> Int
    ) throws(ReadFailure) -> Int {
        var rest = range
        while !rest.isEmpty {
            do throws(SystemFailure) {
                let count = try read(&buffer, rest)
                if count == 0 { break }
                rest = rest.dropFirst(count)
            } catch {
                if error.number == EINTR { continue }
                // The next call fails again, and then nothing is lost by it.
                if rest != range { break }
                throw ReadFailure("reading failed", error)
            }
        }
        return range.count - rest.count
    }

    /// Returns the bytes at `offset`, fewer than `count` only at the end of the file.
    func bytes(at offset: Int, count: Int) throws(ReadFailure) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: count)
        let found = try read(into: &buffer, 0..<count, at: offset)
        return Array(buffer[..<found])
    }
}
