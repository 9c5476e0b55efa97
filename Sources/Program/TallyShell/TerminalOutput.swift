import SystemBridges

/// A terminal as a place to write to: its size, whether it takes colour, and whether the cursor is at a line's start.
package final class TerminalOutput {
    package let usesColor: Bool
    package private(set) var isAtLineStart = true
    private let descriptor: Descriptor

    package init(descriptor: Int32 = 1, usesColor: Bool) {
        self.descriptor = Descriptor(descriptor)
        self.usesColor = usesColor
    }

    /// The size in character cells at this moment; 80 by 24 where the terminal does not tell.
    package var size: (columns: Int, rows: Int) {
        guard let size = Terminal.size(of: descriptor), size.rows > 0 else { return (80, 24) }
        return size
    }

    /// Writes all of `text`; a terminal that is gone swallows it, and the signal that tells so ends the shell.
    package func write(_ text: String) {
        guard let last = text.utf8.last else { return }
        isAtLineStart = last == UInt8(ascii: "\n")
        try? descriptor.writeAll(Array(text.utf8)[...])
    }

    /// Ends the line that is begun, if one is.
    package func endLine() {
        if !isAtLineStart { write("\n") }
    }
}
