import Foundation

/// A terminal as a place to write to: its size, whether it takes colour, and whether the cursor is at a line's start.
package final class TerminalOutput {
    package let usesColor: Bool
    package private(set) var isAtLineStart = true
    private let descriptor: Int32

    package init(descriptor: Int32 = 1, usesColor: Bool) {
        self.descriptor = descriptor
        self.usesColor = usesColor
    }

    /// The size in character cells at this moment; 80 by 24 where the terminal does not tell.
    package var size: (columns: Int, rows: Int) {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return (80, 24) }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// Writes all of `text`; a terminal that is gone swallows it, and the signal that tells so ends the shell.
    package func write(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            guard let last = bytes.last else { return }
            isAtLineStart = last == UInt8(ascii: "\n")
            var rest = UnsafeRawBufferPointer(bytes)
            while let start = rest.baseAddress, !rest.isEmpty {
                let count = Foundation.write(descriptor, start, rest.count)
                if count < 0 && errno != EINTR { return }
                rest = UnsafeRawBufferPointer(rebasing: rest[max(0, count)...])
            }
        }
    }

    /// Ends the line that is begun, if one is.
    package func endLine() {
        if !isAtLineStart { write("\n") }
    }
}
