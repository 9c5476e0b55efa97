import Foundation

/// The failure of a system call.
package struct SystemFailure: Error, Hashable {
    /// The value of `errno`.
    package var number: Int32

    /// The failure of the preceding call.
    package static var last: SystemFailure { SystemFailure(number: errno) }

    /// The system's description of the failure.
    package var reason: String { unsafe String(cString: strerror(number)) }
}

/// An open file, pipe or terminal.
package struct Descriptor: Hashable, Sendable {
    package let number: Int32

    package init(_ number: Int32) { self.number = number }

    package static let input = Descriptor(STDIN_FILENO)
    package static let output = Descriptor(STDOUT_FILENO)
    package static let error = Descriptor(STDERR_FILENO)

    /// Opens the file at `path`. A new file is accessible only to its owner. Child processes do not inherit the descriptor.
    package static func open(_ path: String, _ flags: Int32) throws(SystemFailure) -> Descriptor {
        let number = unsafe Foundation.open(path, flags | O_CLOEXEC, 0o600)
        guard number >= 0 else { throw .last }
        return Descriptor(number)
    }

    /// Returns both ends of a new pipe, which child processes do not inherit, or nil if there are no free descriptors.
    package static func pipe() -> (reading: Descriptor, writing: Descriptor)? {
        var ends: [Int32] = [-1, -1]
        guard unsafe Foundation.pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (Descriptor(ends[0]), Descriptor(ends[1]))
    }

    package func close() { _ = Foundation.close(number) }

    /// Makes reading and writing fail with `EAGAIN` instead of waiting.
    package func stopWaiting() { _ = fcntl(number, F_SETFL, O_NONBLOCK) }

    /// Makes a file readable and writable only for its owner.
    package func makePrivate() { _ = fchmod(number, 0o600) }

    /// Locks bytes of a file, which need not exist, for all other descriptors, until this one is closed.
    ///
    /// - Returns: false if another descriptor has a lock on them.
    package func lock(from first: Int, count: Int) -> Bool {
        var bytes = flock()
        (bytes.l_type, bytes.l_whence) = (Int16(F_WRLCK), Int16(SEEK_SET))
        (bytes.l_start, bytes.l_len) = (off_t(first), off_t(count))
        #if os(Linux)
        // F_OFD_SETLK, a lock of the descriptor. That of the process would not hold other threads.
        let command: Int32 = 37
        #else
        let command = F_SETLK
        #endif
        return unsafe fcntl(number, command, &bytes) == 0
    }

    /// The size of a regular file in bytes; nil for anything else.
    package var fileSize: Int? {
        var status = stat()
        guard unsafe fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(status.st_size)
    }

    // MARK: Bytes

    /// Reads once into the part `range` of `buffer` and returns the number of bytes, or 0 at the end.
    package func read(into buffer: inout [UInt8], _ range: Range<Int>) throws(SystemFailure) -> Int {
        precondition(range.clamped(to: buffer.indices) == range)
        let count = unsafe buffer.withUnsafeMutableBytes {
            unsafe Foundation.read(number, $0.baseAddress.map { unsafe $0 + range.lowerBound }, range.count)
        }
        guard count >= 0 else { throw .last }
        return count
    }

    /// Reads once from `offset` of a file, like `read(into:_:)`, without changing the position.
    package func read(into buffer: inout [UInt8], _ range: Range<Int>, at offset: Int) throws(SystemFailure) -> Int {
        precondition(range.clamped(to: buffer.indices) == range)
        let count = unsafe buffer.withUnsafeMutableBytes {
            unsafe pread(number, $0.baseAddress.map { unsafe $0 + range.lowerBound }, range.count, off_t(offset))
        }
        guard count >= 0 else { throw .last }
        return count
    }

    /// Reads to the end. Returns nil if there are more than `limit` bytes.
    package func readAll(upTo limit: Int) throws(SystemFailure) -> [UInt8]? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count <= limit {
            do throws(SystemFailure) {
                let count = try read(into: &buffer, buffer.indices)
                if count == 0 { return bytes }
                bytes += buffer[..<count]
            } catch {
                if error.number != EINTR { throw error }
            }
        }
        return nil
    }

    /// Reads one byte, or returns nil at the end.
    package func readByte() throws(SystemFailure) -> UInt8? {
        var byte: UInt8 = 0
        let count = unsafe Foundation.read(number, &byte, 1)
        guard count >= 0 else { throw .last }
        return count == 1 ? byte : nil
    }

    /// Writes once and returns the number of bytes written.
    package func write(_ bytes: ArraySlice<UInt8>) throws(SystemFailure) -> Int {
        let count = unsafe bytes.withUnsafeBytes { unsafe Foundation.write(number, $0.baseAddress, $0.count) }
        guard count >= 0 else { throw .last }
        return count
    }

    /// Writes all of `bytes`, even if signals interrupt it.
    package func writeAll(_ bytes: ArraySlice<UInt8>) throws(SystemFailure) {
        var rest = bytes
        while !rest.isEmpty {
            do throws(SystemFailure) {
                let count = try write(rest)
                guard count > 0 else { throw SystemFailure(number: EIO) }
                rest = rest.dropFirst(count)
            } catch {
                if error.number != EINTR { throw error }
            }
        }
    }

    /// Writes one byte. Signal handlers can call this.
    package func writeByte(_ byte: UInt8) {
        var byte = byte
        _ = unsafe Foundation.write(number, &byte, 1)
    }

    /// True if nothing reads what is written to this end of a pipe.
    package var isAbandoned: Bool {
        var asked = pollfd(fd: number, events: 0, revents: 0)
        return unsafe poll(&asked, 1, 0) > 0 && asked.revents & Int16(POLLERR | POLLHUP | POLLNVAL) != 0
    }

    // MARK: Waiting

    /// Waits until one of `descriptors` has data to read or can be written. Returns the state of each, or nil after a signal.
    ///
    /// - Parameter milliseconds: The maximum time; negative to wait without a limit.
    package static func wait(
        for descriptors: [Descriptor], toWrite: Bool = false, within milliseconds: Int32
    ) -> [Bool]? {
        var asked = descriptors.map { pollfd(fd: $0.number, events: Int16(toWrite ? POLLOUT : POLLIN), revents: 0) }
        let count = unsafe poll(&asked, nfds_t(asked.count), milliseconds)
        return count < 0 ? nil : asked.map { $0.revents != 0 }
    }
}
