import Foundation

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

    private let descriptor: Int32

    /// The terminal of standard input is opened anew: not to wait is a property of what is open, which other programs share.
    init() {
        let opened = ttyname(STDIN_FILENO).map { open($0, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) } ?? -1
        descriptor = opened >= 0 ? opened : STDIN_FILENO
    }

    deinit {
        if descriptor != STDIN_FILENO { close(descriptor) }
    }

    func next() -> Byte {
        var byte: UInt8 = 0
        switch read(descriptor, &byte, 1) {
        case 1: return .typed(byte)
        case 0: return .endOfInput
        default: return errno == EAGAIN || errno == EINTR ? .none : .endOfInput
        }
    }
}
