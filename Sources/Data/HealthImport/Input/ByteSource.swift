import Foundation
import SystemBridges

/// Delivers the bytes of a document from start to end.
protocol ByteSource: AnyObject, Sendable {
    /// The total number of bytes. Nil if it is unknown.
    var byteCount: Int? { get }

    /// Fills `range` of `buffer` from its start and returns the number of bytes written. Returns 0 only at the end.
    ///
    /// Throws a failure only after all bytes before it have been delivered.
    func read(into buffer: inout [UInt8], _ range: Range<Int>) throws(ReadFailure) -> Int

    /// Leaves it to the caller to compare the checksum of the whole document. Nil if the document has none.
    func leaveChecksum() -> ExpectedChecksum?
}

extension ByteSource {
    func leaveChecksum() -> ExpectedChecksum? { nil }
}

/// The CRC-32 that an archive gives for a document.
struct ExpectedChecksum: Sendable {
    let name: String
    let checksum: UInt32

    func check(_ found: UInt32) throws(ReadFailure) {
        guard found == checksum else { throw ReadFailure("the checksum of \(name) is wrong: the archive is damaged") }
    }
}

/// The reason why a document could not be read to its end. The bytes read before remain valid.
struct ReadFailure: Error, Hashable {
    /// One sentence without a full stop, in the user's terms.
    var reason: String

    init(_ reason: String) { self.reason = reason }

    /// Describes a failed system call.
    init(_ action: String, _ failure: SystemFailure) { reason = "\(action): \(failure.reason)" }
}

/// A document without bytes.
final class NoBytes: ByteSource {
    let byteCount: Int? = nil

    func read(into buffer: inout [UInt8], _ range: Range<Int>) -> Int { 0 }
}

/// A file, a pipe or standard input.
final class FileBytes: ByteSource {
    let byteCount: Int?
    private let descriptor: Descriptor
    private let closesAtEnd: Bool
    /// Ends the waits for a pipe or device. Nil for a regular file, and to wait without a limit.
    private let cancellation: ImportCancellation?

    /// Reads from the current position of `descriptor` and does not close it.
    init(_ descriptor: Descriptor, until cancellation: ImportCancellation? = nil) {
        self.descriptor = descriptor
        byteCount = descriptor.fileSize
        closesAtEnd = false
        self.cancellation = byteCount == nil ? cancellation : nil
    }

    /// Opens the file at `path`.
    ///
    /// - Parameter cancellation: ends the waits for a pipe or device. Nil waits without a limit, also for the writer of a named pipe.
    init(path: String, until cancellation: ImportCancellation? = nil) throws(ReadFailure) {
        // Opening a named pipe would wait for its writer.
        let flags = cancellation == nil || FilePath.isFile(path) ? O_RDONLY : O_RDONLY | O_NONBLOCK
        do { descriptor = try Descriptor.open(path, flags) } catch { throw ReadFailure("cannot open it", error) }
        byteCount = descriptor.fileSize
        closesAtEnd = true
        self.cancellation = byteCount == nil ? cancellation : nil
    }

    deinit { if closesAtEnd { descriptor.close() } }

    func read(into buffer: inout [UInt8], _ range: Range<Int>) throws(ReadFailure) -> Int {
        try fill(&buffer, range) { buffer, part throws(SystemFailure) in try descriptor.read(into: &buffer, part) }
    }

    /// Reads at `offset` without changing the position. Returns fewer bytes than `range` has only at the end of the file.
    func read(into buffer: inout [UInt8], _ range: Range<Int>, at offset: Int) throws(ReadFailure) -> Int {
        try fill(&buffer, range) { buffer, part throws(SystemFailure) in
            try descriptor.read(into: &buffer, part, at: offset + part.lowerBound - range.lowerBound)
        }
    }

    /// Calls `read` until `range` is full or the file ends. A pipe delivers what it has, so one call is seldom enough.
    private func fill(
        _ buffer: inout [UInt8], _ range: Range<Int>, _ read: (_ buffer: inout [UInt8], _ part: Range<Int>) throws(SystemFailure) -> Int
    ) throws(ReadFailure) -> Int {
        var rest = range
        while !rest.isEmpty {
            if cancellation?.waits(for: descriptor) == false { throw ReadFailure("the import was interrupted") }
            do throws(SystemFailure) {
                let count = try read(&buffer, rest)
                if count == 0 { break }
                rest = rest.dropFirst(count)
            } catch {
                if error.number == EINTR || error.number == EAGAIN && cancellation != nil { continue }
                // The next call fails again, so the error is not lost.
                if rest != range { break }
                throw ReadFailure("reading failed", error)
            }
        }
        return range.count - rest.count
    }

    /// Returns the bytes at `offset`. Returns fewer than `count` only at the end of the file.
    func bytes(at offset: Int, count: Int) throws(ReadFailure) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: count)
        let found = try read(into: &buffer, 0..<count, at: offset)
        return Array(buffer[..<found])
    }
}

extension ImportCancellation {
    /// Waits until `descriptor` has bytes, or has no writer any more. Returns false if the import is cancelled first.
    fileprivate func waits(for descriptor: Descriptor) -> Bool {
        while !isCancelled {
            // A signal ends a wait early.
            if Descriptor.wait(for: [descriptor], within: 50)?.first == true { return true }
        }
        return false
    }
}
