import Foundation
import SystemBridges

/// The bytes that are typed on a terminal, read without ever waiting for one.
///
/// Ctrl-C throws away what is not read yet, so that a byte which was there a moment ago may be none when it is read: a read that waits
/// would then keep the signal from being answered until the next key.
final class Keyboard {
    enum Byte: Equatable {
        case typed(UInt8)
        /// There is none at this moment.
        case none
        case endOfInput
    }

    private let descriptor: Descriptor
    /// A character that is not complete yet
    private var partial: [UInt8] = []
    /// Bytes of a complete one that nobody has asked for yet
    private var ready: [UInt8] = []

    /// Whether there is a byte that the terminal has no more.
    var hasByte: Bool { !ready.isEmpty }

    /// The terminal of standard input is opened anew: not to wait is a property of what is open, which other programs share.
    init() {
        descriptor = Terminal.path(of: .input).flatMap { try? Descriptor.open($0, O_RDONLY | O_NONBLOCK | O_NOCTTY) } ?? .input
    }

    deinit {
        if descriptor != .input { descriptor.close() }
    }

    /// Returns the next byte of characters that are whole; `?` stands for bytes that make none, on which readline may loop for ever.
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
