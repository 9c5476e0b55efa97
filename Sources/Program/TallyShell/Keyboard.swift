import Foundation
import SystemBridges

/// Reads bytes from the terminal without blocking.
///
/// Ctrl-C discards unread bytes, so a byte that was available a moment ago may be gone when it is read. A blocking read would then delay
/// the handling of the signal until the next key.
final class Keyboard {
    enum Byte: Equatable {
        case typed(UInt8)
        /// No byte is available now.
        case none
        case endOfInput
    }

    private let descriptor: Descriptor
    /// The bytes of an incomplete character
    private var partial: [UInt8] = []
    /// The bytes of complete characters that have not been returned yet
    private var ready: [UInt8] = []

    /// True if a byte has been read from the terminal but not returned yet.
    var hasByte: Bool { !ready.isEmpty }

    /// Opens the terminal of standard input again, because non-blocking mode applies to an open file, which other programs may share.
    init() {
        descriptor = Terminal.path(of: .input).flatMap { try? Descriptor.open($0, O_RDONLY | O_NONBLOCK | O_NOCTTY) } ?? .input
    }

    deinit {
        if descriptor != .input { descriptor.close() }
    }

    /// Forgets bytes that have not been returned yet, such as the start of a character before Ctrl-C.
    func discard() {
        partial = []
        ready = []
    }

    /// Returns the next byte of a complete character. Returns `?` for invalid bytes, because a library may loop forever on them.
    func next() -> Byte {
        if hasByte { return .typed(ready.removeFirst()) }
        do throws(SystemFailure) {
            guard let byte = try descriptor.readByte() else { return .endOfInput }
            take(byte)
        } catch {
            return error.number == EAGAIN || error.number == EINTR ? .none : .endOfInput
        }
        return hasByte ? .typed(ready.removeFirst()) : .none
    }

    private func take(_ byte: UInt8) {
        let isContinuation = byte & 0xC0 == 0x80
        if !isContinuation, !partial.isEmpty {
            ready.append(UInt8(ascii: "?"))
            partial = []
        }
        partial.append(byte)
        let length = partial[0] < 0x80 ? 1 : partial[0] < 0xC0 ? 1 : partial[0] < 0xE0 ? 2 : partial[0] < 0xF0 ? 3 : 4
        guard partial.count == length else { return }
        ready += String(validating: partial, as: UTF8.self) == nil ? [UInt8(ascii: "?")] : partial
        partial = []
    }
}
